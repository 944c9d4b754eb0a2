import BenchSupport
import Foundation
import Postil

// Many tasks that ask one renderer for pictures at random, edit, and lose interest. It must not crash, and
// everyone who is cancelled must be let go at once, and in the end every page must look as a renderer shows it that was made
// anew. Prints a line of JSON.
let usage = """
  [FILE] [--seconds 60] [--seed 1] [--tasks 16] [--workers 2] [--limit-ms 100] [--kill-every-ms N]
    FILE        the document; one is made if none is given
    --limit-ms  status 1 if a cancelled task takes longer than that to end
    --kill-every-ms  kills a worker process of the renderers that often
  """

PostilRuntime.allow(.all)
await Program.run("postil-stress", usage: usage) {
  let arguments = try Arguments(options: ["seconds", "seed", "tasks", "workers", "limit-ms", "kill-every-ms"])
  let document: PDFDocument
  if let path = arguments.rest.first {
    document = try PDFDocument.openAndWait(URL(fileURLWithPath: path))
  } else {
    document = try PDFDocument(data: StressDocument.data)
  }
  let stress = try Stress(document, arguments)
  let report = try await stress.run()
  try Program.print(report)
  if report.slowestCancellation > stress.limit || report.wrongPages > 0 { exit(1) }
}

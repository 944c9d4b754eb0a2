import BenchSupport
import Foundation
import Postil

// Compares the tiles of a file's pages with the pages drawn as a whole; prints a line of JSON for each page,
// scale and size of tiles. For Scripts/compare-tiles.py.
let usage = """
  FILE [--password WORD] [--pages 3] [--scales 1,2,4.3] [--sizes 256,512] [--turn] [--max-pixels N] \
  [--dump FOLDER] [--deadline SECONDS] [--renderer poppler|pdfium|splash|automatic]
    --turn        turn each page in the session before it is looked at
    --max-pixels  leave out pages of more pixels than that
    --dump        write the pixels of each whole page into a file in the folder and wait for a line on
                  standard input, so that somebody else may compare them
  """

PostilRuntime.allow(.all)
await Program.run("postil-tiles", usage: usage) {
  let arguments = try Arguments(
    options: ["password", "pages", "scales", "sizes", "max-pixels", "dump", "deadline", "renderer"],
    flags: ["turn"])
  guard let path = arguments.rest.first, arguments.rest.count == 1 else { throw UsageError("no file") }
  let plan = try ComparisonPlan(arguments)
  let document: PDFDocument
  do {
    document = try PDFDocument.openAndWait(URL(fileURLWithPath: path), password: arguments["password"])
  } catch let error as PDFError {
    return try Program.print(ComparisonLine(error: error))
  }
  if plan.isTurned { try plan.turn(document) }
  try await TileComparison(document, plan).run()
}

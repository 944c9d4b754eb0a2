import BenchSupport
import Foundation
import Postil

// Edits a document at random until it is killed, and says after each step how many there were; or recovers what it did,
// and compares that with the same steps made on a copy that nobody killed; or cuts a journal off at each byte:
// Scripts/journal-test.py.
let usage =
  "make FILE | edit SEED FILE JOURNALS | check SEED FILE JOURNALS ORIGINAL STEPS | cut SEED FOLDER STEPS"

await Program.run("postil-crash", usage: usage) {
  let arguments = try Arguments(options: [])
  if arguments.rest.count == 2, arguments.rest[0] == "make" {
    return try SmallPDF.pages(12, nodeSize: 5).write(to: URL(fileURLWithPath: arguments.rest[1]))
  }
  if arguments.rest.count == 4, arguments.rest[0] == "cut", let seed = UInt64(arguments.rest[1]),
    let steps = Int(arguments.rest[3])
  {
    return try Program.print(
      try PowerLoss.run(seed: seed, steps: steps, in: URL(fileURLWithPath: arguments.rest[2])))
  }
  guard arguments.rest.count >= 4, let seed = UInt64(arguments.rest[1]) else { throw UsageError("arguments") }
  let file = URL(fileURLWithPath: arguments.rest[2])
  let journals = URL(fileURLWithPath: arguments.rest[3])
  switch arguments.rest[0] {
  case "edit":
    let document = try PDFDocument.openAndWait(file, options: OpenOptions(journalFolder: journals))
    var session = try Session(seed: seed, document: document)
    var steps = 0
    while true {
      try session.step()
      steps += 1
      if let failure = document.journalFailure { throw failure }
      FileHandle.standardOutput.write(Data("\(steps)\n".utf8))
    }
  case "check":
    guard arguments.rest.count == 6, let steps = Int(arguments.rest[5]) else { throw UsageError("arguments") }
    try Program.print(
      try Check(seed: seed, file: file, journals: journals, original: URL(fileURLWithPath: arguments.rest[4]))
        .outcome(steps: steps))
  default: throw UsageError("there is no '\(arguments.rest[0])'")
  }
}

import BenchSupport
import Foundation
import Postil

/// A loss of power: of a journal any number of bytes has reached the disk.
enum PowerLoss {
  struct Outcome: Encodable {
    /// Lengths of the journal that were tried.
    var lengths = 0
    /// How many of them had something to recover.
    var recovered = 0
    var steps = 0
    /// What was wrong, for the first few.
    var faults: [String] = []
  }

  /// Makes steps on a document in an empty folder, and recovers what it did from the journal cut off at each byte: always the
  /// state after one of the steps, never of an earlier one for more bytes, and of the last one for all.
  static func run(seed: UInt64, steps: Int, in folder: URL) throws -> Outcome {
    let file = folder.appending(path: "a.pdf")
    try SmallPDF.pages(12, nodeSize: 5).write(to: file)
    let journals = folder.appending(path: "journals")
    let document = try PDFDocument.openAndWait(file, options: OpenOptions(journalFolder: journals))
    var session = try Session(seed: seed, document: document)
    var states = [document.state]
    for _ in 0..<steps {
      try session.step()
      states.append(document.state)
    }
    if let failure = document.journalFailure { throw failure }
    var outcome = Outcome(steps: steps)
    // Nobody has the copies open.
    let copies = folder.appending(path: "copies")
    try FileManager.default.copyItem(at: journals, to: copies)
    let names = try FileManager.default.contentsOfDirectory(atPath: copies.path)
    guard let name = names.first(where: { $0.hasSuffix(".journal") }) else { return outcome }
    let copy = copies.appending(path: name)
    let whole = try Data(contentsOf: copy)
    var last = 0
    for length in 0...whole.count {
      outcome.lengths += 1
      // Documents whose pages were inserted are removed where the journal does not name them.
      for other in names where other != name {
        let target = copies.appending(path: other)
        guard !FileManager.default.fileExists(atPath: target.path) else { continue }
        try FileManager.default.copyItem(at: journals.appending(path: other), to: target)
      }
      try whole.prefix(length).write(to: copy)
      guard let edits = PDFDocument.recoverable(file, in: copies).first, edits.status == .ready else {
        continue
      }
      let recovered = try edits.recoverAndWait()
      outcome.recovered += 1
      if let step = states.indices.first(where: { $0 >= last && states[$0] == recovered.state }) {
        last = step
      } else {
        outcome.faults.append("\(length) of \(whole.count) bytes: a state of no step after \(last)")
      }
      if length == whole.count, recovered.state != document.state {
        outcome.faults.append("all bytes: not the last state")
      }
      if outcome.faults.count > 5 { break }
    }
    return withExtendedLifetime(document) { outcome }
  }
}

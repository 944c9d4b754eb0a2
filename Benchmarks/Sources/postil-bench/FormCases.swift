import BenchSupport
import Foundation
import Postil

/// Many fillings of one form, each in a file of its own.
enum FormCases {
  /// Fills a form in for each row of the table `--rows`, into files in the folder `FILE.new`.
  ///
  /// - Throws: What opening and saving throw, or ``UsageError``.
  static func fillRows(_ input: CaseInput) throws -> Figures {
    guard let rows = input.options["rows"] else { throw UsageError("the case needs --rows TABLE") }
    let file = try input.needFile()
    try Samples.warmUp()
    let folder = URL(fileURLWithPath: file.path + ".new")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let clock = ContinuousClock()
    let start = clock.now
    let document = try PDFDocument.openAndWait(file)
    let fillings = try document.formValues(csv: Data(contentsOf: URL(fileURLWithPath: rows)))
    var early = 0.0
    for (index, values) in fillings.enumerated() {
      try document.fill(values)
      try document.dataRepresentationAndWait().write(to: folder.appending(path: "\(index).pdf"))
      try document.undo()
      if index == fillings.count / 10 { early = ProcessStatus.residentBytes }
    }
    let count = Double(max(fillings.count, 1))
    return [
      "documents": count, "document_ms": (clock.now - start).milliseconds / count,
      "peak_bytes": ProcessStatus.peakBytes, "growth_bytes": ProcessStatus.residentBytes - early,
    ]
  }
}

import BenchSupport
import Foundation
import Postil

/// A file of annotations, values or edits, which may be damaged in any way, taken into a sound document; what comes of it must
/// be saved, be there in the saved file, and be undone.
struct ExchangeFuzzCase {
  let file: URL
  let document: URL
  private var dice: Dice
  private var outcome = FuzzOutcome()

  init(seed: UInt64, file: String, into document: String) {
    self.file = URL(fileURLWithPath: file)
    self.document = URL(fileURLWithPath: document)
    dice = Dice(seed: seed)
  }

  mutating func run() -> FuzzOutcome {
    let start = ContinuousClock.now
    do {
      try takeIn()
    } catch {
      outcome.note(error)
    }
    outcome.seconds = (ContinuousClock.now - start) / .seconds(1)
    return outcome
  }

  private mutating func takeIn() throws {
    let data = try Data(contentsOf: file)
    let document = try PDFDocument.openAndWait(document)
    let before = try Listing(document)
    outcome.stage = "import"
    try take(data, into: document)
    outcome.strategy = "taken in"
    let after = try Listing(document)
    outcome.stage = "save"
    let saved = try PDFDocument(data: document.dataRepresentationAndWait())
    let found = try Listing(saved)
    if !found.isSaved(of: after) { outcome.faults.append("save: not what was saved: \(found) for \(after)") }
    outcome.stage = "export"
    try exportAndImport(saved)
    outcome.stage = "undo"
    while try document.undo() {}
    let undone = try Listing(document)
    if undone != before { outcome.faults.append("undo: \(undone) for \(before)") }
    outcome.stage = "done"
  }

  private mutating func take(_ data: Data, into document: PDFDocument) throws {
    let isSkipping = Bool.random(using: &dice)
    switch file.pathExtension {
    case "edits": try document.apply(EditScript(json: data))
    case "values": _ = try document.fillAndWait(from: data)
    case "csv": for row in try document.formValues(csv: data).prefix(20) { try document.fill(row) }
    default: _ = try document.importAnnotationsAndWait(data, skippingUnusable: isSkipping)
    }
  }

  /// What is exported must be what the document has.
  private mutating func exportAndImport(_ document: PDFDocument) throws {
    for format in [AnnotationFormat.xfdf, .json] {
      let export = try document.exportAnnotationsAndWait(as: format)
      let result = try document.importAnnotationsAndWait(export.data, as: format)
      if !result.added.isEmpty || !result.changed.isEmpty {
        outcome.faults.append("export: as \(format) it comes back as others: \(result)")
      }
    }
  }
}

/// What a document has, as far as a file must give it back.
private struct Listing: Hashable {
  let pages: [[AnnotationID]]
  let values: [String: FormValue]

  init(_ document: PDFDocument) throws {
    pages = document.pages.map { $0.annotations.map(\.id) }
    values = try document.form?.values ?? [:]
  }

  /// Whether a document with this was saved of one with that. What has no name in the file is named by its number there.
  func isSaved(of other: Listing) -> Bool {
    values == other.values && pages.count == other.pages.count
      && zip(pages, other.pages).allSatisfy { saved, former in
        saved.count == former.count
          && zip(saved, former).allSatisfy { $0 == $1 || $0.rawValue.hasPrefix("object-") }
      }
  }
}

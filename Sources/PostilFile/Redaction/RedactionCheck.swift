import Foundation
import PostilModel

/// Looks whether anything is left in a redacted file that was to be removed, before it is written.
enum RedactionCheck {
  /// Shorter texts are found in any bytes.
  private static let shortestText = 4

  /// - Throws: ``PDFError`` with code `.damaged` and the place if something is left.
  static func check(
    _ data: Data, _ plan: RedactionPlan, pageCount: Int, _ monitor: WorkMonitor = .none
  ) throws {
    try SavedFileCheck.check(FileBytes(data: data), password: nil, pageCount: pageCount)
    // What is redacted once more has to stay as it is.
    let again = try DocumentRedactor(data, plan, isCheck: true)
    try again.removeContent(monitor)
    let report = again.run.report
    let left = [
      (report.glyphs, "text"), (report.annotations, "annotations"), (report.fields, "fields"),
      (report.strings, "strings"), (report.attachments, "an attachment"),
      (report.hiddenItems, "hidden content"), (report.actions, "actions"),
    ].filter { $0.0 > 0 }.map(\.1)
    guard left.isEmpty else { throw failure(left.joined(separator: ", ")) }
    try search(again.changes.graph, plan)
  }

  private static func failure(_ what: String) -> PDFError {
    PDFError(
      .damaged, "The redacted file would still have \(what) that was to be removed: nothing was written.")
  }

  /// Looks for texts in all streams but those of pictures and fonts, as bytes.
  private static func search(_ graph: ObjectGraph, _ plan: RedactionPlan) throws {
    let patterns = plan.texts.filter { $0.count >= shortestText }.flatMap { text in
      [Array(text.utf8), TextString.encode(text), text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }]
    }
    guard !patterns.isEmpty else { return }
    let changes = ObjectChanges(graph, nextNumber: SaveMethod.firstNumberOfRewrite)
    var walk = ObjectWalk(changes)
    while let id = walk.next() {
      guard case .stream(let dictionary, _) = changes.object(id), !isBinary(dictionary, walk.keys[id]),
        let data = try? changes.decodedStream(id, limit: StreamLimit.content)
      else { continue }
      for pattern in Set(patterns) where data.firstRange(of: pattern) != nil {
        throw failure("a text in object \(id.number) (\(walk.keys[id]?.description ?? "?"))")
      }
    }
  }

  private static func isBinary(_ dictionary: PDFDictionary, _ key: PDFName?) -> Bool {
    let keys: Set<PDFName> = [
      "FontFile", "FontFile2", "FontFile3", "DestOutputProfile", "ColorSpace", "ToUnicode",
    ]
    return dictionary["Subtype"]?.name == "Image" || key.map(keys.contains) == true
  }
}

import Foundation
import PostilModel
import PostilSystem

/// Looks whether anything is left in a redacted file that was to be removed, before it is written: as somebody would who has the
/// file and looks for it.
///
/// Not looked into are samples of images, programs and names of fonts, colour profiles, numbers of functions and meshes, and the
/// names of the standard: they are no text, and what they say by chance is no leak.
enum RedactionCheck {
  /// Shorter texts are found in any bytes.
  private static let shortestText = 4

  /// - Throws: ``PDFError`` with code `.redactionIncomplete` and the place if something is left.
  static func check(
    _ data: Data, _ plan: RedactionPlan, pageCount: Int, _ monitor: WorkMonitor = .none
  ) throws {
    try SavedFileCheck.check(FileBytes(data: data), password: nil, pageCount: pageCount)
    try concurrently(2) { index in
      if index == 0 {
        try redactOnceMore(data, plan, monitor)
      } else {
        try search(data, plan.matcher, monitor)
      }
    }
  }

  /// What is redacted once more has to stay as it is: text as it is shown, strings, names, texts, attached files.
  private static func redactOnceMore(_ data: Data, _ plan: RedactionPlan, _ monitor: WorkMonitor) throws {
    let again = try DocumentRedactor(data, plan, isCheck: true)
    try again.removeContent(monitor)
    let report = again.run.report
    let left = [
      (report.glyphs, "text"), (report.annotations, "annotations"), (report.fields, "fields"),
      (report.strings, "strings"), (report.attachments, "an attachment"),
      (report.hiddenItems, "hidden content"), (report.actions, "actions"),
    ].filter { $0.0 > 0 }.map(\.1)
    guard left.isEmpty else { throw failure(left.joined(separator: ", ")) }
  }

  static func failure(_ what: String, pageIndex: Int? = nil) -> PDFError {
    PDFError(
      .redactionIncomplete,
      "The redacted file would still have \(what) that was to be removed: nothing was written.",
      pageIndex: pageIndex)
  }

  /// Looks for texts as bytes, where no program takes them for text: what operators show whatever font they are in, tables of fonts,
  /// programs of functions, notes in pictures.
  private static func search(_ data: Data, _ matcher: RedactionMatcher, _ monitor: WorkMonitor) throws {
    let texts = matcher.texts(ofAtLeast: shortestText)
    guard !texts.isEmpty else { return }
    let store = try FileStore(.data(data), password: nil, options: OpenOptions(access: .memory))
    let changes = ObjectChanges(store.graph, nextNumber: RewriteWriter.firstNewNumber)
    let roles = StreamRoles(changes)
    var walk = ObjectWalk(changes)
    while let id = walk.next() {
      guard case .stream(let dictionary, _) = changes.object(id) else { continue }
      try monitor.checkCancellation()
      let role = roles[id]
      let what = "in object \(id.number) (\(walk.keys[id]?.description ?? "?"))"
      if !role.isDisjoint(with: [.content]),
        let bytes = try? changes.decodedStream(id, limit: StreamLimit.content)
      {
        if texts.hasMatch(inShown: ContentWords.glance(at: bytes).shown) {
          throw failure("a text \(what)")
        }
      }
      if !role.isDisjoint(with: [.fontTable, .numbers]),
        let bytes = try? changes.decodedStream(id, limit: StreamLimit.content)
      {
        let words = ContentWords(bytes)
        let all =
          words.others + Array(words.strings)
          + words.names.filter { !StandardNames.contains($0) }.map(\.bytes)
        // The words of PostScript are no operators of content.
        if all.contains(where: { $0.count >= shortestText && texts.hasMatch(inReadingsOf: $0) }) {
          throw failure("a text \(what)")
        }
      }
      if !role.isDisjoint(with: [.image]), let notes = ImageNotes(dictionary, id, changes)?.texts,
        notes.contains(where: texts.hasMatch(inReadingsOf:))
      {
        throw failure("a text in the picture \(what)")
      }
    }
  }
}

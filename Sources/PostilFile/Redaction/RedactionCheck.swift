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
  static let shortestText = 4

  /// - Throws: ``PDFError`` with code `.redactionIncomplete` and the place if something is left.
  static func check(
    _ data: Data, _ plan: RedactionPlan, pageCount: Int, _ monitor: WorkMonitor = .none
  ) throws {
    try SavedFileCheck.check(FileBytes(data: data), password: nil, pageCount: pageCount)
    // What is redacted once more has to stay as it is: text as it is shown, strings, names, texts, attached files.
    let pages = WorkQueue(pages: pageCount)
    let texts = plan.matcher.texts(ofAtLeast: shortestText)
    let streams = try concurrently(1 + pages.threadCount) { index in
      let again = try DocumentRedactor(data, plan, isCheck: true)
      if index == 0 {
        again.run.textsNotShown = texts
        try again.checkObjects()
        try search(again.changes, again.roles, texts, monitor)
      } else {
        try again.checkPages(pages, monitor)
      }
      try requireNothing(in: again.run)
      return index == 0 ? [] : again.reading.streams
    }
    let again = try DocumentRedactor(data, plan, isCheck: true)
    try again.checkOtherContents(but: streams.reduce(into: []) { $0.formUnion($1) })
    try requireNothing(in: again.run)
  }

  private static func requireNothing(in run: RedactionRun) throws {
    let report = run.report
    let left = [
      (run.hasPixelsLeft ? 1 : 0, "parts of a picture"),
      (report.glyphs, "text"), (report.annotations, "annotations"), (report.fields, "fields"),
      (report.strings, "strings"), (report.attachments, "an attachment"),
      (report.hiddenItems, "hidden content"), (report.actions, "actions"),
      (report.cutStreams, "data behind the end of a stream"),
    ].filter { $0.0 > 0 }.map(\.1)
    guard left.isEmpty else { throw failure(left.joined(separator: ", ")) }
  }

  static func failure(_ what: String, pageIndex: Int? = nil) -> PDFError {
    PDFError(
      .redactionIncomplete,
      "The redacted file would still have \(what) that was to be removed: nothing was written.",
      pageIndex: pageIndex)
  }

  /// Looks for texts as bytes, where no program takes them for text: tables of fonts, programs of functions, notes in pictures. What
  /// operators show is looked at by ``NameCleaner``, which reads it for other words.
  private static func search(
    _ changes: ObjectChanges, _ roles: StreamRoles, _ texts: RedactionMatcher, _ monitor: WorkMonitor
  ) throws {
    guard !texts.isEmpty else { return }
    var walk = ObjectWalk(changes)
    while let id = walk.next() {
      guard case .stream(let dictionary, _) = changes.object(id) else { continue }
      try monitor.checkCancellation()
      let role = roles[id]
      let what = "in object \(id.number) (\(walk.keys[id]?.description ?? "?"))"
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

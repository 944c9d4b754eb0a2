import Foundation
import GTKKit
import PostilViewer

/// What came of a redaction: what was removed and what needs a look, or why it was refused and where.
final class RedactionOutcome: Box {
  private let heading = RedactionDialog.text()
  private let text = RedactionDialog.text()
  private let detail = RedactionDialog.text()
  let page = Button("")
  private var shown = RedactionJob.State.ready
  private var pageIndex: Int?
  /// Called when the page is to be shown that it is about, with its index.
  var onPage: (Int) -> Void = { _ in }
  /// How many places are listed.
  private static let mostPlaces = 20

  init() {
    super.init(.vertical, spacing: 6)
    heading.setClass("heading")
    detail.setClass("dim-label")
    detail.isSelectable = true
    detail.isFocusable = false
    for label in [heading, text, detail] {
      label.breaksWords()
      append(label)
    }
    page.alignX = .start
    page.onClick { [unowned self] in if let pageIndex { onPage(pageIndex) } }
    append(page)
    isVisible = false
  }

  /// Shows how a job ended; nothing while it has not.
  ///
  /// - Parameter file: The file of the document, which may be that which was written.
  func show(_ job: RedactionJob, ofFile original: URL?) {
    let state = job.state
    guard state != shown else { return }
    shown = state
    pageIndex = nil
    heading.setClass("error", false)
    switch state {
    case .refused(let message):
      heading.setClass("error")
      heading.text = message.title { tr($0) }
      text.text = message.advice { tr($0) }
      detail.text = message.detail
      pageIndex = message.pageIndex
    case .written(let report, let file):
      heading.text = tr("“%1” was written and checked", file.lastPathComponent)
      text.text = tr("Removed for good: %1.", Self.list(report, besides: job.markCount ?? 0))
      if let original, original.standardizedFileURL != file.standardizedFileURL {
        text.text += "\n" + tr("“%1” is as it was, and still has all of it.", original.lastPathComponent)
      }
      detail.text = Self.details(report)
    case .ready, .examining, .writing: break
    }
    detail.isVisible = !detail.text.isEmpty
    page.isVisible = pageIndex != nil
    if let pageIndex { page.text = tr("Go to page %1", grouped(pageIndex + 1)) }
    switch state {
    case .refused, .written: isVisible = true
    case .ready, .examining, .writing: isVisible = false
    }
  }

  /// What needs a look: where words are still found that were removed from pages, and what the file no longer keeps of what it says.
  static func details(_ report: RedactionReport) -> String {
    [
      list(report.remaining, under: tr("The same words are still found here; have a look:")),
      list(
        report.warnings, under: tr("The new file no longer keeps all that the document says of itself:")),
    ].filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private static func list(_ places: [String], under heading: String) -> String {
    guard !places.isEmpty else { return "" }
    let more = places.count - mostPlaces
    return
      ([heading] + places.prefix(mostPlaces)
      + (more > 0 ? [trn("and %1 more place", "and %1 more places", more)] : [])).joined(separator: "\n")
  }

  /// What a redaction removes, in words.
  ///
  /// - Parameter marks: The number of redaction marks, which go too.
  static func list(_ report: RedactionReport, besides marks: Int) -> String {
    let (kinds, annotations) = (report.hiddenData, max(report.annotations - marks, 0))
    let parts = [
      (report.glyphs, trn("%1 letter", "%1 letters", report.glyphs)),
      (report.images, trn("%1 picture", "%1 pictures", report.images)),
      (report.paths, trn("%1 drawing", "%1 drawings", report.paths)),
      (annotations, trn("%1 annotation", "%1 annotations", annotations)),
      (report.fields, trn("%1 form field", "%1 form fields", report.fields)),
      (report.strings, trn("%1 text beside the pages", "%1 texts beside the pages", report.strings)),
      (report.attachments, trn("%1 attachment", "%1 attachments", report.attachments)),
      (report.actions, trn("%1 action", "%1 actions", report.actions)),
      (report.hiddenItems, trn("%1 hidden thing", "%1 hidden things", report.hiddenItems)),
      (report.cutStreams, trn("unseen data of %1 stream", "unseen data of %1 streams", report.cutStreams)),
      (kinds[.thumbnails] ?? 0, trn("%1 small picture", "%1 small pictures", kinds[.thumbnails] ?? 0)),
    ].filter { $0.0 > 0 }.map(\.1)
    return parts.isEmpty ? tr("nothing") : parts.joined(separator: ", ")
  }
}

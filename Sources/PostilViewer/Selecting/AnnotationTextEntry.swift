import Observation

/// Typing the text of an annotation: on the page itself for free text, else what a note or another annotation says; of a link, where it
/// leads: an address, or the number of a page.
///
/// A view shows a field over ``frame`` while ``annotation`` is there, keeps ``text`` up to date, and calls ``commit()`` or
/// ``cancel()``. Free text that is typed looks as it will on the page: its font and colours are those of the annotation.
@MainActor @Observable public final class AnnotationTextEntry {
  /// The page; `nil` while nothing is typed.
  public private(set) var page: PageID?
  /// The annotation with the text so far, as large as that needs; `nil` while nothing is typed.
  public private(set) var annotation: Annotation?
  /// Whether the annotation is not on the page yet.
  public private(set) var isNew = false
  /// The text so far.
  public var text = "" { didSet { if text != oldValue { textChanged() } } }

  /// The annotation as it was.
  @ObservationIgnored private var original: Annotation?
  @ObservationIgnored weak var session: ViewerSession?

  init() {}

  /// Whether something is typed.
  public var isActive: Bool { annotation != nil }
  /// Whether what is typed is where a link leads, in one line.
  public var isTarget: Bool { annotation?.content.link != nil }
  /// Whether the text stands on the page itself.
  public var isOnPage: Bool { annotation?.content.freeText != nil }

  /// Where the text is typed, in the view: of free text its box, of others the annotation that it belongs to. `nil` while nothing is
  /// typed, or the page is not laid out.
  public var frame: ViewRect? {
    guard let page, let annotation else { return nil }
    return session?.viewRect(annotation.content.freeText?.rect ?? annotation.bounds, on: page)
  }

  /// The room between the ``frame`` and the text that stands on the page, in units of the view.
  public var inset: Double {
    ((annotation?.style.lineWidth ?? 0) / 2 + FreeTextContent.padding) * scale
  }

  /// Units of the view a point of the page.
  public var scale: Double { session?.viewport.zoom ?? 1 }

  /// Begins to type the text of an annotation that is on a page. What was being typed is committed.
  ///
  /// - Returns: Whether its text can be typed: not if that is locked, or the annotation is not there.
  @discardableResult
  public func begin(_ id: AnnotationID, on page: PageID) -> Bool {
    guard let known = session?.contents.annotations(of: page).first(where: { $0.id == id }),
      known.hasEditableText
    else { return false }
    begin(known, on: page, isNew: false)
    return true
  }

  /// Begins to type the text of a new annotation.
  func begin(_ new: Annotation, on page: PageID) { begin(new, on: page, isNew: true) }

  private func begin(_ annotation: Annotation, on page: PageID, isNew: Bool) {
    commit()
    (original, self.isNew, self.page) = (annotation, isNew, page)
    text = annotation.contents ?? ""
    self.annotation = annotation
  }

  /// Ends typing: the text becomes one edit. New free text without a text is nothing, and one on the page that has none any more is
  /// removed; a note without a text is a note. If a character cannot be shown, typing goes on and the session's message says so.
  ///
  /// - Returns: Whether typing has ended.
  @discardableResult
  public func commit() -> Bool {
    guard let session, let original, let page, var new = annotation else { return true }
    let isEmpty = text.allSatisfy(\.isWhitespace)
    if isTarget { return commitTarget(of: new, on: page, isEmpty: isEmpty) }
    if new.content.freeText != nil, isEmpty {
      end()
      if !isNew { session.enqueue(.editing) { try $0.document.remove(original.id, from: page) } }
      return true
    }
    do {
      new.contents = isEmpty && original.contents == nil ? nil : text
      new = try new.grownToText()
      if isNew, new.author == nil { new.author = session.author }
    } catch {
      session.report(error, during: .editing)
      return false
    }
    let (isNew, changed) = (isNew, new)
    end()
    if isNew {
      session.enqueue(.editing) { try $0.document.add(changed, to: page) }
    } else if changed != original {
      session.contents.expect([changed], on: page)
      session.enqueue(.editing) { actor in
        try actor.document.apply([.replaceAnnotation(changed, page: page)], named: "Change Text")
      }
    }
    return true
  }

  /// Adds a link to what was typed; nothing without that. Of a page that is not there the session's message tells.
  private func commitTarget(of link: Annotation, on page: PageID, isEmpty: Bool) -> Bool {
    guard let session, !isEmpty else {
      end()
      return true
    }
    var link = link
    do {
      link.content.link?.target = try LinkTarget(typed: text, pages: session.pages)
    } catch {
      session.report(error, during: .editing)
      return false
    }
    let added = link
    end()
    session.enqueue(.editing) { try $0.document.add(added, to: page) }
    return true
  }

  /// Ends typing, and leaves everything as it was.
  public func cancel() { end() }

  private func end() {
    (page, annotation, original, isNew) = (nil, nil, nil, false)
    text = ""
  }

  private func textChanged() {
    guard var new = annotation, let original, new.content.freeText != nil else { return }
    new.content = original.content
    new.contents = text
    annotation = (try? new.grownToText()) ?? new
  }

  /// Leaves pages that are gone.
  func pagesChanged(_ pages: [PageID]) {
    if let page, !pages.contains(page) { end() }
  }
}

extension Annotation {
  /// Whether its text can be typed over.
  var hasEditableText: Bool {
    guard flags.isDisjoint(with: [.lockedContents, .readOnly]) else { return false }
    return content.freeText == nil
      ? subtype != "Widget" && content.link == nil : capabilities.contains(.restyled)
  }
}

extension LinkTarget {
  /// Where a text leads that a person typed: a number to that page, from 1; everything else is an address, of mail if it has an @
  /// and of the web if it has no scheme.
  init(typed text: String, pages: [PageID]) throws(PDFError) {
    let text = String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    if !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }) {
      guard let number = Int(text), pages.indices.contains(number - 1) else {
        throw PDFError(.pageOutOfRange, "There is no page \(text): give one from 1 to \(pages.count).")
      }
      self = .page(pages[number - 1])
      return
    }
    let scheme = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    let hasScheme = text.dropFirst(scheme.count).hasPrefix("://") || scheme.lowercased() == "mailto"
    self = .uri(hasScheme ? text : text.contains("@") ? "mailto:\(text)" : "https://\(text)")
  }
}

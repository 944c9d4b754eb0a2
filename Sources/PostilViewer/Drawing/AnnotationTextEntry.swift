import Observation

/// The entry of an annotation's text: free text on the page itself, the text of a note or another annotation, or the target of
/// a link (an address, or the number of a page).
///
/// A view shows a text field over ``frame`` while ``annotation`` is not `nil`, updates ``text``, and calls ``commit()`` or
/// ``cancel()``. Show free text in the font and the colors of ``annotation``, as it will look on the page.
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
  private let editor: DocumentEditor
  private let viewer: PageViewer
  private let contents: PageContents

  init(_ editor: DocumentEditor, _ viewer: PageViewer, _ contents: PageContents) {
    (self.editor, self.viewer, self.contents) = (editor, viewer, contents)
  }

  /// Whether something is typed.
  public var isActive: Bool { annotation != nil }
  /// Whether something was typed: the text is not what it was.
  public var isChanged: Bool { annotation != nil && text != original?.contents ?? "" }
  /// Whether the text is the target of a link, which is a single line.
  public var isTarget: Bool { annotation?.content.link != nil }
  /// Whether the text is free text, which is shown on the page itself.
  public var isOnPage: Bool { annotation?.content.isTypedOnPage == true }

  /// The frame of the text in the view: the box of free text, else the annotation that the text belongs to. `nil` while nothing
  /// is typed, or the page is not laid out.
  public var frame: ViewRect? {
    guard let page, let annotation else { return nil }
    return viewer.viewRect(isOnPage ? annotation.frame : annotation.bounds, on: page)
  }

  /// The space between the ``frame`` and free text, in units of the view.
  public var inset: Double {
    ((annotation?.style.lineWidth ?? 0) / 2 + FreeTextContent.padding) * scale
  }

  /// Units of the view a point of the page.
  public var scale: Double { viewer.viewport.zoom }

  /// Begins to type the text of an annotation that is on a page. What was being typed is committed.
  ///
  /// - Returns: Whether it is typed now: `false` if it is locked or of a kind without a text, ``PageContents`` does not have the
  ///   annotation, or another text is invalid and has to be changed first.
  @discardableResult
  public func begin(_ id: AnnotationID, on page: PageID) -> Bool {
    guard let known = contents.annotations(of: page).first(where: { $0.id == id }),
      known.hasEditableText
    else { return false }
    return begin(known, on: page, isNew: false)
  }

  /// Begins to type the text of a new annotation, unless another text is invalid and has to be changed first.
  func begin(_ new: Annotation, on page: PageID) { _ = begin(new, on: page, isNew: true) }

  private func begin(_ annotation: Annotation, on page: PageID, isNew: Bool) -> Bool {
    guard commit() else { return false }
    (original, self.isNew, self.page) = (annotation, isNew, page)
    text = annotation.contents ?? ""
    self.annotation = annotation
    return true
  }

  /// Ends typing, and commits the text as one edit. Empty free text is removed, or not added if it is new, as is a link without a
  /// target; a note may be empty.
  /// If the text is invalid, such as one with a character that cannot be shown, typing continues, and ``ViewerSession/message``
  /// has the error.
  ///
  /// - Returns: Whether typing has ended.
  @discardableResult
  public func commit() -> Bool {
    guard let original, let page, var new = annotation else { return true }
    let isEmpty = text.allSatisfy(\.isWhitespace)
    if isTarget { return commitTarget(of: new, on: page, isEmpty: isEmpty) }
    if new.content.isTypedOnPage, isEmpty {
      end()
      if !isNew { editor.enqueue(.editing) { try $0.document.remove(original.id, from: page) } }
      return true
    }
    do {
      new.contents = isEmpty && original.contents == nil ? nil : text
      new = try new.grownToText()
      if isNew, new.author == nil { new.author = editor.author }
    } catch {
      editor.report(error, during: .editing)
      return false
    }
    let (isNew, changed) = (isNew, new)
    end()
    if isNew {
      editor.enqueue(.editing) { try $0.document.add(changed, to: page) }
    } else if changed != original {
      contents.update([changed], on: page)
      editor.enqueue(.editing) { actor in
        try actor.document.apply([.replaceAnnotation(changed, page: page)], named: "Change Text")
      }
    }
    return true
  }

  /// Adds a link to the target that was typed, if any. A page that does not exist is reported in the session's message.
  private func commitTarget(of link: Annotation, on page: PageID, isEmpty: Bool) -> Bool {
    guard !isEmpty else {
      end()
      return true
    }
    var link = link
    do {
      link.content.link?.target = try LinkTarget(typed: text, pages: editor.pages)
    } catch {
      editor.report(error, during: .editing)
      return false
    }
    let added = link
    end()
    editor.enqueue(.editing) { try $0.document.add(added, to: page) }
    return true
  }

  /// Ends typing without an edit.
  public func cancel() { end() }

  private func end() {
    (page, annotation, original, isNew) = (nil, nil, nil, false)
    text = ""
  }

  private func textChanged() {
    guard var new = annotation, let original, new.content.isTypedOnPage else { return }
    new.content = original.content
    new.contents = text
    annotation = (try? new.grownToText()) ?? new
  }

  /// Ends typing without an edit if the page was removed.
  func pagesChanged(_ pages: [PageID]) {
    if let page, !pages.contains(page) { end() }
  }
}

extension Annotation {
  /// Whether its text can be edited.
  var hasEditableText: Bool {
    guard flags.isDisjoint(with: [.lockedContents, .readOnly]) else { return false }
    return content.isTypedOnPage
      ? capabilities.contains(.restyled) : subtype != "Widget" && content.link == nil
  }
}

extension LinkTarget {
  /// Parses a target that was typed: a number is that page, from 1; everything else is an address. Without a scheme, as
  /// `https://` or `tel:`, it is a mail address if it contains `@`, else a web address.
  ///
  /// - Throws: ``Postil/PDFError`` with code `.pageOutOfRange`.
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
    let rest = text.dropFirst(scheme.count)
    // The name of a server may be followed by a port (RFC 3986, 3.2.3).
    let isServer = scheme.contains(".") || scheme == "localhost"
    let hasScheme = rest.hasPrefix("://") || (rest.hasPrefix(":") && !isServer)
    self = .uri(hasScheme ? text : text.contains("@") ? "mailto:\(text)" : "https://\(text)")
  }
}

public import Foundation
public import PostilModel

// Names that are tried before the documentation is read: the compiler says what is meant.

extension PDFDocument {
  /// Opening takes time, and may need a password.
  @available(*, unavailable, message: "Open files with 'try await PDFDocument.open(url)'.")
  public convenience init(url: URL) throws { try self.init() }

  /// See ``save(to:_:progress:)``.
  @available(*, unavailable, renamed: "save(to:)")
  public func save(_ url: URL) async throws {}

  /// See ``DocumentInformation/title``.
  @available(*, unavailable, renamed: "information.title")
  public var title: String? { nil }

  /// See ``information``.
  @available(*, unavailable, renamed: "information")
  public var metadata: DocumentInformation { information }

  /// See ``text(of:)``.
  @available(*, unavailable, message: "Pages are named by their ids: 'text(of: page.id)'.")
  public func text(of page: PDFPage) async throws -> PageText { PageText(characters: [], boxes: []) }
}

extension DocumentEditing {
  /// See ``add(_:to:at:)``.
  @available(*, unavailable, message: "Pages are named by their ids: 'add(annotation, to: page.id)'.")
  public func add(_ annotation: Annotation, to page: PDFPage) {}

  /// See ``removePages(_:)``.
  @available(*, unavailable, renamed: "removePages(_:)")
  public func deletePages(_ pages: some Sequence<PageID>) {}

  /// See ``rotatePages(_:by:)``.
  @available(
    *, unavailable, message: "Pages are turned by quarters: '.clockwise90', '.clockwise180', '.clockwise270'."
  )
  public func rotatePages(_ pages: some Sequence<PageID>, by degrees: Int) {}
}

extension PDFPage {
  /// See ``annotations(ofKind:)``.
  @available(*, unavailable, message: "Links are annotations: 'annotations(ofKind: .link)'.")
  public var links: [Annotation] { [] }
}

extension Annotation {
  /// See ``content`` and ``subtype``.
  @available(*, unavailable, message: "Use 'content.kind', or 'subtype' for PDF's word.")
  public var type: String { subtype }

  /// See ``bounds``.
  @available(*, unavailable, renamed: "bounds")
  public var rect: PageRect { bounds }
}

extension TextFont {
  /// See ``init(_:size:isBold:isItalic:)``.
  @available(*, unavailable, renamed: "init(_:size:isBold:isItalic:)")
  public init(_ family: String = "Helvetica", size: Double = 12, bold: Bool, italic: Bool = false) {
    self.init(family, size: size, isBold: bold, isItalic: italic)
  }
}

public import Foundation
public import PostilFile
public import PostilModel

// Names that are tried before the documentation is read: the compiler says what is meant.

extension PDFDocument {
  /// Opening takes time, and may need a password.
  @available(*, unavailable, message: "Open files with 'try await PDFDocument.open(url)'.")
  public convenience init(url: URL) throws { try self.init() }

  /// See ``init(data:password:options:)``.
  @available(*, unavailable, message: "Bytes are opened at once: 'try PDFDocument(data: data)'.")
  public static func open(data: Data, password: String? = nil) async throws -> PDFDocument {
    try PDFDocument()
  }

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

  /// See ``open(_:password:options:progress:)``.
  @available(
    *, unavailable, message: "Open files with 'try await PDFDocument.open(url, password: password)'."
  )
  public convenience init(url: URL, password: String?) throws { try self.init() }

  /// See ``save(to:_:progress:)``.
  @available(*, unavailable, message: "Options have no label: 'save(to: url, .rewrite())'.")
  public func save(to url: URL, options: SaveOptions) async throws {}

  /// See ``SaveOptions/encrypted(userPassword:ownerPassword:permissions:)``.
  @available(
    *, unavailable,
    message: "Encrypt while saving: 'save(to: url, .encrypted(userPassword: …, ownerPassword: …))'."
  )
  public func encrypt(password: String) throws {}

  /// See ``SaveOptions/encrypted(userPassword:ownerPassword:permissions:)``.
  @available(
    *, unavailable,
    message: "Encrypt while saving: 'save(to: url, .encrypted(userPassword: …, ownerPassword: …))'."
  )
  public func encrypt(userPassword: String, ownerPassword: String) throws {}

  /// See ``SaveOptions/encrypted(userPassword:ownerPassword:permissions:)``.
  @available(
    *, unavailable,
    message: "Encrypt while saving: 'save(to: url, .encrypted(userPassword: …, ownerPassword: …))'."
  )
  public func save(to url: URL, password: String) async throws {}

  /// See ``SaveOptions/encrypted(userPassword:ownerPassword:permissions:)``.
  @available(
    *, unavailable,
    message: "Encrypt while saving: 'save(to: url, .encrypted(userPassword: …, ownerPassword: …))'."
  )
  public func save(to url: URL, encryption: RewriteOptions.Encryption) async throws {}

  /// See ``pageCount``.
  @available(*, unavailable, renamed: "pageCount")
  public var numberOfPages: Int { pageCount }

  /// See ``hasUnsavedChanges``.
  @available(*, unavailable, renamed: "hasUnsavedChanges")
  public var isModified: Bool { hasUnsavedChanges }

  /// See ``form``.
  @available(*, unavailable, message: "Use 'form?.fields'.")
  public var fields: [FormField] { [] }

  /// See ``form``.
  @available(*, unavailable, message: "Use 'form?.fields'.")
  public var formFields: [FormField] { [] }

  /// See ``outline``.
  @available(*, unavailable, renamed: "outline")
  public var bookmarks: Outline { Outline() }

  /// See ``outline``.
  @available(*, unavailable, renamed: "outline")
  public var outlines: Outline { Outline() }

  /// See ``PageRenderer``.
  @available(
    *, unavailable,
    message: "Pages are drawn by a PageRenderer: 'PageRenderer(document).image(of: page, scale: 2)'."
  )
  public func render(_ page: PageID) async throws {}

  /// See ``PageRenderer``.
  @available(*, unavailable, message: "Use 'PageRenderer(document).thumbnail(of: page, width: 200)'.")
  public func thumbnail(of page: PageID) async throws {}

  /// Documents end when nothing refers to them.
  @available(*, unavailable, message: "There is nothing to close: a document ends when nothing refers to it.")
  public func close() {}
}

extension DocumentEditing {
  /// See ``removePages(_:)``.
  @available(*, unavailable, message: "Use 'removePages([page])'.")
  public func removePage(_ page: PageID) {}

  /// See ``movePages(_:to:)``.
  @available(*, unavailable, message: "Use 'movePages([page], to: index)'.")
  public func movePage(_ page: PageID, to index: Int) {}

  /// See ``rotatePages(_:by:)``.
  @available(*, unavailable, message: "Use 'rotatePages([page], by: .clockwise90)'.")
  public func rotatePage(_ page: PageID, by degrees: Int) {}

  /// See ``insertBlankPage(size:at:)``.
  @available(
    *, unavailable, message: "Use 'insertBlankPage(size: .a4)', or 'insertPages(of: document, at: index)'."
  )
  public func addPage() {}

  /// See ``insertPages(of:_:at:)``.
  @available(*, unavailable, message: "Use 'insertPages(of: other, at: document.pageCount)'.")
  public func append(_ other: PDFDocument) {}

  /// See ``insertPages(of:_:at:)``.
  @available(*, unavailable, message: "Use 'insertPages(of: other, at: document.pageCount)'.")
  public func merge(_ other: PDFDocument) {}

  /// See ``insertPages(of:_:at:)``.
  @available(*, unavailable, renamed: "insertPages(of:at:)")
  public func insertPages(from other: PDFDocument, at index: Int) {}

  /// See ``add(_:to:at:)``.
  @available(*, unavailable, renamed: "add(_:to:)")
  public func addAnnotation(_ annotation: Annotation, to page: PageID) {}

  /// See ``remove(_:from:)``.
  @available(
    *, unavailable, message: "Annotations are named by their ids: 'remove(annotation.id, from: page)'."
  )
  public func removeAnnotation(_ annotation: Annotation, from page: PageID) {}

  /// See ``fill(_:)``.
  @available(*, unavailable, message: "Use 'fill([name: value])'.")
  public func setValue(_ value: FormValue, forField name: String) {}

  /// See ``fill(_:)``.
  @available(*, unavailable, message: "Use 'fill([name: value])'.")
  public func setValue(_ value: FormValue, of name: String) {}

  /// See ``fill(_:)``.
  @available(*, unavailable, renamed: "fill(_:)")
  public func fillForm(_ values: [String: FormValue]) {}

  /// See ``flattenForm(_:)``.
  @available(
    *, unavailable, message: "Use 'flattenForm()' for fields, 'flatten(ids, on: page)' for annotations."
  )
  public func flatten() {}

  /// See ``setMark(_:on:)``.
  @available(
    *, unavailable, message: "Use 'setMark(PageMark(text, at: .center, opacity: 0.3, angle: 45), on: pages)'."
  )
  public func addWatermark(_ text: String) {}

  /// See ``setMark(_:)``.
  @available(*, unavailable, message: "Use 'setMark(PageMark(\"{page} of {pages}\"))'.")
  public func addPageNumbers() {}

  /// See ``setMark(_:)``.
  @available(*, unavailable, message: "Use 'setMark(PageMark(text, at: .topCenter))'.")
  public func setHeader(_ text: String) {}

  /// See ``setMark(_:)``.
  @available(*, unavailable, message: "Use 'setMark(PageMark(text, at: .bottomCenter))'.")
  public func setFooter(_ text: String) {}

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
  /// See ``PDFDocument/text(of:)``.
  @available(*, unavailable, message: "Use 'try await document.text(of: page.id)'.")
  public var text: PageText { PageText(characters: [], boxes: []) }

  /// See ``PDFDocument/images(on:progress:)``.
  @available(*, unavailable, message: "Use 'try await document.images(on: page.id)'.")
  public var images: [DocumentImage] { [] }

  /// See ``PDFDocument/tables(on:from:progress:)``.
  @available(*, unavailable, message: "Use 'try await document.tables(on: page.id)'.")
  public func tables() async throws -> [PageTable] { [] }

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

extension LinkTarget {
  /// See ``webAddress``.
  @available(*, unavailable, renamed: "webAddress")
  public var url: String? { webAddress }
}

extension PDFPermissions {
  /// See ``printing``.
  @available(*, unavailable, renamed: "printing")
  public static var print: PDFPermissions { .printing }

  /// See ``copying``.
  @available(*, unavailable, renamed: "copying")
  public static var copy: PDFPermissions { .copying }
}

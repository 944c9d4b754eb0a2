public import Foundation
public import Postil
import PostilFile
import PostilGraphics
import PostilSystem

/// A document that is written: blocks, set one below the other on as many pages as they need.
///
/// ```swift
/// let letter = LayoutDocument(title: "A letter", language: "en") {
///   Heading("A letter")
///   Paragraph("Dear reader, this is \(Inline("important").bold()).")
/// }
/// try letter.writeAndWait(to: url, conformingTo: [.pdfA3b, .pdfUA1])
/// ```
///
/// All documents are tagged (ISO 32000-2, 14.8): the structure tree says what each part is. Fonts are embedded, with the glyphs alone that are
/// shown.
public struct LayoutDocument: Sendable {
  /// Makes blocks of a page, for its margins.
  public typealias Margin = @Sendable (PageInfo) -> [any Block]

  /// What the document says of itself.
  public var information: DocumentInformation
  /// The language that most of it is in, as BCP 47 names it: `en`, `de-CH`. Of one that is written from right to left columns, tables and lists
  /// begin at the right.
  public var language: String?
  /// How its blocks look.
  public var style: LayoutStyle
  /// Its pages.
  public var page: PageStyle
  /// Files that it holds.
  public var attachments: [DocumentAttachment] = []
  /// More of its metadata (XMP, ISO 16684-1), as XML documents whose root is `rdf:RDF`: for standards that ask for properties of their own, such as
  /// Factur-X.
  public var metadata: [String] = []

  private let content: [any Block]
  /// Where it stands in the program, for messages; `nil`: it is made of something that the program was given.
  package var place: SourcePlace?
  /// Whether subsets of fonts are to be listed: its pages are for a file that keeps PDF/A-1.
  var listsGlyphs = false
  private var header: Margin?
  private var footer: Margin?
  private var background: (@Sendable (PageInfo) -> Appearance?)?

  /// Makes a document.
  ///
  /// - Parameters:
  ///   - title: Its title, which windows show.
  ///   - author: Who wrote it.
  ///   - language: The language that most of it is in, as BCP 47 names it.
  ///   - style: How its blocks look.
  ///   - page: Its pages.
  ///   - file: Where it stands in the program, for messages.
  ///   - line: The same.
  ///   - content: Its blocks.
  public init(
    title: String? = nil, author: String? = nil, language: String? = nil, style: LayoutStyle = LayoutStyle(),
    page: PageStyle = PageStyle(), file: StaticString = #fileID, line: UInt = #line,
    @BlockBuilder _ content: () -> [any Block]
  ) {
    information = DocumentInformation()
    (information.title, information.author) = (title, author)
    (self.language, self.style, self.page, self.content) = (language, style, page, content())
    place = SourcePlace(file, line)
  }

  /// The document with blocks above the upper margin of each page, which are no part of what it says.
  ///
  /// ```swift
  /// document.footer { page in Paragraph("\(page.number) of \(page.count)").aligned(.right) }
  /// ```
  public func header(@BlockBuilder _ content: @escaping Margin) -> LayoutDocument {
    var copy = self
    copy.header = content
    return copy
  }

  /// The document with blocks below the lower margin of each page, which are no part of what it says.
  public func footer(@BlockBuilder _ content: @escaping Margin) -> LayoutDocument {
    var copy = self
    copy.footer = content
    return copy
  }

  /// The document with a drawing behind what each page shows, which is no part of what it says: a border, stationery, a watermark.
  ///
  /// ```swift
  /// document.background { page in page.number == 1 ? border : nil }
  /// ```
  ///
  /// - Parameter drawing: Makes what a page has, in a space of points with the origin at the page's lower left corner; `nil` for nothing. What is
  ///   outside of the page is cut off.
  public func background(_ drawing: @escaping @Sendable (PageInfo) -> Appearance?) -> LayoutDocument {
    var copy = self
    copy.background = drawing
    return copy
  }

  /// The document with one more file that it holds.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - relationship: What it is to the document, which PDF/A-3 asks for: without it, that is not said.
  public func attaching(_ file: AttachedFile, relationship: DocumentAttachment.Relationship? = nil)
    -> LayoutDocument
  {
    var copy = self
    copy.attachments.append(DocumentAttachment(file, relationship: relationship))
    return copy
  }

  /// The document with more ``metadata``.
  public func addingMetadata(_ xml: String) -> LayoutDocument {
    var copy = self
    copy.metadata.append(xml)
    return copy
  }

  // MARK: - Writing

  /// Documents are set outside of Swift's pool of threads, several at once.
  private static let queue = DispatchQueue(
    label: "postil.layout", qos: .userInitiated, attributes: .concurrent)

  /// What came of writing a document.
  public struct Report: Sendable, Hashable {
    /// How many pages it has.
    public let pageCount: Int
  }

  /// Writes the document to a file, which is replaced as a whole, or left as it is.
  ///
  /// - Parameters:
  ///   - standards: What it is to conform to.
  ///   - url: The file.
  /// - Throws: `PDFError` with code `.invalidArgument` or `.missingGlyphs` if something cannot be set, which says where that stands in
  ///   the program; `.cannotWrite`, `.diskFull`; `CancellationError`.
  /// - Complexity: O(content); memory does not grow with pages that ``ForEach`` makes. A table of contents, numbers of pages in the text, and
  ///   ``PageInfo/count`` have it set twice or more.
  @discardableResult
  public func write(to url: URL, conformingTo standards: Set<Conformance> = []) async throws -> Report {
    try await Self.queue.cancellable { try write(to: url, standards, $0.checkCancellation) }
  }

  /// The same, at once.
  @discardableResult
  public func writeAndWait(to url: URL, conformingTo standards: Set<Conformance> = []) throws(PDFError)
    -> Report
  {
    try PDFError.only { try write(to: url, standards) {} }
  }

  /// The document's bytes.
  ///
  /// - Throws: As ``write(to:conformingTo:)``.
  public func data(conformingTo standards: Set<Conformance> = []) async throws -> Data {
    try await Self.queue.cancellable { try data(standards, $0.checkCancellation) }
  }

  /// The same, at once.
  public func dataAndWait(conformingTo standards: Set<Conformance> = []) throws(PDFError) -> Data {
    try PDFError.only { try data(standards) {} }
  }

  private typealias Sink = (UnsafeRawBufferPointer) throws -> Void

  /// What a run writes to: a run that has to be repeated leaves nothing.
  private final class Target {
    var data = Data()
    var file: AtomicFile?
  }

  private func data(_ standards: Set<Conformance>, _ check: @escaping () throws -> Void) throws -> Data {
    let target = Target()
    _ = try compose(standards, check) {
      target.data = Data()
      return { target.data.append(contentsOf: $0) }
    }
    return target.data
  }

  private func write(
    to url: URL, _ standards: Set<Conformance>, _ check: @escaping () throws -> Void
  ) throws -> Report {
    let target = Target()
    let report = try compose(standards, check) {
      let file = try AtomicFile(target: url)
      target.file = file
      return { try file.write($0) }
    }
    _ = try target.file?.commit()
    return report
  }

  // MARK: - Setting

  private static let mostRuns = 5

  private func compose(
    _ standards: Set<Conformance>, _ check: @escaping () throws -> Void, opening: () throws -> Sink
  ) throws -> Report {
    do {
      try PlacedError.at("The document", place) { try requireComplete(standards) }
      return try FontFiles.$current.withValue(try FontFile.read(style.fonts)) {
        try FontMap.with { try compose(standards, $0, check, opening: opening) }
      }
    } catch let error as PlacedError {
      throw error.error
    }
  }

  private func compose(
    _ standards: Set<Conformance>, _ fonts: FontMap, _ check: @escaping () throws -> Void,
    opening: () throws -> Sink
  ) throws -> Report {
    func compose(after record: LayoutRecord) throws -> (composer: DocumentComposer, session: LayoutSession) {
      let composer = try DocumentComposer(settings(standards), fonts, to: try opening())
      let session = LayoutSession(after: record, standards, isRightToLeft: isRightToLeft)
      try run(session, fonts, composer, check)
      return (composer, session)
    }
    // Most documents say nothing of their own pages.
    var (composer, session) = try compose(after: LayoutRecord())
    if session.isDependent {
      var record = session.record
      for _ in 1..<Self.mostRuns {
        let next = LayoutSession(after: record, standards, isRightToLeft: isRightToLeft)
        try run(next, fonts, nil, check)
        let isSettled = next.record == record
        record = next.record
        if isSettled { break }
      }
      (composer, session) = try compose(after: record)
    }
    try composer.finish(outline(session.record))
    return Report(pageCount: session.record.pageCount)
  }

  /// Whether the language is written from right to left.
  private var isRightToLeft: Bool {
    language.map { Locale.Language(identifier: $0).characterDirection == .rightToLeft } ?? false
  }

  private func requireComplete(_ standards: Set<Conformance>) throws {
    try page.size.requireValid()
    let room = [
      page.size.width - page.left - page.right - page.columnGap * Double(page.columns - 1),
      page.size.height - page.top - page.bottom,
    ]
    let lengths = [page.top, page.left, page.bottom, page.right, page.columnGap]
    guard (1...20).contains(page.columns), lengths.allSatisfy({ $0.isFinite && $0 >= 0 }),
      room.allSatisfy({ $0 / Double(page.columns) >= 20 })
    else {
      throw PDFError(
        .invalidArgument, "The margins and columns leave no room on the page: make them smaller.")
    }
    _ = try DocumentAttachment.validated(attachments)
    guard !standards.isEmpty else { return }
    func require(_ text: String?, _ name: String) throws {
      guard text?.allSatisfy(\.isWhitespace) != false else { return }
      throw PDFError(
        .invalidArgument,
        "\(standards.names) \(standards.count == 1 ? "asks" : "ask") for a \(name): give the document one.")
    }
    if standards.contains(.pdfUA1) {
      try require(information.title, "title")
      try require(language, "language")
    }
  }

  private func settings(_ standards: Set<Conformance>) -> DocumentComposer.Settings {
    var settings = DocumentComposer.Settings()
    settings.information = information
    settings.information.producer = information.producer ?? "Postil"
    settings.information.creationDate = information.creationDate ?? Date()
    settings.information.modificationDate = information.modificationDate ?? settings.information.creationDate
    settings.language = language
    settings.isRightToLeft = isRightToLeft
    settings.archivePart = standards.contains(.pdfA3b) ? "3B" : nil
    settings.universalPart = standards.contains(.pdfUA1) ? "1" : nil
    settings.listsGlyphs = listsGlyphs
    settings.attachments = attachments
    settings.metadata = metadata
    return settings
  }

  /// Sets the document once, and paints it, if there is something that writes it.
  private func run(
    _ session: LayoutSession, _ fonts: FontMap, _ composer: DocumentComposer?,
    _ check: @escaping () throws -> Void
  ) throws {
    let flow = PageFlow(page, isRightToLeft: isRightToLeft) { flow, paint in
      try check()
      session.record.pageCount = flow.number
      try finish(flow, session, fonts, composer, paint)
    }
    // After an error too: what was not painted may know the pages.
    defer { flow.drop() }
    let setter = BlockSetter(
      fonts, session, style, target: flow, flow: flow, width: flow.width, pageHeight: flow.height,
      footnoteWidth: flow.width, scope: TagScope())
    try setter.set(content)
    try flow.finish()
  }

  private func finish(
    _ flow: PageFlow, _ session: LayoutSession, _ fonts: FontMap, _ composer: DocumentComposer?,
    _ paint: (PageCanvas) throws -> Void
  ) throws {
    let info = PageInfo(number: flow.number, session)
    let head = try margin(header, info, flow, session, fonts)
    let foot = try margin(footer, info, flow, session, fonts)
    let drawing = background?(info)
    guard let composer else { return }
    composer.beginPage(page.size)
    let canvas = PageCanvas(composer)
    if let drawing { try paintBackground(drawing, canvas, session, fonts) }
    let gap = style.margin.font.size
    try canvas.asArtifact(.pagination) {
      try head?.draw(canvas, page.left, page.size.height - max(page.top - gap - (head?.height ?? 0), 0))
    }
    try paint(canvas)
    try canvas.asArtifact(.pagination) { try foot?.draw(canvas, page.left, page.bottom - gap) }
    try composer.endPage()
  }

  private func paintBackground(
    _ drawing: Appearance, _ canvas: PageCanvas, _ session: LayoutSession, _ fonts: FontMap
  ) throws {
    let (width, height) = (page.size.width, page.size.height)
    let setter = BlockSetter(
      fonts, session, style, target: ItemCollector(), flow: nil, width: width, pageHeight: height,
      footnoteWidth: width, scope: TagScope())
    let place = place ?? SourcePlace(#fileID, #line)
    try setter.at("The background", place) {
      try setter.sized(Picture(.drawing(drawing, page.size), .decorative, nil, place))
        .draw(canvas, in: PageRect(x: 0, y: 0, width: width, height: height))
    }
  }

  private func margin(
    _ content: Margin?, _ info: PageInfo, _ flow: PageFlow, _ session: LayoutSession, _ fonts: FontMap
  ) throws -> ItemStack? {
    guard let content else { return nil }
    let collector = ItemCollector()
    session.isInMargin = true
    defer { session.isInMargin = false }
    var look = style
    look.body = style.margin
    let setter = BlockSetter(
      fonts, session, look, target: collector, flow: nil, width: page.size.width - page.left - page.right,
      pageHeight: max(page.top, page.bottom), footnoteWidth: flow.width, scope: TagScope())
    try setter.set(content(info))
    return ItemStack(items: collector.items)
  }

  private func outline(_ record: LayoutRecord) -> Outline {
    var items: [(level: Int, item: OutlineItem)] = record.headings.enumerated().map { index, heading in
      (
        heading.level,
        OutlineItem(heading.text, target: .named(heading.name), id: OutlineItem.ID(rawValue: "\(index + 1)"))
      )
    }
    // From the end on: what is deeper goes into what stands before it.
    var result: [(level: Int, item: OutlineItem)] = []
    while let last = items.popLast() {
      var item = last.item
      while let next = result.last, next.level > last.level {
        item.children.append(next.item)
        result.removeLast()
      }
      item.isOpen = !item.children.isEmpty && last.level == 1
      result.append((last.level, item))
    }
    return Outline(result.reversed().map(\.item))
  }
}

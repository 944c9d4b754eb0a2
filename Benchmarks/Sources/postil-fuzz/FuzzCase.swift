import BenchSupport
import Foundation
import Postil
import PostilSignatures

/// One file, opened, looked at, edited, saved in a way that the seed decides, opened again.
struct FuzzCase {
  let file: URL
  let target: URL
  private var dice: Dice
  private var outcome = FuzzOutcome()
  /// What opens the saved file.
  private var password: String?
  /// What some documents are signed with.
  private let key: SigningIdentity?

  private static let mostPages = 6

  init(seed: UInt64, file: String, target: String, key: SigningIdentity?) {
    self.key = key
    self.file = URL(fileURLWithPath: file)
    self.target = URL(fileURLWithPath: target)
    dice = Dice(seed: seed)
  }

  mutating func run() async -> FuzzOutcome {
    do {
      try await open()
    } catch {
      outcome.note(error)
    }
    return outcome
  }

  private mutating func fault(_ text: String) { outcome.faults.append("\(outcome.stage): \(text)") }

  private mutating func open() async throws {
    let original = try Data(contentsOf: file)
    let document =
      Bool.random(using: &dice)
      ? try PDFDocument.openAndWait(file, options: OpenOptions(ignoresPermissions: Bool.random(using: &dice)))
      : try PDFDocument(data: original, ignoringPermissions: Bool.random(using: &dice))
    outcome.stage = "read"
    try read(document)
    outcome.stage = "text"
    await readText(document)
    outcome.stage = "verify"
    await verify(document)
    outcome.stage = "redact"
    try await redact(document)
    outcome.stage = "edit"
    for _ in 0..<Int.random(in: 1...6, using: &dice) { try edit(document) }
    outcome.stage = "save"
    let before = try listing(document)
    let options = options()
    let report = try document.saveAndWait(to: target, options)
    outcome.strategy = report.method.rawValue
    let saved = try Data(contentsOf: target)
    if report.method == .append, !saved.starts(with: original) { fault("the original is not a prefix") }
    if try listing(document) != before { fault("the save changed the document") }
    outcome.stage = "reopen"
    try reopen(before)
    outcome.stage = "save again"
    try saveAgain(document)
    outcome.stage = "sign"
    try await sign(document)
    outcome.stage = "done"
  }

  // MARK: - Text

  /// Reads what pages say, as text, drawings, tags, tables, images and fonts: whatever is said of places lies within what is said.
  private mutating func readText(_ document: PDFDocument) async {
    for page in document.pageIDs.prefix(20) {
      guard let text = try? await document.text(of: page) else { continue }
      _ = text.words
      _ = text.withoutAnnotations
      if text.spans.contains(where: { $0.range.upperBound > text.count }) { fault("a span beyond the text") }
      _ = text.laidOut(in: PageTransform(cropBox: PageRect(x: 0, y: 0, width: 600, height: 800)))
      if text.paragraphs.contains(where: { $0.range.upperBound > text.count }) {
        fault("a paragraph beyond the text")
      }
      if text.annotationRange.upperBound > text.count { fault("annotations beyond the text") }
    }
    try? await readDrawings(document)
    for source in StructureSource.allCases {
      guard let structure = try? await document.structure(from: source) else { continue }
      _ = structure.markdown
      _ = structure.html()
    }
    for table in (try? await document.tables()) ?? [] {
      if table.rowCount > 20_000 || table.columnCount > 20_000 { fault("a table of \(table.rowCount) rows") }
      _ = table.html
    }
    if let fonts = try? await document.fonts() {
      for font in fonts where font.pages.isEmpty { fault("a font of no page") }
    }
    let images = (try? await document.images()).map { Array($0.prefix(20)) } ?? []
    for image in images {
      if image.places.contains(where: { !$0.bounds.isUsable }) { fault("an image beyond all pages") }
      _ = try? await document.file(of: image)
    }
    _ = try? await document.outlineOfHeadings(from: .tags)
  }

  private mutating func readDrawings(_ document: PDFDocument) async throws {
    for page in document.pageIDs.prefix(5) {
      for drawing in try await document.drawings(on: page) {
        if drawing.visibleBounds?.isUsable == false { fault("a drawing without a place") }
        for color in [drawing.fill?.color, drawing.stroke?.color].compactMap(\.self)
        where ![color.red, color.green, color.blue].allSatisfy((0...1).contains) {
          fault("a color beyond all colors: \(color)")
        }
        if (drawing.stroke?.width ?? 0) < 0 { fault("a line of a width below 0") }
        _ = (drawing.line, drawing.rect, drawing.parts.count, "\(drawing)")
      }
    }
  }

  // MARK: - Signatures

  /// Looks at what signatures say, and at what they cover.
  private mutating func verify(_ document: PDFDocument) async {
    _ = document.signatures.map(\.locks)
    guard document.isSigned || Int.random(in: 0..<8, using: &dice) == 0 else { return }
    _ = try? await document.verifySignatures(trusting: key.map { [$0.certificate] } ?? [])
  }

  /// Signs the document as it is now, in a field of its own or a new one: the signature must be intact, and the file begin with
  /// what it was.
  private mutating func sign(_ document: PDFDocument) async throws {
    guard let key, document.pageCount > 0 else { return }
    let fields = ((try? document.form)?.fields ?? []).filter { $0.kind == .signature }
    let page = try document.page(at: 0).id
    var options = SigningOptions(.invisible(on: page), reason: "Ж")
    if let field = fields.randomElement(using: &dice) {
      options.place = .field(field.name)
    } else if Bool.random(using: &dice) {
      options.place = .visible(on: page, PageRect(corner: point(), corner: point()))
    }
    if Bool.random(using: &dice) { options.certifies = .formFilling }
    let data: Data
    do {
      data = try await document.signedData(
        with: key, options, SaveOptions().allowing(breakingSignatures: true))
    } catch let error as PDFError {
      if error.message.isEmpty { fault("an error without a word: \(error.code.rawValue)") }
      return
    }
    guard !document.isEncrypted else { return }
    let signed = try PDFDocument(data: data)
    let reports = try await signed.verifySignatures()
    if !reports.contains(where: { $0.integrity == .intact && $0.coverage == .wholeFile }) {
      fault("what was signed is not intact: \(reports.map { "\($0.integrity)" })")
    }
  }

  // MARK: - Redaction

  /// Removes what is in an area, or a text, or what is hidden: what comes of it is a document with as many pages.
  private mutating func redact(_ document: PDFDocument) async throws {
    guard document.pageCount > 0, Int.random(in: 0..<3, using: &dice) == 0 else { return }
    let page = try document.page(at: Int.random(in: 0..<document.pageCount, using: &dice))
    var redaction = Redaction()
    switch Int.random(in: 0..<4, using: &dice) {
    case 0: redaction.areas = [.init(page.bounds(for: .cropBox), on: page.id)]
    case 1:
      redaction.areas = [.init(PageRect(corner: point(), corner: point()), on: page.id, overlayText: "Ж")]
    case 2: redaction.texts = [.init("e")]
    default: redaction.hiddenData = .standard
    }
    let result = target.appendingPathExtension("redacted")
    defer { try? FileManager.default.removeItem(at: result) }
    do {
      _ = try await document.redact(redaction, to: result, RedactionOptions(allowsBreakingSignatures: true))
    } catch let error as PDFError {
      if error.message.isEmpty { fault("an error without a word: \(error.code.rawValue)") }
      return
    }
    guard !document.isEncrypted else { return }
    let count = try PDFDocument(data: Data(contentsOf: result)).pageCount
    if count != document.pageCount { fault("\(count) pages of \(document.pageCount)") }
  }

  // MARK: - Reading

  private mutating func read(_ document: PDFDocument) throws {
    _ = (document.pdfVersion, document.information, document.permissions, document.isEncrypted)
    _ = (document.warnings, document.isSigned, document.revisionCount, document.fileSize)
    _ = (try? document.outline, try? document.pageLabels, try? document.settings)
    _ = try? document.namedDestinations
    for attachment in (try? document.attachments) ?? [] {
      _ = try? document.data(ofAttachment: attachment.name)
    }
    _ = (try? document.form)?.fields.map { ($0.value, $0.kind, $0.name.count) }
    if let revisions = try? document.revisionsAndWait(), let one = revisions.randomElement(using: &dice) {
      _ = try? document.revision(one.number).pageCount
    }
    guard document.pageCount > 0 else { return }
    for _ in 0..<Self.mostPages {
      let page = try document.page(at: Int.random(in: 0..<document.pageCount, using: &dice))
      _ = try document.transform(of: page.id)
      _ = page.annotations.count
    }
  }

  /// What a document has, as far as a file must give it back: annotations of the first and the last pages.
  private func listing(_ document: PDFDocument) throws -> [String] {
    let ends = Set(0..<min(document.pageCount, 3)).union(max(document.pageCount - 3, 0)..<document.pageCount)
    let pages = try ends.sorted().map { index in
      let page = try document.page(at: index)
      return "\(page.rotation) \(page.annotations.count)"
    }
    return ["\(document.pageCount)"] + pages
  }

  // MARK: - Edits

  private mutating func number() -> Double {
    switch Int.random(in: 0..<40, using: &dice) {
    case 0: 1e9
    case 1: -1e9
    case 2: 0
    default: Double.random(in: -50...700, using: &dice)
    }
  }

  private mutating func point() -> PagePoint { PagePoint(x: number(), y: number()) }

  private mutating func annotation() -> Annotation {
    let style = AnnotationStyle(
      color: .red, fill: Bool.random(using: &dice) ? .black : nil,
      lineWidth: Double.random(in: 0.1...20, using: &dice), opacity: 0.5)
    let shape: AnnotationContent =
      switch Int.random(in: 0..<6, using: &dice) {
      case 4: .polygon([point(), point(), point()])
      case 5:
        .textMarkup(
          TextMarkupType.allCases.randomElement(using: &dice) ?? .highlight,
          [PageQuad(PageRect(corner: point(), corner: point()))])
      case 0: .line(from: point(), to: point(), end: .openArrow)
      case 1: .rectangle(PageRect(corner: point(), corner: point()))
      case 2: .ellipse(PageRect(corner: point(), corner: point()))
      default: .ink([InkStroke(points: [point(), point(), point()])])
      }
    return Annotation(shape, style: style, contents: "a note")
  }

  private mutating func edit(_ document: PDFDocument) throws {
    guard document.pageCount > 0 else { return }
    let index = Int.random(in: 0..<document.pageCount, using: &dice)
    let page = try document.page(at: index)
    switch Int.random(in: 0..<20, using: &dice) {
    case 16: try addField(to: document, page.id)
    case 17:
      if let field = (try? document.form)?.fields.randomElement(using: &dice) {
        try? document.removeFieldAndWait(named: field.name)
      }
    case 18:
      if let field = (try? document.form)?.fields.randomElement(using: &dice) {
        _ = try? document.flattenFormAndWait([field.name])
      }
    case 19: try fillIn(document)
    case 10: _ = try? document.duplicatePages([page.id])
    case 11: if document.pageCount > 1 { try? document.removePages([page.id]) }
    case 12: try fillIn(document)
    case 13: _ = try? document.flattenFormAndWait()
    case 14: try changeParts(document)
    case 15: _ = try? document.insertBlankPage(width: 200, height: 100, at: index)
    case 0...3: try? document.add(annotation(), to: page.id)
    case 4...5:
      if let found = page.annotations.randomElement(using: &dice) {
        try? document.remove(found.id, from: page.id)
      }
    case 6:
      if var found = page.annotations.randomElement(using: &dice) {
        found.contents = "another"
        try? document.replace(found, on: page.id)
      }
    case 7:
      try document.rotatePages(
        [document.pageIDs[index]], by: PageRotation.allCases.randomElement(using: &dice) ?? .none)
    case 8:
      try document.movePages(
        [document.pageIDs[index]], to: Int.random(in: 0..<document.pageCount, using: &dice))
    default:
      try document.undo()
      if Bool.random(using: &dice) { try document.redo() }
    }
  }

  /// Gives a field of the form a value, or all of them one that each takes.
  private mutating func fillIn(_ document: PDFDocument) throws {
    guard let form = try? document.form, let field = form.fields.randomElement(using: &dice) else { return }
    let values: [FormValue] = [.text("Ж 12,5"), .text(""), .checked(true), .choices(["one"])]
    guard Bool.random(using: &dice) else {
      try? document.fill([field.name: values.randomElement(using: &dice) ?? .checked(false)])
      return
    }
    var all: [String: FormValue] = [:]
    for field in form.fields.prefix(100) where field.isFillable {
      switch field.kind {
      case .text: all[field.name] = .text(String("€ab\n1".prefix(max(field.maximumLength ?? 9, 0))))
      case .checkBox, .radioButtons: all[field.name] = field.buttonValues.last.map(FormValue.text)
      case .comboBox: all[field.name] = field.options.last.map { .text($0.value) }
      case .listBox: all[field.name] = .choices(field.options.suffix(1).map(\.value))
      case .pushButton, .signature, .unknown: break
      }
    }
    try? document.fill(all)
  }

  private mutating func addField(to document: PDFDocument, _ page: PageID) throws {
    let name = ["new", "a.new", "a.b", "check", "a..b"].randomElement(using: &dice) ?? "new"
    let rect = PageRect(corner: point(), corner: point())
    let kinds: [FormField.Kind] = [.text, .checkBox, .signature, .listBox]
    let kind = kinds.randomElement(using: &dice) ?? .text
    let options: [FormField.Option] = kind == .listBox ? [.init("one"), .init("two")] : []
    try? document.addField(NewFormField(kind, named: name, on: page, in: rect, options: options))
  }

  private mutating func changeParts(_ document: PDFDocument) throws {
    switch Int.random(in: 0..<5, using: &dice) {
    case 0:
      var information = document.information
      information.title = "Ж"
      try? document.setInformation(information)
    case 1: if let outline = try? document.outline { try? document.setOutline(outline) }
    case 2: try? document.setPageLabels([PageLabelRange(from: 0, .lowerRoman)])
    case 3: try? document.attach(DocumentAttachment(AttachedFile(Data("abc".utf8), name: "b.txt")))
    default: if let first = try? document.attachments.first { try? document.detach(first.name) }
    }
  }

  // MARK: - Saving

  private mutating func options() -> SaveOptions {
    var rewriting: RewriteOptions?
    var options = SaveOptions.automatic
    switch Int.random(in: 0..<6, using: &dice) {
    case 0: rewriting = RewriteOptions()
    case 1: options = .incremental()
    case 2: rewriting = RewriteOptions(linearize: true)
    case 3:
      rewriting = RewriteOptions(encryption: .aes256(userPassword: "u", ownerPassword: "o"))
      password = "u"
    case 4: rewriting = RewriteOptions(objectStreams: Bool.random(using: &dice))
    default: break
    }
    return (rewriting.map(SaveOptions.rewrite) ?? options).allowing(breakingSignatures: true)
  }

  private mutating func reopen(_ before: [String]) throws {
    do {
      let reopened = try PDFDocument.openAndWait(target, password: password)
      if try listing(reopened) != before {
        fault("not what was saved: \(try listing(reopened)) for \(before)")
      }
    } catch let error as PDFError {
      fault("what was saved cannot be opened: \(error.code.rawValue), \(error.message)")
    }
  }

  /// Another edit on top, in place or not, and all of it taken back.
  private mutating func saveAgain(_ document: PDFDocument) throws {
    try edit(document)
    let before = try listing(document)
    let safety: SaveOptions.Safety = Bool.random(using: &dice) ? .inPlace : .atomicCopy
    let report = try document.saveAndWait(
      SaveOptions.automatic(safety: safety).allowing(breakingSignatures: true))
    if try listing(document) != before { fault("the second save changed the document") }
    try reopen(before)
    while try document.undo() {}
    let data = try document.dataRepresentationAndWait()
    if report.method == .append, data.isEmpty { fault("no bytes") }
    if !document.isEncrypted { _ = try PDFDocument(data: data).pageCount }
  }
}

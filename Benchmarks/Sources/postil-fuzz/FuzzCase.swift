import BenchSupport
import Foundation
import Postil

/// One file, opened, looked at, edited, saved in a way that the seed decides, opened again.
struct FuzzCase {
  let file: URL
  let target: URL
  private var dice: Dice
  private var outcome = FuzzOutcome()
  /// What opens the saved file.
  private var password: String?

  private static let mostPages = 6

  init(seed: UInt64, file: String, target: String) {
    self.file = URL(fileURLWithPath: file)
    self.target = URL(fileURLWithPath: target)
    dice = Dice(seed: seed)
  }

  mutating func run() -> FuzzOutcome {
    do {
      try open()
    } catch let error as PDFError {
      outcome.refusal = error.code.rawValue
      if error.message.isEmpty { fault("an error without a word: \(error.code.rawValue)") }
    } catch {
      fault("an error that is no PDFError: \(error)")
    }
    return outcome
  }

  private mutating func fault(_ text: String) { outcome.faults.append("\(outcome.stage): \(text)") }

  private mutating func open() throws {
    let original = try Data(contentsOf: file)
    let document =
      Bool.random(using: &dice)
      ? try PDFDocument.openAndWait(file) : try PDFDocument(data: original)
    outcome.stage = "read"
    try read(document)
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
    _ = (try? document.form)?.fields.map(\.value)
    if let revisions = try? document.revisions(), let one = revisions.randomElement(using: &dice) {
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
    let style = StrokeStyle(
      color: .red, lineWidth: Double.random(in: 0.1...20, using: &dice), opacity: 0.5,
      fill: Bool.random(using: &dice) ? .black : nil)
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
    switch Int.random(in: 0..<16, using: &dice) {
    case 10: _ = try? document.duplicatePages([page.id])
    case 11: if document.pageCount > 1 { try? document.removePages([page.id]) }
    case 12: try fillIn(document)
    case 13: _ = try? document.flattenForm()
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

  /// Gives a field of the form a value.
  private mutating func fillIn(_ document: PDFDocument) throws {
    guard let field = (try? document.form)?.fields.randomElement(using: &dice) else { return }
    let values: [FormValue] = [.text("Ж 12,5"), .text(""), .checked(true), .choices(["one"])]
    try? document.fill([field.name: values.randomElement(using: &dice) ?? .checked(false)])
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
    let data = try document.dataRepresentation()
    if report.method == .append, data.isEmpty { fault("no bytes") }
    if !document.isEncrypted { _ = try PDFDocument(data: data).pageCount }
  }
}

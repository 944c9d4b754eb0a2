import Foundation
import Postil
import PostilTestSupport
import Testing

/// Edits, undo, redo, and saves of every kind in any order: after each save the file, opened anew, says
/// what the document says. Now and then the program ends, and the document is recovered from its journal.
@Suite struct RandomSequenceTests {
  @Test(arguments: 1...24)
  func theFileIsWhatTheDocumentIs(seed: UInt64) throws {
    var sequence = try RandomSequence(seed: seed)
    for _ in 0..<50 { try sequence.step() }
    try sequence.save()
    #expect(try Tool.qpdfCheck(sequence.url, password: "own").status == 0, "seed \(seed)")
  }
}

private struct RandomSequence {
  private let folder: TemporaryFolder
  private let seed: UInt64
  private var random: SeededGenerator
  private var document: PDFDocument
  /// Where pages are inserted from.
  private let other: PDFDocument
  private(set) var url: URL
  /// How many pages have a name.
  private var pageNames = 0
  /// What was done, to be told when something is wrong.
  private var steps: [String] = []

  init(seed: UInt64) throws {
    folder = try TemporaryFolder()
    random = SeededGenerator(seed: seed)
    self.seed = seed
    var sample = SampleDocument()
    sample.pageCount = Int.random(in: 1...7, using: &random)
    sample.fanOut = Int.random(in: 1...4, using: &random)
    sample.xref = PDFBuilder.Xref.allCases.randomElement(using: &random) ?? .table
    sample.rotation = [0, 0, 270].randomElement(using: &random) ?? 0
    // Data of the pages' own, which all of them share.
    sample.pageEntries = "/PieceInfo 90 0 R"
    sample.builder.add("<</Name(first)/Next 91 0 R>>", as: 90)
    sample.builder.add("<</Name(second)/Data 92 0 R>>", as: 91)
    sample.builder.addStream("opened", as: 92)
    url = try folder.file("0.pdf", sample.data)
    document = try PDFDocument.openAndWait(
      url, options: OpenOptions(journalFolder: folder.url.appending(path: "journal")))
    sample.pageCount = 3
    other = try PDFDocument(data: sample.data)
    try name(document.pageIDs, document)
  }

  mutating func step() throws {
    let kind = Int.random(in: 0..<30, using: &random)
    steps.append("\(kind)")
    switch kind {
    case 0...2: try add()
    case 3...4: try change()
    case 5...6: try remove()
    case 7:
      try document.rotatePages(
        [document.pageIDs[place()]], by: PageRotation.allCases.randomElement(using: &random) ?? .none)
    case 8: try move()
    case 9...11: try document.undo()
    case 12: try document.redo()
    case 13...14:
      if Bool.random(using: &random) { try failToSave() }
      try save()
    case 15: try insert()
    case 16:
      let page = document.pageIDs[place()]
      try document.edit { edit in try name(edit.duplicatePages([page]), edit) }
    case 17: if document.pageCount > 1 { try document.removePages([document.pageIDs[place()]]) }
    case 18: try crop()
    case 19...20: try crash()
    case 21...22: try addField()
    case 23: try removeField()
    case 24: try fill()
    case 25...28: try setEntry()
    default: try reopen()
    }
  }

  // MARK: - Edits

  private mutating func place() -> Int { Int.random(in: 0..<document.pageCount, using: &random) }

  private mutating func coordinate() -> Double { Double(Int.random(in: 0...800, using: &random)) / 4 }

  private mutating func point() -> PagePoint { PagePoint(x: coordinate(), y: coordinate()) }

  private mutating func shape() -> AnnotationContent {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: .line(from: point(), to: point(), end: .openArrow)
    case 1: .rectangle(PageRect(corner: point(), corner: point()))
    case 2: .ellipse(PageRect(corner: point(), corner: point()))
    default: .ink([InkStroke(points: [point(), point(), point()])])
    }
  }

  private mutating func style() -> AnnotationStyle {
    AnnotationStyle(
      color: [.red, .green, .black].randomElement(using: &random) ?? .black,
      lineWidth: Double(Int.random(in: 1...12, using: &random)) / 2,
      opacity: Bool.random(using: &random) ? 1 : 0.5)
  }

  private mutating func add() throws {
    let page = try document.page(at: place())
    try document.add(Annotation(shape(), style: style(), contents: "new"), to: page.id)
  }

  private mutating func change() throws {
    let page = try document.page(at: place())
    guard
      var one = page.annotations.filter({ $0.capabilities.contains(.restyled) }).randomElement(using: &random)
    else { return }
    if Bool.random(using: &random) { one.content = shape() }
    one.style = style()
    try document.replace(one, on: page.id)
  }

  private mutating func remove() throws {
    let page = try document.page(at: place())
    guard let one = page.annotations.randomElement(using: &random) else { return }
    try document.remove(one.id, from: page.id)
  }

  private mutating func move() throws {
    let chosen = document.pageIDs.shuffled(using: &random)
      .prefix(Int.random(in: 1...document.pageCount, using: &random))
    try document.movePages(
      chosen, to: Int.random(in: 0...document.pageCount - chosen.count, using: &random))
  }

  private mutating func insert() throws {
    let index = Int.random(in: 0...document.pageCount, using: &random)
    if Bool.random(using: &random) {
      try document.edit { edit in
        try name([edit.insertBlankPage(width: 200, height: 100, at: index)], edit)
      }
    } else {
      let pages = other.pageIDs.shuffled(using: &random).prefix(Int.random(in: 1...2, using: &random))
      try document.edit { edit in
        try name(edit.insertPages(of: other, Array(pages), at: index).pages, edit)
      }
    }
  }

  private mutating func crop() throws {
    let rect = PageRect(
      x: Double(Int.random(in: 0...50, using: &random)), y: Double(Int.random(in: 0...50, using: &random)),
      width: 40, height: 40)
    try document.cropPages([document.pageIDs[place()]], to: Bool.random(using: &random) ? rect : nil)
  }

  // MARK: - Form fields

  private mutating func addField() throws {
    let isText = Bool.random(using: &random)
    let widgets = (0..<Int.random(in: 1...3, using: &random)).map { index in
      let corner = point()
      return NewFormField.Widget(
        on: document.pageIDs[place()], in: PageRect(x: corner.x, y: corner.y, width: 40, height: 12),
        value: isText ? nil : "v\(index)")
    }
    try document.addField(
      NewFormField(
        isText ? .text : .radioButtons, named: "group\(steps.count % 3).f\(steps.count)", widgets: widgets,
        value: Bool.random(using: &random) ? "v0" : nil))
  }

  private mutating func field() throws -> FormField? {
    try document.form?.fields.sorted { $0.name < $1.name }.randomElement(using: &random)
  }

  private mutating func removeField() throws {
    if let field = try field() { try document.removeFieldAndWait(named: field.name) }
  }

  private mutating func fill() throws {
    guard let field = try field() else { return }
    let value = field.kind == .text ? "text \(steps.count)" : field.buttonValues.randomElement(using: &random)
    if let value { try document.fill([field.name: .text(value)]) }
  }

  // MARK: - Objects

  /// What a value leads to, if it is an object of the file.
  private static func target(of value: PDFValue?) -> DocumentObject? {
    if case .reference(let number)? = value { .object(number) } else { nil }
  }

  private mutating func setEntry() throws {
    let page = document.pageIDs[place()]
    let data = Self.target(of: try document.objects.page(page)?["PieceInfo"])
    let object = [.catalog, .page(page), data ?? .page(page)].randomElement(using: &random) ?? .catalog
    let value: PDFValue =
      switch Int.random(in: 0..<5, using: &random) {
      case 0: .integer(steps.count)
      case 1: .null
      case 2: .stream(["Name": .integer(steps.count)], Data("data \(steps.count)".utf8))
      case 3: try document.objects.page(page)?["PieceInfo"] ?? .null
      default: .page(document.pageIDs[place()])
      }
    let key = ["OwnA", "OwnB", "PieceInfo"].randomElement(using: &random) ?? "OwnA"
    do {
      try document.setEntry(key == "PieceInfo" && object != .page(page) ? "OwnA" : key, of: object, to: value)
    } catch {
      // Of a page that came from another document and was saved, or, after a recovery, of what no edit named before.
      // Or it leads to a page that is gone.
      guard [.notEditable, .pageOutOfRange].contains(error.code) else { throw error }
    }
  }

  /// What the document says in keys of its own, in words that are the same in a document opened anew. Of pages that are not in the
  /// file yet that is what was set in them.
  private func ownWords(_ document: PDFDocument) throws -> [[String: String]] {
    let objects = document.objects
    let pages = try document.pageIDs.map { try objects.page($0) ?? .null }
    let names = Set(pages.compactMap { $0["OwnPage"] })
    func words(_ value: PDFValue?, _ depth: Int = 0) throws -> String {
      guard let value, value != .null, depth < 4 else { return "-" }
      if let name = value["OwnPage"] { return names.contains(name) ? "page \(name)" : "-" }
      switch value {
      case .page(let page):
        return try document.index(of: page) == nil ? "-" : words(objects.page(page), depth)
      case .reference(let number): return try words(objects.object(number), depth)
      case .stream(let entries, _): return "stream \(entries["Name"] ?? .null)"
      // A page that is gone.
      case .dictionary(let entries) where entries.isEmpty || entries["Type"] == .name("Page"): return "-"
      case .dictionary(let entries):
        let keys = ["Name", "OwnA", "OwnB", "Next", "Data"]
        return try keys.map { "\($0): \(try words(entries[$0], depth + 1))" }.joined(separator: ", ")
      default: return "\(value)"
      }
    }
    return try ([objects.catalog] + pages).map { value in
      let keys = ["OwnA", "OwnB", "OwnPage", "PieceInfo"].filter { value["Type"] != nil || value[$0] != nil }
      return try Dictionary(uniqueKeysWithValues: keys.map { ($0, try words(value[$0])) })
    }
  }

  /// Gives pages a name that no other has.
  private mutating func name(_ pages: [PageID], _ editing: some DocumentEditing) throws {
    for page in pages {
      pageNames += 1
      try editing.setEntry("OwnPage", of: .page(page), to: .integer(pageNames))
    }
  }

  // MARK: - Saving

  private mutating func options() -> SaveOptions {
    switch Int.random(in: 0..<10, using: &random) {
    case 0...2: SaveOptions()
    case 3...5: SaveOptions.automatic(safety: .inPlace)
    case 6: SaveOptions.rewrite()
    case 7: SaveOptions.rewrite(RewriteOptions(objectStreams: Bool.random(using: &random)))
    case 8: SaveOptions.rewrite(RewriteOptions(encryption: .aes256(userPassword: "", ownerPassword: "own")))
    default: SaveOptions.rewrite(RewriteOptions(encryption: .remove))
    }
  }

  mutating func save() throws {
    let options = options()
    if Int.random(in: 0..<4, using: &random) == 0 {
      url = folder.url.appendingPathComponent("\(steps.count).pdf")
    }
    let words = try ownWords(document)
    let report = try document.saveAndWait(to: url, options)
    steps[max(steps.count - 1, 0)] += " \(report.method)"
    #expect(!document.hasUnsavedChanges)
    let saved = try PDFDocument.openAndWait(url)
    try expectSame(saved)
    for (expected, found) in zip(words, try ownWords(saved)) {
      try #require(
        expected.allSatisfy { found[$0.key] == $0.value },
        "seed \(seed), \(expected) is \(found) after \(steps.joined(separator: ", "))")
    }
  }

  /// A save to where a folder stands: it changes nothing, or the next save would write too little.
  private mutating func failToSave() throws {
    let options = options()
    #expect(throws: PDFError.self) { try document.saveAndWait(to: folder.url, options) }
    #expect(document.url == url)
  }

  /// Goes on with the file as another program would see it.
  private mutating func reopen() throws {
    guard !document.hasUnsavedChanges else { return }
    // It may have been moved since it was recovered.
    document.discardJournal()
    try? FileManager.default.removeItem(at: journals)
    document = try PDFDocument.openAndWait(url, options: OpenOptions(journalFolder: journals))
  }

  private var journals: URL { folder.url.appending(path: "journal") }

  /// Goes on with what the journal has of the document.
  private mutating func crash() throws {
    guard document.hasUnsavedChanges, document.journalFailure == nil else { return }
    let copies = folder.url.appending(path: "journal-\(steps.count)")
    try FileManager.default.copyItem(at: journals, to: copies)
    let words = "seed \(seed), after \(steps.joined(separator: ", "))"
    let found = PDFDocument.recoverable(document.url, in: copies).filter { $0.status == .ready }
    try #require(found.count == 1, "\(words)")
    let recovered = try found[0].recoverAndWait(password: "own")
    try #require(recovered.state == document.state, "\(words)")
    #expect(recovered.hasUnsavedChanges && recovered.url == document.url, "\(words)")
    #expect(recovered.undoName == document.undoName && recovered.redoName == document.redoName, "\(words)")
    document.discardJournal()
    document = recovered
    try FileManager.default.removeItem(at: journals)
    try FileManager.default.moveItem(at: copies, to: journals)
  }

  private func expectSame(_ other: PDFDocument) throws {
    try #require(other.pageCount == document.pageCount)
    let (savedFields, fields) = (try fields(other), try fields(document))
    try #require(
      savedFields == fields, "seed \(seed), fields after \(steps.joined(separator: ", "))")
    for index in 0..<document.pageCount {
      let (page, saved) = (try document.page(at: index), try other.page(at: index))
      let words = "seed \(seed), page \(index + 1), after \(steps.joined(separator: ", "))"
      try #require(page.rotation == saved.rotation && page.label == saved.label, "\(words)")
      try #require(page.bounds(for: .cropBox) == saved.bounds(for: .cropBox), "\(words)")
      try #require(page.annotations.map(comparable) == saved.annotations.map(comparable), "\(words)")
      for (link, savedLink) in zip(page.annotations, saved.annotations) {
        // Of pages of another document it is only known in the file which page is meant.
        guard case .place(let place)? = link.content.link?.target else { continue }
        let expected = document.index(of: place.page)
        let found: Int? =
          if case .place(let saved)? = savedLink.content.link?.target { other.index(of: saved.page) } else {
            nil
          }
        try #require(found == expected, "\(words)")
      }
    }
  }

  /// The fields with their values, and the places of each: of those of pages that came from another document nothing is known
  /// before they are saved.
  private func fields(_ document: PDFDocument) throws -> [String] {
    (try document.form?.fields ?? []).map { field in
      let widgets = field.widgets.map { "\(document.index(of: $0.page) ?? -1) \($0.rect) \($0.value ?? "")" }
      return "\(field): \(widgets.sorted())"
    }.sorted()
  }

  /// An annotation without what a save may add: the dates, and the name where the file has none. Targets of links are
  /// compared by themselves: a page has another id in each document.
  private func comparable(_ annotation: Annotation) -> Annotation {
    if annotation.subtype == "Link" {
      return Annotation(
        .unsupported(subtype: "Link", bounds: annotation.bounds), id: AnnotationID(rawValue: ""))
    }
    // Of a style notes have colour and opacity, and pop-ups nothing.
    var style = annotation.style
    if annotation.content.note != nil { style = AnnotationStyle(color: style.color, opacity: style.opacity) }
    if annotation.content.popup != nil { style = AnnotationStyle() }
    return Annotation(
      annotation.content, style: style, contents: annotation.contents, author: annotation.author,
      flags: annotation.flags, id: AnnotationID(rawValue: ""))
  }
}

import Foundation
import PostilTestSupport
import Testing

@testable import Postil

/// Entries of objects and data of streams that edits set.
@Suite struct ObjectEditingTests {
  private let folder: TemporaryFolder
  private let url: URL
  private let document: PDFDocument

  init() throws {
    folder = try TemporaryFolder()
    url = try folder.file("a.pdf", ObjectsDocument.data())
    document = try PDFDocument.openAndWait(url)
  }

  private var page: PageID { document.pageIDs[0] }

  private static func text(_ text: String) -> PDFValue { .string(Data(text.utf8)) }

  private func reopened(_ options: SaveOptions = SaveOptions()) throws -> PDFDocument {
    try saveAndReopen(document, options)
  }

  /// The number of the object that a value refers to.
  private func number(_ value: PDFValue?) throws -> Int {
    guard case .reference(let number)? = value else {
      throw PDFError(.other, "no reference: \(String(describing: value))")
    }
    return number
  }

  /// The data of the first page's own, of a document in which objects may have any number.
  private func own(_ document: PDFDocument, page index: Int = 0) throws -> PDFValue {
    let objects = document.objects
    return try objects.object(number(objects.page(document.pageIDs[index])?["PieceInfo"]))
  }

  private func code(_ body: () throws -> Void) -> PDFError.Code? {
    #expect(throws: PDFError.self, performing: body)?.code
  }

  // MARK: - Reading and saving

  @Test(arguments: [PDFBuilder.Xref.table, .stream])
  func whatIsSetIsReadAtOnceAndSaved(xref: PDFBuilder.Xref) throws {
    let url = try folder.file("x.pdf", ObjectsDocument.data(xref))
    let before = try Data(contentsOf: url)
    let document = try PDFDocument.openAndWait(url)
    let page = document.pageIDs[0]
    let value = PDFValue.dictionary([
      "A": .array([.integer(1), .real(1.5), .null, .boolean(true)]), "B": .name("Größe"),
      "C": .string(Data([0, 255])),
    ])
    try document.setEntry("Own", of: .catalog, to: value)
    try document.setEntries(["Tabs": .name("S"), "Dur": .integer(2)], of: .page(page))
    try document.setEntry("Own", of: .object(11), to: Self.text("set"))
    try document.removeEntry("Data", of: .object(11))
    try document.setEntry("Own", of: .object(12), to: .null)
    try document.setStream(12, to: Data(repeating: 65, count: 1000))
    func expectSet(_ document: PDFDocument) throws {
      let (objects, page) = (document.objects, document.pageIDs[0])
      #expect(try objects.catalog["Own"] == value)
      #expect(try objects.catalog["Names"] == .reference(26))
      #expect(try objects.object(1)["Own"] == value)
      #expect(try objects.page(page)?["Tabs"] == .name("S") && objects.page(page)?["Dur"] == .integer(2))
      #expect(try objects.object(3) == objects.page(page))
      #expect(try objects.page(page)?["Contents"] == .reference(6))
      #expect(
        try objects.object(11)
          == .dictionary(["List": .reference(13), "Kept": Self.text("kept"), "Own": Self.text("set")]))
      let stream = try objects.object(12)
      #expect(stream["Own"] == nil && stream["Filter"] == .name("FlateDecode"))
      #expect(try objects.stream(12, limit: 1000) == Data(repeating: 65, count: 1000))
      #expect(try stream["Length"] == .integer(objects.encodedStream(12, limit: 1000).count))
    }
    try expectSet(document)
    #expect(try Data(contentsOf: url) == before)
    let report = try document.saveAndWait()
    #expect(report.method == .append && report.objectsChanged == 4)
    try expectSet(document)
    let after = try Data(contentsOf: url)
    #expect(after.prefix(before.count) == before && after.count > before.count)
    #expect(try Tool.qpdfCheck(url).status == 0)
    try expectSet(PDFDocument.openAndWait(url))
    #expect(try document.saveAndWait().method == .nothing)
  }

  @Test func undoAndRedoGoBackAndForth() throws {
    let opened = try document.objects.object(11)
    try document.setEntry("Own", of: .object(11), to: .integer(1))
    try document.setEntry("Own", of: .object(11), to: .integer(2))
    try document.setStream(12, to: Data("x".utf8))
    #expect(document.undoName == "Change Object")
    try document.saveAndWait()
    while try document.undo() {}
    #expect(try document.objects.object(11) == opened)
    #expect(try document.objects.stream(12, limit: 9) == Data("01".utf8))
    #expect(try document.objects.encodedStream(12, limit: 9) == Data("3031>".utf8))
    #expect(document.hasUnsavedChanges)
    var saved = try reopened()
    #expect(try saved.objects.object(11) == opened)
    #expect(try saved.objects.encodedStream(12, limit: 9) == Data("3031>".utf8))
    #expect(try saved.objects.object(12)["Filter"] == .name("ASCIIHexDecode"))
    while try document.redo() {}
    #expect(try document.objects.object(11)["Own"] == .integer(2))
    saved = try reopened()
    #expect(
      try saved.objects.object(11)["Own"] == .integer(2)
        && saved.objects.stream(12, limit: 9) == Data("x".utf8))
  }

  @Test func anObjectIsTheCatalogOrAPageByItsNumber() throws {
    try document.setEntry("Own", of: .object(1), to: .integer(1))
    try document.setEntry("Dur", of: .object(3), to: .integer(2))
    #expect(try document.objects.catalog["Own"] == .integer(1))
    #expect(try document.objects.page(page)?["Dur"] == .integer(2))
    #expect(code { try document.setEntry("Rotate", of: .object(3), to: .integer(90)) } == .notEditable)
    #expect(code { try document.setEntry("Pages", of: .object(1), to: .null) } == .notEditable)
  }

  @Test func changesAreAnnounced() async throws {
    var changes = document.changes().makeAsyncIterator()
    try document.setEntry("Own", of: .catalog, to: .integer(1))
    try document.setEntry("Tabs", of: .page(page), to: .name("S"))
    try document.setEntry("Own", of: .object(8), to: .integer(1))
    #expect(await changes.next() == DocumentChange(kind: .objects, name: "Change Object"))
    #expect(await changes.next() == DocumentChange(kind: .objects, pages: [page], name: "Change Object"))
    #expect(
      await changes.next()
        == DocumentChange(kind: [.objects, .content], pages: Set(document.pageIDs), name: "Change Object"))
  }

  // MARK: - Values

  @Test func streamsInValuesBecomeObjects() throws {
    let profile = PDFValue.stream(["N": .integer(3)], Data("profile".utf8))
    let intents = PDFValue.array([.dictionary(["S": .name("GTS_PDFA1"), "DestOutputProfile": profile])])
    try document.setEntry("OutputIntents", of: .catalog, to: intents)
    #expect(try document.objects.catalog["OutputIntents"] == intents)
    try document.saveAndWait()
    let written = try #require(try document.objects.catalog["OutputIntents"])
    let stream = try number(written[0]?["DestOutputProfile"])
    #expect(try document.objects.stream(stream, limit: 9) == Data("profile".utf8))
    // What was read is set again, with something more: the stream stays the same object.
    guard case .array(let items) = written, case .dictionary(var first) = items[0] else { return }
    first["Info"] = Self.text("more")
    try document.setEntry("OutputIntents", of: .catalog, to: .array([.dictionary(first)]))
    let report = try document.saveAndWait()
    #expect(report.objectsChanged == 1)
    #expect(try number(document.objects.catalog["OutputIntents"]?[0]?["DestOutputProfile"]) == stream)
    // Also after the file was written anew, and what undo brings back.
    try document.saveAndWait(.rewrite())
    try document.undo()
    let saved = try reopened()
    let intent = try #require(try saved.objects.catalog["OutputIntents"]?[0])
    #expect(intent["Info"] == nil)
    #expect(try saved.objects.stream(number(intent["DestOutputProfile"]), limit: 9) == Data("profile".utf8))
  }

  @Test func valuesReferToObjectsAndPages() throws {
    let (second, third) = (document.pageIDs[1], document.pageIDs[2])
    let new = try document.insertBlankPage(width: 100, height: 100, at: 3)
    try document.setEntry(
      "Own", of: .catalog, to: .array([.reference(13), .reference(4), .page(third), .page(new)]))
    #expect(
      try document.objects.catalog["Own"]?.array == [
        .reference(13), .reference(4), .reference(5), .page(new),
      ])
    try document.saveAndWait()
    let own = try #require(try document.objects.catalog["Own"]?.array)
    #expect(own.prefix(3) == [.reference(13), .reference(4), .reference(5)])
    #expect(try document.objects.object(number(own[3]))["Type"] == .name("Page"))
    // Pages that are gone are still what it leads to, and again when they are back, whatever was saved.
    try document.removePages([second, new])
    try document.saveAndWait(.rewrite())
    try document.undo()
    let saved = try reopened()
    let pages = try saved.pageIDs.map { try #require(try saved.objects.page($0)) }
    let now = try #require(try saved.objects.catalog["Own"]?.array)
    for (value, page) in zip(now.dropFirst(), [pages[1], pages[2], pages[3]]) {
      #expect(try saved.objects.object(number(value)) == page)
    }
  }

  /// The page is made only by the save that follows the one that wrote null.
  @Test func aPageThatComesBackIsWhatAValueLeadsTo() throws {
    let new = try document.insertBlankPage(width: 100, height: 100, at: 3)
    try document.setEntry("Own", of: .catalog, to: .array([.page(new)]))
    try document.removePages([new])
    try document.saveAndWait()
    #expect(try PDFDocument.openAndWait(url).objects.catalog["Own"]?.array == [.null])
    try document.undo()
    let saved = try reopened()
    let value = try saved.objects.catalog["Own"]?[0]
    #expect(try saved.objects.object(number(value)) == saved.objects.page(saved.pageIDs[3]))
  }

  @Test(
    arguments: [
      .reference(0), .reference(-1), .reference(99), .reference(.max), .page(PageID(number: 9)),
      .annotation("square"),
      .real(.nan), .name(""), .dictionary(["": .integer(1)]), .stream([:], nil),
      .stream(["Type": .name("ObjStm")], Data()), .stream(["Type": .name("XRef")], Data()),
      .stream(["F": .string(Data("a".utf8))], Data()), .stream(["Filter": .name("Own")], Data()),
      .stream(["Filter": .name("Crypt")], Data()), .stream(["Filter": .array([.name("Crypt")])], Data()),
      .stream(["Filter": .name("FlateDecode")], Data("no".utf8)), .stream(["Filter": .integer(1)], Data()),
    ] as [PDFValue])
  func valuesThatNoFileCanHaveAreRefused(value: PDFValue) throws {
    let state = document.state
    for value in [value, .array([.dictionary(["A": value])])] {
      for object in [DocumentObject.catalog, .page(page), .object(11)] {
        #expect(
          [.invalidArgument, .pageOutOfRange].contains(
            code { try document.setEntry("Own", of: object, to: value) }),
          "\(value) \(object)")
      }
    }
    #expect(document.state == state && !document.canUndo)
  }

  @Test func picturesAreTakenAsTheyAre() throws {
    let data = SampleImage.jpeg(orientation: 1)
    let picture = PDFValue.stream(
      ["Subtype": .name("Image"), "Filter": .name("DCTDecode"), "Length": .integer(-7)], data)
    try document.setEntry("Own", of: .object(11), to: picture)
    let saved = try reopened()
    let number = try number(own(saved)["Own"])
    #expect(try saved.objects.encodedStream(number, limit: data.count) == data)
    #expect(try saved.objects.object(number)["Length"] == .integer(data.count))
  }

  // MARK: - What is refused

  @Test(arguments: [
    ("Type", DocumentObject.catalog), ("Pages", .catalog), ("AcroForm", .catalog), ("Outlines", .catalog),
    ("Names", .catalog), ("Dests", .catalog), ("PageLabels", .catalog), ("Lang", .catalog),
    ("OpenAction", .catalog),
    ("ViewerPreferences", .catalog), ("PageMode", .catalog), ("AF", .catalog), ("Perms", .catalog),
    ("DSS", .catalog),
    ("StructTreeRoot", .catalog), ("Kids", .catalog),
    ("Type", .object(3)), ("Parent", .object(3)), ("Annots", .object(3)), ("MediaBox", .object(3)),
    ("CropBox", .object(3)), ("Rotate", .object(3)), ("UserUnit", .object(3)), ("Contents", .object(3)),
    ("Resources", .object(3)), ("StructParents", .object(3)), ("Kids", .object(3)),
    ("Own", .object(2)), ("Own", .object(20)), ("Own", .object(21)), ("Own", .object(22)),
    ("Own", .object(23)),
    ("Own", .object(24)), ("Own", .object(25)), ("Own", .object(26)), ("Own", .object(27)),
    ("Own", .object(28)),
    ("Own", .object(40)), ("Own", .object(43)), ("Own", .object(50)), ("Type", .object(11)),
    ("Parent", .object(11)),
    ("Length", .object(12)), ("Filter", .object(12)), ("DecodeParms", .object(12)), ("F", .object(12)),
    ("K", .object(41)), ("P", .object(41)), ("Pg", .object(41)),
  ])
  func whatPostilKeepsIsRefused(key: String, object: DocumentObject) throws {
    for value in [PDFValue.integer(1), .null] {
      let error = #expect(throws: PDFError.self) { try document.setEntry(key, of: object, to: value) }
      #expect(error?.code == .notEditable, "\(String(describing: error))")
      #expect(error?.message.hasSuffix(".") == true && error?.message.contains(": ") == true)
    }
    #expect(!document.canUndo)
  }

  @Test func whatIsNotThereIsRefused() throws {
    for number in [0, -1, 99, .max, .min] {
      #expect(code { try document.setEntry("Own", of: .object(number), to: .integer(1)) } == .invalidArgument)
      #expect(code { try document.setStream(number, to: Data()) } == .invalidArgument)
    }
    #expect(code { try document.setEntry("Own", of: .object(13), to: .integer(1)) } == .invalidArgument)
    for number in [1, 3, 11] {
      #expect(code { try document.setStream(number, to: Data()) } == .invalidArgument)
    }
    for number in [21, 25] { #expect(code { try document.setStream(number, to: Data()) } == .notEditable) }
    #expect(code { try document.setStream(12, to: Data(count: (256 << 20) + 1)) } == .invalidArgument)
    #expect(code { try document.setEntry("", of: .catalog, to: .integer(1)) } == .invalidArgument)
    #expect(code { try document.setEntry("a\0", of: .catalog, to: .integer(1)) } == .invalidArgument)
    #expect(
      code { try document.setEntry("Own", of: .page(PageID(number: 9)), to: .integer(1)) } == .pageOutOfRange)
    let other = try PDFDocument(data: ObjectsDocument.data())
    #expect(
      code { try document.setEntry("Own", of: .page(other.pageIDs[0]), to: .integer(1)) } == .pageOutOfRange)
    #expect(code { try document.setEntry("Version", of: .catalog, to: .name("x")) } == .invalidArgument)
    for value in [PDFValue.integer(1), .dictionary([:]), .stream([:], Data()), .reference(12)] {
      #expect(code { try document.setEntry("Metadata", of: .catalog, to: value) } == .invalidArgument)
    }
    #expect(!document.canUndo)
    try document.setEntries([:], of: .object(-1))
    #expect(!document.canUndo)
  }

  @Test func signaturesAndWhereObjectsAreAreRefused() throws {
    var builder = PDFBuilder(annotations: [])
    for _ in 0..<30 { _ = builder.reserve() }
    builder.add("<</Type/Catalog/Pages 2 0 R/Own[20 0 R 21 0 R]/Perms<</UR3 20 0 R>>>>", as: 1)
    builder.add("<</Type/Sig/ByteRange[0 1 2 3]>>", as: 20)
    builder.add("<</A 1>>", as: 21)
    builder.pack([21])
    let document = try PDFDocument(data: builder.data(.stream))
    for number in 20...40 where number != 21 {
      let value = try document.objects.object(number)
      guard value != .null else { continue }
      #expect(code { try document.setEntry("A", of: .object(number), to: .null) } == .notEditable, "\(value)")
    }
    try document.setEntry("A", of: .object(21), to: .integer(2))
    #expect(
      try PDFDocument(data: document.dataRepresentationAndWait()).objects.object(21)["A"] == .integer(2))
  }

  @Test func whatTheSessionWroteIsRefused() throws {
    try document.add(Annotation(.rectangle(PageRect(x: 1, y: 1, width: 9, height: 9))), to: page)
    try document.saveAndWait()
    let list = try #require(try document.objects.page(page)?["Annots"]?.array)
    let new = try number(list.last)
    #expect(code { try document.setEntry("Own", of: .object(new), to: .integer(1)) } == .notEditable)
    #expect(code { try document.setEntry("Own", of: .catalog, to: .reference(new)) } == .notEditable)
    let anew = try PDFDocument.openAndWait(url)
    try anew.setEntry("Own", of: .catalog, to: .reference(new))
  }

  @Test func otherObjectsThatEditsDoNotWriteAreTaken() throws {
    for number in [6, 7, 8, 11, 12, 14, 30, 31, 32, 42] {
      try document.setEntry("OwnKey", of: .object(number), to: .integer(number))
    }
    try document.setEntries(["Alt": Self.text("a picture"), "S": .name("Figure")], of: .object(41))
    let saved = try reopened()
    for number in [6, 7, 8, 11, 12, 14, 30, 31, 32, 42] {
      #expect(try saved.objects.object(number)["OwnKey"] == .integer(number))
    }
    #expect(
      try saved.objects.object(41)["Alt"]?.text == "a picture"
        && saved.objects.object(41)["K"]?.array?.count == 2)
    #expect(try saved.objects.stream(6, limit: 200).starts(with: Data("/P<<".utf8)))
  }

  // MARK: - Transactions

  @Test func aTransactionReadsWhatItSet() throws {
    try document.edit("Count") { edit in
      try edit.setEntry("Own", of: .object(11), to: .integer(1))
      guard case .integer(let count)? = try edit.objects.object(11)["Own"] else { return }
      try edit.setEntry("Own", of: .object(11), to: .integer(count + 1))
      #expect(try document.objects.object(11)["Own"]?.text == "opened")
    }
    #expect(try document.objects.object(11)["Own"] == .integer(2) && document.undoName == "Count")
    try document.undo()
    #expect(try document.objects.object(11)["Own"]?.text == "opened")
  }

  @Test func aTransactionDoesNotOverwriteWhatOthersSet() throws {
    func conflicts(
      _ mine: (EditTransaction) throws -> Void, with others: (PDFDocument) throws -> Void
    ) -> Bool {
      let error = #expect(throws: PDFError.self) {
        try document.edit { edit in
          try mine(edit)
          try others(document)
        }
      }
      return error?.code == .editConflict
    }
    #expect(
      conflicts({ try $0.setEntry("A", of: .catalog, to: .integer(1)) }) {
        try $0.setEntry("A", of: .catalog, to: .integer(2))
      })
    #expect(
      conflicts({ try $0.setEntry("A", of: .object(11), to: .integer(1)) }) {
        try $0.setEntry("A", of: .object(11), to: .integer(2))
      })
    #expect(
      conflicts({ try $0.setStream(12, to: Data()) }) { try $0.setStream(12, to: Data([1])) })
    #expect(
      conflicts({ try $0.setEntry("A", of: .page(page), to: .integer(1)) }) {
        try $0.setEntry("A", of: .page(page), to: .integer(2))
      })
    #expect(
      conflicts({
        _ = try $0.objects.catalog
        try $0.setEntry("B", of: .object(11), to: .integer(1))
      }) { try $0.setEntry("C", of: .catalog, to: .integer(2)) })
    try document.edit { edit in
      try edit.setEntry("D", of: .object(11), to: .integer(1))
      try document.setEntry("E", of: .object(11), to: .integer(2))
    }
    #expect(
      try document.objects.object(11)["D"] == .integer(1) && document.objects.object(11)["E"] == .integer(2))
  }

  // MARK: - Files written anew

  @Test(arguments: [false, true]) func editsFollowAFileThatIsWrittenAnew(isPacked: Bool) throws {
    let options = SaveOptions.rewrite(RewriteOptions(objectStreams: isPacked))
    try document.setEntry("Own", of: .object(11), to: .reference(14))
    try document.setStream(12, to: Data("first".utf8))
    try document.saveAndWait(options)
    // By the number of now.
    let now = try number(document.objects.page(page)?["PieceInfo"])
    let stream = try number(document.objects.object(now)["Data"])
    let other = try number(document.objects.object(now)["Own"])
    #expect(try document.objects.object(other)["Own"]?.text == "opened")
    try document.setEntry("Own", of: .object(other), to: .reference(stream))
    try document.setEntry("More", of: .object(now), to: .reference(other))
    try document.setStream(stream, to: Data("second".utf8))
    try document.saveAndWait()
    try document.saveAndWait(options)
    var saved = try reopened()
    let own = try own(saved)
    #expect(own["More"] == own["Own"])
    #expect(try saved.objects.object(number(own["Own"]))["Own"] == own["Data"])
    #expect(try saved.objects.stream(number(own["Data"]), limit: 9) == Data("second".utf8))
    while try document.undo() {}
    saved = try reopened()
    let opened = try self.own(saved)
    #expect(opened["Own"]?.text == "opened" && opened["More"] == nil)
    #expect(try saved.objects.stream(number(opened["Data"]), limit: 9) == Data("01".utf8))
    let second = try saved.objects.page(saved.pageIDs[1])?["PieceInfo"]?["Own"]
    #expect(try saved.objects.object(number(second))["Own"]?.text == "opened")
    while try document.redo() {}
    saved = try reopened(options)
    #expect(try saved.objects.stream(number(self.own(saved)["Data"]), limit: 9) == Data("second".utf8))
  }

  /// What only the entry led to is not in the file any more when undo brings it back.
  @Test func whatWasDroppedComesBackWithWhatWasSetInIt() throws {
    try document.setEntry("Own", of: .object(14), to: Self.text("set"))
    try document.setEntry("PieceInfo", of: .page(document.pageIDs[1]), to: .null)
    try document.saveAndWait(.rewrite())
    #expect(try document.objects.page(document.pageIDs[1])?["PieceInfo"] == nil)
    try document.undo()
    var saved = try reopened()
    var number = try number(saved.objects.page(saved.pageIDs[1])?["PieceInfo"]?["Own"])
    #expect(try saved.objects.object(number)["Own"]?.text == "set")
    // What both pages lead to is one object still.
    #expect(try saved.objects.object(number)["Data"] == own(saved)["Data"])
    try document.undo()
    saved = try reopened()
    number = try self.number(saved.objects.page(saved.pageIDs[1])?["PieceInfo"]?["Own"])
    #expect(try saved.objects.object(number)["Own"]?.text == "opened")
  }

  @Test(arguments: [SaveOptions(), .rewrite()]) func pagesComeBackWithWhatWasSet(options: SaveOptions) throws
  {
    let second = document.pageIDs[1]
    try document.setEntry("Dur", of: .page(second), to: .integer(7))
    try document.setEntry("Own", of: .object(14), to: Self.text("set"))
    try document.removePages([second])
    try document.saveAndWait(options)
    #expect(code { try document.setEntry("Dur", of: .page(second), to: .integer(1)) } == .pageOutOfRange)
    if options != .rewrite() {
      #expect(code { try document.setEntry("Dur", of: .object(4), to: .integer(1)) } == .pageOutOfRange)
      #expect(code { try document.setEntry("Own", of: .catalog, to: .reference(4)) } == .pageOutOfRange)
    }
    try document.undo()
    let saved = try reopened()
    let page = try #require(try saved.objects.page(saved.pageIDs[1]))
    #expect(page["Dur"] == .integer(7))
    #expect(try saved.objects.object(number(page["PieceInfo"]?["Own"]))["Own"]?.text == "set")
    #expect(try saved.objects.object(number(page["PieceInfo"]?["Own"]))["Data"] == own(saved)["Data"])
  }

  // MARK: - Beside other edits

  @Test(arguments: [SaveOptions(), .rewrite()]) func edits(ofOneObjectComposeWith options: SaveOptions) throws
  {
    let (page, second) = (document.pageIDs[0], document.pageIDs[1])
    try document.setEntry("Dur", of: .page(page), to: .integer(2))
    try document.setEntry("Own", of: .catalog, to: Self.text("set"))
    try document.rotatePages([page], by: .clockwise90)
    try document.movePages([page], to: 2)
    try document.cropPages([page], to: PageRect(x: 10, y: 10, width: 100, height: 100))
    try document.add(Annotation(.rectangle(PageRect(x: 1, y: 1, width: 9, height: 9)), id: "new"), to: page)
    try document.fill(["name": "Ada"])
    try document.updateSettings { $0.language = "en" }
    try document.setPageLabels([PageLabelRange(from: 0, .lowerRoman)])
    try document.attach(DocumentAttachment(AttachedFile(Data([1]), name: "a.bin")))
    try document.setEntry("Trans", of: .page(page), to: .dictionary(["S": .name("Fade")]))
    try document.setEntry("Dur", of: .page(second), to: .integer(3))
    let saved = try reopened(options)
    let written = try #require(try saved.objects.page(saved.pageIDs[2]))
    #expect(written["Dur"] == .integer(2) && written["Trans"]?["S"] == .name("Fade"))
    #expect(written["Rotate"] == .integer(90) && written["Annots"]?.array?.count == 3)
    #expect(try saved.objects.page(saved.pageIDs[0])?["Dur"] == .integer(3))
    #expect(try saved.objects.catalog["Own"]?.text == "set" && saved.settings.language == "en")
    #expect(try saved.attachments.count == 1 && saved.form?.field(named: "name").value == .text("Ada"))
    while try document.undo() {}
    let back = try reopened()
    #expect(
      try back.objects.page(back.pageIDs[0])?["Dur"] == nil && back.objects.catalog["Own"]?.text == "opened")
  }

  @Test func contentThatIsPlacedOrFlattenedKeepsEntries() throws {
    try document.setEntries(["Dur": .integer(2), "Thumb": .stream([:], Data([1]))], of: .page(page))
    try document.saveAndWait()
    try document.resizePagesAndWait([page], to: PageSize(width: 400, height: 400))
    try document.flatten(["square"], on: page)
    try document.setStream(6, to: Data("BT /F 24 Tf 20 100 Td (Other) Tj ET".utf8))
    var saved = try reopened()
    #expect(try saved.objects.page(saved.pageIDs[0])?["Dur"] == .integer(2))
    #expect(try saved.objects.page(saved.pageIDs[0])?["Thumb"] != nil)
    #expect(try Tool.run("pdftotext", [url.path, "-"]).output.contains("Other"))
    #expect(try document.saveAndWait(.rewrite()).method == .rewrite)
    while try document.undo() {}
    saved = try reopened()
    #expect(try saved.objects.page(saved.pageIDs[0])?["Dur"] == nil)
    #expect(try Tool.run("pdftotext", [url.path, "-"]).output.contains("Hello"))
  }

  /// The element that is changed loses its reference to an annotation, and gets it back.
  @Test func elementsOfTheStructureTreeKeepWhatWasSet() throws {
    try document.setEntry("Alt", of: .object(41), to: Self.text("a square"))
    try document.remove("square", from: page)
    var saved = try reopened()
    #expect(
      try saved.objects.object(41)["Alt"]?.text == "a square"
        && saved.objects.object(41)["K"]?.array?.count == 1)
    try document.undo()
    saved = try reopened()
    #expect(
      try saved.objects.object(41)["Alt"]?.text == "a square"
        && saved.objects.object(41)["K"]?.array?.count == 2)
  }

  @Test func layersOfInsertedPagesComeBesideThoseThatWereSet() throws {
    try document.setEntry("OFF", of: .object(32), to: .array([.reference(31)]))
    let other = try PDFDocument(data: ObjectsDocument.data())
    try document.insertPagesAndWait(of: other, [other.pageIDs[0]], at: 3)
    let saved = try reopened()
    let layers = try saved.layers
    #expect(layers.map(\.name) == ["Layer", "Layer"] && layers.map(\.isShown) == [false, true])
  }

  @Test func aMetadataPacketThatWasSetKeepsWhatEditsOfTheInformationChanged() throws {
    let packet = ObjectsDocument.packet.replacing("opened", with: "set")
    try document.setStream(10, to: Data(packet.utf8))
    var information = document.information
    information.author = "Ada"
    try document.setInformation(information)
    func saved() throws -> String {
      let saved = try reopened()
      #expect(saved.information.author == document.information.author)
      return String(
        decoding: try saved.objects.stream(number(saved.objects.catalog["Metadata"]), limit: 9_999),
        as: UTF8.self)
    }
    var text = try saved()
    #expect(text.contains("own:thing=\"set\"") && text.contains("Ada"))
    try document.setStream(10, to: Data(ObjectsDocument.packet.replacing("opened", with: "again").utf8))
    text = try saved()
    #expect(text.contains("own:thing=\"again\"") && text.contains("Ada"))
    let other = PDFValue.stream(["Type": .name("Metadata"), "Subtype": .name("XML")], Data(packet.utf8))
    try document.setEntry("Metadata", of: .catalog, to: other)
    text = try saved()
    #expect(text.contains("own:thing=\"set\"") && text.contains("Ada"))
    while try document.undo() {}
    text = try saved()
    #expect(text == ObjectsDocument.packet)
  }

  // MARK: - Pages from elsewhere, and new documents

  @Test func newDocumentsTakeEntries() throws {
    let document = try PDFDocument()
    let page = try document.insertBlankPage(width: 100, height: 100, at: 0)
    try document.setEntry("Own", of: .catalog, to: .stream([:], Data("new".utf8)))
    try document.setEntry("Tabs", of: .page(page), to: .name("S"))
    try document.setEntry("Own", of: .page(page), to: .page(page))
    #expect(try document.objects.page(page) == .dictionary(["Tabs": .name("S"), "Own": .page(page)]))
    let url = folder.url.appending(path: "new.pdf")
    try document.saveAndWait(to: url)
    #expect(try Tool.qpdfCheck(url).status == 0)
    try document.setEntry("Own", of: .catalog, to: .integer(1))
    try document.saveAndWait()
    try document.undo()
    try document.saveAndWait(.rewrite())
    let saved = try PDFDocument.openAndWait(url)
    #expect(try saved.objects.stream(number(saved.objects.catalog["Own"]), limit: 9) == Data("new".utf8))
    let dictionary = try #require(try saved.objects.page(saved.pageIDs[0]))
    #expect(dictionary["Tabs"] == .name("S"))
    #expect(try saved.objects.object(number(dictionary["Own"])) == dictionary)
  }

  @Test func copiesAndInsertedPagesTakeEntries() throws {
    try document.setEntry("Tabs", of: .page(page), to: .name("S"))
    let copy = try document.duplicatePages([page])[0]
    try document.setEntry("Tabs", of: .page(copy), to: .name("C"))
    let other = try PDFDocument(data: ObjectsDocument.data())
    // Not saved there: it comes along as it is.
    try other.setEntries(["Dur": .integer(9), "Own": .reference(13)], of: .page(other.pageIDs[0]))
    try other.setEntry("Own", of: .object(11), to: Self.text("other"))
    let inserted = try document.insertPagesAndWait(of: other, [other.pageIDs[0]], at: 4).pages[0]
    try document.setEntry("Tabs", of: .page(inserted), to: .null)
    try document.saveAndWait()
    var saved = try reopened()
    let pages = try saved.pageIDs.map { try #require(try saved.objects.page($0)) }
    #expect(pages.map { $0["Tabs"]?.text } == ["S", "C", nil, nil, nil])
    #expect(pages[4]["Dur"] == .integer(9))
    #expect(try saved.objects.object(number(pages[4]["Own"])) == .array([.integer(1), .integer(2)]))
    #expect(try own(saved, page: 4)["Own"]?.text == "other" && own(saved)["Own"]?.text == "opened")
    // What an inserted page had comes back.
    try document.undo()
    saved = try reopened()
    #expect(try saved.objects.page(saved.pageIDs[4])?["Tabs"] == .name("R"))
  }

  // MARK: - What is allowed

  @Test func encryptedDocumentsTakeEntries() throws {
    let encrypted = folder.url.appending(path: "encrypted.pdf")
    let encryption = RewriteOptions.Encryption.aes256(userPassword: "user", ownerPassword: "own")
    try document.saveAndWait(to: encrypted, .rewrite(RewriteOptions(encryption: encryption)))
    let document = try PDFDocument.openAndWait(encrypted, password: "own")
    let before = try Data(contentsOf: encrypted)
    try document.setEntry(
      "Own", of: .catalog, to: .array([Self.text("secret"), .stream([:], Data("secret".utf8))]))
    let own = try number(document.objects.page(document.pageIDs[0])?["PieceInfo"])
    try document.setStream(number(document.objects.object(own)["Data"]), to: Data("secret".utf8))
    #expect(try document.saveAndWait().method == .append)
    let after = try Data(contentsOf: encrypted)
    #expect(after.prefix(before.count) == before && after.range(of: Data("secret".utf8)) == nil)
    #expect(try Tool.qpdfCheck(encrypted, password: "own").status == 0)
    let saved = try PDFDocument.openAndWait(encrypted, password: "user")
    let value = try #require(try saved.objects.catalog["Own"])
    #expect(value[0]?.text == "secret")
    #expect(try saved.objects.stream(number(value[1]), limit: 9) == Data("secret".utf8))
    #expect(try saved.objects.stream(number(self.own(saved)["Data"]), limit: 9) == Data("secret".utf8))
  }

  @Test(arguments: [1, 3]) func certificationsForbidOtherChanges(level: Int) throws {
    var builder = PDFBuilder()
    builder.add(
      "<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[6 0 R]>>/Perms<</DocMDP 5 0 R>>>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/PieceInfo 7 0 R>>", as: 3)
    builder.add(
      "<</Type/Sig/ByteRange[0 10 20 30]/Reference[<</TransformMethod/DocMDP/TransformParams<</P \(level)/V/1.2>>>>]>>",
      as: 5)
    builder.add("<</T(s)/FT/Sig/V 5 0 R>>", as: 6)
    builder.add("<<>>", as: 7)
    let signed = try folder.file("signed.pdf", builder.data())
    for object in [DocumentObject.catalog, .page(PageID(number: 1)), .object(7)] {
      let document = try PDFDocument.openAndWait(signed)
      try document.setEntry("Own", of: object, to: .integer(1))
      #expect(code { try document.saveAndWait() } == .wouldBreakSignature)
      let target = folder.url.appending(path: "broken.pdf")
      let report = try document.saveAndWait(to: target, SaveOptions().allowing(breakingSignatures: true))
      #expect(report.method == .append && !report.warnings.isEmpty)
    }
  }

  // MARK: - Pictures and texts

  @Test func whatIsShownAndReadIsWhatASaveWrites() async throws {
    let picture = SavedPicture(document)
    let before = Pixels(try await picture.renderer.image(of: page, scale: 1))
    #expect(try await document.text(of: page).string.contains("Hello"))
    try document.setEntry("OFF", of: .object(32), to: .array([.reference(31)]))
    let hidden = Pixels(try await picture.renderer.image(of: page, scale: 1))
    #expect(hidden != before)
    #expect(try await picture.largestDifference() == 0)
    try document.setStream(6, to: Data("BT /F 24 Tf 20 100 Td (Other) Tj ET".utf8))
    #expect(try await picture.largestDifference() == 0)
    #expect(Pixels(try await picture.renderer.image(of: page, scale: 1)) != hidden)
    let text = try await document.text(of: page).string
    #expect(text.contains("Other") && !text.contains("Hello"))
    try document.saveAndWait()
    try document.undo()
    try document.undo()
    #expect(Pixels(try await picture.renderer.image(of: page, scale: 1)) == before)
    #expect(try await document.text(of: page).string.contains("Hello"))
  }
}

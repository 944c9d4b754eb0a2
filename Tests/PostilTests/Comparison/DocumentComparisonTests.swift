import Foundation
import PostilTestSupport
import Synchronization
import Testing

@testable import Postil

@Suite struct DocumentComparisonTests {
  private static let box = Annotation(
    .rectangle(PageRect(x: 10, y: 10, width: 50, height: 50)), style: AnnotationStyle(color: .red),
    author: "Ann")

  private static func document(_ pageCount: Int = 5) throws -> PDFDocument {
    var sample = SampleDocument()
    sample.pageCount = pageCount
    return try PDFDocument(data: sample.data)
  }

  /// The document as a file would have it.
  private static func reopened(_ document: PDFDocument, _ options: SaveOptions = SaveOptions()) throws
    -> PDFDocument
  { try PDFDocument(data: document.dataRepresentationAndWait(options)) }

  @Test(arguments: [SaveOptions.incremental(), .rewrite()])
  func aDocumentIsLikeItself(options: SaveOptions) async throws {
    let document = try Self.document()
    try document.add(Self.box, to: document.pageIDs[1])
    let other = try Self.reopened(document, options)
    #expect(try await other.comparison(with: document).isEmpty)
    #expect(try await other.comparison(with: other).isEmpty)
  }

  @Test func layersThatAreShownOtherwiseAreToldApart() async throws {
    let old = try PDFDocument(data: LayeredDocument(["A", "B", "A"]).data)
    for layer in try old.layers.compactMap(\.id) {
      let new = try PDFDocument(data: LayeredDocument(["A", "B", "A"]).data)
      try new.setLayer(layer, isShown: false)
      for other in [new, try Self.reopened(new, .rewrite())] {
        let comparison = try await other.comparison(with: old)
        #expect(comparison.parts == [.layers])
        #expect(comparison.pages.map(\.kinds) == [[]] && comparison.pages.first?.areas.isEmpty == false)
      }
    }
    let rewritten = try Self.reopened(old, .rewrite())
    #expect(try await rewritten.comparison(with: old).isEmpty)
  }

  /// Two tables of one length that begin alike: more than the first bytes has to be compared.
  @Test func attachedFilesThatBeginAlikeAreDifferent() async throws {
    func document(_ end: String) throws -> PDFDocument {
      let document = try Self.document(1)
      let text = String(repeating: "date,amount,account\n", count: 50) + end
      try document.attach(DocumentAttachment(AttachedFile(Data(text.utf8), name: "a.csv")))
      return try Self.reopened(document)
    }
    #expect(try await document("1").comparison(with: document("1")).parts.isEmpty)
    #expect(try await document("2").comparison(with: document("1")).parts == [.attachments])
  }

  /// The object that an attached file is in has another number once a file is written anew.
  @Test func anAttachedFileIsTheSameWhoeverWroteTheDocument() async throws {
    let document = try Self.document()
    let file = AttachedFile(Data("cost,1".utf8), name: "costs.csv")
    try document.add(
      Annotation(.fileAttachment(file, at: PagePoint(x: 72, y: 100))), to: document.pageIDs[1])
    let appended = try Self.reopened(document, .incremental())
    let rewritten = try Self.reopened(appended, .rewrite())
    let files = try [appended, rewritten].map {
      try $0.page(at: 1).annotations.first?.content.fileAttachment?.file.contents
    }
    #expect(files[0] != files[1])
    #expect(try await rewritten.comparison(with: appended).isEmpty)
    let other = try Self.document()
    try other.add(
      Annotation(
        .fileAttachment(AttachedFile(Data("cost,2".utf8), name: "costs.csv"), at: PagePoint(x: 72, y: 100))),
      to: other.pageIDs[1])
    #expect(try await Self.reopened(other).comparison(with: appended).annotations.count > 0)
  }

  @Test(arguments: [SaveOptions.incremental(), .rewrite()])
  func annotationsAreToldApart(options: SaveOptions) async throws {
    let document = try Self.document()
    let pages = document.pageIDs
    var second = Annotation(.ellipse(PageRect(x: 100, y: 100, width: 40, height: 40)))
    let third = Annotation(.line(from: PagePoint(x: 0, y: 0), to: PagePoint(x: 90, y: 90)))
    try document.add(Self.box, to: pages[0])
    try document.add(second, to: pages[0])
    try document.add(third, to: pages[2])
    let old = try Self.reopened(document, options)
    second.content = second.content.offset(dx: 20, dy: 0)
    second.style.color = .green
    try document.replace(second, on: pages[0])
    try document.remove(Self.box.id, from: pages[0])
    try document.remove(third.id, from: pages[2])
    try document.add(third, to: pages[3])
    let note = Annotation(.rectangle(PageRect(x: 200, y: 200, width: 10, height: 10)))
    try document.add(note, to: pages[1])
    let comparison = try await Self.reopened(document, options).comparison(with: old)
    #expect(comparison.parts.isEmpty && comparison.fields.isEmpty)
    let found = comparison.annotations.reduce(into: [:]) { $0[($1.new ?? $1.old)?.id] = $1 }
    #expect(found.count == 4 && comparison.annotations.count == 4)
    #expect(found[Self.box.id]?.kind == .removed && found[Self.box.id]?.oldPage == 0)
    #expect(found[second.id]?.aspects == [.position, .style])
    #expect(found[third.id]?.aspects == [.page] && found[third.id]?.oldPage == 2)
    #expect(found[note.id]?.kind == .added && found[note.id]?.newPage == 1)
    #expect(comparison.pages.map(\.newIndex) == [0, 1, 2, 3])
    #expect(comparison.pages.allSatisfy { $0.kinds.isEmpty && !$0.areas.isEmpty })
  }

  @Test(arguments: [SaveOptions.incremental(), .rewrite()])
  func pagesAreToldApart(options: SaveOptions) async throws {
    let old = try Self.document(6)
    let document = try Self.document(6)
    let pages = document.pageIDs
    try document.removePages([pages[1]])
    try document.movePages([pages[5]], to: 0)
    try document.insertBlankPage(width: 100, height: 100, at: 2)
    try document.rotatePages([pages[3]], by: .clockwise90)
    try document.cropPages([pages[4]], to: PageRect(x: 10, y: 10, width: 100, height: 100))
    let comparison = try await Self.reopened(document, options).comparison(with: old)
    #expect(comparison.oldIndices == [5, 0, nil, 2, 3, 4])
    let kinds = comparison.pages.map { [$0.oldIndex, $0.newIndex] }
    #expect(kinds == [[5, 0], [nil, 2], [1, nil], [3, 4], [4, 5]])
    #expect(
      comparison.pages.map(\.kinds) == [[.moved], [.added], [.removed], [.rotated], [.resized]])
    #expect(comparison.annotations.isEmpty)
  }

  @Test func contentCountsIfItLooksDifferent() async throws {
    var sample = PageDocument(pageCount: 3)
    for index in sample.pages.indices {
      sample.pages[index].content = "1 0 0 rg 20 20 100 \(50 + index) re f"
    }
    let old = try PDFDocument(data: sample.data)
    sample.pages[1].content = "1 0 0 rg 20 20 100 51 re f 0 0 1 rg 200 200 30 30 re f"
    // Other words for the same.
    sample.pages[2].content = "q 1.0 0 0 rg\n20 20 m 120 20 l 120 72 l 20 72 l f Q"
    let comparison = try await PDFDocument(data: sample.data).comparison(with: old)
    #expect(comparison.pages.map(\.newIndex) == [1] && comparison.pages[0].kinds == [.content])
    let area = try #require(comparison.pages[0].areas.first)
    #expect(comparison.pages[0].areas.count == 1)
    #expect(area.insetBy(-1).contains(PageRect(x: 200, y: 200, width: 30, height: 30)))
    #expect(!area.contains(PageRect(x: 180, y: 180, width: 70, height: 70)))
  }

  @Test func anOlderRevisionIsComparedByItsObjects() async throws {
    let folder = try TemporaryFolder()
    let url = try folder.file("a.pdf", SampleDocument().data)
    let document = try PDFDocument.openAndWait(url)
    try document.movePages([document.pageIDs[0]], to: 2)
    try document.saveAndWait(.incremental())
    try document.add(Self.box, to: document.pageIDs[0])
    try document.saveAndWait(.incremental())
    let now = try PDFDocument.openAndWait(url)
    let comparison = try await now.comparison(with: now.revision(1))
    #expect(comparison.pages.contains { $0.kinds == [.moved] })
    #expect(comparison.annotations.map(\.kind) == [.added])
    let last = try await now.comparison(with: now.revision(2), pages: [0])
    #expect(last.pages.map(\.newIndex) == [0] && last.annotations.count == 1)
    #expect(try await now.comparison(with: now.revision(2), pages: [1]).isEmpty)
  }

  @Test func progressGoesUpToTheEnd() async throws {
    let parts = Mutex<[Double]>([])
    let old = try Self.document()
    _ = try await Self.reopened(old).comparison(with: old) { part in parts.withLock { $0.append(part) } }
    let told = parts.withLock(\.self)
    #expect(told.first == 0 && told.last == 1 && told == told.sorted() && told.count > 3)
  }

  @Test func partsAreToldApart() async throws {
    let old = try Self.document()
    let document = try Self.document()
    try document.setOutline(Outline([OutlineItem("One", target: .page(document.pageIDs[2]))]))
    var information = document.information
    information.title = "Another"
    try document.setInformation(information)
    try document.attach(DocumentAttachment(AttachedFile(Data("a".utf8), name: "a.txt")))
    let new = try Self.reopened(document)
    let comparison = try await new.comparison(with: old)
    #expect(comparison.parts == [.outline, .information, .attachments])
    #expect(comparison.pages.isEmpty)
    // A place stays the same when its page moves.
    try document.movePages([document.pageIDs[2]], to: 0)
    let moved = try await Self.reopened(document).comparison(with: new)
    #expect(moved.parts.isEmpty, "\(moved.parts)")
  }

  // MARK: - What is not seen

  /// A page with a link, a button, an attached file and a text field; tags, scripts and an outline that leads elsewhere. Texts in it are
  /// replaced, by one each.
  private static func secretive(_ changes: [(String, String)] = []) throws -> PDFDocument {
    let parts = [
      """
      <</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[13 0 R 11 0 R]>>/Names<</JavaScript<</Names[(s)<</S/JavaScript/JS(start)>>]>>>>\
      /Outlines 20 0 R/StructTreeRoot 30 0 R/MarkInfo<</Marked true>>>>
      """, "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 300]>>",
      """
      <</Type/Page/Parent 2 0 R/Contents 4 0 R/UserUnit 1/Dur 5/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>\
      /Annots[10 0 R 11 0 R 12 0 R 13 0 R]>>
      """,
    ]
    let others = [
      10: "<</Type/Annot/Subtype/Link/Rect[10 10 50 30]/A<</S/GoToR/F(other.pdf)/D[0/Fit]>>>>",
      11:
        "<</Type/Annot/Subtype/Widget/FT/Btn/Ff 65536/T(push)/Rect[60 10 90 30]/A<</S/JavaScript/JS 40 0 R>>>>",
      12:
        "<</Type/Annot/Subtype/FileAttachment/Rect[100 10 120 30]/FS<</Type/Filespec/F(a.txt)/EF<</F 41 0 R>>>>>>",
      13: """
      <</Type/Annot/Subtype/Widget/FT/Ch/T(choice)/Rect[10 40 90 60]/Opt[(one)(two)]/V(one)/DV(one)/Ff 131072/TU(Pick one)\
      /AA<</F<</S/JavaScript/JS(format)>>>>>>
      """,
      20: "<</First 21 0 R/Last 21 0 R/Count 1>>",
      21: "<</Title(Elsewhere)/Parent 20 0 R/A<</S/GoToR/F(third.pdf)/D[0/Fit]>>>>",
      30: "<</Type/StructTreeRoot/K 31 0 R>>",
      31: "<</Type/StructElem/S/Figure/P 30 0 R/Alt(a picture)>>",
    ]
    func changed(_ text: String) -> String {
      changes.reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    }
    var builder = PDFBuilder()
    for (index, part) in parts.enumerated() { builder.add(changed(part), as: index + 1) }
    builder.addStream(changed("BT 1 g /F 12 Tf 20 200 Td (white words) Tj 3 Tr (unseen words) Tj ET"), as: 4)
    for (number, part) in others.sorted(by: { $0.key < $1.key }) { builder.add(changed(part), as: number) }
    builder.addStream(changed("a long script"), as: 40)
    builder.addStream(changed("what is attached"), dictionary: "/Type/EmbeddedFile", as: 41)
    return try PDFDocument(data: builder.data())
  }

  @Test func whatIsNotSeenIsComparedToo() async throws {
    let old = try Self.secretive()
    func text(_ changes: (String, String)...) async throws -> Set<String> {
      let found = try await Self.secretive(changes).comparison(with: old)
      return Self.texts(found).union(
        found.fields.map { "\($0.name) \($0.aspects.map(\.rawValue).sorted().joined(separator: " "))" })
    }
    #expect(try await text() == [])
    #expect(try await text(("/UserUnit 1", "/UserUnit 2")) == ["page 0 resized"])
    #expect(try await text(("/Dur 5", "/Dur 6")) == ["page 0 behavior"])
    #expect(try await text(("white words", "white birds")) == ["page 0 text"])
    #expect(try await text(("unseen words", "unseen birds")) == ["page 0 text"])
    #expect(try await text(("1 g /F 12 Tf", "/F 12 Tf 1 g")) == [])
    let link = try #require(try old.page(at: 0).annotations.first)
    #expect(try await text(("other.pdf", "evil.pdf")) == ["changed \(link.id) actions"])
    let (push, file) = (try old.page(at: 0).annotations[1], try old.page(at: 0).annotations[2])
    #expect(try await text(("a long script", "a wrong script")) == ["changed \(push.id) actions"])
    #expect(try await text(("what is attached", "what is deceived")) == ["changed \(file.id) content"])
    #expect(try await text(("(one)(two)", "(one)(six)")) == ["choice options"])
    #expect(try await text(("/Ff 131072", "/Ff 131073")) == ["choice rules"])
    #expect(
      try await text(("/DV(one)", "/DV(two)"), ("Pick one", "Pick it")) == ["choice defaultValue names"])
    #expect(try await text(("(format)", "(deform)")) == ["choice scripts"])
    #expect(try await text(("(start)", "(first)")) == ["actions"])
    #expect(try await text(("third.pdf", "fifth.pdf")) == ["outline"])
    #expect(try await text(("a picture", "a monster")) == ["alternateTexts"])
  }

  /// Streams are compressed and objects get other numbers: nothing of that is a difference.
  @Test(arguments: [SaveOptions.incremental(), .rewrite()])
  func whatIsNotSeenIsTheSameHoweverItIsWritten(options: SaveOptions) async throws {
    let old = try Self.secretive()
    let new = try Self.reopened(old, options)
    let comparison = try await new.comparison(with: old)
    #expect(comparison.isEmpty, "\(comparison) \(Self.texts(comparison))")
  }

  @Test func twoVersionsAreShownInTwoColours() async throws {
    var sample = PageDocument(pageCount: 1)
    sample.pages[0].mediaBox = [0, 0, 30, 10]
    sample.pages[0].content = "0 0 10 10 re 20 0 10 10 re f"
    let old = try PDFDocument(data: sample.data)
    sample.pages[0].content = "10 0 10 10 re 20 0 10 10 re f"
    let new = try PDFDocument(data: sample.data)
    let pixels = Pixels(
      try await new.comparisonImage(of: new.pageIDs[0], with: old.pageIDs[0], in: old))
    #expect(pixels[5, 5] == 0xFFFF_0000 && pixels[15, 5] == 0xFF00_FF00 && pixels[25, 5] == 0xFF00_0000)
  }

  // MARK: - Random changes

  /// `POSTIL_COMPARISON_SEEDS` says how many pairs of documents; the few that are always compared are a sample.
  private static let seeds: ClosedRange<UInt64> = {
    let count = ProcessInfo.processInfo.environment["POSTIL_COMPARISON_SEEDS"].flatMap(UInt64.init) ?? 8
    return 1...max(count, 1)
  }()

  @Test(arguments: seeds) func allChangesAreFoundAndNoOthers(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let document = try Self.document(12)
    let pages = document.pageIDs
    for page in pages {
      for place in 0..<3 {
        let rect = PageRect(x: 20 + 60 * Double(place), y: 30, width: 40, height: 30)
        try document.add(Annotation(.rectangle(rect), style: AnnotationStyle(color: .blue)), to: page)
      }
    }
    let old = try Self.reopened(document)
    var expected: Set<String> = []
    for (index, page) in pages.enumerated() where Bool.random(using: &random) {
      try expected.formUnion(Self.change(page, index, of: document, using: &random))
    }
    if Bool.random(using: &random) {
      var information = document.information
      information.title = "\(seed)"
      try document.setInformation(information)
      expected.insert("information")
    }
    let options: SaveOptions = Bool.random(using: &random) ? .incremental() : .rewrite()
    let comparison = try await Self.reopened(document, options).comparison(with: old)
    #expect(Self.texts(comparison) == expected)
  }

  /// Changes a page, and says what should be found.
  private static func change(
    _ page: PageID, _ index: Int, of document: PDFDocument, using random: inout SeededGenerator
  ) throws -> [String] {
    // Those of the sample have no names, and get other numbers in a rewritten file.
    let named = try document.page(page).annotations.filter { UUID(uuidString: $0.id.rawValue) != nil }
    guard var one = named.randomElement(using: &random) else { return [] }
    switch Int.random(in: 0..<9, using: &random) {
    case 0:
      let new = Annotation(.ellipse(PageRect(x: 50, y: 100, width: 30, height: 30)))
      try document.add(new, to: page)
      return ["added \(new.id) of \(page)", "page \(index) "]
    case 1:
      try document.remove(one.id, from: page)
      return ["removed \(one.id)", "page \(index) "]
    case 2:
      one.content = one.content.offset(dx: 7, dy: 40)
      try document.replace(one, on: page)
      return ["changed \(one.id) position", "page \(index) "]
    case 3:
      one.style.color = .red
      try document.replace(one, on: page)
      return ["changed \(one.id) style", "page \(index) "]
    case 4:
      one.contents = "a text"
      try document.replace(one, on: page)
      return ["changed \(one.id) text"]
    // The outline leads to the last page.
    case 5 where index < 11:
      try document.removePages([page])
      return ["page \(index) removed"]
    case 6:
      let place = try #require(document.index(of: page))
      _ = try document.insertBlankPage(width: 77, height: 88, at: place + 1)
      return ["a page added behind \(index)"]
    case 7:
      try document.rotatePages([page], by: .clockwise180)
      return ["page \(index) rotated"]
    default:
      try document.cropPages([page], to: PageRect(x: 5, y: 5, width: 150, height: 150))
      return ["page \(index) resized"]
    }
  }

  private static func texts(_ comparison: DocumentComparison) -> Set<String> {
    var result = Set(comparison.parts.map(\.rawValue))
    for page in comparison.pages {
      let words = page.kinds.map(\.rawValue).sorted().joined(separator: " ")
      if let old = page.oldIndex {
        result.insert("page \(old) \(words)")
      } else if let new = page.newIndex {
        let before = comparison.oldIndices[..<new].compactMap(\.self).last
        result.insert("a page \(words) behind \(before.map(String.init) ?? "nothing")")
      }
    }
    for change in comparison.annotations {
      let aspects = change.aspects.map(\.rawValue).sorted().joined(separator: " ")
      if let new = change.new, change.old == nil {
        let page = change.newPage.flatMap { comparison.oldIndices[$0] }.map { "page \($0 + 1)" } ?? ""
        result.insert("\(change.kind.rawValue) \(new.id) of \(page)")
      } else if let old = change.old {
        result.insert("\(change.kind.rawValue) \(old.id)\(aspects.isEmpty ? "" : " " + aspects)")
      }
    }
    return result
  }
}

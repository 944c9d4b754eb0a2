import Foundation
import Postil
import PostilTestSupport
import Testing

/// What goes along when pages of other documents come.
@Suite struct MergingTests {
  /// Three pages with labels, an outline, two names, and an attachment.
  private static func data(_ title: String) -> Data {
    var builder = PDFBuilder()
    builder.add(
      """
      <</Type/Catalog/Pages 2 0 R/Outlines 10 0 R/PageLabels<</Nums[0<</S/r>>]>>\
      /Names<</Dests<</Names[(d1)[3 0 R/Fit](d2)[5 0 R/FitH 9]]>>/EmbeddedFiles<</Names[(a.txt)20 0 R]>>>>>>
      """, as: 1)
    builder.add("<</Type/Pages/Count 3/Kids[3 0 R 4 0 R 5 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    for page in 3...5 { builder.add("<</Type/Page/Parent 2 0 R>>", as: page) }
    builder.add("<</First 11 0 R/Last 14 0 R/Count 4>>", as: 10)
    let items = [
      "/Dest(d1)/XXOwn(kept)", "/Dest[4 0 R/XYZ 1 2 0]", "/Dest(d2)", "/A<</S/Launch/F(\(title).sh)>>",
    ]
    for (index, item) in items.enumerated() {
      let next = index < items.count - 1 ? "/Next \(12 + index) 0 R" : ""
      builder.add("<</Title(\(title) \(index + 1))/Parent 10 0 R\(item)\(next)>>", as: 11 + index)
    }
    builder.add("<</Type/Filespec/F(a.txt)/UF(a.txt)/EF<</F 21 0 R>>/Desc(of \(title))>>", as: 20)
    builder.addStream("bytes of \(title)", dictionary: "/Type/EmbeddedFile", as: 21)
    return builder.data()
  }

  private func lines(_ outline: Outline) -> [String] {
    outline.flattened.map { "\($0.level) \($0.item.label) \($0.item.target.map { "\($0)" } ?? "-")" }
  }

  private func saved(_ document: PDFDocument, _ folder: TemporaryFolder) throws -> PDFDocument {
    let url = folder.url.appending(path: "\(UUID().uuidString).pdf")
    try document.saveAndWait(to: url)
    #expect(try Tool.qpdfCheck(url).status == 0)
    return try PDFDocument.openAndWait(url)
  }

  /// What PDF 2.0 alone has comes along with its pages.
  @Test(arguments: ["1.4", "2.0"]) func theVersionIsThatOfTheNewestPages(version: String) throws {
    let folder = try TemporaryFolder()
    var newer = Self.data("b")
    newer.replaceSubrange(0..<8, with: Data("%PDF-\(version)".utf8))
    let documents = try [PDFDocument(data: Self.data("a")), PDFDocument(data: newer)]
    let made = try PDFDocument()
    for document in documents { try made.insertPagesAndWait(of: document, at: made.pageCount) }
    #expect(try saved(made, folder).pdfVersion == (version == "2.0" ? "2.0" : "1.7"))
  }

  /// Of actions those that lead to pages which are left behind go, and those behind them stay.
  @Test func actionsBehindLinksToOtherPagesComeAlong() throws {
    var builder = PDFBuilder()
    builder.add(
      "<</Type/Catalog/Pages 2 0 R/Names<</Dests<</Names[(n)[4 0 R/Fit](o)[3 0 R/Fit]]>>>>>>", as: 1)
    builder.add("<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    let (uri, gone) = ("<</S/URI/URI(http://x)>>", "/S/GoTo/D[4 0 R/XYZ 1 2 3]")
    let actions = [
      "/A<<\(gone)/Next \(uri)>>", "/A<</S/URI/URI(u)/Next<<\(gone)>>>>",
      "/A<<\(gone)/Next[<</S/GoTo/D(n)/Next[\(uri) 20 0 R]>> 21 0 R]>>",
      "/AA<</U<<\(gone)>>/D<</S/GoTo/D(o)>>>>", "/A 20 0 R",
    ]
    let links = actions.map { "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]\($0)>>" }
    builder.add("<</Type/Page/Parent 2 0 R/Annots[\(links.joined())]>>", as: 3)
    builder.add("<</Type/Page/Parent 2 0 R>>", as: 4)
    builder.add("<<\(gone)/Next[20 0 R 22 0 R]>>", as: 20)
    builder.add("<</S/URI/URI(last)>>", as: 21)
    builder.add("<<\(gone)/Next 20 0 R>>", as: 22)
    let source = try PDFDocument(data: builder.data())
    let document = try PDFDocument(data: Self.data("A"))
    let inserted = try document.insertPagesAndWait(of: source, [source.pageIDs[0]], at: 0)
    #expect(inserted.leftBehind.first { $0.kind == .links }?.count == 9)
    let merged = try PDFDocument(data: document.dataRepresentationAndWait())
    func value(_ value: PDFValue?) throws -> PDFValue? {
      if case .reference(let number)? = value { try merged.objects.object(number) } else { value }
    }
    let list = try value(try merged.objects.page(merged.pageIDs[0])?["Annots"])
    let copies = try (list?.array ?? []).compactMap { try value($0) }
    #expect(copies.count == 5)
    #expect(copies[0]["A"]?["URI"]?.text == "http://x" && copies[0]["A"]?["Next"] == nil)
    #expect(copies[1]["A"]?["URI"]?.text == "u" && copies[1]["A"]?["Next"] == nil)
    #expect(copies[2]["A"]?["URI"]?.text == "http://x")
    #expect(try value(copies[2]["A"]?["Next"]?[0])?["URI"]?.text == "last")
    #expect(copies[3]["AA"]?["U"] == nil && copies[3]["AA"]?["D"]?["D"]?[1] == .name("Fit"))
    #expect(copies[4]["A"] == nil)
  }

  /// Nothing is lost of a document whose own pages come: links, names and items lead where they led.
  @Test func pagesOfTheSameFileLeaveNothingBehind() throws {
    var builder = PDFBuilder()
    builder.add(
      "<</Type/Catalog/Pages 2 0 R/Outlines 10 0 R/Names<</Dests<</Names[(n)[4 0 R/Fit]]>>>>>>", as: 1)
    builder.add("<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    let links = ["/Dest(n)", "/A<</S/GoTo/D[4 0 R/Fit]/Next<</S/URI/URI(u)>>>>"].map {
      "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]\($0)>>"
    }
    builder.add("<</Type/Page/Parent 2 0 R/Annots[\(links.joined())]>>", as: 3)
    builder.add("<</Type/Page/Parent 2 0 R>>", as: 4)
    builder.add("<</First 11 0 R/Last 11 0 R/Count 1>>", as: 10)
    builder.add("<</Title(Two)/Parent 10 0 R/Dest(n)>>", as: 11)
    let folder = try TemporaryFolder()
    let url = try folder.file("a.pdf", builder.data())
    let (document, same) = (try PDFDocument.openAndWait(url), try PDFDocument.openAndWait(url))
    let inserted = try document.insertPagesAndWait(of: same, [same.pageIDs[0]], at: 2)
    #expect(inserted.leftBehind.isEmpty, "\(inserted.leftBehind)")
    let page = try #require(try saved(document, folder).pages.last)
    #expect(page.annotations.map { $0.content.link?.target } == [.named("n"), .foreign("GoTo")])
  }

  @Test func aWholeDocumentBringsItsParts() throws {
    let folder = try TemporaryFolder()
    let document = try PDFDocument.openAndWait(try folder.file("a.pdf", Self.data("A")))
    let other = try PDFDocument.openAndWait(try folder.file("b.pdf", Self.data("B")))
    try document.insertPagesAndWait(of: other, at: 3)
    #expect(document.undoName == "Insert Pages")
    let merged = try saved(document, folder)
    #expect(
      lines(try merged.outline) == [
        "0 A 1 'd1'", "0 A 2 page 2", "0 A 3 'd2'", "0 A 4 Launch", "0 B 1 'd1_2'", "0 B 2 page 5",
        "0 B 3 'd2_2'",
        "0 B 4 Launch",
      ])
    #expect(try merged.namedDestinations.map(\.name) == ["d1", "d1_2", "d2", "d2_2"])
    #expect(try merged.destination(named: "d2_2")?.page == merged.pageIDs[5])
    #expect(try merged.attachments.map(\.name) == ["a.txt", "a_2.txt"])
    #expect(try merged.data(ofAttachment: "a_2.txt") == Data("bytes of B".utf8))
    #expect(try merged.attachments[1].file.fileDescription == "of B")
    #expect(merged.pages.map(\.label) == ["i", "ii", "iii", "i", "ii", "iii"])
    let text = try Tool.run("qpdf", ["--qdf", try #require(merged.url).path, "-"]).output
    #expect(text.contains("B.sh") && text.split(separator: "/XXOwn (kept)").count == 3)
    try document.undo()
    let back = try saved(document, folder)
    #expect(try back.outline.count == 4 && back.namedDestinations.count == 2 && back.attachments.count == 1)
    #expect(try !document.outline.items.contains { $0.label.hasPrefix("B") })
    try document.redo()
    #expect(try saved(document, folder).outline.count == 8)
  }

  /// Items of a document that comes into the middle stand between those of the pages around it.
  @Test func itemsStandWhereThePagesAre() throws {
    let (document, other) = (try PDFDocument(data: Self.data("A")), try PDFDocument(data: Self.data("B")))
    try document.insertPagesAndWait(of: other, at: 1)
    #expect(
      try document.outline.items.map(\.label) == ["A 1", "B 1", "B 2", "B 3", "B 4", "A 2", "A 3", "A 4"])
  }

  @Test func somePagesBringWhatLeadsToThem() throws {
    let (document, other) = (try PDFDocument(data: Self.data("A")), try PDFDocument(data: Self.data("B")))
    try document.insertPagesAndWait(of: other, [other.pageIDs[2]], at: 3)
    #expect(try document.outline.items.map(\.label) == ["A 1", "A 2", "A 3", "A 4", "B 3"])
    #expect(try document.namedDestinations.map(\.name) == ["d1", "d2", "d2_2"])
    #expect(try document.attachments.count == 1)
    #expect(document.pages.map(\.label) == ["i", "ii", "iii", "iii"])
  }

  @Test func aPartKeepsItsItemsNamesAndLabels() throws {
    let folder = try TemporaryFolder()
    let document = try PDFDocument.openAndWait(try folder.file("a.pdf", Self.data("A")))
    try document.renameOutlineItem("2", to: "Renamed")
    let part = try saved(document.extractPagesAndWait(document.pageIDs[1...]), folder)
    #expect(lines(try part.outline) == ["0 Renamed page 1", "0 A 3 'd2'"])
    #expect(try part.destination(named: "d2")?.page == part.pageIDs[1])
    #expect(part.pages.map(\.label) == ["ii", "iii"])
    #expect(try part.attachments.isEmpty)
  }

  @Test func whatIsNotWantedStaysAway() throws {
    let (document, other) = (try PDFDocument(data: Self.data("A")), try PDFDocument(data: Self.data("B")))
    try document.insertPagesAndWait(of: other, at: 1, bringing: [])
    #expect(try document.outline.count == 4 && document.namedDestinations.count == 2)
    #expect(try document.attachments.count == 1)
    #expect(document.pages.map(\.label) == ["i", "ii", "iii", "iv", "v", "vi"])
    try document.undo()
    try document.insertPagesAndWait(of: other, at: 1, bringing: [.outline])
    // Places whose names did not come are places all the same.
    #expect(try document.outline.items[1].destination?.page == document.pageIDs[1])
  }

  /// A file with itself, twice, by way of two documents and of one.
  @Test func aFileIsMergedWithItself() throws {
    let folder = try TemporaryFolder()
    let url = try folder.file("a.pdf", Self.data("A"))
    let (document, same) = (try PDFDocument.openAndWait(url), try PDFDocument.openAndWait(url))
    try document.insertPagesAndWait(of: same, at: 3)
    try document.insertPagesAndWait(of: document, at: 6)
    let merged = try saved(document, folder)
    #expect(merged.pageCount == 12)
    #expect(lines(try merged.outline).filter { $0.contains("A 2") } == ["0 A 2 page 2", "0 A 2 page 5"])
    let fresh = try PDFDocument()
    for _ in 0..<2 { try fresh.insertPagesAndWait(of: try PDFDocument.openAndWait(url), at: fresh.pageCount) }
    let both = try saved(fresh, folder)
    #expect(try both.outline.count == 8 && both.attachments.count == 2 && both.namedDestinations.count == 4)
  }

  // MARK: - What is left behind

  /// Two pages, and much that belongs to the document.
  private static func rich() -> Data {
    var builder = PDFBuilder()
    builder.add(
      """
      <</Type/Catalog/Pages 2 0 R/Outlines 10 0 R/OpenAction<</S/JavaScript/JS(x)>>/Collection<<>>\
      /OutputIntents[<</S/GTS_PDFA1/OutputConditionIdentifier(FOGRA39)>>]/Threads[<</I<</Title(News)>>>>]\
      /Names<</Dests<</Names[(d1)[3 0 R/Fit](d2)[4 0 R/Fit]]>>/JavaScript<</Names[(init)<</S/JavaScript/JS(y)>>]>>\
      /EmbeddedFiles<</Names[(a.txt)20 0 R]>>>>/AcroForm<</Fields[30 0 R 31 0 R]/CO[30 0 R]/XFA(z)>>>>
      """, as: 1)
    builder.add("<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Annots[5 0 R 6 0 R 7 0 R 30 0 R 31 0 R]/AA<<>>>>", as: 3)
    builder.add("<</Type/Page/Parent 2 0 R>>", as: 4)
    builder.add("<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest[4 0 R/Fit]>>", as: 5)
    builder.add("<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/GoTo/D(d2)>>>>", as: 6)
    builder.add("<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/GoTo/D(d1)>>>>", as: 7)
    builder.add("<</First 11 0 R/Last 12 0 R/Count 2>>", as: 10)
    builder.add("<</Title(One)/Parent 10 0 R/Dest(d1)/Next 12 0 R>>", as: 11)
    builder.add("<</Title(Two)/Parent 10 0 R/Dest(d2)/Prev 11 0 R>>", as: 12)
    builder.add("<</Type/Filespec/F(a.txt)/UF(a.txt)/EF<</F 21 0 R>>>>", as: 20)
    builder.addStream("bytes", dictionary: "/Type/EmbeddedFile", as: 21)
    builder.add("<</Type/Annot/Subtype/Widget/Rect[9 9 50 20]/FT/Tx/T(name)/DA(/Helv 9 Tf)>>", as: 30)
    builder.add(
      "<</Type/Annot/Subtype/Widget/Rect[9 30 50 50]/FT/Sig/T(approval)/V<</Type/Sig/Filter/X>>>>", as: 31)
    return builder.data()
  }

  @Test func whatIsLeftBehindIsTold() throws {
    let other = try PDFDocument(data: Self.rich())
    let document = try PDFDocument(data: Self.data("A"))
    let part = try document.insertPagesAndWait(of: other, [other.pageIDs[0]], at: 0)
    #expect(part.pages == [document.pageIDs[0]])
    #expect(
      part.leftBehind.map(\.description) == [
        "2 links to other pages (page 2, page 2)", "1 outline item (Two)", "1 named place (d2)",
        "1 attachment (a.txt)", "1 signature (approval)", "3 scripts (page 1, init, OpenAction)",
        "1 XFA form", "1 output intent (FOGRA39)", "1 article thread (News)", "1 portfolio",
      ])
    #expect(part.renamed.map(\.description) == ["destination 'd1' to 'd1_2'"])
    let all = try document.insertPagesAndWait(of: other, at: 0)
    #expect(
      all.leftBehind.map(\.kind) == [
        .signatures, .scripts, .xfa, .outputIntents, .articles, .portfolio,
      ])
    #expect(all.renamed.map(\.new) == ["d1_3", "d2_2", "a_2.txt"])
    // What was not asked for is not missed.
    let bare = try document.insertPagesAndWait(of: other, [other.pageIDs[1]], at: 0, bringing: [])
    #expect(
      bare.renamed.isEmpty
        && !bare.leftBehind.contains { $0.kind == .outlineItems || $0.kind == .attachments })
    let folder = try TemporaryFolder()
    let report = try document.saveAndWait(to: folder.url.appending(path: "out.pdf"))
    #expect(
      report.renamedFields.map(\.description) == [
        "field 'name' to 'name_2'", "field 'approval' to 'approval_2'",
      ])
    #expect(try document.insertPagesAndWait(of: document, [document.pageIDs[0]], at: 0).leftBehind.isEmpty)
  }

  @Test func layersAreListedAsTheyWere() throws {
    let folder = try TemporaryFolder()
    let lists =
      "/Order[[(Plans)10 0 R[11 0 R]]12 0 R]/RBGroups[[10 0 R 12 0 R][11 0 R]]/Locked[11 0 R]/OFF[11 0 R]"
    let other = try PDFDocument(data: LayeredDocument(["A", "B", "C"], configuration: lists).data)
    let document = try PDFDocument(
      data: LayeredDocument(["X"], configuration: "/Order[10 0 R]/RBGroups[[10 0 R]]").data)
    #expect(try document.insertPagesAndWait(of: other, at: 1).leftBehind.isEmpty)
    try document.saveAndWait(to: folder.url.appending(path: "a.pdf"))
    let layers = try PDFDocument.openAndWait(try #require(document.url)).layers
    #expect(layers.map(\.name) == ["X", "Plans", "A", "B", "C"])
    #expect(layers.map(\.level) == [0, 0, 1, 2, 0] && layers.allSatisfy(\.isListed))
    #expect(layers.map(\.exclusiveGroups) == [[0], [], [1], [], [1]])
    #expect(layers.map(\.isLocked) == [false, false, false, true, false])
    #expect(layers.map(\.isShown) == [true, true, true, false, true])
  }

  @Test func namesThatAreToldAreFew() throws {
    var builder = PDFBuilder()
    let links = (0..<40).map { "<</Subtype/Link/Rect[0 0 9 9]/Dest[4 0 R/Fit]/XX \($0)>>" }.joined()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Annots[\(links)]>>", as: 3)
    builder.add("<</Type/Page/Parent 2 0 R>>", as: 4)
    let other = try PDFDocument(data: builder.data())
    let inserted = try PDFDocument().insertPagesAndWait(of: other, [other.pageIDs[0]], at: 0)
    #expect(inserted.leftBehind.map(\.count) == [40] && inserted.leftBehind[0].names.count == 10)
    #expect(inserted.leftBehind[0].description.hasSuffix("page 2, …)"))
  }

  @Test func aNewDocumentTakesOverWhatIsAboutTheWhole() throws {
    let folder = try TemporaryFolder()
    func source(_ name: String) throws -> PDFDocument {
      var builder = PDFBuilder()
      builder.add(
        """
        <</Type/Catalog/Pages 2 0 R/Lang(de)/PageMode/UseOutlines/PageLayout/Odd/ViewerPreferences<</Direction/R2L>>\
        /OpenAction[4 0 R/FitH 7]>>
        """, as: 1)
      builder.add("<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 200 200]>>", as: 2)
      for page in 3...4 { builder.add("<</Type/Page/Parent 2 0 R>>", as: page) }
      builder.add(
        "<</Title(\(name))/Author(Ada)/Producer(Other)/Department(Sales)/ModDate(D:20200101)>>", as: 9)
      return try PDFDocument(data: builder.data(info: 9))
    }
    let (first, second) = (try source("First"), try source("Second"))
    let document = try PDFDocument()
    try document.insertPagesAndWait(of: first, [first.pageIDs[1]], at: 0)
    try document.insertPagesAndWait(of: second, at: 1)
    let result = try saved(document, folder)
    #expect(result.information.title == "First" && result.information.author == "Ada")
    #expect(result.information.custom == ["Department": "Sales"])
    #expect(result.information.producer != "Other" && result.information.modificationDate == nil)
    var expected = DocumentSettings()
    (expected.language, expected.pageMode) = ("de", .outline)
    expected.viewerPreferences = ["Direction": .name("R2L")]
    expected.openTarget = .place(PageDestination(result.pageIDs[0], view: .width(top: 7)))
    #expect(try result.settings == expected)
    // Only what the pages have, and only where nothing is said.
    let part = try PDFDocument()
    try part.updateSettings { $0.pageMode = .thumbnails }
    var information = DocumentInformation()
    information.title = "Own"
    try part.setInformation(information)
    try part.insertPagesAndWait(of: first, [first.pageIDs[0]], at: 0)
    #expect(part.information.title == "Own" && part.information.author == "Ada")
    #expect(try part.settings.openTarget == nil && part.settings.pageMode == .thumbnails)
    let bare = try PDFDocument()
    try bare.insertPagesAndWait(of: first, at: 0, bringing: [])
    #expect(
      try bare.information.title == nil && bare.settings.language == "de" && bare.settings.pageMode == nil)
    let other = try PDFDocument(data: PageDocument().data)
    try other.insertPagesAndWait(of: first, at: 0)
    #expect(other.information.title == nil)
    #expect(try first.imposedAndWait(SheetLayout(columns: 2, rows: 1)).information.title == "First")
  }

  @Test func relativeAddressesBecomeWhole() throws {
    func source(_ base: String) throws -> PDFDocument {
      var builder = PDFBuilder()
      builder.add("<</Type/Catalog/Pages 2 0 R\(base)>>", as: 1)
      builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
      builder.add("<</Type/Page/Parent 2 0 R/Annots[4 0 R 5 0 R 6 0 R]>>", as: 3)
      builder.add("<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(b/c.html#d)>>>>", as: 4)
      builder.add("<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A 7 0 R>>", as: 5)
      builder.add("<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(mailto:a@b.c)>>>>", as: 6)
      builder.add("<</S/URI/URI(../e)>>", as: 7)
      return try PDFDocument(data: builder.data())
    }
    func links(_ document: PDFDocument) throws -> [String] {
      try document.page(at: 0).annotations.map { annotation in
        if case .uri(let uri)? = annotation.content.link?.target { uri } else { "" }
      }
    }
    let folder = try TemporaryFolder()
    let relative = ["b/c.html#d", "../e", "mailto:a@b.c"]
    for (base, expected) in [
      (
        "/URI<</Base(http://example.org/x/y)>>",
        ["http://example.org/x/b/c.html#d", "http://example.org/e", relative[2]]
      ),
      ("", relative), ("/URI<</Base(nowhere)>>", relative), ("/URI<</Base 8>>", relative),
    ] {
      let document = try PDFDocument()
      try document.insertPagesAndWait(of: try source(base), at: 0)
      #expect(try links(try saved(document, folder)) == expected)
    }
  }

  @Test func layersAreShownByTheirUseAsTheyWere() throws {
    let folder = try TemporaryFolder()
    var layered = LayeredDocument(
      ["A", "B"],
      configuration:
        "/AS[<</Event/Print/OCGs[10 0 R 11 0 R 99 0 R]/Category[/Print]>>1<</Event/View/OCGs[]/Category[/View]>>]"
    )
    layered.layers[1] += "/Usage<</Print<</PrintState/OFF>>>>"
    let other = try PDFDocument(data: layered.data)
    let document = try PDFDocument(data: LayeredDocument(["X"]).data)
    #expect(try document.insertPagesAndWait(of: other, at: 1).leftBehind.isEmpty)
    let result = try saved(document, folder)
    #expect(try result.layers.map(\.usage.isPrinted) == [nil, nil, false])
  }
}

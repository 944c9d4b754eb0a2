import Foundation
import PostilTestSupport
import Testing

@testable import Postil

/// Annotations taken out of a document and into another.
@Suite struct AnnotationExchangeTests {
  private static let rect = PageRect(x: 40, y: 60, width: 80, height: 30)
  private static let points = [PagePoint(x: 20, y: 20), PagePoint(x: 60, y: 90.5), PagePoint(x: 90, y: 30)]

  /// One of each kind that Postil draws.
  private static var contents: [AnnotationContent] {
    [
      .line(from: points[0], to: points[1], end: .openArrow), .rectangle(rect), .ellipse(rect),
      .ink([
        InkStroke(points, curve: .smooth), InkStroke(points, curve: .straight),
        InkStroke(points, widths: points.indices.map { Double($0) + 0.125 }),
      ]), .polygon(points),
      .polyline(points), .highlight([rect]), .underline([PageQuad(rect)]), .strikeOut([PageQuad(rect)]),
      .squiggly([PageQuad(rect)]), .freeText("Проверено\nHello", in: rect), .caret(rect, turn: .clockwise90),
      .stamp(.name(.approved), in: rect), .stamp(.text("OWN", detail: "today"), in: rect),
      .link(rect, to: .uri("https://example.org/a?b=c")), .note(at: points[1]),
      AnnotationContent(RectangleContent(rect, cloudIntensity: 1)),
    ]
  }

  private func marked() throws -> PDFDocument {
    let document = try PDFDocument(data: PageDocument(pageCount: 3).data)
    for (index, content) in Self.contents.enumerated() {
      let style = AnnotationStyle(
        color: Color(red: 0.123, green: 0.2, blue: 0.9), fill: .yellow, lineWidth: 1.5, opacity: 0.7)
      var one = Annotation(
        content, style: style, author: "Ада", subject: "S", metadata: ["k": "v"],
        id: AnnotationID("a\(index)"))
      one.contents = one.content.freeText == nil ? "текст \(index)" : one.contents
      try document.add(one, to: document.pageIDs[index % 2])
    }
    let image = try Appearance.Image(
      SampleImage.png(width: 2, height: 2) { x, y in [200, 30, UInt8(x * 90), UInt8(100 + y * 90)] })
    try document.add(Annotation(.stamp(.image(image), in: Self.rect), id: "image"), to: document.pageIDs[2])
    let page = document.pageIDs[2]
    try document.add(Annotation(.link(Self.rect, to: .page(document.pageIDs[1])), id: "to2"), to: page)
    try document.add([Annotation(.note(at: Self.points[0]), contents: "Why?", id: "why")], to: page)
    let note = try #require(try document.page(page).annotation(named: "why"))
    try document.add(note.popup(), to: page)
    try document.reply(to: "why", on: page, with: "Because", author: "Bo")
    return document
  }

  private func saved(_ document: PDFDocument) throws -> PDFDocument {
    try PDFDocument(data: document.dataRepresentationAndWait())
  }

  /// What each annotation says, without dates and what it was imported with.
  private func values(_ document: PDFDocument) throws -> [[Annotation]] {
    try document.pageIDs.map { page in
      try document.page(page).annotations.map { one in
        var one = one
        (one.creationDate, one.modificationDate, one.dictionary) = (nil, nil, nil)
        return one
      }
    }
  }

  @Test(arguments: [AnnotationFormat.xfdf, .json])
  func onlyCommentsMayBeExported(format: AnnotationFormat) throws {
    let source = try saved(marked())
    let page = source.pageIDs[0]
    try source.add(
      Annotation(.link(PageRect(x: 1, y: 1, width: 9, height: 9), to: .uri("https://example.com"))), to: page)
    let all = try source.pageIDs.flatMap { try source.page($0).annotations }
    let export = try source.exportAnnotationsAndWait(as: format, where: \.isMarkup)
    #expect(export.count == all.count { $0.isMarkup } && export.count < all.count)
    #expect(!String(decoding: export.data, as: UTF8.self).contains("example.com"))
  }

  @Test(arguments: [AnnotationFormat.xfdf, .json])
  func everyKindComesBack(format: AnnotationFormat) throws {
    let source = try saved(marked())
    let export = try source.exportAnnotationsAndWait(as: format)
    #expect(export.notes.isEmpty && AnnotationFormat(of: export.data) == format)
    let target = try PDFDocument(data: PageDocument(pageCount: 3).data)
    let result = try target.importAnnotationsAndWait(export.data)
    #expect(result.added.count == export.count && result.skipped.isEmpty && result.notes.isEmpty)
    #expect(target.undoName == "Import Annotations")
    #expect(try values(target).map { $0.map(\.id) } == values(source).map { $0.map(\.id) })
    let back = try saved(target)
    let (before, after) = (try values(source), try values(back))
    for (a, b) in zip(before.joined(), after.joined()) {
      // Coordinates in the file have a precision.
      #expect(a.kindAndText == b.kindAndText && a.style == b.style && a.foreignKeys == b.foreignKeys)
      #expect(a.bounds.isNear(b.bounds), "\(a) became \(b)")
    }
    try target.undo()
    #expect(!target.canUndo && !target.hasUnsavedChanges)
  }

  @Test(arguments: [AnnotationFormat.xfdf, .json])
  func whatIsThereAlreadyIsUnchanged(format: AnnotationFormat) throws {
    for document in [try saved(marked()), try marked(), try PDFDocument(data: foreign())] {
      let export = try document.exportAnnotationsAndWait(as: format)
      let result = try document.importAnnotationsAndWait(export.data, as: format)
      #expect(result.added.isEmpty && result.changed.isEmpty, "\(result.changed)")
      #expect(result.unchanged.count == export.count)
    }
  }

  @Test func aNameInADictionaryThatIsAnothersIsNotTaken() throws {
    let source = try PDFDocument(data: foreign())
    let text = String(decoding: try source.exportAnnotationsAndWait(as: .json).data, as: UTF8.self)
    let target = try PDFDocument(data: foreign())
    let before = target.pages[0].annotations.map(\.id)
    // Another annotation, whose dictionary has the name of one that is there.
    let result = try target.importAnnotationsAndWait(
      Data(text.replacingOccurrences(of: "\"id\" : \"m\"", with: "\"id\" : \"other\"").utf8))
    #expect(result.added.count == 1 && result.changed.isEmpty)
    let ids = target.pages[0].annotations.map(\.id)
    #expect(Set(ids).count == before.count + 1)
    let back = try saved(target)
    #expect(back.pages[0].annotations.map(\.id) == ids)
  }

  // MARK: - Annotations of other programs

  private static let foreign: [String] = [
    "<</Type/Annot/Subtype/Highlight/Rect[10 10 90 20]/QuadPoints[10 20 90 20 10 10 90 10]/C[1 1 0]/NM(h)/F 4"
      + "/AP<</N 9 0 R>>/OC<</Type/OCG/Name(L)>>/Popup 5 0 R>>",
    "<</Type/Annot/Subtype/Popup/Rect[1.0 1 50.00 50]/Parent 4 0 R/Open false>>",
    "<</Type/Annot/Subtype/Screen/Rect[20 20 40 40]/MK<</R 90>>/AP<</N 9 0 R>>>>",
    "<</Type/Annot/Subtype/Line/Rect[1 1 99 99]/L[5 5 90 90]/Measure<</R(1 in)>>/NM(m)/C[0 0 1]/BS<</W 2>>>>",
    "<</Type/Annot/Subtype/Link/Rect[1 1 9 9]/Dest[3 0 R/Fit]/Border[0 0 1]/NM(l)>>",
  ]

  private func foreign() throws -> Data {
    var builder = PDFBuilder(annotations: Self.foreign)
    builder.addStream(
      "1 0 0 rg 0 0 80 10 re f", dictionary: "/Type/XObject/Subtype/Form/BBox[0 0 80 10]", as: 9)
    return builder.data()
  }

  private func raw(_ document: PDFDocument) throws -> [PDFValue] {
    let page = document.pageIDs[0]
    let state = document.state
    return try document.store.withLock { try $0.records(of: page, in: state) }.map { .dictionary($0.entries) }
  }

  @Test(arguments: [AnnotationFormat.xfdf, .json])
  func dictionariesOfOthersComeBack(format: AnnotationFormat) throws {
    let source = try PDFDocument(data: foreign())
    let export = try source.exportAnnotationsAndWait(as: format)
    let target = try PDFDocument(data: PDFBuilder(annotations: []).data())
    let result = try target.importAnnotationsAndWait(export.data)
    #expect(result.added.count == 5 && result.skipped.isEmpty)
    let (before, after) = (try raw(source), try raw(saved(target)))
    #expect(before.count == after.count)
    // Names that the file does not give are others after a save.
    func unnamed(_ value: PDFValue) -> PDFValue {
      value.mapNames { if case .annotation = $0 { .annotation("x") } else { $0 } }
    }
    for (a, b) in zip(before, after) { #expect(unnamed(b).says(the: unnamed(a)), "\(a) became \(b)") }
  }

  @Test func importedAppearancesAreShownAndKept() async throws {
    let source = try PDFDocument(data: foreign())
    let target = try PDFDocument(data: PDFBuilder(annotations: []).data())
    try target.importAnnotationsAndWait(try source.exportAnnotationsAndWait().data)
    let before = try await PageRenderer(source).image(of: source.pageIDs[0], scale: 1)
    let during = try await PageRenderer(target).image(of: target.pageIDs[0], scale: 1)
    #expect(try before.pngData() == during.pngData())
    let page = target.pageIDs[0]
    try target.update("h", on: page) { $0.author = "Bo" }
    try target.update("h", on: page) { $0 = $0.offset(dx: 5, dy: 5) }
    let raw = try raw(saved(target))
    #expect(raw[0]["AP"]?["N"] == (try self.raw(source))[0]["AP"]?["N"] && raw[0]["T"]?.text == "Bo")
    #expect(raw[0]["Rect"]?.array?.compactMap(\.number) == [15, 15, 95, 25])
    try target.remove("h", from: page)
    #expect(try target.page(page).annotations.map(\.subtype) == ["Screen", "Line", "Link"])
    for _ in 0..<4 { try target.undo() }
    #expect(!target.hasUnsavedChanges)
  }

  @Test func oneOfTheSameNameIsReplacedAndCanBeBroughtBack() throws {
    let document = try PDFDocument(data: foreign())
    let page = document.pageIDs[0]
    let before = try raw(document)
    let xfdf = """
      <xfdf><annots><highlight page="0" rect="10,10,90,20" coords="10,20,90,20,10,10,90,10" name="h" color="#00FF00"/>
      <square page="0" rect="5,5,50,50" name="new" width="3"/>
      <text page="0" rect="5,5,9,9" inreplyto="nobody" name="r"/></annots></xfdf>
      """
    let result = try document.importAnnotationsAndWait(Data(xfdf.utf8))
    #expect(result.changed.map(\.id) == ["h"] && result.added.map(\.id) == ["new", "r"])
    #expect(result.notes.map(\.id) == ["r"] && "\(result)" == "2 added, 1 changed, 0 unchanged, 0 skipped")
    let back = try saved(document)
    let highlight = try #require(try back.page(at: 0).annotation(named: "h"))
    #expect(highlight.style.color == Color(hex: "00FF00") && highlight.capabilities.contains(.restyled))
    // Drawn by Postil, since the file has no appearance.
    #expect(try raw(back)[0]["AP"] == nil && back.rawValue(of: "h", on: back.pageIDs[0])?["AP"] != nil)
    let folder = try TemporaryFolder()
    try document.saveAndWait(to: folder.url.appending(path: "a.pdf"))
    try document.undo()
    let undone = try raw(document)
    #expect(undone.count == before.count)
    for (now, then) in zip(undone, before) { #expect(now.says(the: then)) }
    #expect(try raw(saved(document)).map { $0["AP"] == nil } == before.map { $0["AP"] == nil })
    #expect(try document.page(page).annotations.count == 5)
  }

  @Test func whatCannotBeUsedIsAnErrorOrSkipped() throws {
    let document = try PDFDocument(data: foreign())
    let page = document.pageIDs[0]
    try document.update("m", on: page) { $0.flags.insert(.locked) }
    let xfdf = """
      <xfdf><annots><square page="0" rect="0,0,9,9" name="a"/><square page="0" rect="0,0,9,9" name="a"/>
      <square page="1000000000" rect="0,0,9,9"/><square page="0" rect="NaN,0,9,9"/>
      <square page="0" rect="0,0,9e9,9" name="far"/><line page="0" rect="0,0,9,9" start="1,1" end="2,2" name="m"/>
      </annots></xfdf>
      """
    let state = document.state
    #expect(throws: PDFError.self) { try document.importAnnotationsAndWait(Data(xfdf.utf8)) }
    #expect(document.state == state)
    let result = try document.importAnnotationsAndWait(Data(xfdf.utf8), skippingUnusable: true)
    #expect(result.added.map(\.id) == ["a"] && result.skipped.count == 5)
    #expect(result.skipped.contains { $0.reason.contains("no page 1000000001") })
    #expect(result.skipped.contains { $0.reason.contains("locked") && $0.id == "m" })
    for text in ["", "%FDF", "<html/>", "{}", "[]", "{\"format\": \"postil-annotations\", \"version\": 2}"] {
      let error = #expect(throws: PDFError.self) { try document.importAnnotationsAndWait(Data(text.utf8)) }
      #expect(error?.code == .invalidAnnotations, "\(text)")
    }
    let other = AnnotationFormat(rawValue: "fdf")
    #expect(throws: PDFError.self) { try document.importAnnotationsAndWait(Data("<a/>".utf8), as: other) }
    #expect(throws: PDFError.self) { try document.exportAnnotationsAndWait(as: other) }
  }

  @Test func linksToPagesThatAreNotThereAreTold() throws {
    var source = PageDocument(pageCount: 3)
    // The third page: the catalog and the tree come first.
    source.pages[0].annotations = [
      "<</Type/Annot/Subtype/Link/Rect[1 1 9 9]/A<</S/GoTo/D[5 0 R/FitR 0 0 9 9]>>/NM(l)>>"
    ]
    let document = try PDFDocument(data: source.data)
    let xfdf = try document.exportAnnotationsAndWait(as: .xfdf)
    let whole = try PDFDocument(data: PageDocument(pageCount: 3).data)
    #expect(try whole.importAnnotationsAndWait(xfdf.data).notes.isEmpty)
    let target = try PDFDocument(data: PageDocument().data)
    let result = try target.importAnnotationsAndWait(xfdf.data)
    #expect(result.added.count == 1 && result.notes.count == 1)
    #expect(result.notes.first?.reason == "It names page 3, which is not there.")
  }

  @Test func pagesAreNamedByTheirPlace() throws {
    let source = try saved(marked())
    try source.movePages([source.pageIDs[2]], to: 0)
    let export = try source.exportAnnotationsAndWait(as: .json, from: [source.pageIDs[0]])
    let target = try PDFDocument(data: PageDocument(pageCount: 3).data)
    try target.movePages([target.pageIDs[0]], to: 2)
    let result = try target.importAnnotationsAndWait(export.data)
    #expect(Set(result.added.map(\.page)) == [target.pageIDs[0]])
    let link = try target.page(at: 0).annotation(named: "to2")?.content.link
    #expect(link?.target == .page(target.pageIDs[2]))
    #expect(throws: PDFError.self) { try source.exportAnnotationsAndWait(from: [PageID(number: 99)]) }
  }

  /// A script has what an annotation was imported with, so that replaying it makes the same.
  @Test func scriptsCarryWhatWasImported() throws {
    let source = try PDFDocument(data: foreign())
    let target = try PDFDocument(data: PDFBuilder(annotations: []).data())
    try target.importAnnotationsAndWait(try source.exportAnnotationsAndWait().data)
    let edits = try target.page(at: 0).annotations.map { Edit.addAnnotation($0, page: target.pageIDs[0]) }
    let script = EditScript(edits.map { .edit($0) })
    let copy = try EditScript(json: JSONEncoder().encode(script))
    let other = try PDFDocument(data: PDFBuilder(annotations: []).data())
    try other.apply(copy)
    #expect(try raw(saved(other)).map { $0["AP"] } == raw(source).map { $0["AP"] })
  }

  @Test(arguments: [AnnotationFormat.json, .xfdf])
  func whatHasNoAppearanceGetsNoEmptyOne(format: AnnotationFormat) throws {
    var builder = PageDocument()
    builder.pages[0].annotations = [
      "<</Type/Annot/Subtype/Stamp/NM(sold)/Name/Sold/Rect[10 10 110 50]/C[1 0 0]/F 4>>",
      "<</Type/Annot/Subtype/Stamp/NM(other)/Name/Nothing/Rect[10 60 110 99]/F 4>>",
    ]
    let data = try PDFDocument(data: builder.data).exportAnnotationsAndWait(as: format).data
    let document = try PDFDocument(data: PageDocument().data)
    #expect(try document.importAnnotationsAndWait(data).added.count == 2)
    let saved = try PDFDocument(data: document.dataRepresentationAndWait())
    let page = try saved.page(at: 0)
    #expect(page.annotations.map(\.bounds.minY) == [10, 60])
    let sold = try #require(try saved.rawValue(of: "sold", on: page.id))
    guard case .integer(let length)? = sold["AP"]?["N"]?["Length"] else {
      Issue.record("no appearance: \(sold)")
      return
    }
    #expect(length > 100)
    #expect(try saved.rawValue(of: "other", on: page.id)?["AP"] == nil)
  }
}

extension Annotation {
  fileprivate var kindAndText: [String?] {
    [
      content.kind.rawValue, contents, author, subject, "\(flags.rawValue)", "\(metadata)",
      relation.map { "\($0)" },
    ]
  }
}

extension PageRect {
  fileprivate func isNear(_ other: PageRect) -> Bool {
    [minX - other.minX, minY - other.minY, maxX - other.maxX, maxY - other.maxY].allSatisfy { abs($0) < 0.01 }
  }
}

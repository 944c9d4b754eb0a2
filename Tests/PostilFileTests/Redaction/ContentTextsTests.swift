import Foundation
import PostilTestSupport
import Testing

@testable import PostilFile
@testable import PostilModel

/// Texts and patterns in contents, by what all strings that any content of the new file shows say when they are joined.
@Suite struct ContentTextsTests {
  /// A page of 200 × 200 points. Objects from 10 on are free.
  private func document(
    _ content: String, resources: String = "", page: String = "", catalog: String = "",
    _ more: (inout PDFBuilder) -> Void = { _ in }
  ) -> Data {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R\(catalog)>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add(
      "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F 5 0 R>>\(resources)>>\(page)>>", as: 3)
    builder.addStream(content, as: 4)
    builder.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>", as: 5)
    more(&builder)
    return builder.data()
  }

  private func redacted(
    _ data: Data, text: String? = nil, pattern: String? = nil, area: PageRect? = nil, hidden: HiddenData = []
  ) throws -> (graph: ObjectGraph, report: RedactionReport) {
    var plan = RedactionPlan()
    if let text { try plan.remove(Redaction.Text(text)) }
    if let pattern { plan.remove(try RedactionPattern(pattern)) }
    if let area {
      plan.areas[0] = [.init([PageQuad(area)], isOfText: false, fill: .black, overlayText: nil)]
    }
    plan.hiddenData = hidden
    guard case .redacted(let file) = try DocumentRedactor(data, plan).redact() else {
      throw PDFError(.damaged, "pictures are wanted")
    }
    let store = try FileStore(.data(file.data), password: nil, options: OpenOptions(access: .memory))
    return (store.graph, file.report)
  }

  /// What all streams that look like contents show, in the order of their objects.
  private func shown(_ graph: ObjectGraph) -> String {
    var result = ""
    let changes = ObjectChanges(graph, nextNumber: 1 << 20)
    var walk = ObjectWalk(changes)
    while let id = walk.next() {
      guard graph.object(id).isStream, let data = try? graph.decodedStream(id, limit: 1 << 20) else {
        continue
      }
      data.withUnsafeBytes { bytes in
        var parser = ContentParser(bytes)
        while let operation = try? parser.next() {
          let items = operation.operands.flatMap { $0.array ?? [$0] }
          guard operation.name == "Tj" || operation.name == "TJ" || operation.name == "'" else { continue }
          result += items.compactMap(\.string).map { String(decoding: $0, as: UTF8.self) }.joined()
        }
      }
      result += "|"
    }
    return result
  }

  private func expectGone(_ data: Data, _ kept: String? = nil) throws {
    for mode in [true, false] {
      let graph =
        try mode
        ? redacted(data, text: "SECRETNAME").graph : redacted(data, pattern: "SE[A-Z]+NAME").graph
      let text = shown(graph)
      for part in ["SEC", "RET", "NAME", "SECRETNAME"] { #expect(!text.contains(part), "\(mode): \(text)") }
      if let kept { #expect(text.contains(kept), "\(text)") }
    }
  }

  private static let split = "(SEC) Tj (RETN) Tj (AME) Tj"

  // MARK: - Pages

  @Test(arguments: [
    "1 0 0 1 20 100 Tm", "0.866 0.5 -0.5 0.866 50 50 Tm", "1 0 0.4 1 20 100 Tm", "-1 0 0 1 180 100 Tm",
    "1 0 0 1 20 900 Tm", "1 0 0 1 20 100 Tm 14 Tc", "1 0 0 1 20 100 Tm 3 Tr", "1 0 0 1 20 100 Tm 50 Tz",
  ])
  func wordsInPiecesGoWhereverTheyStand(_ place: String) throws {
    try expectGone(
      document("BT /F 12 Tf \(place) \(Self.split) ET BT /F 12 Tf 20 20 Td (KEPT) Tj ET"), "KEPT")
  }

  @Test func lettersThatArePlacedOneByOneAreAWord() throws {
    let forwards = "SECRETNAME".enumerated().map { "BT /F 12 Tf \(20 + 9 * $0) 100 Td (\($1)) Tj ET" }
    try expectGone(document(forwards.joined(separator: "\n")))
    try expectGone(document(forwards.reversed().joined(separator: "\n")))
    // As in the cells of a form.
    let cells = "SECRETNAME".enumerated().map { "BT /F 12 Tf \(5 + 19 * $0) 100 Td (\($1)) Tj ET" }
    try expectGone(document(cells.joined(separator: "\n")))
  }

  @Test func bothCopiesOfALetterThatIsPaintedTwiceGo() throws {
    let bold = "SECRETNAME".enumerated().map {
      "BT /F 12 Tf \(20 + 9 * $0) 100 Td (\($1)) Tj \(0.3) 0 Td (\($1)) Tj ET"
    }
    try expectGone(document(bold.joined(separator: "\n")))
  }

  @Test func wordsThatOnlyStandInDifferentColumnsOrLinesAreNotJoined() throws {
    let data = document(
      "BT /F 12 Tf 20 100 Td (SEC) Tj 60 0 Td (RETNAME) Tj -60 -40 Td (AB) Tj 100 20 Td (CD) Tj ET")
    for word in ["SECRET", "ABCD", "CDAB"] {
      let result = try redacted(data, text: word)
      #expect(result.report.glyphs == 0 && shown(result.graph).contains("SECRETNAMEABCD"), "\(word)")
    }
  }

  @Test func hebrewIsReadFromItsEnd() throws {
    let font =
      "<</Type/Font/Subtype/Type1/BaseFont/H/FirstChar 97/LastChar 99/Widths[500 500 500]/ToUnicode 11 0 R/FontDescriptor 12 0 R>>"
    let data = document(
      "BT /H 12 Tf 0.8 0.6 -0.6 0.8 60 60 Tm (c) Tj (ba) Tj ET", resources: "/Font<</H 10 0 R>>"
    ) {
      $0.add(font, as: 10)
      $0.addStream("1 beginbfrange <61> <63> <05D0> endbfrange", as: 11)
      $0.add("<</Type/FontDescriptor/FontName/H/Flags 4/Ascent 800/Descent -200>>", as: 12)
    }
    #expect(try redacted(data, text: "\u{5D0}\u{5D1}\u{5D2}").report.glyphs == 3)
    #expect(try redacted(data, text: "\u{5D0}\u{5D2}").report.glyphs == 0)
  }

  @Test func replacementTextsAndWhatIsUnderThemAreBothLookedAt() throws {
    let other = "/Span <</ActualText(SECRETNAME)>> BDC BT /F 12 Tf 20 100 Td (pict) Tj (ure) Tj ET EMC"
    let result = try redacted(document(other), text: "SECRETNAME")
    #expect(!shown(result.graph).contains("pict") && result.report.glyphs == 7)
    try expectGone(
      document("/Span <</ActualText(another)>> BDC BT /F 12 Tf 20 100 Td \(Self.split) ET EMC"))
    try expectGone(document("/Span <</ActualText()>> BDC BT /F 12 Tf 20 100 Td \(Self.split) ET EMC"))
  }

  @Test func tagsOfMarkedContentGo() throws {
    let graph = try redacted(document("/SECRETNAME BMC BT /F 12 Tf (KEPT) Tj ET EMC"), text: "SECRETNAME")
      .graph
    let data = try graph.streams().joined()
    #expect(data.contains("KEPT") && !data.contains("SECRETNAME"))
  }

  @Test func hiddenLayersFormsPatternsMasksAndDrawingsAreRead() throws {
    let text = "BT /F 12 Tf 2 2 Td \(Self.split) ET"
    let own = "/Resources<</Font<</F 5 0 R>>>>"
    try expectGone(
      document(
        "/OC /L BDC \(text) EMC", resources: "/Properties<</L 10 0 R>>",
        catalog: "/OCProperties<</OCGs[10 0 R]/D<</OFF[10 0 R]>>>>"
      ) { $0.add("<</Type/OCG/Name(L)>>", as: 10) })
    try expectGone(
      document("/X Do", resources: "/XObject<</X 10 0 R>>") {
        $0.addStream(
          "BT /F 12 Tf 2 2 Td (SEC) Tj ET /Y Do",
          dictionary: "/Subtype/Form/BBox[0 0 99 20]/Resources<</Font<</F 5 0 R>>/XObject<</Y 11 0 R>>>>",
          as: 10)
        $0.addStream(
          "BT /F 12 Tf 28 2 Td (RETNAME) Tj ET", dictionary: "/Subtype/Form/BBox[0 0 99 20]\(own)", as: 11)
      })
    try expectGone(
      document("/Pattern cs /P scn 0 0 200 200 re f", resources: "/Pattern<</P 10 0 R>>") {
        $0.addStream(
          text, dictionary: "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 99 20]/XStep 99/YStep 20\(own)",
          as: 10)
      })
    try expectGone(
      document("/G gs 0 0 200 200 re f", resources: "/ExtGState<</G<</SMask<</S/Luminosity/G 10 0 R>>>>>>") {
        $0.addStream(text, dictionary: "/Subtype/Form/BBox[0 0 99 20]/Group<</S/Transparency>>\(own)", as: 10)
      })
    try expectGone(
      document("BT /T 40 Tf 20 100 Td (a) Tj ET", resources: "/Font<</T 10 0 R>>") {
        $0.add(
          "<</Type/Font/Subtype/Type3/FontBBox[0 -200 1000 800]/FontMatrix[0.001 0 0 0.001 0 0]/CharProcs<</s 11 0 R/t 11 0 R>>"
            + "\(own)/FirstChar 97/LastChar 97/Widths[1000]/Encoding<</Type/Encoding/Differences[97/s]>>>>",
          as: 10)
        $0.addStream("1000 0 d0 BT /F 200 Tf \(Self.split) ET", as: 11)
      })
  }

  /// Drawings that each show one letter.
  @Test func aWordOfDrawingsIsRead() throws {
    let letters = Array("SECRETNAME")
    let data = document("BT /T 10 Tf 20 100 Td (abcdefghij) Tj ET", resources: "/Font<</T 10 0 R>>") {
      let drawings = letters.indices.map { "/g\($0) \(20 + $0) 0 R" }.joined()
      let names = letters.indices.map { "/g\($0)" }.joined()
      $0.add(
        "<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[0.001 0 0 0.001 0 0]/CharProcs<<\(drawings)>>"
          + "/Resources<</Font<</F 5 0 R>>>>/FirstChar 97/LastChar 106/Widths[\(String(repeating: "720 ", count: 10))]"
          + "/Encoding<</Type/Encoding/Differences[97\(names)]>>>>", as: 10)
      for (index, letter) in letters.enumerated() {
        $0.addStream("720 0 d0 BT /F 1000 Tf (\(letter)) Tj ET", as: 20 + index)
      }
    }
    let result = try redacted(data, text: "SECRETNAME")
    #expect(result.report.glyphs == 10 && shown(result.graph).filter(\.isLetter).isEmpty)
  }

  // MARK: - Beyond pages

  @Test func appearancesOfAllKindsAreRead() throws {
    let own = "/Subtype/Form/BBox[0 0 99 20]/Resources<</Font<</F 5 0 R>>>>"
    let text = "BT /F 12 Tf 2 2 Td \(Self.split) ET"
    for states in ["/N 10 0 R", "/N 12 0 R/R 10 0 R", "/N 12 0 R/D<</On 10 0 R/Off 12 0 R>>"] {
      try expectGone(
        document("", page: "/Annots[11 0 R]") {
          $0.addStream(text, dictionary: own, as: 10)
          $0.add("<</Type/Annot/Subtype/Stamp/Rect[0 0 99 20]/AP<<\(states)>>>>", as: 11)
          $0.addStream("BT /F 12 Tf (KEPT) Tj ET", dictionary: own, as: 12)
        }, states == "/N 10 0 R" ? nil : "KEPT")
    }
  }

  /// Its words say what it shows, however that is divided.
  @Test func aFieldsAppearanceIsReadWithoutItsLineEnds() throws {
    let data = document(
      "", page: "/Annots[11 0 R]", catalog: "/AcroForm<</Fields[11 0 R]/DR<</Font<</F 5 0 R>>>>>>"
    ) {
      $0.addStream(
        "BT /F 12 Tf 2 40 Td (SECR) Tj 0 -14 Td (ETNAME) Tj ET", dictionary: "/Subtype/Form/BBox[0 0 99 60]",
        as: 10)
      $0.add(
        "<</Type/Annot/Subtype/Widget/FT/Tx/T(t)/Ff 4096/V(SECRETNAME)/Rect[0 0 99 60]/AP<</N 10 0 R>>>>",
        as: 11)
    }
    try expectGone(data)
  }

  @Test func contentsThatNoPageShowsAreRead() throws {
    let own = "/Resources<</Font<</F 5 0 R>>>>"
    let text = "BT /F 12 Tf 2 2 Td \(Self.split) ET"
    // A template, a widget of no page, a form that only resources list.
    try expectGone(
      document("", catalog: "/Names<</Templates<</Names[(t) 10 0 R]>>>>") {
        $0.add("<</Type/Template/Contents 11 0 R\(own)/MediaBox[0 0 99 99]>>", as: 10)
        $0.addStream(text, as: 11)
      })
    try expectGone(
      document("", catalog: "/AcroForm<</Fields[10 0 R]>>") {
        $0.add("<</Type/Annot/Subtype/Widget/FT/Tx/T(t)/Rect[0 0 99 9]/AP<</N 11 0 R>>>>", as: 10)
        $0.addStream(text, dictionary: "/Subtype/Form/BBox[0 0 99 20]\(own)", as: 11)
      })
    try expectGone(
      document("", resources: "/XObject<</X 10 0 R>>") {
        $0.addStream(text, dictionary: "/Subtype/Form/BBox[0 0 99 20]\(own)", as: 10)
      })
  }

  @Test(arguments: [true, false])
  func pagesThatAreNotListedAreEmptied(isArea: Bool) throws {
    let data = document(
      "BT /F 12 Tf 20 100 Td (KEPT) Tj ET", page: "/Annots[12 0 R]"
    ) {
      $0.add("<</Type/Page/Contents 11 0 R/Resources<</Font<</F 5 0 R>>>>/MediaBox[0 0 99 99]>>", as: 10)
      $0.addStream("BT /F 12 Tf (SECRETNAME) Tj ET", as: 11)
      $0.add("<</Type/Annot/Subtype/Link/Rect[150 150 160 160]/Dest[10 0 R/Fit]>>", as: 12)
    }
    let result =
      try isArea
      ? redacted(data, area: PageRect(x: 0, y: 0, width: 10, height: 10)) : redacted(data, hidden: .metadata)
    #expect(!shown(result.graph).contains("SECRETNAME") && shown(result.graph).contains("KEPT"))
    #expect(result.report.hiddenItems == 1)
  }

  // MARK: - What replaced things leave

  /// An image, a form, a pattern and properties that another page's resources name.
  @Test func sharedResourcesKeepNothingThatIsNotPaintedAnyMore() throws {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 200 200]/Resources 6 0 R>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Contents 7 0 R>>", as: 3)
    builder.add("<</Type/Page/Parent 2 0 R/Contents 8 0 R>>", as: 4)
    builder.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>", as: 5)
    builder.add(
      "<</Font<</F 5 0 R>>/XObject<</I 9 0 R>>/Pattern<</P 10 0 R>>/Properties<</A 11 0 R>>/ExtGState<</G<</SMask<</S/Alpha/G 12 0 R>>>>>>>>",
      as: 6)
    builder.addStream(
      "q 20 0 0 20 50 50 cm /I Do Q /Pattern cs /P scn 50 50 20 20 re f /Span /A BDC BT /F 12 Tf 52 52 Td (x) Tj ET EMC /G gs 50 50 20 20 re f",
      as: 7)
    builder.addStream("BT /F 12 Tf 52 52 Td (KEPT) Tj ET", as: 8)
    builder.addStream(
      "SECRETIMAGE!",
      dictionary: "/Type/XObject/Subtype/Image/Width 4/Height 1/ColorSpace/DeviceRGB/BitsPerComponent 8",
      as: 9)
    builder.addStream(
      "BT /F 12 Tf (SECRETCELL) Tj ET",
      dictionary:
        "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 20 20]/XStep 20/YStep 20/Resources<</Font<</F 5 0 R>>>>",
      as: 10)
    builder.add("<</ActualText(SECRETWORD)>>", as: 11)
    builder.addStream(
      "BT /F 12 Tf 52 52 Td (SECRETMASK) Tj ET",
      dictionary: "/Subtype/Form/BBox[0 0 200 200]/Group<</S/Transparency>>/Resources<</Font<</F 5 0 R>>>>",
      as: 12)
    let graph = try redacted(builder.data(), area: PageRect(x: 40, y: 40, width: 100, height: 50)).graph
    #expect(!(try graph.streams().joined()).contains("SECRET"))
    var walk = ObjectWalk(ObjectChanges(graph, nextNumber: 1 << 20))
    while let id = walk.next() { #expect(graph.object(id).dictionary?["ActualText"] == nil) }
    #expect(shown(graph).contains("KEPT"))
  }

  @Test func fontsDoNotTellTheLettersThatWent() throws {
    let data = document("BT /S 12 Tf 20 100 Td (abc) Tj 0 -20 Td (d) Tj ET", resources: "/Font<</S 10 0 R>>")
    {
      $0.add(
        "<</Type/Font/Subtype/Type1/BaseFont/AAAAAA+S/FirstChar 97/LastChar 100/Widths[500 600 700 800]/ToUnicode 11 0 R"
          + "/FontDescriptor 12 0 R/Encoding<</Differences[97/Q/X/Z/K]>>>>", as: 10)
      $0.addStream(
        "1 begincodespacerange <00> <FF> endcodespacerange 4 beginbfchar <61> <0051> <62> <0058> <63> <005A> <64> <004B> endbfchar",
        as: 11)
      $0.add(
        "<</Type/FontDescriptor/FontName/AAAAAA+S/Flags 4/Ascent 800/Descent -200/CharSet(/Q/X/Z/K)>>", as: 12
      )
    }
    let graph = try redacted(data, text: "QXZ").graph
    var walk = ObjectWalk(ObjectChanges(graph, nextNumber: 1 << 20))
    var found = 0
    while let id = walk.next() {
      guard let font = graph.object(id).dictionary else { continue }
      #expect(font["CharSet"] == nil)
      guard font["ToUnicode"] != nil else { continue }
      found += 1
      let names = GlyphDrawings.names(of: font, graph)
      #expect(names == [100: "K"])
      #expect(graph.numbers(font["Widths"]) == [0, 0, 0, 800])
      let map = GlyphFont(font, graph) { $0.flatMap { try? graph.decoded($0, limit: 1 << 20) } }
      #expect(map.mappedText(of: 100) == "K" && map.mappedText(of: 97) == nil)
    }
    #expect(found == 1)
  }

  @Test func privateDataOfFormsGo() throws {
    let data = document("/X Do", resources: "/XObject<</X 10 0 R>>") {
      $0.addStream(
        "BT ET", dictionary: "/Subtype/Form/BBox[0 0 9 9]/PieceInfo<</A<</Private 11 0 R>>>>", as: 10)
      $0.addStream("SECRETPIECE", as: 11)
    }
    #expect(!(try redacted(data, hidden: .metadata).graph.streams().joined()).contains("SECRETPIECE"))
  }
}

extension ObjectGraph {
  /// All streams that the document leads to, as text.
  fileprivate func streams() throws -> [String] {
    var result: [String] = []
    var walk = ObjectWalk(ObjectChanges(self, nextNumber: 1 << 20))
    while let id = walk.next() {
      guard object(id).isStream else { continue }
      result.append(String(decoding: try decodedStream(id, limit: 1 << 20), as: UTF8.self))
    }
    return result
  }
}

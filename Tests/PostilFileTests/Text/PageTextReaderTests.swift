import Foundation
import PostilTestSupport
import Testing

@testable import PostilFile
@testable import PostilModel

@Suite struct PageTextReaderTests {
  /// A page of 200 × 200 points. `F` is Courier, whose letters are 0.6 wide; `U` takes characters of UTF-16, each 0.5 wide; `V` the same
  /// from the top to the bottom.
  private func reader(
    _ content: String, annotations: [String] = [], entries: String = "", catalog: String = "",
    others: [(Int, String)] = [], characters: [String: String] = [:]
  ) throws -> PageTextReader {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R\(catalog)>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    let list = annotations.indices.map { "\($0 + 20) 0 R" }.joined(separator: " ")
    builder.add(
      "<</Type/Page/Parent 2 0 R/Annots[\(list)]/Contents 5 0 R\(entries)"
        + "/Resources<</Font<</F 4 0 R/U 6 0 R/V 7 0 R/B 30 0 R>>/XObject<</Fm 31 0 R>>/Properties<</L 11 0 R/S 12 0 R>>"
        + "/ColorSpace<</C[/CalRGB<<>>]/K[/Separation/Black/DeviceGray 9 0 R]/S[/Separation/Spot/DeviceGray 9 0 R]>>>>>>",
      as: 3)
    builder.add("<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>", as: 4)
    builder.addStream(content, as: 5)
    for (number, encoding) in [(6, "Identity-H"), (7, "Identity-V")] {
      builder.add(
        "<</Type/Font/Subtype/Type0/BaseFont/U/Encoding/\(encoding)/DescendantFonts[8 0 R]/ToUnicode 9 0 R>>",
        as: number)
    }
    builder.add("<</Type/Font/Subtype/CIDFontType2/BaseFont/U/DW 500/DW2[880 -1000]>>", as: 8)
    builder.addStream(
      "1 begincodespacerange <0000> <FFFF> endcodespacerange 256 beginbfrange "
        + (0..<256).map { String(format: "<%02X00> <%02XFF> <%02X00>", $0, $0, $0) }.joined(separator: " ")
        + " endbfrange "
        + characters.map { "1 beginbfchar <\($0)> \(hex($1)) endbfchar" }.joined(separator: " "), as: 9)
    builder.add("<</Type/OCG/Name(Hidden)>>", as: 11)
    builder.add("<</Type/OCG/Name(Shown)>>", as: 12)
    for (index, annotation) in annotations.enumerated() { builder.add(annotation, as: index + 20) }
    for (number, object) in others { builder.add(object, as: number) }
    return try PageTextReader(OpenedFile(data: builder.data(), password: nil))
  }

  private func text(_ content: String, entries: String = "", catalog: String = "") throws -> String {
    let text = try reader(content, entries: entries, catalog: catalog).content(ofPage: 0) {}
    #expect(text.characters.count == text.boxes.count)
    return PageText.string(of: text.characters[...])
  }

  /// As some writers have it: one glyph says the word, the others nothing.
  @Test func glyphsWhoseFontSaysThatTheyHaveNoTextHaveNone() throws {
    let reader = try reader(
      "BT /U 10 Tf 20 100 Td <00410042> Tj <004300440045> Tj ET",
      characters: ["0041": "word", "0042": "", "0043": "", "0044": "s"])
    let text = try reader.content(ofPage: 0) {}
    #expect(PageText.string(of: text.characters[...]) == "wordsE")
  }

  private func annotationText(
    _ annotations: [String], catalog: String = "", others: [(Int, String)] = []
  ) throws -> String {
    let text = try reader("", annotations: annotations, catalog: catalog, others: others)
      .annotations(ofPage: 0) {}
    return PageText.string(of: text.characters[...])
  }

  /// A string of `U` in the order in which it stands on the page.
  private func hex(_ text: String) -> String {
    "<\(text.unicodeScalars.map { String(format: "%04X", $0.value) }.joined())>"
  }

  // MARK: - Words and lines

  @Test(arguments: [
    // Letters are 6 points wide.
    ("(one two) Tj", "one two"),
    ("[(one) -300 (two)] TJ", "one two"),
    ("[(one) -100 (two)] TJ", "onetwo"),
    // A space that takes no room, as some producers write.
    ("[(one ) 600 (two)] TJ", "onetwo"),
    ("(one) Tj 0 -12 Td (two) Tj", "one\ntwo"),
    ("3 Tc (wide) Tj", "wide"),
    // Cells of a table.
    ("(49.48) Tj 60 0 Td (247.40) Tj", "49.48 247.40"),
    // An index, and what follows it.
    ("(x) Tj 4 Ts /F 7 Tf (2) Tj 0 Ts /F 10 Tf (+y) Tj", "x2+y"),
    ("(H) Tj 0 -2 Td 6 0 Td /F 7 Tf (2) Tj /F 10 Tf 4.2 2 Td (O) Tj", "H2O"),
    // Painted twice to be bold.
    ("(bold) Tj 0.3 0 Td (bold) Tj", "bold"),
    // A word that fills the gap that was left for it.
    ("(a) Tj 24 0 Td (c) Tj -12 0 Td (b) Tj", "a b c"),
    // The end of a word before its beginning.
    ("12 0 Td (cd) Tj -12 0 Td (ab) Tj", "abcd"),
    ("[(.) -200 (.) -200 (.)] TJ", "..."),
    // A spacing that moves on to what follows, as Ghostscript writes.
    ("35 Tc (A1) Tj", "A 1"),
    // Letters that are set apart one by one.
    ("[(r) -400 (e) -400 (p) -400 (o) -400 (r) -400 (t) -1400 (n) -400 (o) -400 (w)] TJ", "report now"),
    ("[(r) -400 (eport) -400 (now)] TJ", "r eport now"),
  ]) func wordsAndLinesAreTold(_ content: String, _ expected: String) throws {
    #expect(try text("BT /F 10 Tf 20 100 Td \(content) ET") == expected)
  }

  @Test(arguments: [0, 37, 90, 180, 251]) func turnedLinesAreRead(_ angle: Double) throws {
    func number(_ value: Double) -> String { String(format: "%.6f", value) }
    let (s, c) = (sin(angle / 180 * .pi), cos(angle / 180 * .pi))
    let text = try text(
      "BT /F 5 Tf \(number(c)) \(number(s)) \(number(-s)) \(number(c)) 100 100 Tm (up and) Tj 0 -6 Td (down) Tj ET"
    )
    #expect(text == "up and\ndown")
  }

  @Test func lettersAlongACurveAreAWord() throws {
    let letters = "curved".enumerated().map { index, letter in
      let angle = Double(index) * 0.2
      let (s, c) = (sin(angle), cos(angle))
      return "\(c) \(s) \(-s) \(c) \(60 + 30 * s) \(100 - 30 * c) Tm (\(letter)) Tj"
    }
    #expect(try text("BT /F 10 Tf \(letters.joined(separator: " ")) ET") == "curved")
  }

  @Test func verticalWritingIsRead() throws {
    #expect(try text("BT /V 10 Tf 100 150 Td \(hex("縦書き")) Tj -20 0 Td \(hex("次")) Tj ET") == "縦書き\n次")
  }

  @Test func uprightLettersOneUnderTheOtherAreALine() throws {
    let letters = ["縦", "書", "，", "き"].map { "\(hex($0)) Tj 0 -10 Td" }.joined(separator: " ")
    let text = try reader("BT /U 10 Tf 100 150 Td \(letters) -20 40 Td \(letters) ET").content(ofPage: 0) {}
    #expect(PageText.string(of: text.characters[...]) == "縦書，き\n縦書，き")
    // Lines of one letter each.
    let lines = ["男", "女", "男"].map { "\(hex($0)) Tj 0 -13 Td" }.joined(separator: " ")
    #expect(try self.text("BT /U 10 Tf 100 150 Td \(lines) ET") == "男\n女\n男")
  }

  // MARK: - Characters

  @Test(arguments: [
    // The accent is painted over its letter, before or after it.
    ("\u{E4}", "", "[<00A8> 500 <0061>]"), ("\u{E4}", "", "[<0061> 500 <00A8>]"),
    ("\u{E9}", "", "[<0065> <0301>]"), ("\u{2260}", "", "[<0338> 500 <003D>]"),
    // A ligature, and forms of Arabic letters.
    ("fi", "", "[<FB01>]"), ("\u{628}", "", "[<FE91>]"),
    // Beside a letter it is a sign of its own.
    ("a\u{A8}", "", "[<0061> <00A8>]"),
  ]) func charactersAreThoseThatAreRead(_ expected: String, _ comment: String, _ shown: String) throws {
    #expect(try text("BT /U 10 Tf 20 100 Td \(shown) TJ ET") == expected)
  }

  @Test(arguments: [
    // Marks of Thai and of Hebrew without a width: they follow their letter, even where they stand over the next one; what is painted
    // from the left has them before it.
    ("\u{E19}\u{E38}\u{E29}", "[<0E19>] TJ 5.2 0 Td [<0E38>] TJ -0.2 0 Td [<0E29>] TJ"),
    ("\u{5D0}\u{5B4}\u{5D1}", "20 0 Td [<05D0>] TJ 5.1 0 Td [<05B4>] TJ -10.1 0 Td [<05D1>] TJ"),
    ("\u{5D0}\u{5D1}\u{5B4}", "[<05B4>] TJ [<05D1>] TJ 5 0 Td [<05D0>] TJ"),
    // Alef within lam, painted from the right.
    ("\u{644}\u{627}\u{628}", "20 0 Td [<0644> 500 <0627>] TJ -5 0 Td [<0628>] TJ"),
    // A place where a word may be divided, and is not.
    ("ab", "[<0061>] TJ 5 0 Td [<00AD>] TJ [<0062>] TJ"), ("ab", "[<F8010062>] TJ"),
  ]) func marksFollowTheLettersBehindWhichTheyArePainted(_ expected: String, _ shown: String) throws {
    let marks = #"/W[173[0]1460[0]1575[0]3640[0]]"#
    let font = "<</Type/Font/Subtype/CIDFontType2/BaseFont/U/DW 500\(marks)>>"
    let text = try reader(
      "BT /U 10 Tf 20 100 Td \(shown) ET", others: [(8, font)], characters: ["F801": "a\u{AD}"]
    )
    .content(ofPage: 0) {}
    #expect(PageText.string(of: text.characters[...]) == expected)
  }

  @Test(arguments: [("\u{5E74}12\u{6708}", 0.0), ("\u{5E74} 12 \u{6708}", 300), ("\u{5E74}12\u{6708}", 220)])
  func aQuarterOfASizeBetweenScriptsIsNoSpace(_ expected: String, _ gap: Double) throws {
    let shown = "[<5E74> \(-gap) <00310032> \(-gap) <6708>] TJ"
    #expect(try text("BT /U 10 Tf 20 100 Td \(shown) ET") == expected)
  }

  @Test func aLigatureHasABoxForEachLetter() throws {
    let text = try reader("BT /U 10 Tf 20 100 Td <FB01> Tj ET").content(ofPage: 0) {}
    #expect(text.boxes.map { [$0.x, $0.z] } == [[20, 22.5], [22.5, 25]])
  }

  @Test func controlsAreLeftOut() throws {
    #expect(try text("BT /U 10 Tf 20 100 Td <00610001006200090063> Tj ET") == "ab c")
  }

  @Test(arguments: [
    "שלום עולם", "مرحبا بالعالم", "שלום 123 עולם", "abc שלום עולם def", "שלום abc def עולם",
  ]) func textFromRightToLeftIsRead(_ text: String) throws {
    // As it stands on paper, from the left.
    var units = text.unicodeScalars.map { $0 }
    let isRight = units[0].isRightToLeft
    func turn(_ belongs: (Unicode.Scalar) -> Bool) {
      var start: Int?
      for index in 0...units.count {
        if index < units.count, belongs(units[index]) || start != nil && units[index] == " " {
          start = start ?? index
          continue
        }
        guard let from = start else { continue }
        var end = index
        while units[end - 1] == " " { end -= 1 }
        units[from..<end].reverse()
        start = nil
      }
    }
    if isRight {
      units.reverse()
      turn { !$0.isRightToLeft && $0 != " " }
    } else {
      turn(\.isRightToLeft)
    }
    let shown = String(String.UnicodeScalarView(units))
    #expect(try self.text("BT /U 10 Tf 20 100 Td \(hex(shown)) Tj ET") == text)
  }

  @Test(arguments: [
    // Hebrew keeps the sign of a number with it, Arabic does not; several numbers follow each other from the right.
    ("\u{628} ١٢٣٫٤٥ \u{62A}", "\u{62A} ١٢٣٫٤٥ \u{628}"), ("\u{628} ١٬٢٣٤ \u{62A}", "\u{62A} ١٬٢٣٤ \u{628}"),
    ("\u{5D1} 12.5% \u{5D2}", "\u{5D2} 12.5% \u{5D1}"), ("\u{628} 25% \u{62A}", "\u{62A} %25 \u{628}"),
    ("\u{628} 1,250.75 \u{62A}", "\u{62A} 1,250.75 \u{628}"), ("\u{5D1} 5 7 \u{5D2}", "\u{5D2} 7 5 \u{5D1}"),
  ]) func numbersAmongLettersFromTheRightAreRead(_ expected: String, _ shown: String) throws {
    #expect(try text("BT /U 10 Tf 20 100 Td \(hex(shown)) Tj ET") == expected)
  }

  @Test(arguments: [
    // Signs that say what is seen, and those that say what is meant.
    ("\u{5D0} (\u{5D1}) \u{5D2}", "\u{5D2} (\u{5D1}) \u{5D0}"),
    ("\u{5D0} (\u{5D1}) \u{5D2}", "\u{5D2} )\u{5D1}( \u{5D0}"),
    ("\u{5D0} abc (def) \u{5D1}", "\u{5D1} abc (def) \u{5D0}"),
    ("\u{5D0} (abc) \u{5D1}", "\u{5D1} )abc( \u{5D0}"),
    ("\u{5D0} (123) [\u{5D1}]", "[\u{5D1}] (123) \u{5D0}"),
    ("abc \u{5D0}\u{5D1} (\u{5D2}\u{5D3}) def", "abc (\u{5D3}\u{5D2}) \u{5D1}\u{5D0} def"),
    ("abc \u{5D0}\u{5D1} (\u{5D2}\u{5D3}) def", "abc )\u{5D3}\u{5D2}( \u{5D1}\u{5D0} def"),
    ("abc (\u{5D0}\u{5D1}) def", "abc (\u{5D1}\u{5D0}) def"),
    ("abc (\u{5D0}\u{5D1}) def", "abc )\u{5D1}\u{5D0}( def"),
    ("see (\u{5D0}\u{5D1} abc) end", "see (\u{5D1}\u{5D0} abc) end"),
    ("see (\u{5D0}\u{5D1} abc) end", "see )\u{5D1}\u{5D0} abc( end"),
    ("\u{5D0} {a[b]c} \u{5D1}", "\u{5D1} {a[b]c} \u{5D0}"),
    // What is seen once tells of the other signs.
    ("\u{5D0} < \u{5D1} (\u{5D2})", "(\u{5D2}) \u{5D1} > \u{5D0}"),
    ("\u{628} (\u{661}\u{662}) \u{62A}", "\u{62A} )\u{661}\u{662}( \u{628}"),
  ]) func bracketsAmongLettersFromTheRightAreRead(_ expected: String, _ shown: String) throws {
    #expect(try text("BT /U 10 Tf 10 100 Td \(hex(shown)) Tj ET") == expected)
  }

  @Test func manyBracketsOnALineTakeLinearTime() throws {
    let shown = "\u{5D0}" + String(repeating: "(", count: 20_000) + String(repeating: "()[", count: 20_000)
    let text = try text("BT /U 0.001 Tf 10 100 Td \(hex(shown)) Tj ET")
    #expect(text.unicodeScalars.count == shown.unicodeScalars.count)
  }

  @Test func labelsThatArePaintedLastStandBeforeTheirItems() throws {
    let items = "1 0 0 1 40 100 Tm (First) Tj 1 0 0 1 40 85 Tm (Second) Tj 1 0 0 1 40 70 Tm (Third) Tj"
    let labels = "1 0 0 1 28 100 Tm (\\225) Tj 1 0 0 1 22 85 Tm (2.) Tj"
    #expect(try text("BT /F 10 Tf \(items) \(labels) ET") == "\u{2022} First\n2. Second\nThird")
    // What is no label, and one that stands too far off.
    #expect(
      try text("BT /F 10 Tf \(items) 1 0 0 1 22 100 Tm (12) Tj 1 0 0 1 1 85 Tm (-) Tj ET").hasPrefix(
        "First\nSecond\nThird\n"))
  }

  /// From right to left the dot of a number stands at its left.
  @Test func labelsThatArePaintedLastStandBeforeItemsFromTheRight() throws {
    let items = "1 0 0 1 40 100 Tm \(hex("\u{5D1}\u{5D0}")) Tj 1 0 0 1 40 85 Tm \(hex("\u{5D3}\u{5D2}")) Tj"
    let labels = "1 0 0 1 55 100 Tm \(hex(".1")) Tj 1 0 0 1 55 85 Tm \(hex(".2")) Tj"
    #expect(
      try text("BT /U 10 Tf \(items) \(labels) ET") == "1. \u{5D0}\u{5D1}\n2. \u{5D2}\u{5D3}")
  }

  /// As WeasyPrint does it.
  @Test func dotsThatLeadOnFromTheRightAreOfTheirLine() throws {
    let dots = stride(from: 120, through: 60, by: -6).map { "1 0 0 1 \($0) 100 Tm (.) Tj " }.joined()
    let content = "1 0 0 1 20 100 Tm (One) Tj \(dots) 1 0 0 1 130 100 Tm (7) Tj"
    #expect(try text("BT /F 10 Tf \(content) ET") == "One ........... 7")
  }

  @Test func bulletsThatAreDrawnAreMarks() throws {
    let disc =
      "20 103 m 20 104 21 105 22 105 c 23 105 24 104 24 103 c 24 102 23 101 22 101 c 21 101 20 102 20 103 c f "
    let layout = try reader("\(disc) 20 80 4 4 re f 20 60 100 4 re f 20 20 100 100 re S 5 5 m 9 9 l S")
      .layout(ofPage: 0) {}
    #expect(
      layout.marks == [
        PageRect(x: 20, y: 101, width: 4, height: 4), PageRect(x: 20, y: 80, width: 4, height: 4),
      ])
    let many = try reader(String(repeating: "1 1 2 2 re f ", count: 3000)).layout(ofPage: 0) {}
    #expect(many.marks.isEmpty)
  }

  @Test func aLargeLetterBelongsToTheLineThatRunsOverIt() throws {
    let lines =
      "1 0 0 1 28 160 Tm (here) Tj 1 0 0 1 50 148 Tm (of two) Tj 1 0 0 1 28 136 Tm (and more) Tj"
    #expect(
      try text("BT /F 30 Tf 1 0 0 1 28 146 Tm (T) Tj /F 10 Tf \(lines) ET") == "There\nof two\nand more")
  }

  /// The letters of the line that runs over a large letter end before that does.
  @Test(arguments: ["(e it is so) Tj", "[(e) -500 (it) -500 (is) -500 (so)] TJ"])
  func wordsAreApartWhereALargeLetterReachesOverThem(_ shown: String) throws {
    let lines =
      "1 0 0 1 28 160 Tm \(shown) 1 0 0 1 60 148 Tm (of two) Tj 1 0 0 1 28 124 Tm (and more) Tj"
    #expect(
      try text("BT /F 50 Tf 1 0 0 1 28 131 Tm (H) Tj /F 10 Tf \(lines) ET")
        == "He it is so\nof two\nand more")
  }

  /// A dash as long as three words, as if these were struck out.
  @Test func wordsAreApartUnderALetterThatIsDrawnOut() throws {
    #expect(
      try text("BT /F 10 Tf 1 0 0 1 28 100 Tm 800 Tz (-) Tj 100 Tz 1 0 0 1 28 100 Tm (a b c) Tj ET")
        == "-a b c")
  }

  /// A space behind a large letter is one of the smaller type, and one before it too.
  @Test func spacesBesideLargeLettersAreThoseOfTheirLine() throws {
    let content = "/F 30 Tf (A) Tj /F 10 Tf [-300 (day) -300] TJ /F 30 Tf (B) Tj /F 10 Tf [-50 (it)] TJ"
    #expect(try text("BT 20 100 Td \(content) ET") == "A day Bit")
  }

  @Test func aLargeLetterBelongsToTheFirstOfItsLines() throws {
    let lines =
      "1 0 0 1 50 160 Tm (he first) Tj 1 0 0 1 50 148 Tm (of two) Tj 1 0 0 1 28 136 Tm (and more) Tj"
    let letter = "/F 30 Tf 1 0 0 1 28 148 Tm (T) Tj"
    for order in ["/F 10 Tf \(lines) \(letter)", "\(letter) /F 10 Tf \(lines)"] {
      #expect(try text("BT \(order) ET") == "The first\nof two\nand more")
    }
    // A letter beside one line is none of these.
    let short = "/F 10 Tf 1 0 0 1 70 160 Tm (he first) Tj 1 0 0 1 28 100 Tm (of two) Tj"
    #expect(try text("BT \(short) /F 30 Tf 1 0 0 1 28 130 Tm (T) Tj ET") == "he first\nof two\nT")
  }

  /// Borders that are filled between two rectangles, as WeasyPrint paints them.
  @Test(arguments: [("f*", true), ("f", false)]) func bordersThatAreFilledAreLines(
    _ operation: String, _ isRuled: Bool
  ) throws {
    var content = ""
    for (row, texts) in [["a", "b"], ["c", "d"], ["e", "f"]].enumerated() {
      for (column, text) in texts.enumerated() {
        let (x, y) = (20 + 62 * column, 150 - 22 * row)
        content +=
          "\(x) \(y) 60 20 re \(x + 1) \(y + 1) 58 18 re \(operation) BT /F 10 Tf \(x + 20) \(y + 6) Td (\(text)) Tj ET "
      }
    }
    let tables = try reader(content).layout(ofPage: 0) {}.tables
    #expect(tables.map(\.isRuled) == (isRuled ? [true] : []))
    #expect(!isRuled || tables[0].cells.map(\.text) == ["a", "b", "c", "d", "e", "f"])
  }

  @Test(arguments: [1, -1]) func aTableOnItsSideIsFound(_ y: Int) throws {
    var content = "BT /F 8 Tf "
    for (row, values) in [
      ["Item", "2024", "2025"], ["One", "1.5", "2.5"], ["Two", "3.5", "4.5"], ["Three", "5", "6"],
    ]
    .enumerated() {
      for (column, value) in values.enumerated() {
        let place = (100 - 20 * y * (2 - row), 100 + y * (60 * column - 80))
        content += "0 \(y) \(-y) 0 \(place.0) \(place.1) Tm (\(value)) Tj "
      }
    }
    let layout = try reader(content + "ET").layout(ofPage: 0) {}
    let cells = try #require(layout.tables.first?.cells)
    #expect(
      cells.map(\.text) == [
        "Item", "2024", "2025", "One", "1.5", "2.5", "Two", "3.5", "4.5", "Three", "5", "6",
      ])
    #expect(
      cells.allSatisfy {
        $0.bounds.height > 0 && PageRect(x: 0, y: 0, width: 200, height: 200).contains($0.bounds.center)
      })
  }

  @Test func thePageTellsHowAMixedLineIsRead() throws {
    let rest = "0 -20 Td \(hex(String(repeating: "\u{5D3}\u{5D2}\u{5D1}\u{5D0}", count: 9))) Tj"
    let line = hex("Abcde \u{5D1}\u{5D0}")
    #expect(try text("BT /U 10 Tf 10 100 Td \(line) Tj \(rest) ET").hasPrefix("\u{5D0}\u{5D1} Abcde\n"))
    let latin = "0 -20 Td /F 5 Tf (\(String(repeating: "word ", count: 10))) Tj"
    #expect(try text("BT /U 10 Tf 10 100 Td \(line) Tj \(latin) ET").hasPrefix("Abcde \u{5D0}\u{5D1}\n"))
  }

  @Test func partsOfALineFromTheRightAreOneLine() throws {
    // As some producers paint them: part after part from the right, each from its left.
    let parts = [(100, "\u{5D1}\u{5D0}"), (83, "12"), (74, "!")]
    let shown = parts.map { "1 0 0 1 \($0) 100 Tm \(hex($1)) Tj" }.joined(separator: " ")
    #expect(try text("BT /U 10 Tf \(shown) ET") == "\u{5D0}\u{5D1} 12 !")
  }

  @Test func lettersThatArePaintedFromTheRightAreOneWord() throws {
    // Each stands before the last one.
    let letters = "שלום".unicodeScalars.map { "\(hex(String($0))) Tj -5 0 Td" }
    #expect(try text("BT /U 10 Tf 100 100 Td \(letters.joined(separator: " ")) ET") == "שלום")
  }

  @Test func aGlyphThatStandsForLettersOfTwoDirectionsIsDivided() throws {
    // The glyph F800 is a whole word, a space and the first letter of the next.
    let text = try reader(
      "BT /U 10 Tf 20 100 Td <F80000610062> Tj ET", characters: ["F800": "שלום h"]
    ).content(ofPage: 0) {}
    #expect(PageText.string(of: text.characters[...]) == "שלום hab")
  }

  /// As fonts have the one of a blessing.
  @Test func wordsOfOneGlyphAreInOrder() throws {
    let text = try reader("BT /U 10 Tf 20 100 Td <F800> Tj ET", characters: ["F800": "صلى الله عليه"])
      .content(ofPage: 0) {}
    #expect(PageText.string(of: text.characters[...]) == "صلى الله عليه")
    // The first letter is the one farthest to the right.
    #expect(text.boxes.first?.z == text.boxes.map(\.z).max())
  }

  @Test(arguments: ["", "/Resources<<>>", "/Resources<</Font<</X 4 0 R>>>>"])
  func formsUseWhatOnlyTheirPageHas(_ resources: String) throws {
    let content = "BT /U 10 Tf 20 100 Td <006100620063> Tj ET"
    let form =
      "<</Type/XObject/Subtype/Form/BBox[0 0 200 200]\(resources)/Length \(content.utf8.count)>>"
      + "\nstream\n\(content)\nendstream"
    let text = try reader("/Fm Do", others: [(31, form)]).content(ofPage: 0) {}
    #expect(PageText.string(of: text.characters[...]) == "abc")
  }

  // MARK: - Styles

  @Test func stylesOfLettersAreTold() throws {
    let font = "<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+Face-BoldItalic/Encoding/WinAnsiEncoding>>"
    let read = try reader(
      "BT /F 10 Tf 20 100 Td (one ) Tj 1 0 0 rg (red ) Tj 3 Tr (none) Tj 0 Tr 0 g 0 -20 Td /B 10 Tf (x) Tj "
        + "5 Ts /B 7 Tf (2) Tj ET",
      others: [(30, font)]
    ).content(ofPage: 0) {}
    let text = PageText(characters: read.characters, boxes: read.boxes, styles: read.styles)
    let spans = text.spans
    #expect(spans.map(\.string) == ["one ", "red ", "none", "x", "2"])
    #expect(spans.map(\.style.color) == [.black, .red, .red, .black, .black])
    #expect(spans.map(\.style.isInvisible) == [false, false, true, false, false])
    #expect(spans.map(\.style.fontSize) == [10, 10, 10, 10, 7])
    #expect(spans.map(\.style.isMonospaced) == [true, true, true, false, false])
    #expect(spans.map(\.style.isBold) == [false, false, false, true, true])
    #expect(spans[3].style.fontName == "Face-BoldItalic" && spans[3].style.isItalic)
    #expect(spans[1].baseline.start == PagePoint(x: 44, y: 100))
    #expect(spans[2].baseline.end == PagePoint(x: 92, y: 100))
    // The index stands higher.
    #expect(spans[4].baseline.start.y == 85)
    #expect(spans[0].bounds.minX == 20 && spans.map(\.range.lowerBound) == [0, 4, 8, 13, 14])
    #expect(text.spans(in: 2..<6).map(\.string) == ["e ", "re"])
  }

  @Test(arguments: [
    ("0.5 g", "808080"), ("0 1 1 0 k", "FF0000"), ("/C cs 0 0 1 sc", "0000FF"), ("/K cs 1 scn", "000000"),
    ("/S cs 1 scn", "none"), ("/Pattern cs /P scn", "none"), ("/S cs 1 scn 1 g", "FFFFFF"),
  ]) func colorsOfLettersAreTold(_ setting: String, _ expected: String) throws {
    let read = try reader("BT /F 10 Tf 20 100 Td \(setting) (a) Tj ET").content(ofPage: 0) {}
    #expect(read.styles.styles.map { $0.color?.hex ?? "none" } == [expected])
  }

  @Test func replacementTextsAreRead() throws {
    let content = "/Span <</ActualText(whole)>> BDC (wh) Tj (X) Tj EMC ( word) Tj"
    #expect(try text("BT /F 10 Tf 20 100 Td \(content) ET") == "whole word")
    // What glyphs of several lines say themselves tells where these end.
    func lines(_ replacement: String) throws -> String {
      let content =
        "/Span <</ActualText(\(replacement))>> BDC (two) Tj 0 -12 Td (li-) Tj 0 -12 Td (nes) Tj EMC"
      return try text("BT /F 10 Tf 20 100 Td \(content) ET")
    }
    #expect(try lines("two lines") == "two\nli-\nnes")
    #expect(try lines("other") == "other")
  }

  /// A dot far below its letter is on a line of its own.
  @Test func aReplacementIsSaidOnceWhereMostOfItsGlyphsAre() throws {
    let content = "(a ) Tj /Span <</ActualText(b/c)>> BDC (bb) Tj 0 -20 Td (.) Tj EMC"
    let read = try reader("BT /F 10 Tf 20 100 Td \(content) ET").content(ofPage: 0) {}
    #expect(PageText.string(of: read.characters[...]) == "a b/c")
    // Its letters cover the dot too.
    let letter = try #require(read.characters.firstIndex(of: "b"))
    #expect(read.boxes[letter].y < 85 && read.boxes[letter].w > 100)
  }

  // MARK: - What is seen

  @Test func hiddenLayersAndWhatLiesOutsideAreNotRead() throws {
    let layers = "/OCProperties<</OCGs[11 0 R 12 0 R]/D<</OFF[11 0 R]>>>>"
    let content = "/OC /L BDC (hidden) Tj EMC 0 -12 Td /OC /S BDC (shown) Tj EMC"
    #expect(try text("BT /F 10 Tf 20 100 Td \(content) ET", catalog: layers) == "shown")
    #expect(
      try text("BT /F 10 Tf 20 100 Td (in) Tj 0 -80 Td (out) Tj ET", entries: "/CropBox[0 50 200 200]")
        == "in"
    )
    // As under a scanned page.
    #expect(try text("BT /F 10 Tf 3 Tr 20 100 Td (scanned) Tj ET") == "scanned")
  }

  @Test func whatStandsBeforeDamageIsRead() throws {
    #expect(try text("BT /F 10 Tf 20 100 Td (before) Tj ET << [ (") == "before")
  }

  @Test func annotationsAreReadAsTheyAppear() throws {
    let form =
      "<</Type/XObject/Subtype/Form/BBox[0 0 60 20]/Resources<</Font<</F 4 0 R>>>>/Length 30>>\nstream\n"
      + "BT /F 8 Tf 2 5 Td (seen) Tj ET \nendstream"
    func stamp(_ entries: String = "") -> String {
      "<</Type/Annot/Subtype/Stamp/Rect[20 20 80 40]/Contents(comment)/AP<</N 15 0 R>>\(entries)>>"
    }
    #expect(try annotationText([stamp()], others: [(15, form)]) == "seen")
    #expect(try annotationText([stamp("/F 2"), stamp("/F 32")], others: [(15, form)]) == "")
    #expect(
      try annotationText([
        "<</Type/Annot/Subtype/FreeText/Rect[20 20 80 40]/Contents(two\\nlines)>>",
        "<</Type/Annot/Subtype/Text/Rect[20 20 80 40]/Contents(comment)>>",
      ]) == "two\nlines")
  }

  @Test func fieldsThatReadersDrawAreReadByTheirValues() throws {
    let form =
      "<</Type/XObject/Subtype/Form/BBox[0 0 60 20]/Resources<</Font<</F 4 0 R>>>>/Length 30>>\nstream\n"
      + "BT /F 8 Tf 2 5 Td (old ) Tj ET \nendstream"
    let fields = [
      "<</Type/Annot/Subtype/Widget/Rect[20 20 80 40]/FT/Tx/T(a)/V(new value)/AP<</N 15 0 R>>>>",
      "<</Type/Annot/Subtype/Widget/Rect[20 60 80 90]/Parent 16 0 R>>",
      "<</Type/Annot/Subtype/Widget/Rect[90 60 99 90]/FT/Tx/Ff 8192/T(secret)/V(password)>>",
    ]
    let list = "<</FT/Ch/T(b)/Opt[(first)[(x)(second)]]/Kids[21 0 R]>>"
    func text(_ needsAppearances: Bool) throws -> String {
      try annotationText(
        fields, catalog: "/AcroForm<</Fields[20 0 R 16 0 R 22 0 R]/NeedAppearances \(needsAppearances)>>",
        others: [(15, form), (16, list)])
    }
    #expect(try text(false) == "old\nfirst\nsecond")
    #expect(try text(true) == "new value\nfirst\nsecond")
  }

  // MARK: - Limits

  @Test func aCheckEndsTheReading() throws {
    struct Stop: Error {}
    let reader = try reader("BT /F 10 Tf " + String(repeating: "(0123456789) Tj\n", count: 20_000) + " ET")
    #expect(throws: Stop.self) { _ = try reader.content(ofPage: 0) { throw Stop() } }
    // It goes on with the next page.
    #expect(try reader.content(ofPage: 0) {}.characters.isEmpty == false)
    #expect(throws: PDFError.self) { _ = try reader.content(ofPage: 1) {} }
  }

  @Test func manyPiecesOnOneLineTakeLinearTime() throws {
    // Each stands before the last one with a gap, so that none joins another.
    let pieces = (0..<20_000).map { "1 0 0 1 \(200 - Double($0) * 0.01) 100 Tm (a) Tj" }
    let text = try reader("BT /F 0.005 Tf \(pieces.joined(separator: "\n")) ET").content(ofPage: 0) {}
    #expect(text.characters.count { $0 == "a" } == 20_000)
  }
}

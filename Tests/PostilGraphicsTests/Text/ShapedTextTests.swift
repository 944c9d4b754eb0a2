@testable import PostilGraphics
import PostilModel
import Testing

@Suite struct ShapedTextTests {
  private func text(_ spans: [StyledSpan], width: Double? = nil) throws -> ShapedText {
    try FontMap.with { try ShapedText(spans, width: width, $0) }
  }

  @Test func eachRunIsOfOneSpan() throws {
    let font = TextFont("DejaVu Sans", size: 10)
    try FontMap.with { fonts in
      let text = try ShapedText(
        [
          StyledSpan("office ", font: font), StyledSpan("ﬁne", font: TextFont("DejaVu Sans", size: 20)),
          StyledSpan("!", font: font),
        ],
        width: nil, fonts)
      #expect(text.lines.count == 1)
      let runs = text.lines[0].runs
      #expect(Set(runs.map(\.span)) == [0, 1, 2])
      for span in 0..<3 {
        let said = runs.filter { $0.span == span }.flatMap(\.pieces).map(\.text).joined()
        #expect(said == ["office ", "ﬁne", "!"][span])
      }
      #expect(runs.filter { $0.span == 1 }.allSatisfy { $0.size == 20 })
    }
  }

  @Test func piecesOfWhatRunsFromTheRightStandFromTheLeft() throws {
    try FontMap.with { fonts in
      let text = try ShapedText([StyledSpan("אבג", font: TextFont("DejaVu Sans"))], width: nil, fonts)
      let pieces = text.lines[0].runs.flatMap(\.pieces)
      #expect(pieces.map(\.text).reversed() == ["א", "ב", "ג"])
      let places = text.lines[0].runs.flatMap(\.glyphs).map(\.x)
      #expect(places == places.sorted())
    }
  }

  @Test func whatWasSetBeforeIsTheSame() throws {
    try FontMap.with { fonts in
      let spans = [StyledSpan("said again and again", font: TextFont("DejaVu Sans", size: 10))]
      func described(_ text: ShapedText) -> String {
        text.lines.map { line in
          "\(line.width) \(line.bottom) \(line.runs.map { "\($0.x) \($0.glyphs) \($0.pieces)" })"
        }
        .joined()
      }
      let first = described(try ShapedText(spans, width: 60, fonts))
      // Enough others for it to be forgotten.
      for number in 0..<1200 {
        _ = try ShapedText([StyledSpan("\(number)", font: TextFont("DejaVu Sans"))], width: nil, fonts)
        if number % 300 == 0 { #expect(described(try ShapedText(spans, width: 60, fonts)) == first) }
      }
      #expect(described(try ShapedText(spans, width: 60, fonts)) == first)
      #expect(described(try ShapedText(spans, width: 40, fonts)) != first)
    }
  }

  @Test func subsetsOfASeriesAreMadeOnce() throws {
    try FontMap.with { fonts in
      let text = try ShapedText([StyledSpan("ab", font: TextFont("DejaVu Sans"))], width: nil, fonts)
      let run = try #require(text.lines.first?.runs.first)
      let glyphs = [0] + run.glyphs.map(\.id)
      let first = try run.program.subset(glyphs)
      #expect(try run.program.subset(glyphs) === first)
      // From some on the font is prepared for them, and they are the same.
      for glyph in 40..<60 { _ = try run.program.subset([0, UInt32(glyph)]) }
      let again = try run.program.subset(glyphs)
      #expect(again !== first && again.bytes.count == first.bytes.count)
    }
  }

  @Test func linesAreBrokenAndJustified() throws {
    try FontMap.with { fonts in
      let words = String(repeating: "word ", count: 40)
      let spans = [StyledSpan(words, font: TextFont("DejaVu Sans"))]
      let text = try ShapedText(spans, width: 200, isJustified: true, fonts)
      #expect(text.lines.count > 3)
      for line in text.lines.dropLast() { #expect(abs(line.width - 200) < 1) }
      #expect(text.lines.map(\.bottom) == text.lines.map(\.bottom).sorted())
    }
  }

  @Test func charactersThatNoFontHasAreNamed() throws {
    let error = #expect(throws: PDFError.self) {
      _ = try text([StyledSpan("a", font: TextFont()), StyledSpan("\u{10FFFD}", font: TextFont())])
    }
    #expect(
      error?.code == .missingGlyphs && error?.message.contains("No installed font has U+10FFFD:") == true)
  }

  @Test func subsetsHaveWhatIsShown() throws {
    try FontMap.with { fonts in
      let text = try ShapedText([StyledSpan("abc", font: TextFont("DejaVu Sans"))], width: nil, fonts)
      let run = try #require(text.lines[0].runs.first)
      let glyphs = run.glyphs.map(\.id)
      let small = try run.program.subset([0] + glyphs).bytes
      #expect(small.count > 200 && small.count < 60_000)
      #expect(run.program.glyph(of: "a") == glyphs[0])
      #expect(run.program.advance(of: glyphs[0]) > 100)
      try run.program.requireEmbeddable()
    }
  }

  @Test(arguments: ["one two three four\nfive", "אחת שתיים שלוש ארבע\nחמש"])
  func spacesAtTheEndsOfLinesAreGlyphs(_ string: String) throws {
    try FontMap.with { fonts in
      let text = try ShapedText(
        [StyledSpan(string, font: TextFont("DejaVu Sans", size: 12))], width: 60, fonts)
      #expect(text.lines.count > 1)
      let isReversed = string.unicodeScalars.first?.value ?? 0 > 0x500
      // As it is read: pieces without a glyph say nothing.
      let said = text.lines.flatMap { line in
        let pieces = line.runs.flatMap { run in
          run.pieces.filter { !run.glyphs[$0.glyphs].isEmpty }.map(\.text)
        }
        return isReversed ? pieces.reversed() : pieces
      }
      #expect(said.joined() == String(string.map { $0.isNewline ? " " : $0 }))
      for run in text.lines.flatMap(\.runs) {
        #expect(run.glyphs.map(\.x) == run.glyphs.map(\.x).sorted())
        #expect(run.x + run.width <= 60.1)
      }
    }
  }

  @Test func onlySoftHyphensAreShown() throws {
    try FontMap.with { fonts in
      func glyphs(_ string: String, _ width: Double) throws -> [[UInt32]] {
        try ShapedText([StyledSpan(string, font: TextFont("DejaVu Sans", size: 12))], width: width, fonts)
          .lines
          .map { $0.runs.flatMap { $0.glyphs.map(\.id) } }
      }
      let hyphens = Set(try ["-", "\u{2010}"].map { try glyphs($0, 100)[0][0] })
      let word = try glyphs("averyveryverylongword", 60)
      #expect(word.count > 2 && word.allSatisfy { !hyphens.contains($0.last ?? 0) })
      let soft = try glyphs("Silben\u{AD}trennung", 70)
      #expect(soft.count >= 2 && hyphens.contains(soft[0].last ?? 0))
    }
  }

  @Test func picturesTakeRoomAmongLetters() throws {
    try FontMap.with { fonts in
      let font = TextFont("DejaVu Sans", size: 12)
      let text = try ShapedText(
        [
          StyledSpan("a", font: font),
          StyledSpan("\u{FFFC}", font: font, picture: PageSize(width: 50, height: 40)),
          StyledSpan("b", font: font),
        ], width: 300, fonts)
      let line = try #require(text.lines.first)
      #expect(text.lines.count == 1 && line.runs.map(\.span) == [0, 1, 2] && line.runs[1].glyphs.isEmpty)
      #expect(abs(line.runs[2].x - line.runs[1].x - 50) < 0.1 && line.baseline >= 40 && line.baseline < 50)
    }
  }
}

import PostilGraphics
import PostilModel
import Testing

/// The fonts are those that `make deps` installs.
@Suite struct TextMeasurementTests {
  private static func text(_ string: String, size: Double = 12) -> Appearance.Text {
    Appearance.Text(string, font: TextFont("DejaVu Sans", size: size))
  }

  /// One string in each script, which `make deps` installs fonts for.
  static let scripts: [(script: String, text: String)] = [
    ("Latin", "Quick brown fox"), ("Cyrillic", "Съешь ещё этих"), ("Greek", "Ξεσκεπάζω τὴν"),
    ("Hebrew", "שלום עולם"), ("Arabic", "مرحبا بالعالم"), ("Devanagari", "नमस्ते दुनिया"),
    ("CJK", "你好世界 日本語"),
  ]

  @Test(arguments: scripts) func everyScriptIsSet(script: String, text: String) throws {
    let size = try Self.text(text).measured()
    #expect(size.lineCount == 1 && size.width > 50 && size.height > 10)
    #expect(size.family == "DejaVu Sans")
  }

  @Test func linesAreBrokenAtTheWidth() throws {
    let text = Self.text("one two three four five six seven eight nine ten")
    let (one, narrow) = (try text.measured(), try text.measured(in: 80))
    #expect(one.lineCount == 1 && narrow.lineCount > 3 && narrow.width == 80)
    #expect(abs(narrow.height - one.height * Double(narrow.lineCount)) < 0.01)
    // A word that is wider than the line is broken too.
    #expect(try Self.text("Donaudampfschiff").measured(in: 30).lineCount > 2)
    #expect(try Self.text("a\nb\n\nc").measured().lineCount == 4)
  }

  @Test func sizesGrowWithTheFont() throws {
    let (small, large) = (try Self.text("Text").measured(), try Self.text("Text", size: 48).measured())
    // Pango rounds to 1/1,024 of a point.
    #expect(abs(large.width - small.width * 4) < 0.05 && abs(large.height - small.height * 4) < 0.05)
    var wide = Self.text("a\nb\nc")
    wide.lineSpacing = 2
    #expect(try wide.measured().height > Self.text("a\nb\nc").measured().height * 1.5)
  }

  @Test func anEmptyTextHasTheHeightOfALine() throws {
    let size = try Self.text("").measured(in: 100)
    #expect(size.lineCount == 1 && size.height > 10)
  }

  @Test func charactersThatNoFontHasAreNamed() throws {
    // A private character.
    let error = #expect(throws: PDFError.self) { try Self.text("a\u{F1234}b").measured() }
    #expect(error?.code == .missingGlyphs)
    #expect(error?.message.contains("U+F1234") == true)
  }

  @Test(arguments: [
    Appearance.Text("a\0b"), Appearance.Text("bell\u{7}"), Appearance.Text("\u{9B}31m"),
    Appearance.Text("a\rb"),
    Appearance.Text(String(repeating: "x", count: Appearance.Text.longest + 1)),
    Appearance.Text("a", font: TextFont(size: .nan)), Appearance.Text("a", font: TextFont(size: -1)),
    Appearance.Text("a", font: TextFont(size: .infinity)), Appearance.Text("a", font: TextFont("")),
    Appearance.Text("a", font: TextFont("x\u{0}")),
    Appearance.Text("a", font: TextFont(String(repeating: "x", count: 201))),
    Appearance.Text("a", lineSpacing: .nan), Appearance.Text("a", lineSpacing: 0),
  ]) func whatCannotBeSetIsAnError(text: Appearance.Text) {
    let error = #expect(throws: PDFError.self) { try text.measured() }
    #expect(error?.code == .invalidArgument)
  }

  @Test(arguments: [Double.nan, -5, 0, .infinity, 1e300]) func anyWidthIsTaken(width: Double) throws {
    let size = try Self.text("some words").measured(in: width)
    #expect(size.height.isFinite && size.width.isFinite && size.lineCount >= 1)
  }

  @Test func theLongestTextIsSet() throws {
    let text = Self.text(String(repeating: "word ", count: Appearance.Text.longest / 5))
    #expect(try text.measured(in: 300).lineCount > 500)
    // Marks without end on one letter, and marks of direction alone.
    _ = try Self.text("e" + String(repeating: "\u{301}", count: 5_000)).measured(in: 100)
    _ = try Self.text(String(repeating: "\u{202E}\u{2066}", count: 5_000)).measured(in: 100)
  }

  @Test func manyTasksMeasureAtOnce() async throws {
    let expected = try Self.scripts.map { try Self.text($0.text).measured(in: 60) }
    try await withThrowingTaskGroup(of: [TextMeasurement].self) { group in
      for _ in 0..<16 {
        group.addTask { try Self.scripts.map { try Self.text($0.text).measured(in: 60) } }
      }
      for try await one in group { #expect(one == expected) }
    }
  }
}

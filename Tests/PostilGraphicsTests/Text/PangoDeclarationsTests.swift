import Foundation
import PostilTestSupport
import Testing

/// The functions of pango that `PostilPangoBridge` declares, against those of pango's own headers.
@Suite struct PangoDeclarationsTests {
  private static func comparison(_ header: String) -> String {
    """
    #define POSTIL_COMPARES_PANGO
    #include <pango/pangocairo.h>
    #include <pango/pangofc-fontmap.h>
    #include "\(header)"
    _Static_assert(sizeof(PangoRectangle) == 4 * sizeof(int), "PangoRectangle");
    _Static_assert(sizeof(PangoGlyphInfo) == 20 && offsetof(PangoGlyphInfo, geometry) == 4, "PangoGlyphInfo");
    _Static_assert(offsetof(PangoGlyphString, glyphs) == 8, "PangoGlyphString");
    _Static_assert(offsetof(PangoItem, analysis.font) == 32 && offsetof(PangoItem, analysis.level) == 40, "PangoItem");
    _Static_assert(offsetof(PangoGlyphItem, glyphs) == 8, "PangoGlyphItem");
    _Static_assert(sizeof(PangoGlyphItemIter) == 40 && offsetof(PangoGlyphItemIter, end_index) == 32, "PangoGlyphItemIter");
    _Static_assert(offsetof(PangoAttribute, start_index) == 8 && offsetof(PangoAttribute, end_index) == 12, "PangoAttribute");
    _Static_assert(PANGO_GLYPH_EMPTY == 0x0FFFFFFF, "empty glyphs");
    _Static_assert(PANGO_SCALE == 1024, "units");
    _Static_assert(PANGO_WEIGHT_NORMAL == 400 && PANGO_WEIGHT_BOLD == 700, "weights");
    _Static_assert(PANGO_STYLE_NORMAL == 0 && PANGO_STYLE_ITALIC == 2, "styles");
    _Static_assert(PANGO_WRAP_WORD_CHAR == 2, "wrapping");
    _Static_assert(PANGO_DIRECTION_RTL == 1, "directions");
    _Static_assert(PANGO_ALIGN_RIGHT == 2, "alignments");
    """
  }

  @Test func theyAgree() throws {
    let folder = try TemporaryFolder()
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let header = package.appendingPathComponent("Sources/PostilPangoBridge/pango.h").path
    let source = try folder.file("comparison.c", Data(Self.comparison(header).utf8))
    let command =
      "clang -std=c11 -fsyntax-only -Werror $(pkg-config --cflags pangocairo pangofc) '\(source.path)'"
    let result = try Tool.run("/bin/sh", ["-c", command])
    #expect(result.status == 0, "\(result.output)")
  }
}

import Foundation
import PostilTestSupport
import Testing

/// The functions of librsvg that `PostilSVGBridge` declares, against those of its own headers.
@Suite struct SVGDeclarationsTests {
  @Test func theyAgree() throws {
    let folder = try TemporaryFolder()
    let package = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent()
    }
    let header = package.appendingPathComponent("Sources/PostilSVGBridge/rsvg.h").path
    let text = """
      #define POSTIL_COMPARES_RSVG
      #include <stddef.h>
      #include <librsvg/rsvg.h>
      #include "\(header)"
      _Static_assert(sizeof(RsvgRectangle) == 4 * sizeof(double) && offsetof(RsvgRectangle, width) == 16, "RsvgRectangle");
      _Static_assert(sizeof(RsvgLength) == 16 && offsetof(RsvgLength, length) == 0, "RsvgLength");
      _Static_assert(offsetof(GError, message) == 8, "GError");
      """
    let source = try folder.file("comparison.c", Data(text.utf8))
    let command = "clang -std=c11 -fsyntax-only -Werror $(pkg-config --cflags librsvg-2.0) '\(source.path)'"
    let result = try Tool.run("/bin/sh", ["-c", command])
    #expect(result.status == 0, "\(result.output)")
  }
}

import Testing

@testable import PostilRender

@Suite struct SVGCheckTests {
  private static let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  private static let root =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"9pt\">\n"

  private func accepts(_ content: String) -> Bool {
    SVGCheck.accepts(Array((Self.head + Self.root + content + "</svg>\n").utf8))
  }

  @Test(arguments: [
    "", "<g id=\"a\">\n<path style=\"fill:url(#x);stroke:none;\" d=\"M 0 0 L 9 9 Z\"/>\n</g>\n",
    "<use xlink:href=\"#glyph0-1\" x=\"1\"  y=\"2\"/>\n",
    "<image width=\"1\" xlink:href=\"data:image/png;base64,AAAA\"/>\n",
    "<clipPath id=\"c\">\n<path d=\"M 0 0\"/>\n</clipPath>\n",
  ])
  func whatCairoWritesIsAccepted(content: String) { #expect(accepts(content)) }

  @Test(arguments: [
    "<script>alert(1)</script>", "<g onload=\"x()\"/>", "<g OnLoad=\"x()\"/>",
    "<use xlink:href=\"http://example.org/a.svg#a\"/>",
    "<use href=\"javascript:x()\"/>", "<image href=\"data:image/svg+xml;base64,AAAA\"/>",
    "<path style=\"fill:url(http://example.org)\"/>",
    "<path style=\"fill:url( #a)\"/>", "<style>@import 'x'</style>", "<g style=\"@import x\"/>",
    "<g style=\"u\\72l(x)\"/>",
    "<foreignObject/>", "<a href=\"#x\"/>", "<g>text</g>", "<!-- x -->", "<!DOCTYPE svg>",
    "<?xml-stylesheet href=\"x\"?>",
    "<g id=\"&#106;\"/>", "<g id='x'/>", "<g id=\"x\" ", "<g>", "</svg><svg>",
    "<g xmlns=\"http://www.w3.org/1999/xhtml\"/>",
    "<set attributeName=\"x\"/>", "<animate/>", "<", "\u{0}",
  ])
  func whatElseThereCouldBeIsNot(content: String) { #expect(!accepts(content)) }

  @Test func filesThatAreNoneAreNotAccepted() {
    for text in [
      "", Self.head, "<svg/>", Self.head + "<g/>", Self.head + "</svg>",
      Self.head + Self.root + "</svg><svg/>",
    ] {
      #expect(!SVGCheck.accepts(Array(text.utf8)), "\(text)")
    }
    #expect(SVGCheck.accepts(Array((Self.head + "<svg xmlns=\"http://www.w3.org/2000/svg\"/>").utf8)))
  }
}

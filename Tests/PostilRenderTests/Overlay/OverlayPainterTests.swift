import CPostilCairo
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilRender
import PostilTools

@Suite struct OverlayPainterTests {
  private static let page = PageTransform(cropBox: PageRect(x: 0, y: 0, width: 100, height: 200), scale: 2.5)

  private static func annotations(_ count: Int) -> [Annotation] {
    var random = SeededGenerator(seed: 5)
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    func point() -> PagePoint { PagePoint(x: number(-10...110), y: number(-10...210)) }
    return (0..<count).map { index in
      let style = AnnotationStyle(
        color: Color(red: number(0...1), green: 0.5, blue: 0), fill: index % 2 == 0 ? .blue : nil,
        lineWidth: [0.1, 0.4, 3, 20][index % 4], opacity: index % 3 == 0 ? 0.5 : 1,
        dash: index % 5 == 0 ? [4, 2] : [])
      switch index % 4 {
      case 0: return Annotation(.rectangle(PageRect(corner: point(), corner: point())), style: style)
      case 1: return Annotation(.line(from: point(), to: point(), end: .closedArrow), style: style)
      case 2: return Annotation(.ellipse(PageRect(corner: point(), corner: point())), style: style)
      default:
        let points = (0..<9).map { _ in point() }
        return Annotation(
          .ink([InkStroke(points: points, curve: index % 8 < 4 ? .smooth : .straight)]), style: style)
      }
    }
  }

  private static func buffer(_ width: Int, _ height: Int) throws -> PixelBuffer {
    let buffer = try PixelBuffer(ImageSize(width: Double(width), height: Double(height), scale: 1))
    buffer.bytes.initializeMemory(as: UInt8.self, repeating: 0xFF)
    return buffer
  }

  private static func withContext(_ buffer: PixelBuffer, _ body: (OpaquePointer) throws -> Void) throws {
    let surface = try #require(buffer.makeSurface())
    defer { cairo_surface_destroy(surface) }
    let context = try #require(cairo_create(surface))
    defer { cairo_destroy(context) }
    try body(context)
  }

  /// Not to the last bit: cairo cuts polygons at the edges of its surface, and an edge that was cut may
  /// count in one of the 15 rows of samples of a pixel more or less, which is 17 of 255.
  @Test func tilesMakeTheWhole() throws {
    let painter = OverlayPainter(transform: Self.page)
    let pictures = Self.annotations(40).compactMap(PreparedAppearance.init)
    let whole = try Self.buffer(250, 500)
    try painter.paint(pictures, into: whole)
    var count = 0
    for y in stride(from: 0, to: 500, by: 100) {
      for x in stride(from: 0, to: 250, by: 50) {
        let tile = try Self.buffer(50, 100)
        try painter.paint(pictures, into: tile, x: x, y: y)
        for (index, byte) in tile.bytes.enumerated() {
          let other = whole.bytes[(y + index / 200) * 1000 + x * 4 + index % 200]
          if byte != other { count += 1 }
          #expect(abs(Int(byte) - Int(other)) <= 17)
        }
      }
    }
    #expect(count < whole.bytes.count / 200)
  }

  @Test func theContextIsLeftAsItWasFound() throws {
    try Self.withContext(Self.buffer(250, 500)) { context in
      cairo_translate(context, 3, 4)
      cairo_set_source_rgb(context, 1, 0, 0)
      cairo_set_line_width(context, 7)
      cairo_set_operator(context, CAIRO_OPERATOR_MULTIPLY)
      cairo_set_fill_rule(context, CAIRO_FILL_RULE_EVEN_ODD)
      cairo_set_dash(context, [1, 2, 3], 3, 0.5)
      cairo_rectangle(context, 10, 20, 30, 40)
      let source = cairo_get_source(context)
      OverlayPainter(transform: Self.page).paint(Self.annotations(8), into: context)

      var matrix = cairo_matrix_t()
      cairo_get_matrix(context, &matrix)
      #expect(matrix.xx == 1 && matrix.x0 == 3 && matrix.y0 == 4)
      #expect(cairo_get_source(context) == source && cairo_get_line_width(context) == 7)
      #expect(cairo_get_operator(context) == CAIRO_OPERATOR_MULTIPLY)
      #expect(cairo_get_fill_rule(context) == CAIRO_FILL_RULE_EVEN_ODD && cairo_get_dash_count(context) == 3)
      var box = (0.0, 0.0, 0.0, 0.0)
      cairo_path_extents(context, &box.0, &box.1, &box.2, &box.3)
      #expect(box == (10, 20, 40, 60))
      cairo_clip_extents(context, &box.0, &box.1, &box.2, &box.3)
      #expect(box == (-3, -4, 247, 496))
      #expect(cairo_status(context) == CAIRO_STATUS_SUCCESS)
    }
  }

  @Test func theClipIsHeeded() throws {
    let buffer = try Self.buffer(250, 500)
    try Self.withContext(buffer) { context in
      cairo_rectangle(context, 100, 100, 20, 10)
      cairo_clip(context)
      let all = Annotation(
        .rectangle(PageRect(x: 0, y: 0, width: 100, height: 200)),
        style: AnnotationStyle(fill: .red, lineWidth: 9, opacity: 0.5))
      OverlayPainter(transform: Self.page).paint([all], into: context)
    }
    #expect(PageImage(buffer).box(of: 0xFFFF_7F7F) == [100, 100, 120, 110])
    #expect(PageImage(buffer).pixel(99, 100) == 0xFFFF_FFFF)
  }

  @Test(arguments: [0, -1, .nan, .infinity, 1e-300, 1e300]) func uselessTransformsPaintNothing(scale: Double)
    throws
  {
    let boxes = [Self.page.cropBox, PageRect(x: .nan, y: 0, width: 1, height: 1), PageRect.zero]
    for box in boxes {
      let buffer = try Self.buffer(20, 20)
      try Self.withContext(buffer) { context in
        OverlayPainter(transform: PageTransform(cropBox: box, scale: scale))
          .paint(Self.annotations(8), into: context)
        #expect(cairo_status(context) == CAIRO_STATUS_SUCCESS)
      }
    }
  }

  /// A tool of somebody else's may give anything.
  @Test func uselessPicturesDoNoHarm() throws {
    let line = PagePath([.move(PagePoint(x: 10, y: 10)), .line(PagePoint(x: 90, y: 90))])
    let bad = PagePath([.move(.zero), .line(PagePoint(x: .nan, y: .infinity))])
    let pens: [Appearance.Pen] = [
      .init(color: .red, width: .nan), .init(color: .red, width: -1), .init(color: .red, width: .infinity),
      .init(color: .red, width: 1, dash: [0, 0]), .init(color: .red, width: 1, dash: [-1, .nan]),
      .init(color: .red, width: 1, dash: [1e-9]),
    ]
    try Self.withContext(Self.buffer(250, 500)) { context in
      let painter = OverlayPainter(transform: Self.page)
      for pen in pens {
        for path in [
          line, bad, PagePath(), PagePath([.close]), PagePath([.line(.zero), .close, .line(.zero)]),
        ] {
          for opacity in [1, 0.5, 0, .nan] {
            let item = Appearance.Item(path: path, fill: .blue, pen: pen)
            painter.paint(Appearance(items: [item], opacity: opacity), into: context)
          }
        }
      }
      #expect(cairo_status(context) == CAIRO_STATUS_SUCCESS)
      cairo_set_dash(context, [-1], 1, 0)
      painter.paint(Self.annotations(8), into: context)
      #expect(cairo_status(context) == CAIRO_STATUS_INVALID_DASH)
    }
  }

  @Test func partsOfAStrokeHaveNoBoxAndAreSeen() throws {
    var tool = FreehandTool(style: AnnotationStyle(lineWidth: 4))
    tool.begin(at: PagePoint(x: 10, y: 100))
    for x in 2..<9 { tool.move(to: PagePoint(x: Double(x * 10), y: 100)) }
    let buffer = try Self.buffer(250, 500)
    try OverlayPainter(transform: Self.page).paint(tool.drawTail(from: 3), into: buffer)
    #expect(PageImage(buffer).pixel(150, 250) == 0xFF00_0000)
    #expect(PageImage(buffer).pixel(40, 250) == 0xFFFF_FFFF)
  }
}

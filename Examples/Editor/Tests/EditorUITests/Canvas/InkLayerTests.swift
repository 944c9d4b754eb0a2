import CGTK
import EditorTestSupport
import PostilViewer
import XCTest

@testable import EditorUI
@testable import GTKKit

@preconcurrency @MainActor
final class InkLayerTests: GTKTestCase {
  private let transform = PageTransform(
    cropBox: PageRect(x: 0, y: 0, width: 300, height: 200), rotation: .none, scale: 1.5)
  private let area = Rect(width: 450, height: 300)

  /// A curly stroke of many points.
  private func spiral(_ count: Int) -> [PagePoint] {
    (0..<count).map { index in
      let angle = Double(index) / 9
      let radius = 10 + Double(index) / 8
      return PagePoint(x: 150 + radius * cos(angle), y: 100 + radius * sin(angle) * 0.7)
    }
  }

  private func draw(_ points: [PagePoint], _ style: AnnotationStyle) -> (tool: FreehandTool, layer: InkLayer)
  {
    var tool = FreehandTool(style: style)
    let layer = InkLayer(transform)
    for (index, point) in points.enumerated() {
      if index == 0 { tool.begin(at: point) } else { tool.move(to: point) }
      layer.update(tool, transform)
    }
    return (tool, layer)
  }

  /// The pixels of the layer, and of the same painted at once by the painter of what is saved.
  private func pixels(_ tool: some DrawingTool, _ layer: InkLayer) throws -> (live: [UInt32], saved: [UInt32])
  {
    let live = try XCTUnwrap(RenderNode { layer.paint(on: $0) }?.picture(of: area)).pixels
    let painter = OverlayPainter(transform: transform)
    let node = RenderNode(bounds: area) { painter.paint(tool.draw(), into: $0) }
    return (live, try XCTUnwrap(node.picture(of: area)).pixels)
  }

  private func differences(_ a: [UInt32], _ b: [UInt32]) -> (count: Int, worst: Int, painted: Int) {
    var (count, worst) = (0, 0)
    for (a, b) in zip(a, b) where a != b {
      count += 1
      for shift in stride(from: 0, through: 24, by: 8) {
        worst = max(worst, abs(Int(a >> UInt32(shift) & 255) - Int(b >> UInt32(shift) & 255)))
      }
    }
    return (count, worst, b.count { $0 != 0 })
  }

  func testChunksLookLikeTheWholeStroke() throws {
    let (tool, layer) = draw(spiral(500), AnnotationStyle(color: .red, lineWidth: 4))
    let (live, saved) = try pixels(tool, layer)
    let result = differences(live, saved)
    XCTAssertGreaterThan(result.painted, 5000)
    // Where chunks meet or come close to each other, their edges were smoothed one by one.
    XCTAssertLessThan(result.count, result.painted / 20, "\(result)")
    XCTAssertLessThan(result.worst, 64, "\(result)")
  }

  func testTranslucentChunksHaveNoSeams() throws {
    let style = AnnotationStyle(color: .red, lineWidth: 12, opacity: 0.5)
    let (tool, layer) = draw(spiral(300), style)
    let (live, saved) = try pixels(tool, layer)
    let result = differences(live, saved)
    XCTAssertLessThan(result.count, result.painted / 50, "\(result)")
    // Where chunks were laid over each other one by one, alpha would be 191.
    XCTAssertLessThanOrEqual(live.map { $0 >> 24 }.max() ?? 0, 129)
  }

  func testShapesAreTheVeryPixels() throws {
    var tool = EllipseTool(style: AnnotationStyle(color: .red, lineWidth: 3, opacity: 0.7))
    tool.begin(at: PagePoint(x: 30, y: 30))
    tool.move(to: PagePoint(x: 220, y: 150))
    let layer = InkLayer(transform)
    layer.update(tool, transform)
    let (live, saved) = try pixels(tool, layer)
    XCTAssertEqual(live, saved)
    XCTAssertTrue(saved.contains { $0 != 0 })
  }

  func testAPointCostsTheSameHoweverLongTheStrokeIs() {
    let (_, layer) = draw(spiral(500), AnnotationStyle(lineWidth: 4))
    XCTAssertEqual(layer.nodeCount, 500 / InkLayer.chunk + 1)
  }

  func testWhatDidNotChangeIsNotPaintedAnew() {
    let (tool, layer) = draw(spiral(50), AnnotationStyle(lineWidth: 4))
    let tail = layer.tail
    layer.update(tool, transform)
    XCTAssertTrue(layer.tail === tail)
    let shapes = InkLayer(transform)
    var ellipse = EllipseTool()
    ellipse.begin(at: PagePoint(x: 30, y: 30))
    ellipse.move(to: PagePoint(x: 60, y: 50))
    shapes.update(ellipse, transform)
    let shape = shapes.tail
    shapes.update(ellipse, transform)
    XCTAssertTrue(shapes.tail === shape)
    ellipse.move(to: PagePoint(x: 61, y: 50))
    shapes.update(ellipse, transform)
    XCTAssertFalse(shapes.tail === shape)
  }

  func testAnotherStrokeTakesThePlaceOfTheFirst() throws {
    var (tool, layer) = draw(spiral(100), AnnotationStyle(lineWidth: 4))
    _ = tool.finish()
    for point in spiral(60).reversed() {
      if tool.isDrawing { tool.move(to: point) } else { tool.begin(at: point) }
    }
    layer.update(tool, transform)
    let (live, saved) = try pixels(tool, layer)
    XCTAssertLessThan(differences(live, saved).worst, 64)
  }

  func testAnotherScaleIsPaintedAnew() throws {
    let (tool, layer) = draw(spiral(100), AnnotationStyle(lineWidth: 4))
    let half = PageTransform(cropBox: transform.cropBox, rotation: .none, scale: 0.75)
    layer.update(tool, half)
    let node = try XCTUnwrap(RenderNode { layer.paint(on: $0) })
    XCTAssertLessThan(node.bounds.width, 150)
  }

  func testTheTailGoesOnToWhereThePenWillBe() throws {
    var tool = FreehandTool(style: AnnotationStyle(lineWidth: 4))
    let layer = InkLayer(transform)
    for step in 0..<60 {
      let sample = PenSample(PagePoint(x: 20 + Double(step) * 3, y: 100), time: Double(step) * 0.005)
      if step == 0 { tool.begin(at: sample) } else { tool.move(to: sample) }
      layer.update(tool, transform, ahead: 0.016)
    }
    XCTAssertTrue(layer.isAhead)
    @MainActor func end() throws -> Double { try XCTUnwrap(RenderNode { layer.paint(on: $0) }?.bounds.maxX) }
    let ahead = try end()
    layer.update(tool, transform, ahead: 0.02)
    XCTAssertEqual(try end(), ahead, "what did not go on is not painted anew")
    layer.update(tool, transform)
    XCTAssertFalse(layer.isAhead)
    XCTAssertLessThan(try end(), ahead - 5)
    let (live, saved) = try pixels(tool, layer)
    XCTAssertLessThan(differences(live, saved).worst, 64)
  }

  func testTheEndOfAStraightLineMoves() throws {
    var tool = FreehandTool(style: AnnotationStyle(lineWidth: 4))
    let layer = InkLayer(transform)
    tool.begin(at: PagePoint(x: 20, y: 20))
    tool.isConstrained = true
    for x in [60.0, 120, 200] {
      tool.move(to: PagePoint(x: x, y: 20))
      layer.update(tool, transform)
    }
    let (live, saved) = try pixels(tool, layer)
    XCTAssertEqual(live, saved)
  }

  func testAShapeTakesThePlaceOfTheInk() throws {
    var tool = FreehandTool(style: AnnotationStyle(color: .red, lineWidth: 3))
    tool.recognizer = ShapeRecognizer()
    let layer = InkLayer(transform)
    for step in 0..<80 {
      let point = PagePoint(x: 20 + Double(step) * 2, y: 30 + Double(step % 2) * 0.4)
      if step == 0 { tool.begin(at: point) } else { tool.move(to: point) }
      layer.update(tool, transform)
    }
    XCTAssertNotNil(tool.hold())
    layer.update(tool, transform)
    var (live, saved) = try pixels(tool, layer)
    XCTAssertEqual(live, saved)
    tool.move(to: PagePoint(x: 150, y: 160))
    layer.update(tool, transform)
    (live, saved) = try pixels(tool, layer)
    XCTAssertEqual(live, saved)
  }
}

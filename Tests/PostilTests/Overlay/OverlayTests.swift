import Foundation
import Postil
import PostilTestSupport
import PostilTools
import Testing

/// Holds the two painters of appearances against each other: what poppler shows of a saved document, and
/// what is painted on screen over the page without its annotations.
///
/// All are compared for identical pixels, without tolerance: cairo is given the same calls either way.
@Suite struct OverlayTests {
  /// Each sample is on one of the sheets.
  @Test(arguments: OverlaySheet.all.indices) func whatIsPaintedIsWhatIsSaved(index: Int) async throws {
    let rendering = OverlaySheet.all[index]
    for sample in stride(from: index, to: OverlaySamples.all.count, by: OverlaySheet.all.count) {
      let annotation = OverlaySamples.all[sample]
      let difference = OverlayComparison(
        try await rendering.rendered([annotation]), try await rendering.painted([annotation]))
      #expect(difference == .identical, "\(rendering.testDescription): \(annotation)")
    }
  }

  /// A comparison that could not fail would be worth nothing.
  @Test func aQuarterOfAPixelIsSeen() async throws {
    let rendering = OverlaySheet()
    for annotation in OverlaySamples.all
    where annotation.style.lineWidth == 2.5 && annotation.style.opacity == 1 {
      let moved = annotation.offset(dx: 0.25, dy: 0.25)
      let difference = OverlayComparison(
        try await rendering.rendered([annotation]), try await rendering.painted([moved]))
      #expect(difference.count > 0, "\(annotation)")
    }
  }

  @Test(arguments: [0, 90, 180, 270]) func manyLieOverEachOther(rotation: Int) async throws {
    let rendering = OverlaySheet(rotation: rotation, scale: 1.37)
    let annotations = OverlaySamples.all.filter { $0.style.opacity < 1 || $0.style.lineWidth < 5 }
    #expect(
      try await OverlayComparison(rendering.rendered(annotations), rendering.painted(annotations))
        == .identical)
  }

  /// Places that come from a view's pixels are a last digit beside the pixels' edges, now on this side,
  /// now on that.
  @Test(arguments: OverlaySheet.all.indices) func hairlinesFallIntoTheSamePixels(index: Int) async throws {
    let rendering = OverlaySheet.all[index]
    let transform = try rendering.document().page(at: 0).transform(scale: rendering.scale)
    func point(_ x: Double, _ y: Double) -> PagePoint { transform.pagePoint(ViewPoint(x: x, y: y)) }
    let style = AnnotationStyle(lineWidth: 0.9 / rendering.scale)
    let lines = (1..<20).flatMap { step in
      let place = Double(step) * 3.5
      return [
        Annotation(.line(from: point(place, 5), to: point(place, 60)), style: style),
        Annotation(.line(from: point(5, place + 0.1), to: point(60, place + 0.1)), style: style),
        Annotation(.rectangle(PageRect(corner: point(place, place), corner: point(74, 70))), style: style),
      ]
    }
    #expect(try await OverlayComparison(rendering.rendered(lines), rendering.painted(lines)) == .identical)
  }

  @Test(arguments: [0, 90, 180, 270]) func flagsAreHeeded(rotation: Int) async throws {
    let rendering = OverlaySheet(rotation: rotation, scale: 1.37)
    let flags: [AnnotationFlags] = [
      .print, .hidden, .noView, .invisible, .noZoom, .noRotate, [.noRotate, .noView], .toggleNoView, .locked,
    ]
    let plain = try await rendering.rendered()
    for flag in flags {
      for shape in [2, 6, 10].map({ OverlaySamples.shapes[$0] }) {
        let style = AnnotationStyle(color: .red, fill: .blue, lineWidth: 0.6, opacity: 0.5)
        let annotation = Annotation(shape, style: style, flags: flag)
        let painted = try await rendering.painted([annotation])
        #expect(try await OverlayComparison(rendering.rendered([annotation]), painted) == .identical)
        let isHidden = !flag.isDisjoint(with: [.hidden, .noView])
        // What stays upright may be turned off the page.
        if isHidden || !flag.contains(.noRotate) {
          #expect((OverlayComparison(plain, painted) == .identical) == isHidden)
        }
      }
    }
  }

  @Test func otherKindsAreNotPainted() async throws {
    let note = Annotation(
      .unsupported(subtype: "Text", bounds: PageRect(x: 20, y: 20, width: 50, height: 50)))
    #expect(
      try await OverlayComparison(OverlaySheet().rendered(), OverlaySheet().painted([note])) == .identical)
  }

  @Test(arguments: [0.5, 1.37, 4]) func aDrawingInProgressLooksAsItWillWhenItIsSaved(scale: Double)
    async throws
  {
    let rendering = OverlaySheet(cropBox: [3.3, 4.4, 190, 150], rotation: 90, scale: scale)
    for style in Set(OverlaySamples.all.map(\.style))
    where [0.5, 2.5, 40].contains(style.lineWidth) && style.dash == [] {
      try await expectSame(LineTool(style: style, end: .openArrow), on: rendering)
      try await expectSame(RectangleTool(style: style), on: rendering)
      try await expectSame(EllipseTool(style: style), on: rendering)
      try await expectSame(FreehandTool(style: style), on: rendering)
    }
  }

  private func expectSame(_ tool: some DrawingTool, on rendering: OverlaySheet) async throws {
    var tool = tool
    tool.begin(at: PagePoint(x: 40.123, y: 50.7))
    for point in OverlaySamples.walk(6, step: 40) { tool.move(to: point) }
    let drawing = tool
    let annotations = tool.finish().compactMap {
      $0.annotation
    }
    #expect(annotations.count == 1)
    #expect(
      try await OverlayComparison(rendering.rendered(annotations), rendering.painted(tool: drawing))
        == .identical)
    #expect(try await OverlayComparison(rendering.rendered(), rendering.painted(tool: tool)) == .identical)
  }
}

import BenchSupport
import CPostilCairo
import Foundation
import Postil
import PostilTools
import PostilViewer

/// Ink like paper, with and without what makes it so, in one run: prediction, and strokes with fewer points.
enum InkCase {
  /// How much is written for the file that is measured.
  private static let samples = 30_000

  static func run(_ input: CaseInput) async throws -> Figures {
    var figures: Figures = [:]
    // 30: a frame that comes late.
    for rate in [30, 60, 120] { figures.merge(prediction(rate)) { $1 } }
    figures.merge(try await painting(strokes: try input.options.value("annotations", 1000))) { $1 }
    figures.merge(try await sizes()) { $1 }
    return figures
  }

  // MARK: - Prediction

  /// How far the ink is from the pen when a screen shows it a frame later, in points and in time along the way of the pen.
  private static func prediction(_ rate: Int) -> Figures {
    let frame = 1 / Double(rate)
    var dice = Dice(seed: 7)
    var (plain, ahead, plainLag, aheadLag): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
    for _ in 0..<200 {
      let stroke = PenStroke(
        from: PagePoint(x: 300, y: 400), rate: Double.random(in: 120...240, using: &dice), &dice)
      let end = Double(stroke.way.count - 1) / 1000
      var predictor = StrokePredictor()
      for report in stroke.reports {
        predictor.add(PenSample(report.point, time: report.time))
        let seen = report.time + frame
        guard seen <= end else { continue }
        let pen = stroke.place(at: seen)
        let tip = predictor.way(for: frame).last ?? report.point
        plain.append(report.point.distance(to: pen))
        ahead.append(tip.distance(to: pen))
        // A pen that stands has no lag.
        guard stroke.place(at: report.time).distance(to: pen) > 0.5 else { continue }
        plainLag.append(lag(of: report.point, at: seen, stroke, frame))
        aheadLag.append(lag(of: tip, at: seen, stroke, frame))
      }
    }
    func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(max(values.count, 1)) }
    return [
      "error_\(rate)hz_plain_pt": mean(plain), "error_\(rate)hz_ahead_pt": mean(ahead),
      "error_\(rate)hz_ratio": mean(ahead) / mean(plain),
      "lag_\(rate)hz_plain_ms": mean(plainLag), "lag_\(rate)hz_ahead_ms": mean(aheadLag),
      "lag_\(rate)hz_ratio": mean(aheadLag) / mean(plainLag),
    ]
  }

  /// How long before, or after, the frame is seen the pen is nearest to the end of the ink, in milliseconds.
  private static func lag(of tip: PagePoint, at seen: Double, _ stroke: PenStroke, _ frame: Double) -> Double
  {
    let steps = Int(frame * 2000)
    let nearest = (-steps...steps).min { a, b in
      stroke.place(at: seen + Double(a) / 1000).distance(to: tip)
        < stroke.place(at: seen + Double(b) / 1000).distance(to: tip)
    }
    return Double(abs(nearest ?? 0))
  }

  // MARK: - Pen to pixels

  /// The time from a sample of the pen to the pixels of its ink, over a page of many strokes: the part of the page that changes is painted
  /// anew from its picture, then the end of the stroke.
  private static func painting(strokes: Int) async throws -> Figures {
    let document = try PDFDocument()
    let page = try document.insertBlankPage(width: 595, height: 842)
    let box = PageRect(x: 0, y: 0, width: 595, height: 842)
    try document.apply(
      (0..<strokes).map { .addAnnotation(AnnotatedDocument.stroke($0, in: box), page: page) })
    let image = try await PageRenderer(document).image(of: page, scale: 2)
    guard let picture = Canvas(image), let window = Canvas(width: image.width, height: image.height) else {
      return [:]
    }
    let painter = OverlayPainter(transform: try document.page(page).transform(scale: 2))
    var dice = Dice(seed: 3)
    let drawn = (0..<40).map { _ in
      PenStroke(
        from: PagePoint(x: .random(in: 60...500, using: &dice), y: .random(in: 60...780, using: &dice)),
        rate: 200, &dice)
    }
    // In turns, so that whatever else the machine does concerns both.
    var times: [Bool: [Double]] = [false: [], true: []]
    for stroke in drawn {
      for isAhead in [false, true] { times[isAhead]? += paint(stroke, isAhead, painter, picture, window) }
    }
    let (plain, ahead) = (times[false] ?? [], times[true] ?? [])
    return [
      "pixels_plain_ms": plain.median, "pixels_ahead_ms": ahead.median,
      "pixels_ratio": ahead.median / plain.median,
    ]
  }

  private static func paint(
    _ stroke: PenStroke, _ isAhead: Bool, _ painter: OverlayPainter, _ picture: Canvas, _ window: Canvas
  ) -> [Double] {
    var tool = FreehandTool(style: .pen)
    var before: ViewRect?
    return stroke.reports.enumerated().map { index, report in
      let sample = PenSample(report.point, pressure: report.pressure, time: report.time)
      let time = ContinuousClock().measure {
        if index == 0 { tool.begin(at: sample) } else { tool.move(to: sample) }
        let tail = tool.drawTail(from: max(tool.points.count - 32, 0), ahead: isAhead ? 1.0 / 60 : 0)
        guard let bounds = tail.box ?? tail.bounds else { return }
        let now = painter.transform.viewRect(bounds)
        window.paint(picture, in: before.map { now.union($0) } ?? now) { painter.paint(tail, into: $0) }
        before = now
      }
      return time.milliseconds
    }
  }

  // MARK: - Sizes

  /// Files of the same handwriting with all points and with fewer, and how far their pictures are from each other.
  private static func sizes() async throws -> Figures {
    var dice = Dice(seed: 11)
    var (strokes, count): ([PenStroke], Int) = ([], 0)
    while count < samples {
      let column = Double(strokes.count % 8), row = Double(strokes.count / 8 % 12)
      let stroke = PenStroke(from: PagePoint(x: 30 + column * 66, y: 60 + row * 64), rate: 200, &dice)
      count += stroke.reports.count
      strokes.append(stroke)
    }
    let kept = await MainActor.run { () -> FreehandTool? in
      let palette = ToolPalette()
      return palette.tool(.freehand).flatMap { palette.makeTool($0) as? FreehandTool }
    }
    guard var pen = kept else { return [:] }
    pen.response = .pressure
    pen.recognizer = nil
    var full = pen
    full.tolerance = nil
    let (large, largePage) = try document(strokes, full)
    let (small, smallPage) = try document(strokes, pen)
    let (largeSize, smallSize) = (
      try large.dataRepresentationAndWait().count, try small.dataRepresentationAndWait().count
    )
    let a = Ink(try await PageRenderer(large).image(of: largePage, scale: 8))
    let b = Ink(try await PageRenderer(small).image(of: smallPage, scale: 8))
    let (there, back) = (a.distance(to: b), b.distance(to: a))
    return [
      "samples": Double(count), "all_points_bytes": Double(largeSize),
      "fewer_points_bytes": Double(smallSize),
      "bytes_ratio": Double(smallSize) / Double(largeSize),
      "picture_farthest_pt": max(there.farthest, back.farthest) / 8,
      "picture_far_pixels": Double(there.far + back.far),
    ]
  }

  private static func document(_ strokes: [PenStroke], _ pen: FreehandTool) throws -> (PDFDocument, PageID) {
    let document = try PDFDocument()
    let page = try document.insertBlankPage(width: 595, height: 842)
    for stroke in strokes {
      var tool = pen
      for (index, report) in stroke.reports.enumerated() {
        let sample = PenSample(report.point, pressure: report.pressure, time: report.time)
        if index == 0 { tool.begin(at: sample) } else { tool.move(to: sample) }
      }
      try document.commit(tool.finish(), on: page)
    }
    return (document, page)
  }
}

/// Which pixels of a picture are dark.
private struct Ink {
  /// Half a pixel of a screen of 2 pixels a point, in those of the picture, which has 8.
  private static let limit = 2.0
  private let width: Int
  private let height: Int
  private let isDark: [Bool]

  init(_ image: PageImage) {
    (width, height) = (image.width, image.height)
    isDark = image.withPixels { bytes in
      (0..<image.height).flatMap { row in
        (0..<image.width).map { bytes[row * image.bytesPerRow + $0 * 4 + 1] < 128 }
      }
    }
  }

  /// How far dark pixels are from those of another picture at most, and how many are farther than half a pixel; looked for within 12.
  func distance(to other: Ink) -> (farthest: Double, far: Int) {
    guard (width, height) == (other.width, other.height) else { return (.infinity, isDark.count) }
    var (farthest, far) = (0.0, 0)
    for place in isDark.indices where isDark[place] && !other.isDark[place] {
      let (x, y) = (place % width, place / width)
      var nearest = 13.0
      for dy in -12...12 where (0..<height).contains(y + dy) {
        for dx in -12...12 where (0..<width).contains(x + dx) && other.isDark[(y + dy) * width + x + dx] {
          nearest = min(nearest, Double(dx * dx + dy * dy).squareRoot())
        }
      }
      farthest = max(farthest, nearest)
      if nearest > Self.limit { far += 1 }
    }
    return (farthest, far)
  }
}

/// A surface of cairo.
private final class Canvas {
  private let surface: OpaquePointer

  init?(width: Int, height: Int) {
    guard let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height)) else {
      return nil
    }
    self.surface = surface
  }

  /// A copy of a picture.
  convenience init?(_ image: PageImage) {
    self.init(width: image.width, height: image.height)
    cairo_surface_flush(surface)
    guard let data = cairo_image_surface_get_data(surface) else { return nil }
    let stride = Int(cairo_image_surface_get_stride(surface))
    image.withPixels { bytes in
      guard let base = bytes.baseAddress else { return }
      for row in 0..<image.height {
        memcpy(data + row * stride, base + row * image.bytesPerRow, image.width * 4)
      }
    }
    cairo_surface_mark_dirty(surface)
  }

  deinit { cairo_surface_destroy(surface) }

  /// Paints a part anew: another canvas, and something over it.
  func paint(_ below: Canvas, in rect: ViewRect, _ body: (OpaquePointer) -> Void) {
    guard let context = cairo_create(surface) else { return }
    cairo_rectangle(
      context, rect.x.rounded(.down) - 1, rect.y.rounded(.down) - 1, rect.width + 3, rect.height + 3)
    cairo_clip(context)
    cairo_set_source_surface(context, below.surface, 0, 0)
    cairo_paint(context)
    body(context)
    cairo_destroy(context)
    cairo_surface_flush(surface)
  }
}

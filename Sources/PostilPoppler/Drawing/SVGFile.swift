import CPostilCairo
import PostilRenderProtocol

/// An SVG file that is drawn with cairo. Confined to one thread.
///
/// Poppler draws into it in units finer than points, as many to a point as there are pixels for others: it makes strokes a unit wide at
/// least, moves them to the middle of units, and scales images and soft masks down to them. The file says how large it is in points.
final class SVGFile {
  /// What cairo has written.
  private final class Content {
    var bytes: [UInt8] = []
  }

  private let content = Content()
  private let surface: OpaquePointer?
  private let width: Double
  private let height: Double
  /// Units in a point.
  let scale: Double

  /// Units in a point, where pages are not too large: 288 in an inch, finer than what prints need.
  private static let finest = 4.0
  /// Units a side at most: a soft mask becomes a picture as large as the page.
  private static let longestSide = 16_000.0

  /// The units in a point of a page of so many points.
  static func scale(width: Double, height: Double) -> Double {
    max(min(finest, longestSide / max(width, height, 1)), 1)
  }

  /// - Parameters:
  ///   - width: Points.
  ///   - height: Points.
  ///   - scale: Units in a point.
  init(width: Double, height: Double, scale: Double) {
    (self.width, self.height, self.scale) = (width, height, scale)
    // The surface is gone before the content is.
    surface = cairo_svg_surface_create_for_stream(
      { content, data, length in
        guard let content, let data else { return CAIRO_STATUS_WRITE_ERROR }
        let target = Unmanaged<Content>.fromOpaque(content).takeUnretainedValue()
        guard target.bytes.count + Int(length) <= WorkerAnswer.svgLimit else {
          return CAIRO_STATUS_WRITE_ERROR
        }
        target.bytes += UnsafeBufferPointer(start: data, count: Int(length))
        return CAIRO_STATUS_SUCCESS
      }, Unmanaged.passUnretained(content).toOpaque(), width * scale, height * scale)
    // Without it cairo 1.18 writes pixels, of which an inch has 96.
    cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PT)
  }

  deinit {
    cairo_surface_finish(surface)
    cairo_surface_destroy(surface)
  }

  func draw(_ body: (OpaquePointer) throws -> Void) throws { try CairoStatus.draw(on: surface, body) }

  /// The file, after which nothing can be drawn.
  ///
  /// - Throws: ``RenderFailure`` with code `.renderFailed` if it would be too large.
  func finished() throws -> [UInt8] {
    cairo_surface_finish(surface)
    guard cairo_surface_status(surface) != CAIRO_STATUS_WRITE_ERROR else {
      throw RenderFailure(
        .renderFailed, "The page is larger than \(WorkerAnswer.svgLimit >> 20) MB as SVG: draw it as pixels.")
    }
    try CairoStatus.check(cairo_surface_status(surface))
    setSize()
    return content.bytes
  }

  /// Gives the root its size in points. What is drawn is in the units of its view box.
  private func setSize() {
    guard scale != 1 else { return }
    for (name, size) in [("width", width), ("height", height)] {
      guard let end = content.bytes.firstRange(of: "viewBox".utf8)?.lowerBound,
        let start = content.bytes[..<end].firstRange(of: " \(name)=\"".utf8)?.upperBound,
        let quote = content.bytes[start..<end].firstIndex(of: UInt8(ascii: "\""))
      else { return }
      let points = (size * 10_000).rounded() / 10_000
      content.bytes.replaceSubrange(start..<quote, with: "\(points)pt".utf8)
    }
  }
}

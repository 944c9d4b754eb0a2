import Postil
import PostilTools

struct HighlighterTool: DrawingTool {
  var style = AnnotationStyle(color: .yellow, lineWidth: 14, opacity: 0.4)
  private var start: PagePoint?
  private var end = PagePoint.zero

  var isDrawing: Bool { start != nil }

  mutating func begin(at point: PagePoint) -> PageRect {
    let old = cancel()
    guard point.isUsable else { return old }
    (start, end) = (point, point)
    return old
  }

  mutating func move(to point: PagePoint) -> PageRect {
    guard let start, point.isUsable else { return .zero }
    let old = band?.bounds
    end = PagePoint(x: point.x, y: start.y)
    return (band?.bounds ?? .zero).union(old ?? band?.bounds ?? .zero)
  }

  func draw() -> Appearance { band?.appearance ?? Appearance() }

  mutating func finish() -> [AnnotationChange] {
    defer { start = nil }
    return band.map { [.add($0)] } ?? []
  }

  mutating func cancel() -> PageRect {
    defer { start = nil }
    return band?.bounds ?? .zero
  }

  /// The annotation so far; `nil` before the pen has gone anywhere.
  private var band: Annotation? {
    guard let start, start != end else { return nil }
    return Annotation(.line(from: start, to: end), style: style)
  }
}

extension HighlighterTool {
  static func highlight(_ document: PDFDocument, _ page: PDFPage) throws {
    var tool = HighlighterTool()
    _ = tool.begin(at: PagePoint(x: 72, y: 640))
    _ = tool.move(to: PagePoint(x: 310, y: 643))
    try document.commit(tool.finish(), on: page.id, named: "Highlight")
  }
}

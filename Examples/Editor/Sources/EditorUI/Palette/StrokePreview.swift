import Foundation
import GTKKit
import PostilViewer

/// A preview of what the current tool draws in its style.
final class StrokePreview: CustomWidget {
  private let palette: ToolPalette
  private var appearance: Appearance?
  private var head: Double?

  init(_ palette: ToolPalette) {
    self.palette = palette
    super.init(css: "strokepreview", role: .image)
    setAccessibleLabel(tr("Preview"))
    expandsWidth = true
    observe { [unowned self] in
      follow()
      queueDraw()
    }
  }

  override func measure(_ orientation: Orientation, for other: Double?) -> (minimum: Int, natural: Int) {
    orientation == .horizontal ? (200, 252) : (72, 72)
  }

  override func layout(width: Double, height: Double) { follow() }

  private func follow() {
    let id = palette.styledTool
    guard let tool = palette.tool(id) else { return }
    var hand = palette.makeTool(tool)
    head = hand.headWidth
    appearance = nil
    guard head == nil, width > 1, height > 1 else { return }
    if let sample = Self.sample(of: hand, width: width, height: height) {
      appearance = sample
      return
    }
    let way = Self.way(width: width, height: height)
    guard let start = way.first else { return }
    hand.begin(at: start)
    for point in way.dropFirst() { hand.move(to: point) }
    appearance = hand.draw()
  }

  /// What a tool makes whose text is typed later: a box with a sample of text, or the mark in the middle; `nil` for other tools.
  private static func sample(of tool: any DrawingTool, width: Double, height: Double) -> Appearance? {
    let margin = 8.0
    if var text = tool as? FreeTextTool {
      text.begin(at: PagePoint(x: margin, y: height - margin))
      text.move(to: PagePoint(x: width - margin, y: margin))
      guard var sample = text.entry else { return nil }
      sample.content.freeText?.text = tr("Text")
      sample.content.freeText?.alignment = .center
      return sample.appearance
    }
    guard var mark = tool as? any PointTool else { return nil }
    mark.begin(at: PagePoint(x: width / 2, y: height / 2))
    return mark.draw()
  }

  /// A wave from one corner to the opposite one: lines and shapes go straight from its start to its end.
  private static func way(width: Double, height: Double) -> [PagePoint] {
    let (dx, dy, steps) = (28.0, 18.0, 60)
    return (0...steps).map { step in
      let part = Double(step) / Double(steps)
      let y = height / 2 - cos(part * .pi * 3) * (height / 2 - dy)
      return PagePoint(x: dx + part * (width - 2 * dx), y: y)
    }
  }

  override func snapshot(_ snapshot: Snapshot) {
    let paper = bounds
    snapshot.clipped(to: paper, radius: 8) {
      snapshot.fill(paper, RGBA(1, 1, 1))
      if let head { paint(head, on: snapshot) }
      guard let appearance else { return }
      let page = PageRect(x: 0, y: 0, width: width, height: height)
      let painter = OverlayPainter(transform: PageTransform(cropBox: page))
      snapshot.paint(in: paper) { painter.paint(appearance, into: $0) }
    }
    snapshot.frame(paper, width: 1, RGBA(0.5, 0.5, 0.5, 0.35), radius: 8)
  }

  /// Paints the head of an eraser in its size.
  private func paint(_ head: Double, on snapshot: Snapshot) {
    let disc = Rect(x: (width - head) / 2, y: (height - head) / 2, width: head, height: head)
    snapshot.clipped(to: disc, radius: head / 2) { snapshot.fill(disc, RGBA(0.6, 0.6, 0.6, 0.25)) }
    snapshot.frame(disc, width: 1.5, RGBA(0.35, 0.35, 0.35), radius: head / 2)
  }
}

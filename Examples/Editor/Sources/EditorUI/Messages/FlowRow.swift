import GTKKit

/// Widgets in a row, wrapped into further rows if there is not enough space.
final class FlowRow: CustomWidget {
  private let spacing: Double

  init(spacing: Double) {
    self.spacing = spacing
    super.init(css: "flowrow")
  }

  override var asksHeightForWidth: Bool { true }

  override func measure(_ orientation: Orientation, for other: Double?) -> (minimum: Int, natural: Int) {
    let sizes = children.map { Double($0.preferredSize(orientation).natural) }
    if orientation == .horizontal {
      let all = sizes.reduce(0, +) + spacing * Double(max(sizes.count - 1, 0))
      return (Int(sizes.max() ?? 0), Int(all.rounded(.up)))
    }
    let height = frames(in: other ?? .infinity).map(\.maxY).max() ?? 0
    return (Int(height.rounded(.up)), Int(height.rounded(.up)))
  }

  override func layout(width: Double, height: Double) {
    for (child, frame) in zip(children, frames(in: width)) { place(child, at: mirrored(frame, in: width)) }
  }

  private func frames(in width: Double) -> [Rect] {
    var (x, y, rowHeight) = (0.0, 0.0, 0.0)
    return children.map { child in
      let (w, h) = (
        Double(child.preferredSize(.horizontal).natural), Double(child.preferredSize(.vertical).natural)
      )
      if x > 0, x + w > width { (x, y, rowHeight) = (0, y + rowHeight + spacing, 0) }
      defer { (x, rowHeight) = (x + w + spacing, max(rowHeight, h)) }
      return Rect(x: x, y: y, width: w, height: h)
    }
  }
}

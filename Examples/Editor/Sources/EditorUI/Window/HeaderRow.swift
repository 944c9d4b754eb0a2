import GTKKit

/// The widgets at the start, in the middle and at the end of a title bar. The title is in the middle of the window if the
/// others leave space, and is shortened first.
final class HeaderRow: CustomWidget {
  private static let spacing = 6.0
  /// The width that the title keeps as long as the other widgets can be narrower, in units.
  private static let titleRoom = 108.0
  private let (start, title, end): (Widget, Widget, Widget)

  init(start: Widget, title: Widget, end: Widget) {
    (self.start, self.title, self.end) = (start, title, end)
    super.init(css: "headerrow")
    expandsWidth = true
    for child in [start, title, end] { add(child) }
  }

  override func measure(_ orientation: Orientation, for other: Double?) -> (minimum: Int, natural: Int) {
    let sizes = children.map { $0.preferredSize(orientation) }
    if orientation == .vertical {
      return (sizes.map(\.minimum).max() ?? 0, sizes.map(\.natural).max() ?? 0)
    }
    let gaps = 2 * Int(Self.spacing)
    return (sizes.map(\.minimum).reduce(gaps, +), sizes.map(\.natural).reduce(gaps, +))
  }

  override func layout(width: Double, height: Double) {
    let wanted = Double(title.preferredSize(.horizontal).natural)
    let kept = min(Self.titleRoom, wanted) + 2 * Self.spacing
    let least = Double(start.preferredSize(.horizontal).minimum)
    let endWidth = Self.width(of: end, in: width - least - kept)
    let startWidth = Self.width(of: start, in: width - endWidth - kept)
    let available = max(width - startWidth - endWidth - 2 * Self.spacing, 0)
    let titleWidth = max(min(available, wanted), Double(title.preferredSize(.horizontal).minimum))
    let (first, last) = (startWidth + Self.spacing, width - endWidth - titleWidth - Self.spacing)
    let x = max(min((width - titleWidth) / 2, last), first)
    for (child, x, childWidth) in [
      (start, 0, startWidth), (end, width - endWidth, endWidth), (title, x.rounded(), titleWidth),
    ] {
      place(child, at: mirrored(Rect(x: x, y: 0, width: childWidth, height: height), in: width))
    }
  }

  private static func width(of side: Widget, in available: Double) -> Double {
    let size = side.preferredSize(.horizontal)
    let width = min(max(available, Double(size.minimum)), Double(size.natural))
    return (side as? AdaptiveRow)?.fittingWidth(in: width) ?? width
  }
}

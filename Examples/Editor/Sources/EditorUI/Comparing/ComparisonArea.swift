import GTKKit

/// Pages that are compared, and the list of changes: at their side, or in a narrow window below them.
final class ComparisonArea: CustomWidget {
  private let canvases: [ComparisonCanvas]
  private let list: ChangeList
  private static let narrow = 640.0
  private static let listWidth = 250.0

  init(_ canvases: [ComparisonCanvas], _ list: ChangeList) {
    (self.canvases, self.list) = (canvases, list)
    super.init(css: "comparisonarea", role: .group)
    (expandsWidth, expandsHeight) = (true, true)
    for child in canvases as [Widget] + [list] { add(child) }
  }

  override func measure(_ orientation: Orientation, for other: Double?) -> (minimum: Int, natural: Int) {
    (240, orientation == .horizontal ? 900 : 640)
  }

  override func layout(width: Double, height: Double) {
    let isNarrow = width < Self.narrow
    let below = isNarrow ? (height * 0.3).rounded() : 0
    let beside = isNarrow ? 0 : Self.listWidth
    let shown = canvases.filter(\.isVisible)
    let share = ((width - beside) / Double(max(shown.count, 1))).rounded(.down)
    for (place, canvas) in shown.enumerated() {
      let frame = Rect(x: Double(place) * share, y: 0, width: share, height: height - below)
      self.place(canvas, at: mirrored(frame, in: width))
    }
    let frame =
      isNarrow
      ? Rect(x: 0, y: height - below, width: width, height: below)
      : Rect(x: width - beside, y: 0, width: beside, height: height)
    place(list, at: mirrored(frame, in: width))
  }
}

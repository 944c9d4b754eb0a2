import GTKKit

/// Widgets in a row, some of which are hidden if there is not enough space.
final class AdaptiveRow: CustomWidget {
  /// When a widget is shown.
  enum Presence: Equatable {
    case always
    /// Those of the highest rank get the space first.
    case whenThereIsRoom(rank: Int)

    /// The rank; `nil` for widgets that are always shown.
    fileprivate var rank: Int? {
      if case .whenThereIsRoom(let rank) = self { rank } else { nil }
    }
  }

  private static let spacing = 6.0
  private var presence: [Presence] = []

  init(_ items: [(widget: Widget, presence: Presence)]) {
    super.init(css: "adaptiverow")
    for item in items {
      item.widget.alignY = .center
      presence.append(item.presence)
      add(item.widget)
    }
  }

  override func measure(_ orientation: Orientation, for other: Double?) -> (minimum: Int, natural: Int) {
    let shown = zip(children, presence).filter { $0.0.isVisible }
    let sizes = shown.map { ($0.0.preferredSize(orientation), $0.1) }
    guard orientation == .horizontal else {
      return (sizes.map(\.0.minimum).max() ?? 0, sizes.map(\.0.natural).max() ?? 0)
    }
    let needed = sizes.filter { $0.1 == .always }.map(\.0.minimum)
    return (Self.sum(needed), Self.sum(sizes.map(\.0.natural)))
  }

  private static func sum(_ widths: [Int]) -> Int {
    widths.reduce(0, +) + Int(spacing) * max(widths.count - 1, 0)
  }

  /// The width of the widgets that fit.
  func fittingWidth(in available: Double) -> Double { Double(Self.needed(fitting(available))) }

  override func layout(width: Double, height: Double) {
    let shown = fitting(width)
    for child in children where child.isVisible && !shown.contains(where: { $0 === child }) {
      child.isChildVisible = false
    }
    var x = 0.0
    for child in shown {
      let wanted = Double(child.preferredSize(.horizontal).natural)
      child.isChildVisible = true
      place(child, at: mirrored(Rect(x: x, y: 0, width: wanted, height: height), in: width))
      x += wanted + Self.spacing
    }
  }

  /// The widgets that fit.
  private func fitting(_ available: Double) -> [Widget] {
    let all = zip(children, presence).filter { $0.0.isVisible }
    var shown = all.map { $0.1 == .always }
    func widgets() -> [Widget] { zip(all, shown).filter(\.1).map(\.0.0) }
    // If one is too wide, a narrower one of lower rank may still fit.
    for place in all.indices.sorted(by: { (all[$0].1.rank ?? .max) > (all[$1].1.rank ?? .max) })
    where !shown[place] {
      shown[place] = true
      if Double(Self.needed(widgets())) > available { shown[place] = false }
    }
    return widgets()
  }

  private static func needed(_ widgets: [Widget]) -> Int {
    sum(widgets.map { $0.preferredSize(.horizontal).natural })
  }
}

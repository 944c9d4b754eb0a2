import GTKKit
import PostilViewer

/// The zoom in per cent. Pressing it opens a menu to choose another.
final class ZoomButton: MenuButton {
  private let label = Label()
  private var shown: Int?

  init(_ session: ViewerSession) {
    super.init(child: label, name: tr("Zoom"))
    label.setClass("numeric")
    label.minimumLetters = 5
    hasFrame = false
    setMenu(Self.menu)
    tooltip = tr("Zoom")
    WidgetNames.name(self, "zoom")
    observe { [unowned self] in show((session.viewport.zoom * 100).rounded()) }
  }

  /// Called whenever the view is scrolled; does nothing if the number is the same.
  private func show(_ zoom: Double) {
    let number = zoom < 1e9 ? Int(zoom) : 0
    guard number != shown else { return }
    shown = number
    let text = tr("%1 %", grouped(number))
    label.text = text
    nameInside(tr("Zoom: %1", text))
  }

  /// The text on it.
  var text: String { label.text }

  private static var menu: Menu {
    Menu([
      [(tr("Zoom In"), "win.zoom-in"), (tr("Zoom Out"), "win.zoom-out")],
      [50, 75, 100, 150, 200, 400].map { (tr("%1 %", "\($0)"), "win.zoom::\($0)") },
      [(tr("Whole Page"), "win.zoom::page"), (tr("Page Width"), "win.zoom::width")],
    ])
  }
}

extension PageViewport {
  /// The item of the zoom's menu that applies: `page`, `width`, or a number of per cent.
  var zoomChoice: String {
    switch fit {
    case .page: "page"
    case .width: "width"
    case .none: zoom < 1e6 ? "\(Int((zoom * 100).rounded()))" : ""
    }
  }

  /// Applies an item of the zoom's menu.
  mutating func choose(_ choice: String) {
    switch choice {
    case "page": fit(.page)
    case "width": fit(.width)
    default: if let percent = Double(choice) { zoom(to: percent / 100) }
    }
  }
}

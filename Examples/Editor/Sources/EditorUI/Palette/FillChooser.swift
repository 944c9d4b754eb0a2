import GTKKit
import PostilViewer

/// Whether shapes are filled, and with which colour.
final class FillChooser: Box {
  let toggle = CheckButton(tr("Fill"))
  let colors = SwatchGrid(name: tr("Colour of the Fill"), widgetName: "fill")
  private var last = PaletteColor.presets.last?.color ?? .yellow
  private var isShowing = false
  /// Called when the person chose a colour, or `nil` to leave shapes open.
  var onChoose: (Color?) -> Void = { _ in }

  init() {
    last = PaletteColor.presets.first { $0.name == "Yellow" }?.color ?? last
    super.init(.vertical, spacing: 4)
    append(toggle)
    append(colors)
    toggle.onToggle { [unowned self] in
      if !isShowing { onChoose(toggle.isActive ? last : nil) }
    }
    colors.onChoose = { [unowned self] in onChoose($0) }
  }

  /// Shows what is chosen.
  func show(_ fill: Color?) {
    isShowing = true
    toggle.isActive = fill != nil
    isShowing = false
    colors.isVisible = fill != nil
    colors.show(fill)
    last = fill ?? last
  }
}

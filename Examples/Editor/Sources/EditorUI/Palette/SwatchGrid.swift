import GTKKit
import PostilViewer

/// The colours of the palette to choose from.
final class SwatchGrid: Box {
  private static let columns = 6
  private(set) var buttons: [SwatchButton] = []
  /// Called when the person chose a colour.
  var onChoose: (Color) -> Void = { _ in }

  init(name: String, widgetName: String) {
    super.init(.vertical, spacing: 2)
    setAccessibleLabel(name)
    var row = Box(.horizontal, spacing: 2)
    for (place, preset) in PaletteColor.presets.enumerated() {
      if place % Self.columns == 0 {
        row = Box(.horizontal, spacing: 2)
        append(row)
      }
      let button = SwatchButton(preset)
      button.onClick { [unowned self, unowned button] in
        // Pressing the chosen colour must not clear it.
        button.isActive = true
        onChoose(preset.color)
      }
      buttons.append(button)
      row.append(button)
      WidgetNames.name(button, "\(widgetName).\(preset.name)")
    }
  }

  /// Marks the colour that is chosen; none if it is not among these.
  func show(_ color: Color?) {
    let chosen = color.flatMap(PaletteColor.preset)
    for button in buttons { button.isActive = button.preset == chosen }
  }
}

/// A colour to choose.
final class SwatchButton: ToggleButton {
  let preset: PaletteColor

  init(_ preset: PaletteColor) {
    self.preset = preset
    super.init(toggle: Swatch(RGBA(preset.color)), name: tr(preset.name))
    setClass("flat")
    setClass("swatch")
  }
}

/// A round spot of a colour.
final class Swatch: CustomWidget {
  private let color: RGBA

  init(_ color: RGBA) {
    self.color = color
    super.init(css: "swatchdot")
  }

  override func measure(_ orientation: Orientation, for other: Double?) -> (minimum: Int, natural: Int) {
    (28, 28)
  }

  override func snapshot(_ snapshot: Snapshot) {
    let disc = bounds
    snapshot.clipped(to: disc, radius: disc.width / 2) { snapshot.fill(disc, color) }
    snapshot.frame(disc, width: 1, RGBA(0.5, 0.5, 0.5, 0.4), radius: disc.width / 2)
  }
}

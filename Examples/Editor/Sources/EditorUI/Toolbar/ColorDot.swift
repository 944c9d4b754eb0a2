import GTKKit
import PostilViewer

/// A disc in the colour of the current tool, with the colour of its fill inside.
final class ColorDot: CustomWidget {
  private let palette: ToolPalette
  private var style = AnnotationStyle.pen

  init(_ palette: ToolPalette) {
    self.palette = palette
    super.init(css: "colordot")
    observe { [unowned self] in
      style = palette.style(for: palette.styledTool)
      queueDraw()
    }
  }

  override func measure(_ orientation: Orientation, for other: Double?) -> (minimum: Int, natural: Int) {
    (24, 24)
  }

  override func snapshot(_ snapshot: Snapshot) {
    let side = min(width, height, 24)
    let disc = Rect(x: (width - side) / 2, y: (height - side) / 2, width: side, height: side)
    snapshot.clipped(to: disc, radius: side / 2) {
      snapshot.fill(disc, RGBA(1, 1, 1))
      snapshot.fill(disc, RGBA(style.color, alpha: style.opacity))
    }
    snapshot.frame(disc, width: 1, RGBA(0.5, 0.5, 0.5, 0.5), radius: side / 2)
    guard let fill = style.fill else { return }
    let inner = disc.insetBy(6)
    snapshot.clipped(to: inner, radius: inner.width / 2) { snapshot.fill(inner, RGBA(fill)) }
    snapshot.frame(inner, width: 1, RGBA(1, 1, 1), radius: inner.width / 2)
  }
}

extension ToolPalette {
  /// The tool whose style is shown: the current one, else the freehand pen, else the first.
  var styledTool: ToolID { selection ?? (tool(.freehand) ?? tools.first)?.id ?? .freehand }
}

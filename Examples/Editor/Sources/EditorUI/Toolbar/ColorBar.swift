import GTKKit
import PostilViewer

/// A short line in the colour of a tool.
final class ColorBar: CustomWidget {
  private var color = RGBA(0, 0, 0)

  init() {
    super.init(css: "colorbar")
    canBeTargeted = false
  }

  func show(_ color: Color, opacity: Double) {
    let new = RGBA(color, alpha: opacity)
    guard new != self.color else { return }
    self.color = new
    queueDraw()
  }

  override func measure(_ orientation: Orientation, for other: Double?) -> (minimum: Int, natural: Int) {
    orientation == .horizontal ? (20, 20) : (4, 4)
  }

  override func snapshot(_ snapshot: Snapshot) {
    let paper = bounds
    snapshot.clipped(to: paper, radius: 2) {
      // Paint on white, so that colours look as on the page in a dark window too.
      snapshot.fill(paper, RGBA(1, 1, 1))
      snapshot.fill(paper, color)
    }
    snapshot.frame(paper, width: 0.5, RGBA(0.5, 0.5, 0.5, 0.6), radius: 2)
  }
}

extension RGBA {
  /// A colour of the document.
  init(_ color: Color, alpha: Double = 1) { self.init(color.red, color.green, color.blue, alpha) }
}

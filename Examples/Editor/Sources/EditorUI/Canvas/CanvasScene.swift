import GTKKit
import Postil
import PostilViewer

/// What a canvas paints: a copy that is updated when the session has changed, so that painting does not query the session.
struct CanvasScene {
  /// A page in view.
  struct Page {
    var id: PageID
    /// Where it is in the canvas, at whole pixels of the screen.
    var frame: Rect
    var pictures: [PagePicture]
    /// Pixels of the screen a point.
    var scale: Double
    /// The matches of the search, in the canvas.
    var matches: [Rect] = []
    /// The selected match, a rectangle for each line.
    var match: [Rect] = []
    var ink: [InkLayer] = []
  }

  var pages: [Page] = []
  var pixelRatio = 1.0
}

extension Rect {
  /// A rectangle of the view models.
  init(_ rect: ViewRect) { self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height) }
}

extension ViewPoint {
  /// A point of a window.
  init(_ point: Point) { self.init(x: point.x, y: point.y) }
}

import GTKKit
import Postil
import PostilViewer

/// What a canvas paints: taken from its content when that has changed, so that painting itself asks nobody.
struct CanvasScene {
  /// A page in view.
  struct Page {
    var id: PageID
    /// Where it is in the canvas, at whole pixels of the screen.
    var frame: Rect
    var pictures: [PagePicture]
    /// Pixels of the screen a point.
    var scale: Double
    /// Where the search has found something, in the canvas.
    var matches: [Rect] = []
    /// That of the matches which is looked at.
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

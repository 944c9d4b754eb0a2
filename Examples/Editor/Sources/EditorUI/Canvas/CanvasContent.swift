import Postil
import PostilViewer

/// What a canvas shows and what is done on it. All that is read is to be observable: the canvas follows it.
protocol CanvasContent: AnyObject {
  /// Where in the document the canvas is; the canvas sets its size and moves it.
  var viewport: PageViewport { get set }
  /// What is painted of a page, the lowest first.
  func pictures(of page: PageID) -> [CanvasPicture]
  /// The way from a page to a view of it, `scale` pixels a point.
  func transform(of page: PageID, scale: Double) -> PageTransform?
  /// What is being drawn, and what was drawn and is not in the pictures yet.
  var drawings: [CanvasDrawing] { get }

  /// Whether dragging draws rather than moves the page.
  var draws: Bool { get }
  /// Begins to draw. Returns whether there is something to draw on.
  func beginDrawing(at point: PenPoint) -> Bool
  /// Goes on drawing.
  func draw(to points: [PenPoint])
  /// Ends what is being drawn, and keeps it.
  func finishDrawing()
  /// Gives up what is being drawn. Returns whether there was something.
  @discardableResult func cancelDrawing() -> Bool
}

/// A picture of a part of a page.
struct CanvasPicture {
  /// The name of the pixels.
  var id: AnyHashable
  /// The pixels.
  var image: PageImage
  /// Where it belongs, in fractions of the page as it is shown.
  var frame: ViewRect
  /// How far it must be turned clockwise.
  var turn = PageRotation.none
}

/// Something that is drawn over the pictures of a page.
struct CanvasDrawing {
  /// The name of the drawing, the same while it grows.
  var id: AnyHashable
  /// The page that it is on.
  var page: PageID
  /// What it is drawn with.
  var tool: any DrawingTool
}

extension CanvasPicture {
  init(_ picture: PagePicture) {
    self.init(id: picture.id, image: picture.image, frame: picture.frame, turn: picture.turn)
  }
}

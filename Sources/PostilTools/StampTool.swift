public import PostilModel

/// Puts a stamp into a rectangle that is dragged out, or by a tap one of a usual size around the point.
public struct StampTool: ShapeTool {
  /// The color of words, and their frame.
  public var style: AnnotationStyle
  /// What the stamp shows.
  public var picture: StampContent.Picture
  /// How far the page is turned that is drawn on.
  public var rotation = PageRotation.none
  /// The drag that is being followed.
  public var drag = Drag()

  /// A rectangle that is smaller than that was a tap, in points.
  private static let leastExtent = 8.0

  /// Makes a tool.
  public init(_ picture: StampContent.Picture, style: AnnotationStyle = AnnotationStyle(lineWidth: 2)) {
    self.picture = picture
    self.style = style
  }

  /// Takes how far the page is turned.
  public mutating func prepare(for page: ToolPage) { rotation = page.rotation }

  /// The stamp in the rectangle that has the two points as corners; of a usual size around the first if they are less than 8 points
  /// apart each way.
  public func shape(from start: PagePoint, to end: PagePoint) -> AnnotationContent {
    let rect = PageRect(corner: start, corner: end)
    let isTap = max(rect.width, rect.height) < Self.leastExtent
    return .stamp(picture, in: isTap ? usual(around: start) : rect, rotation: rotation)
  }

  /// The stamp around the point.
  public func tapped(at point: PagePoint) -> AnnotationContent? { shape(from: point, to: point) }

  private func usual(around point: PagePoint) -> PageRect {
    let size = picture.usualSize
    let (width, height) = rotation.isSideways ? (size.height, size.width) : size
    return PageRect(x: point.x - width / 2, y: point.y - height / 2, width: width, height: height)
  }
}

extension StampContent.Picture {
  /// The size of a stamp that nobody said a size of, in points: that of a rubber stamp for words, that of 96 pixels an inch for
  /// an image, but at most 200 points.
  fileprivate var usualSize: (width: Double, height: Double) {
    let most = 200.0
    switch self {
    case .name, .fromFile: return (144, 40)
    case .text(_, let detail): return (144, detail.isEmpty ? 40 : 52)
    case .page: return (most, most)
    case .image(let image): return image.usualSize(width: most, height: most)
    case .drawing(let drawing):
      let extent = drawing.box ?? drawing.bounds ?? .zero
      return (max(extent.width, 1), max(extent.height, 1))
    }
  }
}

/// The only way between page space and view space: crop box, rotation and scale in one value.
///
/// A page is shown with its crop box at the view's upper left corner, turned clockwise by
/// `rotation`, `scale` pixels a point.
public struct PageTransform: Sendable, Hashable {
  /// The part of the page that is shown, in points.
  public let cropBox: PageRect
  /// How far the page is turned, clockwise.
  public let rotation: PageRotation
  /// Pixels a unit of page space; 1 is 72 dpi, unless the page has larger units.
  public let scale: Double

  /// Makes the transform of a page's crop box, rotation and scale (pixels a point).
  public init(cropBox: PageRect, rotation: PageRotation = .none, scale: Double = 1) {
    self.cropBox = cropBox
    self.rotation = rotation
    self.scale = scale
  }

  /// The size of the page as it is shown, in pixels.
  public var viewSize: ViewSize {
    let (w, h) = (cropBox.width * scale, cropBox.height * scale)
    return rotation.isSideways ? ViewSize(width: h, height: w) : ViewSize(width: w, height: h)
  }

  /// The six numbers of the affine map from page to view space:
  /// x′ = a·x + c·y + tx, y′ = b·x + d·y + ty.
  ///
  /// ``affineTransform`` is the same as Foundation's type.
  public var matrix: (a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    let (s, box) = (scale, cropBox)
    switch rotation {
    case .none: return (s, 0, 0, -s, -box.minX * s, box.maxY * s)
    case .clockwise90: return (0, s, s, 0, -box.minY * s, -box.minX * s)
    case .clockwise180: return (-s, 0, 0, s, box.maxX * s, -box.minY * s)
    case .clockwise270: return (0, -s, -s, 0, box.maxY * s, box.maxX * s)
    }
  }

  /// Where a point of the page is shown.
  public func viewPoint(_ point: PagePoint) -> ViewPoint {
    let m = matrix
    return ViewPoint(x: m.a * point.x + m.c * point.y + m.tx, y: m.b * point.x + m.d * point.y + m.ty)
  }

  /// The point of the page that is shown at a point of the view; at a scale of 0 the crop box's lower left corner.
  public func pagePoint(_ point: ViewPoint) -> PagePoint {
    let m = matrix
    let determinant = m.a * m.d - m.b * m.c
    guard determinant != 0 else { return cropBox.origin }
    let (x, y) = (point.x - m.tx, point.y - m.ty)
    return PagePoint(x: (m.d * x - m.c * y) / determinant, y: (m.a * y - m.b * x) / determinant)
  }

  /// The rectangle of the view that shows a rectangle of the page.
  public func viewRect(_ rect: PageRect) -> ViewRect {
    let a = viewPoint(PagePoint(x: rect.minX, y: rect.minY))
    let b = viewPoint(PagePoint(x: rect.maxX, y: rect.maxY))
    return ViewRect(x: min(a.x, b.x), y: min(a.y, b.y), width: abs(b.x - a.x), height: abs(b.y - a.y))
  }

  /// The rectangle of the page that is shown in a rectangle of the view.
  public func pageRect(_ rect: ViewRect) -> PageRect {
    PageRect(
      corner: pagePoint(ViewPoint(x: rect.x, y: rect.y)),
      corner: pagePoint(ViewPoint(x: rect.x + rect.width, y: rect.y + rect.height)))
  }
}

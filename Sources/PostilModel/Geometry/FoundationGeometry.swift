public import Foundation

// Bridges to Foundation's geometry, which has no coordinate space in its type: the space is that of the Postil type
// on the other side.

extension PagePoint {
  /// Makes a point of page space (points, y up) from Foundation's.
  public init(_ point: CGPoint) { self.init(x: point.x, y: point.y) }
}

extension PageRect {
  /// Makes a rectangle of page space (points, y up) from Foundation's, whose origin is the lower left corner here. A
  /// negative width or height reaches left or down from it.
  public init(_ rect: CGRect) {
    self.init(x: rect.origin.x, y: rect.origin.y, width: rect.size.width, height: rect.size.height)
  }
}

extension ViewPoint {
  /// Makes a point of view space (pixels, y down) from Foundation's.
  public init(_ point: CGPoint) { self.init(x: point.x, y: point.y) }
}

extension ViewSize {
  /// Makes a size of view space from Foundation's.
  public init(_ size: CGSize) { self.init(width: size.width, height: size.height) }
}

extension ViewRect {
  /// Makes a rectangle of view space (pixels, y down) from Foundation's, whose origin is the upper left corner here.
  public init(_ rect: CGRect) {
    self.init(x: rect.origin.x, y: rect.origin.y, width: rect.size.width, height: rect.size.height)
  }
}

extension CGPoint {
  /// A point of page space, in points.
  public init(_ point: PagePoint) { self.init(x: point.x, y: point.y) }
  /// A point of view space, in pixels.
  public init(_ point: ViewPoint) { self.init(x: point.x, y: point.y) }
}

extension CGSize {
  /// A size of view space, in pixels.
  public init(_ size: ViewSize) { self.init(width: size.width, height: size.height) }
}

extension CGRect {
  /// A rectangle of page space, in points; its origin is the lower left corner.
  public init(_ rect: PageRect) {
    self.init(x: rect.minX, y: rect.minY, width: rect.width, height: rect.height)
  }
  /// A rectangle of view space, in pixels; its origin is the upper left corner.
  public init(_ rect: ViewRect) { self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height) }
}

extension PageTransform {
  /// The map from page to view space as Foundation's type.
  public var affineTransform: AffineTransform {
    let m = matrix
    return AffineTransform(m11: m.a, m12: m.b, m21: m.c, m22: m.d, tX: m.tx, tY: m.ty)
  }
}

import PostilModel

/// A transform of the plane as PDF has it, `[a b c d e f]` (ISO 32000-2, 8.3.3).
struct Affine: Hashable {
  var a = 1.0
  var b = 0.0
  var c = 0.0
  var d = 1.0
  var e = 0.0
  var f = 0.0

  static let identity = Affine()

  init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double) {
    (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
  }

  init() {}

  /// `nil` unless they are six finite numbers.
  init?(_ numbers: [Double]?) {
    guard let n = numbers, n.count == 6, n.allSatisfy(\.isFinite) else { return nil }
    self.init(n[0], n[1], n[2], n[3], n[4], n[5])
  }

  static func translation(_ x: Double, _ y: Double) -> Affine { Affine(1, 0, 0, 1, x, y) }

  /// This transform, and then another one.
  func then(_ m: Affine) -> Affine {
    Affine(
      a * m.a + b * m.c, a * m.b + b * m.d, c * m.a + d * m.c, c * m.b + d * m.d,
      e * m.a + f * m.c + m.e, e * m.b + f * m.d + m.f)
  }

  func apply(_ point: PagePoint) -> PagePoint {
    PagePoint(x: a * point.x + c * point.y + e, y: b * point.x + d * point.y + f)
  }

  func apply(_ x: Double, _ y: Double) -> PagePoint { apply(PagePoint(x: x, y: y)) }

  var determinant: Double { a * d - b * c }

  /// `nil` if it maps the plane onto a line or a point.
  var inverse: Affine? {
    let determinant = determinant
    guard determinant.isFinite, abs(determinant) > 1e-18 else { return nil }
    let (ia, ib, ic, id) = (d / determinant, -b / determinant, -c / determinant, a / determinant)
    let result = Affine(ia, ib, ic, id, -(e * ia + f * ic), -(e * ib + f * id))
    return result.numbers.allSatisfy(\.isFinite) ? result : nil
  }

  /// How much longer lines become at most.
  var scale: Double { max((a * a + b * b).squareRoot(), (c * c + d * d).squareRoot()) }

  var numbers: [Double] { [a, b, c, d, e, f] }

  /// The corners of a rectangle as the transform leaves them.
  func corners(of rect: PageRect) -> [PagePoint] {
    [
      apply(rect.minX, rect.minY), apply(rect.maxX, rect.minY), apply(rect.maxX, rect.maxY),
      apply(rect.minX, rect.maxY),
    ]
  }
}

extension SIMD4<Float> {
  /// Whether the box holds a point; edges count.
  func contains(_ point: SIMD2<Float>) -> Bool {
    x <= point.x && point.x <= z && y <= point.y && point.y <= w
  }

  /// The square of the distance from a point to the box: 0 inside.
  func squaredDistance(to point: SIMD2<Float>) -> Float {
    let gap = gap(to: point)
    return (gap * gap).sum()
  }

  /// How far a point is beside, above or below the box: 0 inside.
  func gap(to point: SIMD2<Float>) -> SIMD2<Float> {
    pointwiseMax(pointwiseMax(lowHalf - point, point - highHalf), .zero)
  }

  /// The smallest box that holds both.
  package func union(_ other: SIMD4<Float>) -> SIMD4<Float> {
    SIMD4(lowHalf: pointwiseMin(lowHalf, other.lowHalf), highHalf: pointwiseMax(highHalf, other.highHalf))
  }

  var middle: SIMD2<Float> { (lowHalf + highHalf) / 2 }
}

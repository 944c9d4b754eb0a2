/// What an eraser has left of an annotation, as geometry that can be cut further.
package protocol ErasableGeometry: Sendable {
  /// Rubs out what the capsule covers. Returns whether it covers anything.
  mutating func erase(_ capsule: Capsule) -> Bool

  /// What is left, lowest first; empty if nothing is. O(points).
  var contents: [AnnotationContent] { get }

  /// At least as many as there are contents. O(1).
  var contentLimit: Int { get }

  /// How far from the capsule a cut changes something, in points; `nil` if it may do so anywhere.
  var localReach: Double? { get }
}

extension Array {
  /// Puts what is left of each piece in its place, `nil` where it is not touched. Returns whether any is.
  mutating func replaceCut(_ left: (Element) -> [Element]?) -> Bool {
    var isCut = false
    self = flatMap { piece in
      guard let left = left(piece) else { return [piece] }
      isCut = true
      return left
    }
    return isCut
  }
}

extension LineEndShape {
  /// Whether a capsule touches what is painted of it.
  func isTouched(by capsule: Capsule, _ style: AnnotationStyle) -> Bool {
    if isClosed && style.fill != nil && path.encloses(capsule.axis.start) { return true }
    return path.passes(within: capsule.radius + reach * style.lineWidth, of: capsule.axis)
  }
}

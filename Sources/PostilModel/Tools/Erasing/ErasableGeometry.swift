/// What an eraser has left of an annotation, as geometry that can be cut further.
package protocol ErasableGeometry: Sendable {
  /// Rubs out what the swath covers. Returns whether it covers anything.
  mutating func erase(_ capsule: Capsule) -> Bool

  /// What is left, lowest first; empty if nothing is. O(points).
  var contents: [AnnotationContent] { get }

  /// At least as many as there are contents. O(1).
  var contentLimit: Int { get }

  /// Whether a cut changes nothing far from the swath.
  var changesLocally: Bool { get }
}

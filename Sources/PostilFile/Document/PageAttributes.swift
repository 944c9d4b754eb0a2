package import PostilModel

/// What the file says of a page, inherited values resolved.
package struct PageAttributes: Sendable, Hashable {
  /// The boxes; those that the file does not give have the value that ISO 32000 sets for them.
  package var boxes: [PageBox: PageRect]
  /// The rotation that the file had when it was opened.
  package var rotation: PageRotation
  /// The size of a unit of user space in points (`/UserUnit`).
  package var userUnit: Double

  package init(boxes: [PageBox: PageRect], rotation: PageRotation, userUnit: Double) {
    self.boxes = boxes
    self.rotation = rotation
    self.userUnit = userUnit
  }
}

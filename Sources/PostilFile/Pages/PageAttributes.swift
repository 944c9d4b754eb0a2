package import PostilModel

/// What the file says of a page, inherited values resolved.
package struct PageAttributes: Sendable, Hashable {
  /// The boxes; those that the file does not give have the value that ISO 32000 sets for them.
  package var boxes: [PageBox: PageRect]
  /// The rotation that the file had when it was opened.
  package var rotation: PageRotation
  /// The size of a unit of user space in points (`/UserUnit`).
  package var userUnit: Double
  /// Whether the file gives a crop box that shows nothing of the page, in whose place there is the media box here. poppler and PDFium
  /// refuse such a page.
  package var hasUselessCropBox: Bool

  package init(
    boxes: [PageBox: PageRect], rotation: PageRotation, userUnit: Double, hasUselessCropBox: Bool = false
  ) {
    self.boxes = boxes
    self.rotation = rotation
    self.userUnit = userUnit
    self.hasUselessCropBox = hasUselessCropBox
  }
}

extension PageAttributes {
  /// The smallest side that a box may have, in points.
  private static let smallestSide = 0.01

  /// Reads boxes and rotation, with the defaults of ISO 32000-2, 7.7.3.3 and 14.11.2.
  init(_ objects: any ObjectSource, value: (PDFName) -> PDFObject?) {
    func rect(_ box: PageBox) -> PageRect? {
      guard let rect = objects.rect(value(PDFName(box.rawValue))) else { return nil }
      return rect.width >= Self.smallestSide && rect.height >= Self.smallestSide ? rect : nil
    }
    let media = rect(.mediaBox) ?? PageRect(x: 0, y: 0, width: 612, height: 792)
    let shown = rect(.cropBox).flatMap { $0.intersection(media) }.flatMap { $0.isEmpty ? nil : $0 }
    let crop = shown ?? media
    var boxes: [PageBox: PageRect] = [.mediaBox: media, .cropBox: crop]
    for box in [PageBox.bleedBox, .trimBox, .artBox] { boxes[box] = rect(box) ?? crop }
    let degrees = objects.resolve(value("Rotate")).integer ?? 0
    let unit = objects.resolve(value("UserUnit")).number ?? 1
    self.init(
      boxes: boxes, rotation: PageRotation(degrees: degrees % 360) ?? .none, userUnit: unit > 0 ? unit : 1,
      hasUselessCropBox: shown == nil && objects.rect(value("CropBox")) != nil)
  }
}

/// The attributes that a page may take from the nodes above it (ISO 32000-2, 7.7.3.4).
enum InheritableKey {
  static let all: [PDFName] = ["Resources", "MediaBox", "CropBox", "Rotate"]
}

import PostilGraphics
import PostilModel

/// Writes pictures as form XObjects (ISO 32000-2, 8.10 and 11.6.6).
struct AppearanceWriter {
  let changes: ObjectChanges
  let forms: PageForms
  let texts: TextForms
  let images: ImageObjects

  /// Adds the appearance stream of an annotation, a form whose box is the annotation's rectangle, so that it
  /// lands where it is drawn, unscaled (ISO 32000-2, algorithm 8). The box of an icon, which stays upright, begins at the
  /// origin.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if a page in it is of something that is no PDF document, or a text
  ///   cannot be set; `.missingGlyphs`.
  func form(_ annotation: Annotation) throws -> ObjectID {
    let box = annotation.bounds
    guard annotation.flags.contains(.noRotate), annotation.content.value.usualFlags.contains(.noRotate) else {
      return try form(of: annotation.appearance, box: box)
    }
    // MuPDF shows what stays upright on a turned page only if its box begins at the origin. Of other kinds, numbers that
    // are rounded there would be others than those that are painted.
    let atOrigin = annotation.offset(dx: -box.minX, dy: -box.minY)
    return try form(of: atOrigin.appearance, box: atOrigin.bounds)
  }

  /// Adds a picture as a form whose box is a rectangle of its space.
  ///
  /// - Throws: As ``form(_:)``.
  func form(of appearance: Appearance, box: PageRect) throws -> ObjectID {
    var resources = ResourceBuilder(changes)
    let content = try content(of: appearance, box: box, &resources, textsAsForms: true)
    return add(box, content, resources.dictionary)
  }

  /// The operations that paint a picture, for a content stream that names what it shows among these resources.
  ///
  /// - Parameters:
  ///   - box: The rectangle that it covers.
  ///   - textsAsForms: Whether texts are forms of their own, which others can share; otherwise their glyphs are among the operations.
  /// - Throws: As ``form(_:)``.
  func content(
    of appearance: Appearance, box: PageRect, _ resources: inout ResourceBuilder, textsAsForms: Bool
  ) throws -> [UInt8] {
    let state = GraphicsState(
      strokeOpacity: appearance.opacity, fillOpacity: appearance.opacity, blendMode: appearance.blendMode)
    guard state != .initial, !appearance.isSinglePaint else {
      return try content(of: appearance, state, &resources, textsAsForms)
    }
    // As a group, so that nothing shows through where fill and outline overlap.
    let group: PDFDictionary = ["S": .name("Transparency"), "I": .boolean(true)]
    var inner = ResourceBuilder(changes)
    let painted = try content(of: appearance, .initial, &inner, true)
    let name = resources.name(of: add(box, painted, inner.dictionary, group: group))
    return Array("/\(resources.name(of: state)) gs /\(name) Do\n".utf8)
  }

  private func content(
    of appearance: Appearance, _ state: GraphicsState, _ resources: inout ResourceBuilder,
    _ textsAsForms: Bool
  ) throws -> [UInt8] {
    var writer = ContentStreamWriter()
    for item in appearance.items {
      switch item.content {
      case .path(let path):
        guard path.fill != nil || path.pen != nil else { continue }
        var own = state
        own.fillOpacity *= path.fillOpacity
        own.strokeOpacity *= path.penOpacity
        writer.set(own, &resources)
        writer.paint(path)
      case .group(let group):
        guard let box = group.box ?? group.bounds else { continue }
        writer.set(.initial, &resources)
        writer.paint(form: resources.name(of: try form(of: group, box: box)))
      case .text(let text):
        let matrix = try text.matrix()
        writer.set(.initial, &resources)
        if textsAsForms {
          writer.paint(form: resources.name(of: try texts.form(of: TextBlock(text))), matrix)
        } else {
          writer.paint(try texts.content(of: TextBlock(text), &resources), matrix)
        }
      case .page(let page):
        let form = try forms.form(of: page.document, index: page.index)
        writer.set(.initial, &resources)
        writer.paint(
          form: resources.name(of: form.object),
          page.place.fittingMatrix(width: form.size.width, height: form.size.height))
      case .image(let image):
        writer.set(.initial, &resources)
        writer.paint(
          form: resources.name(of: try images.object(of: image.image)), image.image.matrix(in: image.place))
      }
    }
    return writer.bytes
  }

  private func add(
    _ box: PageRect, _ content: [UInt8], _ resources: PDFDictionary, group: PDFDictionary? = nil
  ) -> ObjectID {
    var dictionary: PDFDictionary = ["Type": .name("XObject"), "Subtype": .name("Form")]
    dictionary["BBox"] = PDFObject.rect(box)
    dictionary["Resources"] = .dictionary(resources)
    dictionary["Group"] = group.map { .dictionary($0) }
    return changes.add(Flate.stream(dictionary, content))
  }
}

extension Appearance.Image {
  /// From the unit square that an image is painted into (ISO 32000-2, 8.9.5.1) to a frame on a page: six numbers.
  func matrix(in place: UprightFrame) -> [Double] {
    let (width, height) = (Double(width), Double(height))
    let m = place.fittingMatrix(width: width, height: height)
    let sized = [m[0] * width, m[1] * width, m[2] * height, m[3] * height, m[4], m[5]]
    let u = layout.uprightMatrix
    return [
      u[0] * sized[0] + u[1] * sized[2], u[0] * sized[1] + u[1] * sized[3],
      u[2] * sized[0] + u[3] * sized[2], u[2] * sized[1] + u[3] * sized[3],
      u[4] * sized[0] + u[5] * sized[2] + sized[4], u[4] * sized[1] + u[5] * sized[3] + sized[5],
    ]
  }
}

/// What an entry of `/ExtGState` sets (ISO 32000-2, 8.4.5).
struct GraphicsState: Hashable {
  var strokeOpacity = 1.0
  var fillOpacity = 1.0
  var blendMode = Appearance.BlendMode.normal

  /// What holds at the start of a form.
  static let initial = GraphicsState()
}

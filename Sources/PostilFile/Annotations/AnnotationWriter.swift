import Foundation
import PostilModel

/// Writes annotations as dictionaries with an appearance stream, so that every reader shows the
/// same picture (ISO 32000-2, 12.5.2, 12.5.5 and 12.5.6).
struct AnnotationWriter {
  let changes: ObjectChanges
  /// The moment that annotations without dates are stamped with.
  let now: Date

  /// - Parameter original: The dictionary that the file has for it; its name and keys that are not
  ///   ours are kept.
  func dictionary(_ annotation: Annotation, original: PDFDictionary?, page: ObjectID) -> PDFDictionary {
    var result = original ?? ["Type": .name("Annot")]
    result["Subtype"] = .name(PDFName(annotation.subtype))
    result["Rect"] = Self.rect(annotation.bounds)
    if original == nil {
      result["P"] = .reference(page)
      result["NM"] = .string(TextString.encode(annotation.id.rawValue))
    }
    describe(annotation, original != nil, &result)
    paint(annotation.style, of: annotation.shape, &result)
    draw(annotation, &result)
    result["AP"] = .dictionary(["N": .reference(appearance(annotation))])
    return result
  }

  // MARK: - Text and dates

  private func describe(_ annotation: Annotation, _ isKnown: Bool, _ result: inout PDFDictionary) {
    // The text decides, not how it is encoded: its formatting would be lost.
    if annotation.contents != changes.resolve(result["Contents"]).string.map(TextString.decode) {
      result["Contents"] = annotation.contents.map { .string(TextString.encode($0)) }
      result["RC"] = nil
    }
    result["T"] = annotation.author.map { .string(TextString.encode($0)) }
    result["F"] = annotation.flags.isEmpty ? nil : .integer(annotation.flags.rawValue)
    result["M"] = .string(DateString.encode(annotation.modificationDate ?? now))
    if !isKnown || annotation.creationDate != nil {
      result["CreationDate"] = .string(DateString.encode(annotation.creationDate ?? now))
    }
  }

  // MARK: - Style

  private func paint(_ style: StrokeStyle, of shape: AnnotationShape, _ result: inout PDFDictionary) {
    result["C"] = Self.color(style.color)
    let isInk = if case .ink = shape { true } else { false }
    result["IC"] = isInk ? nil : style.fill.map(Self.color)
    result["CA"] = style.opacity < 1 ? .number(style.opacity) : nil
    result["ca"] = nil
    var border: PDFDictionary = ["W": .number(style.lineWidth)]
    if !style.dash.isEmpty {
      border["S"] = .name("D")
      border["D"] = .numbers(style.dash)
    }
    result["BS"] = .dictionary(border)
    for key in ["Border", "BE", "AS"] as [PDFName] { result[key] = nil }
  }

  static func color(_ color: Color) -> PDFObject { .numbers([color.red, color.green, color.blue]) }

  static func rect(_ rect: PageRect) -> PDFObject {
    .coordinates([rect.minX, rect.minY, rect.maxX, rect.maxY])
  }

  // MARK: - Shape

  private func draw(_ annotation: Annotation, _ result: inout PDFDictionary) {
    for key in ["L", "LE", "RD", "InkList", PrivateKey.entry] as [PDFName] { result[key] = nil }
    switch annotation.shape {
    case .line(let from, let to, let start, let end):
      result["L"] = .coordinates([from.x, from.y, to.x, to.y])
      if start != .none || end != .none {
        result["LE"] = .array([.name(PDFName(start.rawValue)), .name(PDFName(end.rawValue))])
      }
    case .rectangle, .ellipse:
      let inset = annotation.style.lineWidth / 2
      if inset > 0 { result["RD"] = .coordinates([inset, inset, inset, inset]) }
    case .ink(let strokes, let areas): drawInk(strokes, areas, annotation.style, &result)
    case .other: break
    }
  }

  private func drawInk(
    _ strokes: [InkStroke], _ areas: [[PagePoint]], _ style: StrokeStyle, _ result: inout PDFDictionary
  ) {
    let lists = strokes.map(Self.inkPoints)
    // An ink list is required: of an area without an outline it is the border.
    result["InkList"] = .array((lists.isEmpty ? areas : lists).map(Self.coordinates))
    var own = PDFDictionary()
    if strokes.contains(where: { $0.curve != .straight && $0.points.count > 2 }) {
      own[PrivateKey.curves] = .array(strokes.map(Self.note))
    }
    if !areas.isEmpty {
      own[PrivateKey.areas] = .array(areas.map(Self.coordinates))
      own[PrivateKey.fill] = style.fill.map(Self.color)
    }
    if !own.entries.isEmpty { result[PrivateKey.entry] = .dictionary(own) }
  }

  private static func coordinates(_ points: [PagePoint]) -> PDFObject {
    .coordinates(points.flatMap { [$0.x, $0.y] })
  }

  private static func note(_ stroke: InkStroke) -> PDFObject {
    switch stroke.curve {
    case .smooth: .name("Smooth")
    case .straight: .name("Straight")
    case .bezier: coordinates(stroke.points)
    }
  }

  /// The points that other programs join: the samples, or points along the curves.
  private static func inkPoints(_ stroke: InkStroke) -> [PagePoint] {
    guard stroke.curve == .bezier, stroke.points.count > 3 else { return stroke.points }
    var result = [stroke.points[0]]
    for index in stride(from: 0, to: stroke.points.count - 3, by: 3) {
      let curve = Array(stroke.points[index...index + 3])
      result += [0.25, 0.5, 0.75].map { point(on: curve, at: $0) } + [curve[3]]
    }
    return result
  }

  /// De Casteljau's construction.
  private static func point(on curve: [PagePoint], at fraction: Double) -> PagePoint {
    var points = curve
    while points.count > 1 {
      points = zip(points, points.dropFirst()).map { $0.interpolated(to: $1, at: fraction) }
    }
    return points[0]
  }

  // MARK: - Appearance

  /// Adds the appearance stream, a form whose box is the annotation's rectangle, so that it lands
  /// where it is drawn, unscaled (ISO 32000-2, algorithm 8.1).
  private func appearance(_ annotation: Annotation) -> ObjectID {
    let appearance = annotation.appearance
    let box = Self.rect(annotation.bounds)
    let content = ContentStreamWriter.content(of: appearance)
    guard appearance.opacity < 1 else { return changes.add(form(box, content, resources: [:])) }
    let opacity: PDFDictionary = ["CA": .number(appearance.opacity), "ca": .number(appearance.opacity)]
    var resources: PDFDictionary = ["ExtGState": .dictionary(["G": .dictionary(opacity)])]
    if appearance.isSinglePaint {
      return changes.add(form(box, Array("/G gs\n".utf8) + content, resources: resources))
    }
    // As a group, so that nothing shows through where fill and outline overlap.
    let group: PDFDictionary = ["S": .name("Transparency"), "I": .boolean(true)]
    let inner = changes.add(form(box, content, resources: [:], group: group))
    resources["XObject"] = .dictionary(["P": .reference(inner)])
    return changes.add(form(box, Array("/G gs /P Do\n".utf8), resources: resources))
  }

  private func form(
    _ box: PDFObject, _ content: [UInt8], resources: PDFDictionary, group: PDFDictionary? = nil
  ) -> PDFObject {
    var dictionary: PDFDictionary = ["Type": .name("XObject"), "Subtype": .name("Form"), "BBox": box]
    dictionary["Resources"] = .dictionary(resources)
    dictionary["Group"] = group.map { .dictionary($0) }
    return Deflate.stream(dictionary, content)
  }
}

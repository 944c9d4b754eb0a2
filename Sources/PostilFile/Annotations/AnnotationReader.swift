import Foundation
import PostilModel

/// Makes values of annotation dictionaries (ISO 32000-2, 12.5). What cannot be understood wholly
/// becomes ``AnnotationShape/other(subtype:bounds:)``, which is kept as it is.
struct AnnotationReader {
  let graph: ObjectGraph

  func annotation(_ dictionary: PDFDictionary, id: AnnotationID) -> Annotation {
    let subtype = resolve(dictionary["Subtype"]).name?.description ?? "Unknown"
    let rect = rect(dictionary["Rect"])
    var style = style(dictionary)
    let shape = shape(dictionary, subtype, rect, &style) ?? .other(subtype: subtype, bounds: rect ?? .zero)
    var annotation = Annotation(
      shape, style: style, contents: text(dictionary["Contents"]), author: text(dictionary["T"]),
      creationDate: date(dictionary["CreationDate"]), modificationDate: date(dictionary["M"]),
      flags: AnnotationFlags(rawValue: resolve(dictionary["F"]).integer ?? 0), id: id)
    // What no edit would take, such as a line of no length and no width, undo could not bring back.
    if (try? annotation.validated()) == nil {
      annotation.shape = .other(subtype: subtype, bounds: rect ?? .zero)
    }
    return annotation
  }

  // MARK: - Shapes

  private func shape(
    _ dictionary: PDFDictionary, _ subtype: String, _ rect: PageRect?, _ style: inout StrokeStyle
  ) -> AnnotationShape? {
    switch subtype {
    case "Line": return line(dictionary)
    case "Square": return outline(dictionary, rect, style).map { .rectangle($0) }
    case "Circle": return outline(dictionary, rect, style).map { .ellipse($0) }
    case "Ink": return ink(dictionary, &style)
    default: return nil
    }
  }

  private func line(_ dictionary: PDFDictionary) -> AnnotationShape? {
    guard let numbers = numbers(dictionary["L"]), numbers.count == 4 else { return nil }
    let (from, to) = (PagePoint(x: numbers[0], y: numbers[1]), PagePoint(x: numbers[2], y: numbers[3]))
    let ends = resolve(dictionary["LE"]).array?.map {
      resolve($0).name.flatMap { LineEnding(rawValue: $0.description) }
    }
    guard from.isUsable, to.isUsable else { return nil }
    return .line(
      from: from, to: to, start: (ends?.first ?? nil) ?? .none, end: (ends?.dropFirst().first ?? nil) ?? .none
    )
  }

  /// The rectangle along which the pen runs: `/Rect` less `/RD`, or less half the pen's width.
  private func outline(_ dictionary: PDFDictionary, _ rect: PageRect?, _ style: StrokeStyle) -> PageRect? {
    guard let rect else { return nil }
    guard let insets = numbers(dictionary["RD"]), insets.count == 4, insets.allSatisfy({ $0 >= 0 }),
      insets[0] + insets[2] <= rect.width, insets[1] + insets[3] <= rect.height
    else { return rect.insetBy(style.lineWidth / 2) }
    return PageRect(
      corner: PagePoint(x: rect.minX + insets[0], y: rect.minY + insets[1]),
      corner: PagePoint(x: rect.maxX - insets[2], y: rect.maxY - insets[3]))
  }

  private func ink(_ dictionary: PDFDictionary, _ style: inout StrokeStyle) -> AnnotationShape? {
    guard let lists = resolve(dictionary["InkList"]).array else { return nil }
    let own = resolve(dictionary[PrivateKey.entry]).dictionary
    let curves = own.flatMap { resolve($0[PrivateKey.curves]).array } ?? []
    var strokes: [InkStroke] = []
    for (index, list) in lists.enumerated() {
      guard let points = points(list), points.allSatisfy(\.isUsable) else { return nil }
      guard !points.isEmpty else { continue }
      strokes.append(stroke(points, curves.count == lists.count ? curves[index] : .null))
    }
    let areas = own.flatMap { resolve($0[PrivateKey.areas]).array } ?? []
    let polygons = areas.compactMap(points).filter { $0.count > 2 && $0.allSatisfy(\.isUsable) }
    style.fill = polygons.isEmpty ? nil : own.flatMap { color($0[PrivateKey.fill]) }
    guard !strokes.isEmpty || !polygons.isEmpty else { return nil }
    // What is left of a filled shape without an outline has its border as ink list, for readers that want one.
    if style.lineWidth == 0, !polygons.isEmpty { strokes = [] }
    return .ink(strokes, areas: polygons)
  }

  /// A stroke by its points and our note on them, unless another program changed the points since.
  private func stroke(_ points: [PagePoint], _ note: PDFObject) -> InkStroke {
    if let name = resolve(note).name, name == "Smooth" { return InkStroke(points: points, curve: .smooth) }
    if let controls = self.points(note), controls.count % 3 == 1, controls.allSatisfy(\.isUsable),
      controls.first == points.first, controls.last == points.last
    {
      return InkStroke(points: controls, curve: .bezier)
    }
    return InkStroke(points: points, curve: .straight)
  }

  // MARK: - Style

  private func style(_ dictionary: PDFDictionary) -> StrokeStyle {
    let border = resolve(dictionary["BS"]).dictionary
    // The older form: two radii of corners, the width, and perhaps dashes.
    let old = border == nil ? resolve(dictionary["Border"]).array ?? [] : []
    let width = border?["W"] ?? old.dropFirst(2).first
    var dash = old.count > 3 ? numbers(old[3]) ?? [] : []
    if let border, resolve(border["S"]).name == "D" { dash = numbers(border["D"]) ?? [3] }
    return StrokeStyle(
      color: color(dictionary["C"]) ?? .black, lineWidth: resolve(width).number ?? 1,
      opacity: resolve(dictionary["CA"]).number ?? 1, fill: color(dictionary["IC"]), dash: dash)
  }

  /// Grey, RGB or CMYK, by how many numbers there are.
  func color(_ object: PDFObject?) -> Color? {
    guard let parts = numbers(object) else { return nil }
    switch parts.count {
    case 1: return Color(red: parts[0], green: parts[0], blue: parts[0])
    case 3: return Color(red: parts[0], green: parts[1], blue: parts[2])
    case 4:
      let light = 1 - parts[3]
      return Color(red: (1 - parts[0]) * light, green: (1 - parts[1]) * light, blue: (1 - parts[2]) * light)
    default: return nil
    }
  }

  // MARK: - Values

  func resolve(_ object: PDFObject?) -> PDFObject { graph.resolve(object) }

  /// The numbers of an array; `nil` if it is no array or something else is in it.
  func numbers(_ object: PDFObject?) -> [Double]? {
    guard let items = resolve(object).array else { return nil }
    let numbers = items.compactMap { resolve($0).number }
    return numbers.count == items.count ? numbers : nil
  }

  func rect(_ object: PDFObject?) -> PageRect? {
    guard let numbers = numbers(object), numbers.count == 4 else { return nil }
    let rect = PageRect(
      corner: PagePoint(x: numbers[0], y: numbers[1]), corner: PagePoint(x: numbers[2], y: numbers[3]))
    return rect.isUsable ? rect : nil
  }

  private func points(_ object: PDFObject) -> [PagePoint]? {
    guard let numbers = numbers(object), numbers.count % 2 == 0 else { return nil }
    return stride(from: 0, to: numbers.count, by: 2).map { PagePoint(x: numbers[$0], y: numbers[$0 + 1]) }
  }

  func text(_ object: PDFObject?) -> String? { resolve(object).string.map(TextString.decode) }
  private func date(_ object: PDFObject?) -> Date? { resolve(object).string.flatMap(DateString.decode) }
}

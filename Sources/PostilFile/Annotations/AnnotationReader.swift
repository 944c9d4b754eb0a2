import Foundation
import PostilModel

/// Makes values of annotation dictionaries (ISO 32000-2, 12.5). What no codec understands becomes
/// ``UnsupportedContent``; looks that a codec does not understand are named in ``Annotation/foreignKeys``.
struct AnnotationReader {
  let source: any ObjectSource

  func annotation(_ dictionary: PDFDictionary, id: AnnotationID) -> Annotation {
    let subtype = resolve(dictionary["Subtype"]).name?.description ?? "Unknown"
    let source = AnnotationSource(dictionary: dictionary, reader: self, rect: rect(dictionary["Rect"]))
    let codec = AnnotationCodecs.bySubtype[subtype]
    var style = style(dictionary)
    var annotation = Annotation(
      content(source, codec, &style) ?? .unsupported(subtype: subtype, bounds: source.rect ?? .zero),
      style: style, contents: text(dictionary["Contents"]), author: text(dictionary["T"]),
      subject: text(dictionary["Subj"]), creationDate: date(dictionary["CreationDate"]),
      modificationDate: date(dictionary["M"]),
      flags: AnnotationFlags(rawValue: resolve(dictionary["F"]).integer ?? 0), metadata: metadata(source),
      id: id)
    // What no edit would take, such as a line of no length and no width, undo could not bring back.
    if (try? annotation.validated()) == nil {
      annotation.content = .unsupported(subtype: subtype, bounds: source.rect ?? .zero)
    }
    if let codec, annotation.content.unsupported == nil {
      annotation.foreignKeys = (commonForeignKeys(source) + codec.foreignKeys(in: source)).map(\.description)
    }
    return annotation
  }

  private func content(
    _ source: AnnotationSource, _ codec: (any AnnotationCodec.Type)?, _ style: inout StrokeStyle
  ) -> AnnotationContent? {
    guard let codec, let value = codec.init(source, &style) else { return nil }
    return AnnotationContent(value)
  }

  /// Keys and values in turn.
  private func metadata(_ source: AnnotationSource) -> [String: String] {
    let texts = (resolve(source.privateEntry[PrivateKey.metadata]).array ?? []).map { text($0) ?? "" }
    return stride(from: 1, to: texts.count, by: 2).reduce(into: [:]) { $0[texts[$1 - 1]] = texts[$1] }
  }

  // MARK: - Style

  private func style(_ dictionary: PDFDictionary) -> StrokeStyle {
    let border = resolve(dictionary["BS"]).dictionary
    // The older form: two radii of corners, the width, and perhaps dashes.
    let old = border == nil ? resolve(dictionary["Border"]).array ?? [] : []
    let width = border?["W"] ?? old.dropFirst(2).first
    var dash = old.count > 3 ? numbers(old[3]) ?? [] : []
    if let border, resolve(border["S"]).name == "D" { dash = numbers(border["D"]) ?? [3] }
    let opacity = resolve(dictionary["CA"]).number ?? 1
    var style = StrokeStyle(
      color: color(dictionary["C"]) ?? .black, fill: color(dictionary["IC"]),
      lineWidth: resolve(width).number ?? 1, opacity: opacity, dash: dash)
    if let fillOpacity = resolve(dictionary["ca"]).number, fillOpacity != opacity {
      style.fillOpacity = fillOpacity
    }
    return style
  }

  /// Keys that say how annotations of any kind look, with values that have no place in a style.
  private func commonForeignKeys(_ source: AnnotationSource) -> [PDFName] {
    var keys: [PDFName] = []
    // No colour at all is transparent.
    if source["C"].array?.isEmpty == true { keys.append("C") }
    if let border = source["BS"].dictionary {
      let look = resolve(border["S"]).name
      if look != nil, look != "S", look != "D" { keys.append("BS") }
    } else if let radii = source.reader.numbers(.array(Array((source["Border"].array ?? []).prefix(2)))),
      radii.contains(where: { $0 != 0 })
    {
      keys.append("Border")
    }
    if let effect = source["BE"].dictionary, let look = resolve(effect["S"]).name, look != "S" {
      keys.append("BE")
    }
    if let mode = source["BM"].name, mode != "Normal" { keys.append("BM") }
    for key in ["Measure", "Path"] as [PDFName] where !source[key].isNull { keys.append(key) }
    return keys + appearanceForeignKeys(source)
  }

  /// Appearances besides the normal one, and several of those (ISO 32000-2, 12.5.5).
  private func appearanceForeignKeys(_ source: AnnotationSource) -> [PDFName] {
    let appearance = source["AP"].dictionary ?? [:]
    if appearance["D"] != nil { return ["AP/D"] }
    if appearance["R"] != nil { return ["AP/R"] }
    if !source["AS"].isNull { return ["AS"] }
    return []
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

  func resolve(_ object: PDFObject?) -> PDFObject { source.resolve(object) }

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

  /// The points of an array of coordinates; `nil` if it is none, or one is not usable.
  func points(_ object: PDFObject?) -> [PagePoint]? {
    guard let numbers = numbers(object), numbers.count % 2 == 0 else { return nil }
    let points = stride(from: 0, to: numbers.count, by: 2).map {
      PagePoint(x: numbers[$0], y: numbers[$0 + 1])
    }
    return points.allSatisfy(\.isUsable) ? points : nil
  }

  func text(_ object: PDFObject?) -> String? { resolve(object).string.map(TextString.decode) }
  private func date(_ object: PDFObject?) -> Date? { resolve(object).string.flatMap(DateString.decode) }
}

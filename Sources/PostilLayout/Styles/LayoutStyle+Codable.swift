import PostilModel

extension ParagraphStyle: StyleObject {
  static var fields: [StyleField<Self>] {
    [
      StyleField("family", \.font.family), StyleField("size", \.font.size),
      StyleField("isBold", \.font.isBold), StyleField("isItalic", \.font.isItalic),
      StyleField("color", \.color), StyleField("alignment", \.alignment),
      StyleField("lineSpacing", \.lineSpacing), StyleField("spaceBefore", \.spaceBefore),
      StyleField("spaceAfter", \.spaceAfter), StyleField("firstLineIndent", \.firstLineIndent),
      StyleField("leftInset", \.leftInset), StyleField("keepsWithNext", \.keepsWithNext),
      StyleField("keepsTogether", \.keepsTogether),
    ]
  }
}

extension TableStyle: StyleObject {
  static var fields: [StyleField<Self>] {
    [
      StyleField("rowRule", \.rowRule), StyleField("columnRule", \.columnRule),
      StyleField("ruleWidth", \.ruleWidth), StyleField("headBackground", \.headBackground),
      StyleField("stripe", \.stripe), StyleField("horizontalPadding", \.horizontalPadding),
      StyleField("verticalPadding", \.verticalPadding), StyleField("space", \.space),
    ]
  }
}

extension FieldStyle: StyleObject {
  static var fields: [StyleField<Self>] {
    [
      StyleField("family", \.font.family), StyleField("size", \.font.size),
      StyleField("isBold", \.font.isBold), StyleField("isItalic", \.font.isItalic),
      StyleField("color", \.color), StyleField("background", \.background), StyleField("border", \.border),
      StyleField("borderWidth", \.borderWidth), StyleField("space", \.space),
    ]
  }
}

extension LayoutStyle: StyleObject {
  private struct Base: Decodable {
    var family: String?
    var size: Double?
  }

  static var fields: [StyleField<Self>] {
    [
      StyleField(reading: "family") { (_: inout Self, _: String) in },
      StyleField(reading: "size") { (_: inout Self, _: Double) in },
      StyleField(reading: "color") { (style: inout Self, color: Color) in
        style.body.color = color
        for index in style.headings.indices { style.headings[index].color = color }
        for path in [\Self.code, \.caption, \.footnote] { style[keyPath: path].color = color }
      },
      StyleField(object: "body", \.body), StyleField(list: "headings", \.headings, new: ParagraphStyle()),
      StyleField(object: "code", \.code), StyleField(object: "caption", \.caption),
      StyleField(object: "footnote", \.footnote), StyleField(object: "margin", \.margin),
      StyleField(object: "field", \.field), StyleField(object: "table", \.table),
      StyleField("fonts", \.fonts),
      StyleField("replacementCharacter", \.replacement),
      StyleField("numberedHeadings", \.numberedHeadings), StyleField("linkColor", \.linkColor),
      StyleField("listInset", \.listInset), StyleField("quoteInset", \.quoteInset),
      StyleField("bullets", \.bullets),
    ]
  }
}

extension LayoutStyle {
  fileprivate var replacement: String? {
    get { replacementCharacter.map { String($0) } }
    set { replacementCharacter = newValue?.first }
  }
}

extension LayoutStyle: Codable {
  /// Reads an object. What it does not have is as ``init(family:size:)`` makes it of `family` and `size`; `color` is that of all text but links
  /// and margins.
  ///
  /// ```json
  /// {"family": "Noto Serif", "size": 11, "body": {"alignment": "justified"}, "headings": [{"color": "0B4F9E"}]}
  /// {"family": "House, Noto Sans", "fonts": [{"family": "House", "file": "House.ttf"}]}
  /// ```
  ///
  /// Paths of fonts are relative to ``FontFile/folder``.
  ///
  /// - Throws: `DecodingError`, also for keys that there are not.
  public init(from decoder: any Decoder) throws {
    let base = try Base(from: decoder)
    let usual = LayoutStyle()
    self.init(family: base.family ?? usual.body.font.family, size: base.size ?? usual.body.font.size)
    try take(decoder)
  }

  /// Writes an object with all of it.
  public func encode(to encoder: any Encoder) throws { try write(to: encoder) }
}

extension PageStyle: StyleObject {
  /// A name such as `A4` or `letter`, or a width and a height in points.
  private enum Size: Decodable {
    case named(PageSize)
    case sides(PageSize)

    init(from decoder: any Decoder) throws {
      guard let name = try? decoder.singleValueContainer().decode(String.self) else {
        self = .sides(try PageSize(from: decoder))
        return
      }
      guard let size = PageSize(named: name) else {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: decoder.codingPath,
            debugDescription:
              "there is no size '\(name)'; there are \(PageSize.named.keys.sorted().joined(separator: ", "))"
          ))
      }
      self = .named(size)
    }

    var size: PageSize {
      switch self {
      case .named(let size), .sides(let size): size
      }
    }
  }

  static var fields: [StyleField<Self>] {
    let margins = StyleField<Self>(reading: "margins") { (page: inout Self, width: Double) in
      (page.top, page.left, page.bottom, page.right) = (width, width, width, width)
    }
    let size = StyleField<Self>("size", \.size)
    let named = StyleField<Self>(reading: "size") { (page: inout Self, size: Size) in page.size = size.size }
    return [
      StyleField(name: "size", read: named.read, write: size.write), margins,
      StyleField("top", \.top), StyleField("left", \.left), StyleField("bottom", \.bottom),
      StyleField("right", \.right), StyleField("columns", \.columns), StyleField("columnGap", \.columnGap),
    ]
  }
}

extension PageStyle: Codable {
  /// Reads an object. What it does not have is as ``init(_:margins:)`` makes it; `size` is a name such as `A4` or an object of `width` and `height`,
  /// `margins` is the width of all four.
  ///
  /// - Throws: `DecodingError`, also for keys that there are not.
  public init(from decoder: any Decoder) throws {
    self.init()
    try take(decoder)
  }

  /// Writes an object with all of it.
  public func encode(to encoder: any Encoder) throws { try write(to: encoder) }
}

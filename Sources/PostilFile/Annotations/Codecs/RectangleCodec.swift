import PostilModel

extension RectangleContent: AnnotationCodec {
  static let ownedKeys: [PDFName] = ["RD", "BE"]

  init?(_ source: AnnotationSource, _ style: inout AnnotationStyle) {
    guard let outline = source.outline(style) else { return nil }
    self.init(outline, cloudIntensity: source.cloudIntensity)
  }

  static func foreignKeys(in source: AnnotationSource) -> [PDFName] { source.foreignEffect }

  func write(to dictionary: inout PDFDictionary, _ style: AnnotationStyle) {
    dictionary["RD"] = .distances(from: bounds(style), to: rect)
    dictionary["BE"] = .cloudEffect(cloudIntensity)
  }
}

extension AnnotationSource {
  /// The rectangle along which the pen of a square or a circle runs: `/Rect` less `/RD`, or less half the
  /// pen's width.
  func outline(_ style: AnnotationStyle) -> PageRect? {
    guard let rect else { return nil }
    guard let insets = numbers("RD"), insets.count == 4, insets.allSatisfy({ $0 >= 0 }),
      insets[0] + insets[2] <= rect.width, insets[1] + insets[3] <= rect.height
    else { return rect.insetBy(style.lineWidth / 2) }
    return PageRect(
      corner: PagePoint(x: rect.minX + insets[0], y: rect.minY + insets[1]),
      corner: PagePoint(x: rect.maxX - insets[2], y: rect.maxY - insets[3]))
  }
}

extension AnnotationSource {
  /// How cloudy the border is (`/BE`, ISO 32000-2, table 170), 0…2.
  var cloudIntensity: Double {
    guard let effect = self["BE"].dictionary, objects.resolve(effect["S"]).name == "C" else { return 0 }
    return objects.resolve(effect["I"]).number ?? 0
  }

  /// The key of a border effect that is none of those that there are.
  var foreignEffect: [PDFName] {
    guard let effect = self["BE"].dictionary, let look = objects.resolve(effect["S"]).name, look != "S" else {
      return []
    }
    return look == "C" && cloudIntensity > 0 && cloudIntensity <= 2 ? [] : ["BE"]
  }
}

extension PDFObject {
  /// The distances from a rectangle to one inside of it (`/RD`); `nil` for none.
  static func distances(from outer: PageRect, to inner: PageRect) -> PDFObject? {
    let distances = [
      inner.minX - outer.minX, inner.minY - outer.minY, outer.maxX - inner.maxX, outer.maxY - inner.maxY,
    ]
    return distances.contains { $0 > 0 } ? .coordinates(distances) : nil
  }

  /// The border effect of a cloud; `nil` for none.
  static func cloudEffect(_ intensity: Double) -> PDFObject? {
    intensity > 0 ? .dictionary(["S": .name("C"), "I": .number(intensity)]) : nil
  }
}

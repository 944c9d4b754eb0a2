import PostilModel

/// Annotations at other places and of other sizes, changed where they stand: what is not understood stays as it is.
extension AnnotationWriter {
  /// The keys that hold coordinates of the page, alone or in nested arrays (ISO 32000-2, 12.5.6).
  private static let coordinateKeys: [PDFName] = [
    "Rect", "L", "InkList", "Vertices", "QuadPoints", "CL", "Path",
  ]
  /// The keys that hold lengths and distances, alone or in arrays (ISO 32000-2, tables 166, 177, 178 and 180).
  private static let lengthKeys: [PDFName] = ["RD", "LL", "LLE", "LLO", "CO", "Border"]

  /// Shifts all coordinates. The appearance follows the rectangle (ISO 32000-2, algorithm 8).
  func move(_ result: inout PDFDictionary, by way: PagePoint) {
    map(&result) { $0 + ($1 ? way.x : way.y) }
  }

  /// Scales coordinates, lengths and letters. The appearance follows the rectangle (ISO 32000-2, algorithm 8).
  func place(
    _ result: inout PDFDictionary, _ placement: ContentPlacement, from old: Annotation, to new: Annotation
  ) {
    let scale = placement.scale
    map(&result) { $0 * scale + ($1 ? placement.dx : placement.dy) }
    for key in Self.lengthKeys { result[key] = result[key].map { scaled($0, by: scale) } }
    scaleBorder(&result, by: scale, new)
    scaleLetters(&result, by: scale)
    if new.content.measurement == nil {
      result.scaleMeasure(by: scale, changes)
    } else {
      result.setScale(new.content.measurement?.scale, since: old.content.measurement?.scale)
    }
  }

  /// Gives all coordinates other values.
  ///
  /// - Parameter transform: Gets a coordinate, and whether it is an x.
  private func map(_ result: inout PDFDictionary, _ transform: (Double, Bool) -> Double) {
    for key in Self.coordinateKeys {
      if let value = result[key] { result[key] = mapped(value, transform) }
    }
    guard var own = changes.resolve(result[PrivateKey.entry]).dictionary else { return }
    for key in [PrivateKey.curves, PrivateKey.areas] { own[key] = own[key].map { mapped($0, transform) } }
    result[PrivateKey.entry] = .dictionary(own)
  }

  /// An array of coordinates, or of such arrays, with others: x and y in turn. Other values stay.
  private func mapped(
    _ object: PDFObject, _ transform: (Double, Bool) -> Double, depth: Int = 0
  ) -> PDFObject {
    guard depth < 4, let items = changes.resolve(object).array else { return object }
    return .array(
      items.enumerated().map { index, item in
        guard let number = changes.resolve(item).number else {
          return mapped(item, transform, depth: depth + 1)
        }
        return .coordinate(transform(number, index % 2 == 0))
      })
  }

  /// A length, or an array of lengths, or of such arrays. Other values stay.
  private func scaled(_ object: PDFObject, by scale: Double, depth: Int = 0) -> PDFObject {
    let value = changes.resolve(object)
    if let number = value.number { return .coordinate(number * scale) }
    guard depth < 4, let items = value.array else { return object }
    return .array(items.map { scaled($0, by: scale, depth: depth + 1) })
  }

  /// Gives a border its width and its dashes, where they are not those of `/Border`, and where they are not said at all: a border of
  /// 1, dashes of 3.
  private func scaleBorder(_ result: inout PDFDictionary, by scale: Double, _ annotation: Annotation) {
    let codec = (annotation.content.value as? any AnnotationCodec).map { type(of: $0) }
    let isDrawn = annotation.content.capabilities.contains(.drawn) && codec?.styleKeys.contains("BS") == true
    let said = changes.resolve(result["BS"]).dictionary
    guard said != nil || (isDrawn && result["Border"] == nil && annotation.style.lineWidth > 0) else {
      return
    }
    var border = said ?? [:]
    let width = changes.resolve(border["W"]).number ?? 1
    border["W"] = .number(width * scale)
    if changes.resolve(border["S"]).name == "D" {
      border["D"] = .numbers((changes.numbers(border["D"]) ?? [3]).map { $0 * scale })
    }
    result["BS"] = .dictionary(border)
  }

  /// Gives a text letters of another size; a form field's widget those of values that it gets later.
  private func scaleLetters(_ result: inout PDFDictionary, by scale: Double) {
    let isWidget = result["Subtype"]?.name == "Widget"
    let chain = [result] + (isWidget ? changes.fields(above: result).map(\.dictionary) : [])
    if let bytes = chain.lazy.compactMap({ changes.resolve($0["DA"]).string }).first,
      let scaled = DefaultAppearance.scaled(bytes, by: scale)
    {
      result["DA"] = .string(scaled)
    }
    guard result["Subtype"]?.name == "FreeText" else { return }
    if let css = changes.text(result["DS"]) {
      result["DS"] = .string(TextString.encode(TextStyleSheet.scaled(css, by: scale)))
    }
    let rich = changes.resolve(result["RC"])
    let bytes = rich.string ?? (try? changes.decoded(rich, limit: StreamLimit.small))
    if let bytes, rich.string != nil || rich.isStream {
      let text = TextStyleSheet.scaled(richText: TextString.decode(bytes), by: scale)
      result["RC"] = .string(TextString.encode(text))
    }
  }
}

import Postil

extension Annotation {
  /// What `postil annotations` prints as JSON.
  ///
  /// - Parameter dictionary: What the file says of an annotation that is not understood.
  func values(page: Int, dictionary: PDFValue?) -> JSONValue {
    .object([
      "page": .integer(page), "id": .text(id.rawValue), "subtype": .text(subtype),
      "bounds": JSONValue(listedBounds), "color": JSONValue(drawn?.color), "fill": JSONValue(drawn?.fill),
      "width": drawn.map { .number($0.lineWidth) } ?? .null,
      "opacity": drawn.map { .number($0.opacity) } ?? .null, "contents": JSONValue(contents),
      "author": JSONValue(author), "flags": .integer(flags.rawValue), "created": JSONValue(creationDate),
      "modified": JSONValue(modificationDate), "annotation": (try? JSONValue(encoding: self)) ?? .null,
      "dictionary": dictionary.flatMap(Self.listed) ?? .null,
    ])
  }

  /// Without what it looks like, and what only the file knows.
  private static func listed(_ dictionary: PDFValue) -> JSONValue? {
    guard case .dictionary(var entries) = dictionary else { return nil }
    for key in ["AP", "P", "Parent", "Popup", "StructParent"] { entries[key] = nil }
    return try? JSONValue(encoding: PDFValue.dictionary(entries))
  }

  /// What `postil annotations` prints for people.
  func row(page: Int) -> [String] {
    let box = listedBounds
    return [
      "\(page)", id.rawValue, content.kind == .unsupported ? subtype : content.kind.rawValue,
      [box.minX, box.minY, box.width, box.height].map(\.short).joined(separator: ","),
      drawn?.color.hex ?? "", drawn?.lineWidth.short ?? "", drawn?.opacity.short ?? "", author ?? "",
      contents ?? "",
    ]
  }

  /// The style; `nil` for kinds that Postil does not draw.
  private var drawn: AnnotationStyle? { content.capabilities.contains(.drawn) ? style : nil }

  private var listedBounds: PageRect { bounds }
}

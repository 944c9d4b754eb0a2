import PostilModel

/// The areas are quadrilaterals, or the rectangle without any (ISO 32000-2, table 195).
extension RedactionContent: AnnotationCodec {
  static let ownedKeys: [PDFName] = ["QuadPoints", "OverlayText"]
  static let keptKeys: [PDFName] = ["DA", "Q"]
  static let styleKeys: Set<PDFName> = ["C", "CA", "IC"]

  init?(_ source: AnnotationSource, _ style: inout AnnotationStyle) {
    style.fillOpacity = nil
    let text = source.objects.text(source.dictionary["OverlayText"]).flatMap { $0.isEmpty ? nil : $0 }
    // Quadrilaterals that are none, or have no extent, name no area either.
    if let quads = source.quads("QuadPoints"), quads.contains(where: { $0.area > 0 }) {
      self.init(quads, overlayText: text)
    } else {
      guard let rect = source.rect else { return nil }
      self.init([PageQuad(rect)], overlayText: text)
    }
  }

  /// A picture of what another program would put in place of the content.
  static func foreignKeys(in source: AnnotationSource) -> [PDFName] {
    source.dictionary["RO"] == nil ? [] : ["RO"]
  }

  func write(to dictionary: inout PDFDictionary, _ style: AnnotationStyle) {
    dictionary["QuadPoints"] = .points(quads.flatMap(\.corners))
    dictionary["OverlayText"] = overlayText.map { .string(TextString.encode($0)) }
    // Required with a text; in a size that fits the area.
    if overlayText != nil, dictionary["DA"] == nil {
      dictionary["DA"] = .string(Array("1 g /Helv 0 Tf".utf8))
      dictionary["Q"] = .integer(1)
    }
  }
}

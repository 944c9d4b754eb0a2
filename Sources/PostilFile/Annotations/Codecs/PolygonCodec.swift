import PostilModel

extension PolygonContent: AnnotationCodec {
  static let ownedKeys: [PDFName] = ["Vertices", "LE", "RD", "BE"]

  init?(_ source: AnnotationSource, _ style: inout StrokeStyle) {
    guard let vertices = source.points("Vertices") else { return nil }
    self.init(vertices, cloudIntensity: source.cloudIntensity)
  }

  /// Measures (ISO 32000-2, table 181); a cloudy border is known by its effect.
  static func foreignKeys(in source: AnnotationSource) -> [PDFName] {
    source.foreignEffect + (source["IT"].name == "PolygonDimension" ? ["IT"] : [])
  }

  func write(to dictionary: inout PDFDictionary, _ style: StrokeStyle) {
    dictionary["Vertices"] = .points(vertices)
    dictionary["BE"] = .cloudEffect(cloudIntensity)
    dictionary.setIntent("PolygonCloud", cloudIntensity > 0)
  }
}

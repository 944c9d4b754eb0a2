import PostilModel

extension PolygonContent: AnnotationCodec {
  static let ownedKeys: [PDFName] = ["Vertices", "LE", "RD", "BE"]
  static let keptKeys: [PDFName] = ["Measure", "DA"]

  init?(_ source: AnnotationSource, _ style: inout AnnotationStyle) {
    guard let vertices = source.points("Vertices") else { return nil }
    self.init(vertices, cloudIntensity: source.cloudIntensity)
    measurement = source.measurement("PolygonDimension")
  }

  /// Measures (ISO 32000-2, table 181) that are not understood; a cloudy border is known by its effect.
  static func foreignKeys(in source: AnnotationSource) -> [PDFName] {
    source.foreignEffect + source.foreignMeasurement("PolygonDimension")
  }

  func write(to dictionary: inout PDFDictionary, _ style: AnnotationStyle) {
    dictionary["Vertices"] = .points(vertices)
    dictionary["BE"] = .cloudEffect(cloudIntensity)
    dictionary.setIntent("PolygonCloud", cloudIntensity > 0)
    dictionary.setMeasurement(measurement, "PolygonDimension", style.color)
  }

  func writeObjects(to dictionary: inout PDFDictionary, _ context: AnnotationWriteContext) {
    dictionary.setScale(measurement?.scale, since: (context.old as? PolygonContent)?.measurement?.scale)
  }
}

import PostilModel

extension PolylineContent: AnnotationCodec {
  static let ownedKeys: [PDFName] = ["Vertices", "LE", "RD"]
  static let keptKeys: [PDFName] = ["Measure", "DA"]

  init?(_ source: AnnotationSource, _ style: inout AnnotationStyle) {
    guard let vertices = source.points("Vertices") else { return nil }
    let (start, end) = source.lineEndings
    self.init(vertices, start: start, end: end)
    measurement = source.measurement("PolyLineDimension")
  }

  /// Measures (ISO 32000-2, table 181) that are not understood.
  static func foreignKeys(in source: AnnotationSource) -> [PDFName] {
    source.foreignMeasurement("PolyLineDimension")
  }

  func write(to dictionary: inout PDFDictionary, _ style: AnnotationStyle) {
    dictionary["Vertices"] = .points(vertices)
    dictionary["LE"] = .lineEndings(start, end)
    dictionary.setMeasurement(measurement, "PolyLineDimension", style.color)
  }

  func writeObjects(to dictionary: inout PDFDictionary, _ context: AnnotationWriteContext) {
    dictionary.setScale(measurement?.scale, since: (context.old as? PolylineContent)?.measurement?.scale)
  }
}

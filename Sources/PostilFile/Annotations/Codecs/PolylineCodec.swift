import PostilModel

extension PolylineContent: AnnotationCodec {
  static let ownedKeys: [PDFName] = ["Vertices", "LE", "RD"]

  init?(_ source: AnnotationSource, _ style: inout StrokeStyle) {
    guard let vertices = source.points("Vertices") else { return nil }
    let (start, end) = source.lineEndings
    self.init(vertices, start: start, end: end)
  }

  /// Measures (ISO 32000-2, table 181).
  static func foreignKeys(in source: AnnotationSource) -> [PDFName] {
    source["IT"].name == "PolyLineDimension" ? ["IT"] : []
  }

  func write(to dictionary: inout PDFDictionary, _ style: StrokeStyle) {
    dictionary["Vertices"] = .points(vertices)
    dictionary["LE"] = .lineEndings(start, end)
  }
}

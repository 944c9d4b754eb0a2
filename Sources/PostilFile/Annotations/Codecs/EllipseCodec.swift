import PostilModel

extension EllipseContent: AnnotationCodec {
  static let ownedKeys: [PDFName] = ["RD"]

  init?(_ source: AnnotationSource, _ style: inout AnnotationStyle) {
    guard let outline = source.outline(style) else { return nil }
    self.init(in: outline)
  }

  func write(to dictionary: inout PDFDictionary, _ style: AnnotationStyle) {
    dictionary["RD"] = .distances(from: bounds(style), to: rect)
  }
}

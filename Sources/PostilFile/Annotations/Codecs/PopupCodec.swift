import PostilModel

/// Of which annotation it is the window (`/Parent`) is written as the annotation's relation.
extension PopupContent: AnnotationCodec {
  static let ownedKeys: [PDFName] = ["Open"]

  init?(_ source: AnnotationSource, _ style: inout StrokeStyle) {
    guard let rect = source.rect else { return nil }
    style = StrokeStyle()
    self.init(rect, isOpen: source["Open"].boolean ?? false)
  }

  func write(to dictionary: inout PDFDictionary, _ style: StrokeStyle) {
    if isOpen { dictionary["Open"] = .boolean(true) }
  }
}

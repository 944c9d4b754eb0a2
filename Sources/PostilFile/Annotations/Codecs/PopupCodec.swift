import PostilModel

/// Of which annotation it is the window (`/Parent`) is written as the annotation's relation.
extension PopupContent: AnnotationCodec {
  static let ownedKeys: [PDFName] = ["Open"]

  init?(_ source: AnnotationSource, _ style: inout AnnotationStyle) {
    guard let rect = source.rect else { return nil }
    style = AnnotationStyle()
    self.init(rect, isOpen: source["Open"].boolean ?? false)
  }

  func write(to dictionary: inout PDFDictionary, _ style: AnnotationStyle) {
    if isOpen { dictionary["Open"] = .boolean(true) }
  }
}

import PostilModel

/// A file has no key for how the text around a caret is turned: that is in the private entry.
extension CaretContent: AnnotationCodec {
  static let ownedKeys: [PDFName] = ["RD"]
  static let styleKeys: Set<PDFName> = ["C", "CA"]

  init?(_ source: AnnotationSource, _ style: inout AnnotationStyle) {
    guard let rect = source.outline(AnnotationStyle(lineWidth: 0)) else { return nil }
    style.fill = nil
    style.fillOpacity = nil
    let degrees = source.objects.resolve(source.privateEntry[PrivateKey.turn]).integer ?? 0
    self.init(
      rect, turn: PageRotation(degrees: degrees) ?? .none, isReplacement: source["IT"].name == "Replace")
  }

  /// A sign for a new paragraph.
  static func foreignKeys(in source: AnnotationSource) -> [PDFName] {
    source["Sy"].name.map { $0 != "None" } == true ? ["Sy"] : []
  }

  func write(to dictionary: inout PDFDictionary, _ style: AnnotationStyle) {
    dictionary.setIntent("Replace", isReplacement)
    dictionary.setPrivate([PrivateKey.turn: turn == .none ? nil : .integer(turn.degrees)])
  }
}

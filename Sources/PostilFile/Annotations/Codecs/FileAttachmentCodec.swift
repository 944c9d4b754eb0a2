import PostilModel

/// The file is written when it is new; one that is in the document stays there, and gets another name at most.
extension FileAttachmentContent: AnnotationCodec {
  static let ownedKeys: [PDFName] = ["Name"]
  static let keptKeys: [PDFName] = ["FS"]
  static let styleKeys: Set<PDFName> = ["C", "CA"]
  static let replacesAppearances = true

  init?(_ source: AnnotationSource, _ style: inout AnnotationStyle) {
    guard let rect = source.rect, let file = AttachedFile(source.dictionary["FS"], source.objects) else {
      return nil
    }
    style = AnnotationStyle(color: style.color, opacity: style.opacity)
    self.init(file, in: rect, icon: Icon(rawValue: source["Name"].name?.description ?? Icon.pushPin.rawValue))
  }

  func write(to dictionary: inout PDFDictionary, _ style: AnnotationStyle) {
    dictionary["Name"] = .name(PDFName(icon.rawValue))
  }

  func writeObjects(to dictionary: inout PDFDictionary, _ context: AnnotationWriteContext) {
    guard (context.old as? FileAttachmentContent)?.file != file else { return }
    if let object = context.files.specification(of: file) {
      dictionary["FS"] = .reference(object)
    } else if var specification = context.resolve(dictionary["FS"]).dictionary {
      EmbeddedFiles.describe(file, in: &specification)
      dictionary["FS"] = .dictionary(specification)
    }
  }
}

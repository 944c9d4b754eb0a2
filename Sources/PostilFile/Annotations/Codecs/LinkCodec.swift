import PostilModel

/// The target is an action or a destination (ISO 32000-2, 12.5.6.5). It is written only if it changed: what other programs
/// wrote, and pages that are not found, stay as they are.
extension LinkContent: AnnotationCodec {
  static let ownedKeys: [PDFName] = ["QuadPoints"]
  static let keptKeys: [PDFName] = targetKeys + ["H", "Border"]
  private static let targetKeys: [PDFName] = ["A", "Dest", "PA"]

  init?(_ source: AnnotationSource, _ style: inout AnnotationStyle) {
    guard let rect = source.rect, let target = LinkTarget(source) else { return nil }
    style = AnnotationStyle()
    self.init(rect, to: target)
  }

  static func foreignKeys(in source: AnnotationSource) -> [PDFName] {
    guard case .foreign? = LinkTarget(source) else { return [] }
    return [source["A"].isNull ? "Dest" : "A"]
  }

  func write(to dictionary: inout PDFDictionary, _ style: AnnotationStyle) {
    // Without a border of width 0 some readers draw a black frame.
    if dictionary["Border"] == nil, dictionary["BS"] == nil { dictionary["Border"] = .numbers([0, 0, 0]) }
    if dictionary["H"] == nil { dictionary["H"] = .name("I") }
  }

  func writeObjects(to dictionary: inout PDFDictionary, _ context: AnnotationWriteContext) {
    guard (context.old as? LinkContent)?.target != target else { return }
    for key in Self.targetKeys { dictionary[key] = nil }
    // A page that was removed since leads nowhere.
    target.write(to: &dictionary) { _ in context.page }
  }
}

extension LinkTarget {
  /// Reads the target of a link; `nil` if there is none.
  fileprivate init?(_ source: AnnotationSource) {
    self.init(in: source.dictionary, LinkTargetReader(objects: source.objects, pageID: source.pageID))
  }
}

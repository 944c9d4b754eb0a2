import PostilModel

/// The keys are those of ISO 32000-2, table 175.
extension NoteContent: AnnotationCodec {
  static let ownedKeys: [PDFName] = ["Name", "Open", "State", "StateModel"]
  static let styleKeys: Set<PDFName> = ["C", "CA"]
  static let replacesAppearances = true

  init?(_ source: AnnotationSource, _ style: inout AnnotationStyle) {
    guard let rect = source.rect else { return nil }
    style = AnnotationStyle(color: style.color, opacity: style.opacity)
    self.init(
      in: rect, icon: Icon(rawValue: source["Name"].name?.description ?? Icon.note.rawValue),
      isOpen: source["Open"].boolean ?? false, state: AnnotationState(source))
  }

  func write(to dictionary: inout PDFDictionary, _ style: AnnotationStyle) {
    dictionary["Name"] = .name(PDFName(icon.rawValue))
    if isOpen { dictionary["Open"] = .boolean(true) }
    dictionary["State"] = state.map { .string(TextString.encode($0.name)) }
    dictionary["StateModel"] = state.map { .string(TextString.encode($0.model.rawValue)) }
  }
}

extension AnnotationState {
  /// Reads a state; `nil` if there is none. Either key may be missing.
  fileprivate init?(_ source: AnnotationSource) {
    func text(_ key: PDFName) -> String? {
      source.objects.text(source.dictionary[key]) ?? source[key].name?.description
    }
    let (name, model) = (text("State"), text("StateModel").map(Model.init(rawValue:)))
    switch (name, model) {
    case (let name?, let model?): self.init(name, model: model)
    case (let name?, nil): self.init(standardName: name)
    case (nil, .marked?): self = .unmarked
    case (nil, .review?): self = .unreviewed
    default: return nil
    }
  }
}

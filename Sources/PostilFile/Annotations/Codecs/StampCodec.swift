import PostilModel

/// What a stamp shows is its appearance: no key says it. Words are noted in the private entry, so that such stamps can be
/// given another style when the file is opened again; others show what the file has.
extension StampContent: AnnotationCodec {
  static let ownedKeys: [PDFName] = ["Name", "Rotate"]
  static let styleKeys: Set<PDFName> = ["C", "CA", "BS", "IC"]

  init?(_ source: AnnotationSource, _ style: inout AnnotationStyle) {
    guard let rect = source.rect else { return nil }
    let rotation = source["Rotate"].integer.flatMap(PageRotation.init(degrees:)) ?? .none
    let name = source["Name"].name?.description
    let words = source.objects.resolve(source.privateEntry[PrivateKey.words]).array?.map {
      source.objects.text($0) ?? ""
    }
    // What is imported without an appearance, as files of annotations have stamps, shows what its name says.
    let hasNone = source.isImported && source["AP"].isNull
    guard let words, hasNone || source.dictionary.hasOwnAppearance(source.objects.resolve) else {
      let named = name.map(Name.init(rawValue:)).flatMap { Name.allCases.contains($0) ? $0 : nil }
      self.init(
        hasNone ? named.map(Picture.name) ?? .fromFile(name: name) : .fromFile(name: name), in: rect,
        rotation: rotation)
      return
    }
    switch (words.count, name) {
    case (2, _): self.init(.text(words[0], detail: words[1]), in: rect, rotation: rotation)
    case (0, let name?): self.init(.name(Name(rawValue: name)), in: rect, rotation: rotation)
    default: self.init(.fromFile(name: name), in: rect, rotation: rotation)
    }
  }

  func write(to dictionary: inout PDFDictionary, _ style: AnnotationStyle) {
    var words: PDFObject?
    switch picture {
    case .name(let name):
      dictionary["Name"] = .name(PDFName(name.rawValue))
      words = .array([])
    case .text(let text, let detail):
      words = .array([text, detail].map { .string(TextString.encode($0)) })
    // PDF 2.0 has an intent for them, and readers a name of their own.
    case .image: dictionary["IT"] = .name("StampImage")
    case .page: dictionary["IT"] = .name("StampSnapshot")
    case .drawing: break
    case .fromFile(let name): dictionary["Name"] = name.map { .name(PDFName($0)) }
    }
    dictionary["Rotate"] = rotation == .none ? nil : .integer(rotation.degrees)
    dictionary.setPrivate([PrivateKey.words: words])
  }
}

import PostilModel

/// What the catalog says about showing a document (ISO 32000-2, 7.7.2 and 12.2).
extension DocumentSettings {
  init(_ reader: LinkTargetReader) {
    self.init()
    let objects = reader.objects
    let catalog = objects.catalog
    language = objects.text(catalog["Lang"])
    pageMode = objects.resolve(catalog["PageMode"]).name.map { PageMode(rawValue: $0.description) }
    pageLayout = objects.resolve(catalog["PageLayout"]).name.map { PageLayout(rawValue: $0.description) }
    let open = objects.resolve(catalog["OpenAction"])
    if let action = open.dictionary {
      openTarget = LinkTarget(action: action, reader)
    } else if !open.isNull {
      openTarget = LinkTarget(destination: open, reader)
    }
    let preferences = objects.resolve(catalog["ViewerPreferences"]).dictionary ?? [:]
    for entry in preferences.entries {
      viewerPreferences[entry.key.description] = Preference(objects.resolve(entry.value))
    }
  }
}

extension DocumentSettings.Preference {
  init?(_ object: PDFObject) {
    switch object {
    case .boolean(let flag): self = .flag(flag)
    case .name(let name): self = .name(name.description)
    case .integer(let number): self = .number(number)
    default: return nil
    }
  }

  var object: PDFObject {
    switch self {
    case .flag(let flag): .boolean(flag)
    case .name(let name): .name(PDFName(name))
    case .number(let number): .integer(number)
    }
  }
}

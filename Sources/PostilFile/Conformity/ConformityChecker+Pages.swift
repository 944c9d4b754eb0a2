import PostilModel

/// Pages and their annotations.
extension ConformityChecker {
  func checkPage(_ page: Page) {
    guard isInScope(page.object) else { return }
    let entries = page.entries
    if entries["AA"] != nil, let archive, archive.part == 2 || archive.part == 3 {
      report(.triggers, "A page has actions of that kind (AA).", page.object)
    }
    if entries["PresSteps"] != nil { report(.presentations, "A page has PresSteps.", page.object) }
    for box in PageBox.allCases {
      guard let rect = objects.rect(entries[PDFName(box.rawValue)]) else { continue }
      if [rect.width, rect.height].contains(where: { !PageSize.sides.contains($0) }) {
        report(.pageSizes, "The \(box.rawValue) is \(rect.width) by \(rect.height).", page.object)
      }
    }
    checkGroup(entries, page.object, isPage: true)
    let annotations = (objects.resolve(entries["Annots"]).array ?? []).filter { !objects.resolve($0).isNull }
    if !annotations.isEmpty, objects.resolve(entries["Tabs"]).name != "S" {
      report(.tabOrder, "A page has not (Tabs).", page.object)
    }
  }

  /// Part 1 knows no transparency (ISO 19005-1, 6.4); that of the group of a page is used only if something on the page uses it.
  func checkGroup(_ dictionary: PDFDictionary, _ object: ObjectID?, isPage: Bool = false) {
    guard archive?.part == 1 || !isPage else { return }
    if objects.resolve(objects.resolve(dictionary["Group"]).dictionary?["S"]).name == "Transparency" {
      noteTransparency("a transparency group", object)
    }
  }

  /// Notes that the page that is looked at uses transparency.
  func noteTransparency(_ what: @autoclosure () -> String, _ object: ObjectID?) {
    guard let archive else { return }
    if archive.part == 1 {
      report(.transparency, "There is \(what()).", object)
    } else if transparency == nil {
      transparency = what()
    }
  }

  /// Looks whether a page that uses transparency says what colors are blended in (ISO 19005-2, 6.2.10).
  func checkTransparency(of page: Page) {
    guard let archive, archive.part > 1, let transparency, outputSpace == nil else { return }
    if archive.part == 4, outputSpace(of: page.entries) != nil { return }
    guard objects.resolve(objects.resolve(page.entries["Group"]).dictionary?["CS"]).isNull else { return }
    report(
      .transparency,
      "There is \(transparency), and neither an output intent nor a space of the page (Group).",
      page.object)
  }

  // MARK: - Annotations

  private static let kinds1: Set<PDFName> = [
    "Text", "Link", "FreeText", "Line", "Square", "Circle", "Highlight", "Underline", "Squiggly", "StrikeOut",
    "Stamp", "Ink", "Popup", "Widget", "PrinterMark", "TrapNet",
  ]
  private static let moreKinds2: Set<PDFName> = [
    "Polygon", "PolyLine", "Caret", "FileAttachment", "Redact", "Watermark",
  ]
  private static let moreKinds4: Set<PDFName> = ["Projection"]
  private static let kindsOfEngineering: Set<PDFName> = ["3D", "RichMedia"]

  func checkAnnotation(_ entry: PDFObject, on page: Page, _ context: ContentContext) throws {
    let place = entry.reference
    guard isInScope(place), let annotation = objects.resolve(entry).dictionary else { return }
    let kind = objects.resolve(annotation["Subtype"]).name
    let flags = objects.resolve(annotation["F"]).integer
    if let archive {
      checkKind(kind, archive, place)
      checkFlags(flags, kind, annotation, archive, place)
      if archive.part == 1 { checkColors(annotation, place) }
      checkAppearances(annotation, kind, archive, place)
      if kind == "Widget" { checkWidget(annotation, archive, place) }
      if annotation["AA"] != nil, archive.part < 4, kind == "Widget" {
        report(.triggers, "A field has actions of that kind (AA).", place)
      }
    }
    checkAction(annotation["A"], depth: 0)
    if kind == "FileAttachment", let file = annotation["FS"] { checkFile(file) }
    if isUniversal { checkTags(of: annotation, kind, flags ?? 0, page, place) }
    try checkAppearanceContents(of: annotation, context)
  }

  private func checkKind(_ kind: PDFName?, _ archive: ConformityClaim, _ place: ObjectID?) {
    guard let kind else { return }
    var allowed = Self.kinds1
    if archive.part > 1 { allowed.formUnion(Self.moreKinds2) }
    if archive.part == 4 {
      allowed.formUnion(Self.moreKinds4)
      if archive.level == "E" { allowed.formUnion(Self.kindsOfEngineering) }
      if archive.level == nil { allowed.remove("FileAttachment") }
    }
    if !allowed.contains(kind) { report(.annotationKinds, "There is one of kind \(kind).", place) }
  }

  private func checkFlags(
    _ flags: Int?, _ kind: PDFName?, _ annotation: PDFDictionary, _ archive: ConformityClaim,
    _ place: ObjectID?
  ) {
    let isSeen = objects.rect(annotation["Rect"]).map { $0.width > 0 || $0.height > 0 } ?? true
    guard let flags else {
      // Windows have no flags of their own in later parts, nor what takes no room in part 4.
      if archive.part == 1 || (kind != "Popup" && (archive.part < 4 || isSeen)) {
        report(.annotationFlags, "One has no flags.", place)
      }
      return
    }
    // Invisible, Hidden and NoView, of later parts ToggleNoView too.
    let hiding = archive.part == 1 ? 0b10_0011 : 0b1_0010_0011
    if flags & 4 == 0 { report(.annotationFlags, "One is not printed.", place) }
    if flags & hiding != 0 { report(.annotationFlags, "One is hidden.", place) }
  }

  private func checkColors(_ annotation: PDFDictionary, _ place: ObjectID?) {
    if let opacity = objects.resolve(annotation["CA"]).number, opacity != 1 {
      report(.annotationColors, "One has the opacity \(opacity).", place)
    }
    if annotation["C"] != nil || annotation["IC"] != nil, outputSpace != "RGB " {
      report(.annotationColors, "One has a color, and there is no such output intent.", place)
    }
  }

  private func checkAppearances(
    _ annotation: PDFDictionary, _ kind: PDFName?, _ archive: ConformityClaim, _ place: ObjectID?
  ) {
    guard let looks = objects.resolve(annotation["AP"]).dictionary, !looks.entries.isEmpty else {
      let rect = objects.numbers(annotation["Rect"]) ?? []
      let isEmpty = rect.count == 4 && rect[0] == rect[2] && rect[1] == rect[3]
      if archive.part > 1, kind != "Popup", kind != "Link", !isEmpty,
        !(archive.part == 4 && kind == "Projection")
      {
        report(.appearances, "One has none.", place)
      }
      return
    }
    if looks.entries.contains(where: { $0.key != "N" }) { report(.appearances, "One has another.", place) }
    guard let normal = looks["N"] else { return }
    let isButton = kind == "Widget" && fieldEntry("FT", of: annotation)?.name == "Btn"
    let value = objects.resolve(normal)
    if isButton {
      if value.isStream || value.dictionary == nil {
        report(.appearances, "That of a button is not one for each state.", place)
      }
    } else if !value.isStream {
      report(.appearances, "One has several.", place)
    }
  }

  /// An entry of a field, or of those above it.
  private func fieldEntry(_ key: PDFName, of widget: PDFDictionary) -> PDFObject? {
    for field in [widget] + objects.fields(above: widget).map(\.dictionary) {
      let value = objects.resolve(field[key])
      if !value.isNull { return value }
    }
    return nil
  }

  private func checkWidget(_ annotation: PDFDictionary, _ archive: ConformityClaim, _ place: ObjectID?) {
    if annotation["A"] != nil {
      report(archive.part == 1 ? .actions : .triggers, "A field has an action (A).", place)
    }
    if archive.part == 1, annotation["AP"] == nil {
      report(.formAppearances, "One has no appearance.", place)
    }
  }

  // MARK: - Tags of annotations

  private func checkTags(
    of annotation: PDFDictionary, _ kind: PDFName?, _ flags: Int, _ page: Page, _ place: ObjectID?
  ) {
    let crop = PageAttributes(objects) { page.entries[$0] }.boxes[.cropBox]
    let rect = objects.rect(annotation["Rect"])
    let isOutside = crop.flatMap { crop in rect.map { $0.intersection(crop) == nil } } ?? false
    guard flags & 2 == 0, !isOutside, kind != "Popup" else { return }
    let key = objects.resolve(annotation["StructParent"]).integer
    let element = key.flatMap { owners[$0] }.flatMap { objects.resolve($0).dictionary }
    let role = element.flatMap { tree?.role(of: $0) }
    func isSaid(_ value: PDFObject?) -> Bool { !(objects.text(value) ?? "").isEmpty }
    switch kind {
    case "Widget":
      if role != "Form" { report(.widgetTags, "One is not.", place) }
      let fields = [annotation] + objects.fields(above: annotation).map(\.dictionary)
      if !fields.contains(where: { isSaid($0["TU"]) }), !isSaid(element?["Alt"]) {
        report(.fieldTexts, "One has none (TU).", place)
      }
      return
    case "Link":
      if role != "Link" { report(.linkTags, "One is not.", place) }
      if !isSaid(annotation["Contents"]) { report(.linkTexts, "One has none.", place) }
    case "PrinterMark":
      if element != nil { report(.printerMarks, "One is.", place) }
    case "TrapNet": report(.printerMarks, "There is an annotation of kind TrapNet.", place)
    default:
      if role != "Annot" { report(.annotationTags, "One of kind \(kind ?? "?") is not.", place) }
    }
    if kind != "Link", !isSaid(annotation["Contents"]), !isSaid(element?["Alt"]) {
      report(.annotationTexts, "One of kind \(kind ?? "?") has none (Contents).", place)
    }
    if isSaid(annotation["Contents"]), !hasLanguage, !isSaid(annotation["Lang"]), !isSaid(element?["Lang"]) {
      report(.language, "The text of an annotation has none.", place)
    }
  }
}

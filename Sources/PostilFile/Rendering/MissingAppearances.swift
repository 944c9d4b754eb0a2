import PostilModel

/// The annotations of a page that are shown, have no appearance, and are given one for that, as an edit would draw them: fields, and what
/// Postil can draw. Renderers draw some of these themselves, each others and each in its own way.
///
/// Of files that ask readers to draw all fields that have texts (`/NeedAppearances`) these too.
struct MissingAppearances {
  /// The widgets of fields.
  private(set) var widgets: Set<ObjectID> = []
  /// Other annotations, by their place in the page's list.
  private(set) var others: [(place: Int, annotation: Annotation)] = []
  /// Where they all are, in page space.
  private(set) var areas: [PageRect] = []

  private let objects: any ObjectSource
  private let drawsTexts: Bool

  /// - Complexity: O(annotations).
  init(_ page: PDFDictionary, _ objects: any ObjectSource) {
    self.objects = objects
    let list = objects.resolve(page["Annots"]).array ?? []
    drawsTexts = !list.isEmpty && objects.resolve(objects.form?["NeedAppearances"]).boolean == true
    for (place, element) in list.prefix(PageAnnotations.mostForRenderer).enumerated() {
      guard let annotation = objects.resolve(element).dictionary, isShown(annotation),
        let area = objects.rect(annotation["Rect"])
      else { continue }
      let subtype = objects.resolve(annotation["Subtype"]).name ?? ""
      if subtype == "Widget" {
        guard let id = element.reference, !area.isEmpty,
          FormFieldReader(objects: objects).lacksAppearance(annotation, areTextsDrawn: drawsTexts)
        else { continue }
        widgets.insert(id)
        areas.append(area)
      } else if isDrawn(subtype, annotation), objects.normalAppearance(of: annotation).isNull {
        let value = AnnotationReader(objects: objects).annotation(
          annotation, id: AnnotationID(rawValue: String(place)))
        guard value.canBeDrawn else { continue }
        others.append((place, value))
        areas.append(area.union(value.bounds).insetBy(-AnnotationLocator.margin))
      }
    }
  }

  /// Whether annotations of a kind are drawn; replies show nothing on pages.
  private func isDrawn(_ subtype: PDFName, _ annotation: PDFDictionary) -> Bool {
    guard subtype != "Text" || annotation["IRT"] == nil else { return false }
    return AnnotationCodecs.codec(ofSubtype: subtype.description)?.capabilities.contains(.drawn) == true
  }

  private func isShown(_ annotation: PDFDictionary) -> Bool {
    let flags = AnnotationFlags(rawValue: objects.resolve(annotation["F"]).integer ?? 0)
    return flags.isDisjoint(with: [.hidden, .noView])
  }
}

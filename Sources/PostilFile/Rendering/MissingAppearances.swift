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
      guard let annotation = objects.resolve(element).dictionary, Self.isShown(annotation, objects),
        let area = objects.rect(annotation["Rect"])
      else { continue }
      let subtype = objects.resolve(annotation["Subtype"]).name ?? ""
      if subtype == "Widget" {
        guard let id = element.reference, !area.isEmpty,
          FormFieldReader(objects: objects).lacksAppearance(annotation, areTextsDrawn: drawsTexts)
        else { continue }
        widgets.insert(id)
        areas.append(area)
      } else if let value = Self.drawn(annotation, objects, id: AnnotationID(rawValue: String(place))) {
        others.append((place, value))
        areas.append(area.union(value.bounds).insetBy(-AnnotationLocator.margin))
      }
    }
  }

  /// What is drawn of an annotation that is no widget, is shown, and has no appearance; `nil`: nothing. Replies show nothing on pages.
  static func drawn(_ annotation: PDFDictionary, _ objects: any ObjectSource, id: AnnotationID) -> Annotation?
  {
    let subtype = objects.resolve(annotation["Subtype"]).name ?? ""
    guard isShown(annotation, objects), subtype != "Text" || annotation["IRT"] == nil,
      AnnotationCodecs.codec(ofSubtype: subtype.description)?.capabilities.contains(.drawn) == true,
      objects.normalAppearance(of: annotation).isNull
    else { return nil }
    let value = AnnotationReader(objects: objects).annotation(annotation, id: id)
    return value.canBeDrawn ? value : nil
  }

  private static func isShown(_ annotation: PDFDictionary, _ objects: any ObjectSource) -> Bool {
    let flags = AnnotationFlags(rawValue: objects.resolve(annotation["F"]).integer ?? 0)
    return flags.isDisjoint(with: [.hidden, .noView])
  }
}

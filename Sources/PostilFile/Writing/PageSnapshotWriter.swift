import Foundation
import PostilModel

/// Writes a page and the objects that it shows as a document of its own.
///
/// What leads to other pages stays behind (links, actions, the structure tree), and so does what nothing on a page shows.
struct PageSnapshotWriter {
  let page: PageID
  let changes: ObjectChanges
  let object: ObjectID?
  let inherited: PDFDictionary
  /// The layers that are not shown.
  let hiddenLayers: Set<ObjectID>

  private static let leftBehind: [PDFName] = [
    "Annots", "Parent", "StructParents", "B", "DPart", "AA", "PresSteps", "Metadata", "PieceInfo", "Thumb",
  ]
  private static let leftBehindOfAnnotations: [PDFName] = ["P", "StructParent", "Dest", "A", "AA", "PA"]

  func data() throws -> Data {
    guard let object, var dictionary = changes.object(object).dictionary else {
      throw PDFError.noSuchPage(page)
    }
    dictionary.addMissing(inherited)
    let annotations = changes.resolve(dictionary["Annots"]).array ?? []
    for key in Self.leftBehind { dictionary[key] = nil }

    let document = try BuiltDocument()
    let target = document.changes()
    let copier = ObjectCopier(from: changes, to: target)
    copier.stand(BuiltDocument.page, for: object)
    var result = try copier.copy(.dictionary(dictionary)).dictionary ?? [:]
    result["Type"] = .name("Page")
    result["Parent"] = .reference(BuiltDocument.pages)
    if annotations.count > PageAnnotations.mostForRenderer {
      try flatten(annotations, into: &result, copier, target)
    } else {
      let list = try copy(annotations, copier, to: target)
      if !list.isEmpty { result["Annots"] = .array(list) }
    }
    target.set(BuiltDocument.page, to: .dictionary(result))
    copier.listLayers(hiding: hiddenLayers)
    return try document.appending(target)
  }

  /// Makes the appearances of annotations a part of the page's content, where poppler would refuse the page because it has
  /// so many. Those without an appearance are not shown.
  private func flatten(
    _ annotations: [PDFObject], into page: inout PDFDictionary, _ copier: ObjectCopier,
    _ target: ObjectChanges
  ) throws {
    var appearances = AddedContent(page, target)
    for element in annotations {
      guard let dictionary = changes.resolve(element).dictionary,
        let shown = AnnotationAppearance(dictionary, changes)
      else { continue }
      appearances.add(try copier.copy(shown.form), shown.matrix)
    }
    appearances.write(into: &page)
  }

  /// The page's list of annotations, with those that name each other still doing so, and the fields of its widgets.
  private func copy(
    _ annotations: [PDFObject], _ copier: ObjectCopier, to target: ObjectChanges
  ) throws -> [PDFObject] {
    let numbers = annotations.map { element in
      let number = target.allocate()
      if let object = element.reference, !copier.isKnown(object) { copier.stand(number, for: object) }
      return number
    }
    var fields = FieldCopies(changes: changes, copier: copier, target: target)
    for (element, number) in zip(annotations, numbers) {
      guard var dictionary = changes.resolve(element).dictionary else { continue }
      if changes.resolve(dictionary["Subtype"]).name == "Widget" { fields.add(dictionary, element, number) }
      for key in Self.leftBehindOfAnnotations { dictionary[key] = nil }
      var copy = try copier.copy(.dictionary(dictionary)).dictionary ?? [:]
      copy["P"] = .reference(BuiltDocument.page)
      target.set(number, to: .dictionary(copy))
    }
    try fields.write()
    return numbers.map { .reference($0) }
  }
}

/// The form fields of a page's widgets, without what they have on other pages (ISO 32000-2, 12.7.4).
private struct FieldCopies {
  let changes: ObjectChanges
  let copier: ObjectCopier
  let target: ObjectChanges
  /// The fields above the widgets, each after what is below it; their kids on this page.
  private var fields: [ObjectID] = []
  private var kids: [ObjectID: [PDFObject]] = [:]
  /// The copies of fields that have none above them.
  private var roots: [ObjectID: PDFObject] = [:]

  init(changes: ObjectChanges, copier: ObjectCopier, target: ObjectChanges) {
    self.changes = changes
    self.copier = copier
    self.target = target
  }

  /// Notes the fields above a widget, before the widget is copied.
  mutating func add(_ widget: PDFDictionary, _ element: PDFObject, _ number: ObjectID) {
    var (child, root) = (PDFObject.reference(number), element.reference)
    for (field, _) in changes.fields(above: widget) {
      if kids[field] != nil {
        kids[field]?.append(child)
        return
      }
      let copy = target.allocate()
      copier.stand(copy, for: field)
      fields.append(field)
      kids[field] = [child]
      (child, root) = (.reference(copy), field)
    }
    if let root { roots[root] = child }
  }

  /// Writes the fields, and the form with what readers draw fields with (ISO 32000-2, 12.7.3).
  func write() throws {
    guard let form = changes.form, !roots.isEmpty else { return }
    for field in fields {
      guard var dictionary = changes.object(field).dictionary,
        case .reference(let copy) = try copier.copy(.reference(field))
      else { continue }
      for key in ["Kids", "A", "AA"] as [PDFName] { dictionary[key] = nil }
      var result = try copier.copy(.dictionary(dictionary)).dictionary ?? [:]
      result["Kids"] = kids[field].map { .array($0) }
      target.set(copy, to: .dictionary(result))
    }
    // What is not listed is no field to a reader.
    let listed = (changes.resolve(form["Fields"]).array ?? []).compactMap {
      $0.reference.flatMap { roots[$0] }
    }
    var result: PDFDictionary = ["Fields": .array(listed)]
    for key in ["NeedAppearances", "DR", "DA", "Q"] as [PDFName] {
      if let value = form[key] { result[key] = try copier.copy(value) }
    }
    target.changeCatalog { $0["AcroForm"] = .dictionary(result) }
  }
}

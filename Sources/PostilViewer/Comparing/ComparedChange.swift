/// A difference between two documents, as an entry of a list: see ``DocumentComparing/changes``.
public struct ComparedChange: Sendable, Hashable, Identifiable {
  /// What became of it.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case added, removed, changed
  }

  /// What is different.
  public enum Subject: Sendable, Hashable {
    /// A page, and in what way.
    case page(Set<DocumentComparison.Page.Kind>)
    /// An annotation, and what of it.
    case annotation(AnnotationContent.Kind, Set<DocumentComparison.AnnotationDifference.Aspect>)
    /// A form field of that name, and what of it; nothing for one that came or went.
    case field(String, Set<DocumentComparison.Field.Aspect>)
    /// A part of the document beside its pages.
    case part(DocumentComparison.Part)
  }

  /// Where it is in one of the documents.
  public struct Place: Sendable, Hashable {
    /// The index of the page, from 0.
    public let page: Int
    /// Rectangles, in page space; none for the whole page.
    public let rects: [PageRect]
  }

  /// Its place in the list, from 0.
  public let id: Int
  /// What became of it.
  public let kind: Kind
  /// What it is.
  public let subject: Subject
  /// The text of the annotation, or the values of the field; empty if there is none.
  public let text: String
  /// Where it is in the older document; `nil` if it is not there, or on no page.
  public let old: Place?
  /// Where it is in the newer document; `nil` if it is not there, or on no page.
  public let new: Place?
}

extension ComparedChange {
  /// Around an annotation or a field, in points: what looks different there is due to that.
  private static let margin = 12.0

  /// The differences in the order of the newer document's pages; what is on no page comes last.
  static func list(
    _ comparison: DocumentComparison, from old: PDFDocument, to new: PDFDocument
  ) throws -> [ComparedChange] {
    let counterparts = PageCounterparts(comparison.oldIndices)
    let fields = try comparison.fields.isEmpty ? [] : fieldChanges(comparison.fields, old, new)
    let annotations = comparison.annotations.filter { !isWidget($0, of: fields) }.map { difference in
      ComparedChange(
        id: 0, kind: Kind(difference.kind),
        subject: .annotation((difference.new ?? difference.old)?.content.kind ?? .note, difference.aspects),
        text: (difference.new ?? difference.old)?.contents ?? "",
        old: place(difference.oldPage, difference.old.map { [$0.bounds] }),
        new: place(difference.newPage, difference.new.map { [$0.bounds] }))
    }
    let pages = comparison.pages.compactMap { page in
      pageChange(
        page, without: (annotations + fields).compactMap { $0.new?.on(page.newIndex) }.flatMap(\.self))
    }
    let parts = DocumentComparison.Part.allCases.filter(comparison.parts.contains).map {
      ComparedChange(id: 0, kind: .changed, subject: .part($0), text: "", old: nil, new: nil)
    }
    let all = (pages + annotations + fields).enumerated().sorted { a, b in
      (counterparts.order(of: a.element), a.offset) < (counterparts.order(of: b.element), b.offset)
    }
    return (all.map(\.element) + parts).enumerated().map { index, change in
      ComparedChange(
        id: index, kind: change.kind, subject: change.subject, text: change.text, old: change.old,
        new: change.new)
    }
  }

  /// Whether an annotation is where a field is shown that is listed itself.
  private static func isWidget(
    _ difference: DocumentComparison.AnnotationDifference, of fields: [ComparedChange]
  ) -> Bool {
    guard let annotation = difference.new ?? difference.old, annotation.subtype == "Widget" else {
      return false
    }
    let page = difference.newPage ?? difference.oldPage
    return fields.contains { field in
      let place = difference.new == nil ? field.old : field.new
      return place?.page == page && place?.rects.contains { $0.intersects(annotation.bounds) } == true
    }
  }

  private static func place(_ page: Int?, _ rects: [PageRect]?) -> Place? {
    guard let page, let rects else { return nil }
    return Place(page: page, rects: rects)
  }

  /// - Parameter explained: What other differences take up on the newer page.
  private static func pageChange(
    _ page: DocumentComparison.Page, without explained: [PageRect]
  ) -> ComparedChange? {
    guard !page.kinds.isEmpty else { return nil }
    let kind: Kind =
      page.kinds.contains(.added) ? .added : page.kinds.contains(.removed) ? .removed : .changed
    var rects: [PageRect] = []
    if page.kinds == [.content] {
      rects = page.areas.filter { area in !explained.contains { $0.insetBy(-margin).contains(area) } }
    }
    return ComparedChange(
      id: 0, kind: kind, subject: .page(page.kinds), text: "", old: place(page.oldIndex, rects),
      new: place(page.newIndex, rects))
  }

  private static func fieldChanges(
    _ fields: [DocumentComparison.Field], _ old: PDFDocument, _ new: PDFDocument
  ) throws -> [ComparedChange] {
    let (before, after) = (try FieldPlaces(old), try FieldPlaces(new))
    return fields.map { field in
      let (former, place) = (before.places[field.name], after.places[field.name])
      let kind: Kind =
        before.names.contains(field.name)
        ? after.names.contains(field.name) ? .changed : .removed : .added
      let texts = [field.old, field.new].map { $0?.comparedText ?? "" }
      return ComparedChange(
        id: 0, kind: kind, subject: .field(field.name, field.aspects),
        text: kind == .changed
          ? field.aspects.contains(.value) ? texts.map { $0.isEmpty ? "—" : $0 }.joined(separator: " → ") : ""
          : texts.joined(),
        old: former, new: place)
    }
  }
}

extension ComparedChange.Place {
  /// The rectangles on a page.
  fileprivate func on(_ index: Int?) -> [PageRect]? { index == page ? rects : nil }
}

extension ComparedChange.Kind {
  fileprivate init(_ kind: DocumentComparison.AnnotationDifference.Kind) {
    self =
      switch kind {
      case .added: .added
      case .removed: .removed
      case .changed: .changed
      }
  }
}

/// Where form fields are: on the first page that shows them.
private struct FieldPlaces {
  var names: Set<String> = []
  var places: [String: ComparedChange.Place] = [:]

  init(_ document: PDFDocument) throws {
    let indices = Dictionary(document.pageIDs.enumerated().map { ($1, $0) }) { first, _ in first }
    for field in try document.form?.fields ?? [] {
      names.insert(field.name)
      guard let page = field.widgets.compactMap({ indices[$0.page] }).min() else { continue }
      let rects = field.widgets.filter { indices[$0.page] == page }.map(\.rect)
      places[field.name] = ComparedChange.Place(page: page, rects: rects)
    }
  }
}

extension FormValue {
  fileprivate var comparedText: String {
    switch self {
    case .text(let text): text
    case .checked(let isChecked): isChecked ? "☑" : "☐"
    case .choices(let values): values.joined(separator: ", ")
    }
  }
}

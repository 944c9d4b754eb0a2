public import Foundation

/// One change to a document. Everything that changes a document is one of these values: they are the undo history
/// and the script of `postil apply`. All of them can be written as JSON, read and applied again.
public struct Edit: Sendable, Hashable {
  /// What the edit does. More kinds may come.
  package enum Kind: Sendable, Hashable {
    case addAnnotations([AnnotationList.Placed], page: PageID)
    case replaceAnnotations([Annotation], page: PageID)
    case removeAnnotations([AnnotationID], page: PageID)
    case placeAnnotations([AnnotationPlacement], page: PageID)
    case flattenAnnotations([AnnotationID], page: PageID, asUnderlay: Bool)
    case restoreFlattened([AnnotationList.Placed], page: PageID)
    /// Marks by their names; `nil` is what the page's source has.
    case setMarks([String: MarkChange?], page: PageID)
    case rotatePages([PageID], by: PageRotation)
    case movePages([PageID], to: Int)
    case placePages([PagePlacement])
    case insertPages([InsertedPage])
    case removePages([PageID])
    case setBoxes([PageBoxes])
    case placeContent(PlacedContent)
    case replaceContent(PageID, by: PageSource)
    case setPart(DocumentPart)
    case setFormValues([String: FilledField?])
    /// `nil` is what the file has, null is nothing.
    case setEntries([String: PDFValue?], of: DocumentObject)
    /// The data of a stream, without filters; `nil` is what the file has.
    case setStream(Data?, of: Int)
  }

  package let kind: Kind

  package init(_ kind: Kind) { self.kind = kind }

  // MARK: - Annotations

  /// Puts an annotation on a page, at an index in its list where 0 is the bottom; `nil` is the top.
  public static func addAnnotation(_ annotation: Annotation, page: PageID, at index: Int? = nil) -> Edit {
    Edit(.addAnnotations([.init(annotation, at: index)], page: page))
  }

  /// Puts an annotation in the place of the one with the same id.
  public static func replaceAnnotation(_ annotation: Annotation, page: PageID) -> Edit {
    Edit(.replaceAnnotations([annotation], page: page))
  }

  /// Takes an annotation off a page.
  public static func removeAnnotation(_ id: AnnotationID, page: PageID) -> Edit {
    Edit(.removeAnnotations([id], page: page))
  }

  /// Puts annotations on a page, on top of the others, in the order given. One such edit costs O(n), where as many
  /// single ones may cost O(n²).
  public static func addAnnotations(_ annotations: [Annotation], page: PageID) -> Edit {
    Edit(.addAnnotations(annotations.map { .init($0) }, page: page))
  }

  /// Puts annotations in the places of those with the same ids.
  public static func replaceAnnotations(_ annotations: [Annotation], page: PageID) -> Edit {
    Edit(.replaceAnnotations(annotations, page: page))
  }

  /// Takes annotations off a page.
  public static func removeAnnotations(_ ids: [AnnotationID], page: PageID) -> Edit {
    Edit(.removeAnnotations(ids, page: page))
  }

  /// Puts each annotation at its index in the page's list; the others keep their order. The higher ones cover the lower.
  public static func placeAnnotations(_ placements: [AnnotationPlacement], page: PageID) -> Edit {
    Edit(.placeAnnotations(placements, page: page))
  }

  /// Makes annotations a part of the page's content: they show the same, and are no annotations any more.
  ///
  /// - Parameter asUnderlay: Whether they are painted before all that the page has, which then covers them, instead of after it.
  package static func flattenAnnotations(
    _ ids: [AnnotationID], page: PageID, asUnderlay: Bool = false
  ) -> Edit {
    Edit(.flattenAnnotations(ids, page: page, asUnderlay: asUnderlay))
  }

  /// Gives a page other marks, by their names: headers, footers and the like. `nil` is what the page's source has.
  package static func setMarks(_ marks: [String: MarkChange?], page: PageID) -> Edit {
    Edit(.setMarks(marks, page: page))
  }

  /// The edit that makes a change to the annotations of a page.
  public init(_ change: AnnotationChange, page: PageID) {
    switch change.kind {
    case .add(let annotation, let index): self = .addAnnotation(annotation, page: page, at: index)
    case .replace(let annotation): self = .replaceAnnotation(annotation, page: page)
    case .remove(let id): self = .removeAnnotation(id, page: page)
    }
  }

  // MARK: - Pages

  /// Turns pages clockwise, each from the way it is now.
  public static func rotatePages(_ pages: [PageID], by turn: PageRotation) -> Edit {
    Edit(.rotatePages(pages, by: turn))
  }

  /// Moves pages, in the order given, so that the first of them has index `to` in the result.
  public static func movePages(_ pages: [PageID], to index: Int) -> Edit {
    Edit(.movePages(pages, to: index))
  }

  /// Puts each page at its index in the result; the other pages keep their order. This is what takes back a move of
  /// pages that did not stand together.
  public static func placePages(_ placements: [PagePlacement]) -> Edit { Edit(.placePages(placements)) }

  /// Puts pages in that the document does not have, each at its index in the result.
  package static func insertPages(_ pages: [InsertedPage]) -> Edit { Edit(.insertPages(pages)) }

  /// Takes pages out. At least one must stay.
  package static func removePages(_ pages: [PageID]) -> Edit { Edit(.removePages(pages)) }

  /// Gives pages other boxes.
  package static func setBoxes(_ boxes: [PageBoxes]) -> Edit { Edit(.setBoxes(boxes)) }

  /// Has the content of a page stand at another place, with annotations of it, whatever edits of these may not do.
  package static func placeContent(_ content: PlacedContent) -> Edit { Edit(.placeContent(content)) }

  /// Gives a page the content of another source. Its annotations stay.
  package static func replaceContent(_ page: PageID, by source: PageSource) -> Edit {
    Edit(.replaceContent(page, by: source))
  }

  // MARK: - The document

  /// Gives the document other information (title, author and the like); `nil` is that of the file as it was opened.
  public static func setInformation(_ information: DocumentInformation?) -> Edit {
    .setPart(.information(information))
  }

  /// Gives the document another outline; `nil` is that of the file as it was opened.
  public static func setOutline(_ outline: Outline?) -> Edit { .setPart(.outline(outline)) }

  /// Gives the document other settings; `nil` is those of the file as it was opened.
  public static func setSettings(_ settings: DocumentSettings?) -> Edit { .setPart(.settings(settings)) }

  /// Gives the document other attachments; `nil` is those of the file as it was opened.
  public static func setAttachments(_ attachments: [DocumentAttachment]?) -> Edit {
    .setPart(.attachments(attachments))
  }

  /// Gives the document other named places; `nil` is those of the file as it was opened.
  public static func setDestinations(_ destinations: [NamedDestination]?) -> Edit {
    .setPart(.destinations(destinations))
  }

  /// Gives the document other layers that are shown or hidden when it is opened, where that is not as in the file; `nil`: all are as in
  /// the file as it was opened.
  public static func setLayers(_ layers: LayerVisibility?) -> Edit { .setPart(.layers(layers)) }

  /// Gives a part of the document another value.
  package static func setPart(_ part: DocumentPart) -> Edit { Edit(.setPart(part)) }

  /// Fills in form fields by their full names; `nil` is the value of the file as it was opened. What the values can be:
  /// ``FormValue``.
  public static func setFormValues(_ values: [String: FormValue?]) -> Edit {
    Edit(.setFormValues(values.mapValues { value in value.map { FilledField($0) } }))
  }

  // MARK: - Objects

  /// Sets an entry of an object of the file; null takes it away. What it can be: ``DocumentEditing/setEntry(_:of:to:)``.
  public static func setEntry(_ key: String, of object: DocumentObject, to value: PDFValue) -> Edit {
    .setEntries([key: value], of: object)
  }

  /// Sets entries of an object of the file by their keys; null takes one away.
  public static func setEntries(_ entries: [String: PDFValue], of object: DocumentObject) -> Edit {
    Edit(.setEntries(entries.mapValues { $0 }, of: object))
  }

  /// Gives the stream of that number other data, without filters.
  public static func setStream(_ number: Int, to data: Data) -> Edit { Edit(.setStream(data, of: number)) }

  // MARK: - What it is about

  /// The pages it is about.
  public var pages: [PageID] {
    switch kind {
    case .addAnnotations(_, let page), .replaceAnnotations(_, let page), .removeAnnotations(_, let page),
      .placeAnnotations(_, let page), .replaceContent(let page, _), .flattenAnnotations(_, let page, _),
      .restoreFlattened(_, let page), .setMarks(_, let page):
      [page]
    case .rotatePages(let pages, _), .movePages(let pages, _), .removePages(let pages): pages
    case .placePages(let placements): placements.map(\.page)
    case .insertPages(let inserted): inserted.map(\.page)
    case .setBoxes(let boxes): boxes.map(\.page)
    case .placeContent(let content): [content.page]
    case .setEntries(_, .page(let page)): [page]
    case .setPart, .setEntries, .setStream: []
    case .setFormValues(let values):
      Set(values.values.flatMap { $0.map { Array($0.areas.keys) } ?? [] }).sorted { $0.number < $1.number }
    }
  }

  /// The page whose annotations it changes, or `nil` if it changes none.
  public var annotatedPage: PageID? {
    switch kind {
    case .addAnnotations(_, let page), .replaceAnnotations(_, let page), .removeAnnotations(_, let page),
      .placeAnnotations(_, let page), .flattenAnnotations(_, let page, _), .restoreFlattened(_, let page):
      page
    case .placeContent(let content): content.page
    default: nil
    }
  }

  /// The objects of the file that it names by their numbers.
  package var objects: Set<Int> {
    switch kind {
    case .setEntries(let entries, let object):
      let own: Set<Int> = if case .object(let number) = object { [number] } else { [] }
      return entries.values.reduce(into: own) { $0.formUnion($1?.references ?? []) }
    case .setStream(_, let number): return [number]
    default: return []
    }
  }

  /// What a menu calls it after "Undo".
  public var name: String {
    switch kind {
    case .addAnnotations(let added, _):
      added.allSatisfy { $0.annotation.addedField != nil } ? "Add Form Field" : "Add Annotation"
    case .replaceAnnotations: "Change Annotation"
    case .removeAnnotations: "Delete Annotation"
    case .placeAnnotations: "Change Order"
    case .flattenAnnotations, .restoreFlattened: "Flatten"
    case .setMarks: "Mark Pages"
    case .rotatePages: "Rotate"
    case .movePages, .placePages: "Move"
    case .insertPages: "Insert Pages"
    case .removePages: "Delete Pages"
    case .setBoxes: "Crop"
    case .placeContent: "Resize Pages"
    case .replaceContent: "Change Page"
    case .setPart(let part): part.name
    case .setFormValues: "Fill In Form"
    case .setEntries, .setStream: "Change Object"
    }
  }
}

extension Edit: CustomStringConvertible {
  /// What a menu calls it, and the pages: `Rotate: page 1, page 2`.
  public var description: String {
    pages.isEmpty ? name : name + ": " + pages.map(\.description).joined(separator: ", ")
  }
}

/// A page to put into a document, and where.
package struct InsertedPage: Sendable, Hashable, Codable {
  package var page: PageID
  package var state: PageState
  /// Its index in the result.
  package var index: Int

  package init(_ page: PageID, _ state: PageState, at index: Int) {
    self.page = page
    self.state = state
    self.index = index
  }
}

/// Boxes to give to a page; `nil` takes those of its source again.
package struct PageBoxes: Sendable, Hashable, Codable {
  package var page: PageID
  package var boxes: [PageBox: PageRect]?

  package init(_ page: PageID, _ boxes: [PageBox: PageRect]?) {
    self.page = page
    self.boxes = boxes
  }
}

// MARK: - Batches

extension Edit {
  /// The same edits with neighbors joined that one edit can do: many removals from a page cost O(n) then, and not
  /// O(n) each.
  package static func joined(_ edits: [Edit]) -> [Edit] {
    guard edits.count > 1 else { return edits }
    var result: [Edit] = []
    var batch = Batch()
    for edit in edits where !batch.take(edit) {
      if let edit = batch.edit { result.append(edit) }
      batch = Batch()
      if !batch.take(edit) { result.append(edit) }
    }
    if let edit = batch.edit { result.append(edit) }
    return result
  }

  /// Edits of one kind and page that are being joined. Two that name one annotation are not: their order counts.
  private struct Batch {
    private var page: PageID?
    private var added: [AnnotationList.Placed] = []
    private var replaced: [Annotation] = []
    private var removed: [AnnotationID] = []
    private var ids: Set<AnnotationID> = []

    var edit: Edit? {
      guard let page else { return nil }
      if !added.isEmpty { return Edit(.addAnnotations(added, page: page)) }
      return replaced.isEmpty
        ? .removeAnnotations(removed, page: page) : .replaceAnnotations(replaced, page: page)
    }

    /// Takes an edit if it can be joined with those before it.
    mutating func take(_ edit: Edit) -> Bool {
      guard let other = edit.annotatedPage, page == nil || page == other else { return false }
      switch edit.kind {
      case .addAnnotations(let new, _):
        guard replaced.isEmpty, removed.isEmpty, new.allSatisfy({ $0.index == nil }),
          takes(new.map(\.annotation.id))
        else { return false }
        added += new
      case .replaceAnnotations(let new, _):
        guard added.isEmpty, removed.isEmpty, takes(new.map(\.id)) else { return false }
        replaced += new
      case .removeAnnotations(let new, _):
        guard added.isEmpty, replaced.isEmpty, takes(new) else { return false }
        removed += new
      default: return false
      }
      page = other
      return true
    }

    private mutating func takes(_ new: [AnnotationID]) -> Bool {
      guard !new.isEmpty, Set(new).count == new.count, new.allSatisfy({ !ids.contains($0) }) else {
        return false
      }
      ids.formUnion(new)
      return true
    }
  }
}

import PostilModel

/// The annotations of one page as the file has them: the values, and where each came from.
struct PageAnnotations {
  /// Where an annotation is in the file.
  struct Origin {
    /// What the page's list has: a reference, or the dictionary itself.
    var element: PDFObject
    /// The value that the file says.
    var value: Annotation
    /// The objects that the element belongs to: those of the file as it is, or as it was opened, so that undo can bring
    /// back what a rewrite left out.
    var graph: ObjectGraph
    /// What the file had before the first edit, so that undoing it brings back the dictionary to the
    /// letter, with an appearance that another program made.
    var originalRecord: OriginalRecord?

    /// An object of its own: few annotations have one, and pages may have thousands of annotations.
    final class OriginalRecord {
      let value: Annotation
      let dictionary: PDFDictionary
      let graph: ObjectGraph

      init(value: Annotation, dictionary: PDFDictionary, graph: ObjectGraph) {
        (self.value, self.dictionary, self.graph) = (value, dictionary, graph)
      }
    }

    /// The dictionary, read when it is first needed.
    var dictionary: PDFDictionary { graph.resolve(element).dictionary ?? [:] }

    /// What the file had before the first edit, in the numbers of the file that it is in: those of a copy
    /// mean nothing any more after a rewrite.
    var recordAsOpened: OriginalRecord {
      originalRecord ?? OriginalRecord(value: value, dictionary: dictionary, graph: graph)
    }
  }

  /// Pages with more annotations are refused by poppler.
  static let mostForRenderer = 10_000

  private(set) var values: [Annotation] = []
  private(set) var origins: [AnnotationID: Origin] = [:]
  private(set) var marks: [AnnotationID: AnnotationLocator] = [:]
  /// Those whose appearance Postil made.
  private(set) var ownAppearances: Set<AnnotationID> = []
  /// The annotations that depend on an object: its pop-up, and replies to it.
  typealias Links = [ObjectID: [(id: AnnotationID, object: ObjectID?)]]
  private(set) var links: Links = [:]

  /// - Parameter pageID: The page of an object, for what leads to pages.
  init(
    _ page: PDFDictionary, _ graph: ObjectGraph, pageID: @escaping (ObjectID) -> PageID? = { _ in nil }
  ) {
    let elements = Self.elements(page, graph)
    let ids = Self.ids(of: elements, graph)
    let objects = Dictionary(
      zip(elements, ids).compactMap { element, id in element.element.reference.map { ($0, id) } }
    ) { first, _ in first }
    // Windows name their annotation, or are named by it alone.
    let parents = Dictionary(
      zip(elements, ids).compactMap { element, id in
        element.dictionary["Popup"]?.reference.flatMap { objects[$0] }.map { ($0, id) }
      }
    ) { first, _ in first }
    let reader = AnnotationReader(
      objects: graph, pageID: pageID, annotationID: { objects[$0] }, popupParent: { parents[$0] })
    for (index, (place, element, dictionary)) in elements.enumerated() {
      let id = ids[index]
      let value = reader.annotation(dictionary, id: id)
      values.append(value)
      origins[id] = Origin(element: element, value: value, graph: graph)
      if dictionary.hasOwnAppearance(graph.resolve) { ownAppearances.insert(id) }
      if let target = dictionary[value.subtype == "Popup" ? "Parent" : "IRT"]?.reference {
        links[target, default: []].append((id, element.reference))
      }
      marks[id] = AnnotationLocator(
        place: place, rect: graph.rect(dictionary["Rect"]), isUpright: value.flags.contains(.noRotate))
    }
  }

  /// The elements of a page's list in their order, without what they say.
  static func elements(of page: PDFDictionary, _ graph: ObjectGraph) -> [(
    id: AnnotationID, element: PDFObject
  )] {
    let elements = elements(page, graph)
    return zip(ids(of: elements, graph), elements).map { ($0, $1.element) }
  }

  private typealias Element = (place: Int, element: PDFObject, dictionary: PDFDictionary)

  private static func ids(of elements: [Element], _ graph: ObjectGraph) -> [AnnotationID] {
    let names = elements.map { graph.text($0.dictionary["NM"]) ?? "" }
    let uses = names.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    var taken: Set<AnnotationID> = []
    return elements.indices.map { index in
      let isNamed = !names[index].isEmpty && uses[names[index]] == 1
      let id =
        isNamed ? AnnotationID(rawValue: names[index]) : unusedID(elements[index].element, index, uses, taken)
      taken.insert(id)
      return id
    }
  }

  /// The entries of `/Annots` that are annotations. Others (nulls, numbers) show nothing and are passed over.
  private static func elements(_ page: PDFDictionary, _ graph: ObjectGraph) -> [Element] {
    let list = graph.resolve(page["Annots"]).array ?? []
    let all = list.compactMap { element -> (element: PDFObject, dictionary: PDFDictionary)? in
      guard case .dictionary(let dictionary) = graph.resolve(element) else { return nil }
      return (element, dictionary)
    }
    var seen: Set<ObjectID> = []
    return all.enumerated().compactMap { place, entry in
      if let id = entry.element.reference, !seen.insert(id).inserted { return nil }
      return (place, entry.element, entry.dictionary)
    }
  }

  /// An id for an annotation without a name of its own: its object's number, or its place.
  private static func unusedID(
    _ element: PDFObject, _ index: Int, _ names: [String: Int], _ taken: Set<AnnotationID>
  ) -> AnnotationID {
    AnnotationID(element.reference.map { .object($0.number) } ?? .index(index)) { id in
      names[id.rawValue] != nil || taken.contains(id)
    }
  }
}

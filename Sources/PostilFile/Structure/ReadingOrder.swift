import PostilModel

/// The order of reading that the structure tree of a document gives (ISO 32000-2, 14.8.2.5), for elements that are added to it: they
/// come behind what is read last of their page.
final class ReadingOrder {
  /// Where an element is put: among the kids of another one, or of the root.
  struct Place: Equatable {
    let parent: ObjectID
    let index: Int
  }

  /// A place on the way from the root to an element.
  private struct Step {
    let parent: ObjectID
    let index: Int
    let element: ObjectID
  }

  private let objects: any ObjectSource
  private let root: ObjectID
  /// `nil` for a tree without elements.
  private let tree: StructureTree?
  /// What the keys of pages and annotations lead to: elements, and lists of them.
  private let owners: [Int: PDFObject]
  private var places: [ObjectID: [ObjectID: Int]] = [:]

  private static let deepest = 100
  /// Elements of these types may have any others below them.
  private static let grouping: Set<PDFName> = [
    "Document", "DocumentFragment", "Part", "Art", "Sect", "Div", "Aside", "NonStruct",
  ]

  /// `nil` for a document without a structure tree, and for one whose root stands in the catalog itself.
  ///
  /// - Complexity: O(parent tree).
  init?(_ objects: any ObjectSource) {
    guard let id = objects.catalog["StructTreeRoot"]?.reference,
      let root = objects.object(id).dictionary
    else { return nil }
    self.objects = objects
    self.root = id
    tree = StructureTree(objects)
    owners = NumberTree.values(of: root["ParentTree"], objects)
  }

  /// Called when kids were put below an element.
  func forget(kidsOf parent: ObjectID) { places[parent] = nil }

  /// The place behind all that is read of a page; `nil` if the tree has nothing of it.
  ///
  /// - Complexity: O(elements and annotations of the page, and kids of the elements above them when they are first asked for).
  func place(behindPage page: PDFDictionary) -> Place? {
    var last: [Step]?
    for element in elements(of: page) {
      guard let path = path(to: element) else { continue }
      guard let known = last, !known.map(\.index).lexicographicallyPrecedes(path.map(\.index)) else {
        last = path
        continue
      }
    }
    guard let last, let element = last.last?.element else { return nil }
    if isGrouping(element) { return Place(parent: element, index: placeBehindContent(of: element)) }
    let step = last.last { $0.parent == root || isGrouping($0.parent) }
    return step.map { Place(parent: $0.parent, index: $0.index + 1) }
  }

  /// The place before all that is read.
  var start: Place {
    let first = (tree?.root).flatMap { tree?.kids(of: $0).first }?.reference
    if let first, isGrouping(first) { return Place(parent: first, index: 0) }
    return Place(parent: root, index: 0)
  }

  /// The elements of what a page shows, and of its annotations.
  private func elements(of page: PDFDictionary) -> Set<ObjectID> {
    var found: Set<ObjectID> = []
    if let key = objects.resolve(page["StructParents"]).integer, let owner = owners[key] {
      found.formUnion((objects.resolve(owner).array ?? []).compactMap(\.reference))
    }
    for annotation in objects.resolve(page["Annots"]).array ?? [] {
      let key = objects.resolve(objects.resolve(annotation).dictionary?["StructParent"]).integer
      if let key, let element = owners[key]?.reference { found.insert(element) }
    }
    return found
  }

  /// The way from the root to an element; `nil` for one that the tree does not lead to.
  private func path(to element: ObjectID) -> [Step]? {
    var steps: [Step] = []
    var next = element
    while next != root {
      guard steps.count < Self.deepest,
        let parent = objects.object(next).dictionary?["P"]?.reference,
        let index = kidPlaces(of: parent)[next]
      else { return nil }
      steps.append(Step(parent: parent, index: index, element: next))
      next = parent
    }
    return steps.isEmpty ? nil : steps.reversed()
  }

  private func kidPlaces(of parent: ObjectID) -> [ObjectID: Int] {
    if let known = places[parent] { return known }
    var result: [ObjectID: Int] = [:]
    for (index, kid) in (tree?.kids(of: objects.object(parent).dictionary ?? [:]) ?? []).enumerated() {
      if let id = kid.reference, result[id] == nil { result[id] = index }
    }
    places[parent] = result
    return result
  }

  private func isGrouping(_ element: ObjectID) -> Bool {
    guard element != root, let dictionary = objects.object(element).dictionary else { return false }
    return tree?.role(of: dictionary).map(Self.grouping.contains) ?? false
  }

  /// The place behind the last kid that is no element.
  private func placeBehindContent(of element: ObjectID) -> Int {
    let kids = tree?.kids(of: objects.object(element).dictionary ?? [:]) ?? []
    let last = kids.lastIndex { objects.resolve(objects.resolve($0).dictionary?["S"]).name == nil }
    return last.map { $0 + 1 } ?? kids.count
  }
}

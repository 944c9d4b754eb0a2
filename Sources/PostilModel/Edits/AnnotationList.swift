/// The annotations of a page in their order, bottom first, found by id at once.
package struct AnnotationList: Sendable {
  /// An annotation and its index in a list.
  package struct Placed: Sendable, Hashable {
    package var annotation: Annotation
    /// Its index in the resulting list; `nil` is the top.
    package var index: Int?

    package init(_ annotation: Annotation, at index: Int? = nil) {
      self.annotation = annotation
      self.index = index
    }
  }

  /// The annotations, bottom first.
  package private(set) var items: [Annotation]
  private var positions: [AnnotationID: Int]

  /// - Complexity: O(n).
  package init(_ items: [Annotation]) {
    self.items = items
    positions = Dictionary(
      items.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  package var count: Int { items.count }

  /// The index of an annotation. O(1).
  package func index(of id: AnnotationID) -> Int? { positions[id] }

  /// The annotation with an id. O(1).
  package subscript(id: AnnotationID) -> Annotation? { positions[id].map { items[$0] } }

  /// Puts an annotation in the place of the one with its id, and returns that one. What the file says beyond our
  /// understanding belongs to the annotation, whoever made the new value. O(1).
  mutating func replace(_ annotation: Annotation) -> Annotation? {
    guard let index = positions[annotation.id] else { return nil }
    let old = items[index]
    items[index] = annotation
    items[index].foreignKeys = old.foreignKeys
    return old
  }

  /// Puts annotations in, each at its index in the result; those without one come on top, in their order.
  /// The indices must be different and fit. O(added) if all come on top, else O(n).
  mutating func insert(_ added: [Placed]) {
    let placed = added.filter { $0.index.map { $0 < items.count + added.count } ?? false }
      .sorted { ($0.index ?? 0) < ($1.index ?? 0) }
    let top = added.filter { $0.index == nil }.map(\.annotation)
    if (placed.first?.index).map({ top.isEmpty && $0 >= items.count }) ?? true {
      for annotation in placed.map(\.annotation) + top {
        positions[annotation.id] = items.count
        items.append(annotation)
      }
      return
    }
    if added.count == 1, let index = placed.first?.index {
      items.insert(added[0].annotation, at: index)
      renumber(from: index)
      return
    }
    var rest = (items + top).makeIterator()
    var next = placed.startIndex
    let first = placed[0].index ?? 0
    items = (0..<items.count + added.count).compactMap { index in
      guard next < placed.endIndex, placed[next].index == index else { return rest.next() }
      next += 1
      return placed[next - 1].annotation
    }
    renumber(from: first)
  }

  /// Takes annotations out, and returns them with the indices that they had. All must be there.
  /// O(removed) if they are on top, else O(n).
  mutating func remove(_ ids: Set<AnnotationID>) -> [Placed] {
    let places = ids.compactMap { positions[$0] }.sorted()
    guard let first = places.first else { return [] }
    let removed = places.map { Placed(items[$0], at: $0) }
    if places.count == 1 {
      items.remove(at: first)
    } else {
      let kept = items[first...].filter { !ids.contains($0.id) }
      items.replaceSubrange(first..., with: kept)
    }
    if ids.count < items.count {
      for id in ids { positions[id] = nil }
      renumber(from: first)
    } else {
      self = AnnotationList(items)
    }
    return removed
  }

  /// Changes the list where it stands.
  mutating func change<Result>(_ body: (inout AnnotationList) -> Result) -> Result { body(&self) }

  private mutating func renumber(from first: Int) {
    for index in first..<max(items.count, first) { positions[items[index].id] = index }
  }
}

extension AnnotationList: Hashable {
  package static func == (a: AnnotationList, b: AnnotationList) -> Bool { a.items == b.items }
  package func hash(into hasher: inout Hasher) { hasher.combine(items) }
}

extension AnnotationList: Codable {
  package init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode([Annotation].self))
  }

  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(items)
  }
}

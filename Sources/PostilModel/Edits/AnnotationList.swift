import Synchronization

/// The annotations of a page in their order, bottom first, found by id.
///
/// An annotation's place is told by a key: keys ascend from the bottom to the top, with gaps between them, and the index of a key
/// is found by bisection. So a removal changes no other annotation's key, and putting an annotation back finds the gap that it left.
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
  /// A number for each annotation: where two lists have the same number, they have equal annotations. Comparing numbers is
  /// much quicker than comparing annotations. Equal annotations may have different numbers.
  package private(set) var versions: [Int]
  /// The key of each annotation, in ascending order.
  private var keys: [Int]
  private var keysByID: [AnnotationID: Int]
  /// How many annotations belong to others.
  private var relationCount: Int
  /// The names of the form fields that annotations add.
  package private(set) var addedFields: FieldNames

  /// The distance of keys that nothing was put between yet.
  private static let keyDistance = 1 << 16

  /// - Complexity: O(n).
  package init(_ items: [Annotation]) { self.init(items, versions: Array(Self.newVersions(items.count))) }

  private init(_ items: [Annotation], versions: [Int]) {
    self.items = items
    self.versions = versions
    keys = items.indices.map { $0 * Self.keyDistance }
    keysByID = Dictionary(zip(items.lazy.map(\.id), keys)) { first, _ in first }
    relationCount = items.count { $0.relation != nil }
    addedFields = FieldNames(items.lazy.compactMap(\.addedField))
  }

  package var count: Int { items.count }

  /// The lowest annotations. O(count).
  package func prefix(_ count: Int) -> AnnotationList {
    count >= items.count
      ? self : AnnotationList(Array(items.prefix(count)), versions: Array(versions.prefix(count)))
  }

  /// How many of the lowest annotations are as in another list, or look so to `isSame`, which is asked where the numbers
  /// differ. O(n), and very little for each where they do not.
  package func countOfSame(
    as other: AnnotationList, or isSame: (Annotation, Annotation) -> Bool
  ) -> Int {
    var index = 0
    let end = min(count, other.count)
    while index < end, versions[index] == other.versions[index] || isSame(items[index], other.items[index]) {
      index += 1
    }
    return index
  }

  /// The list with other annotations of the same names. O(n).
  package func mapItems(_ transform: (Annotation) -> Annotation) -> AnnotationList {
    AnnotationList(items.map(transform))
  }

  /// The list with other annotations of the same names, without those for which there is none. O(n).
  package func compactMapItems(_ transform: (Annotation) -> Annotation?) -> AnnotationList {
    var (kept, numbers): ([Annotation], [Int]) = ([], [])
    for (item, version) in zip(items, versions) {
      guard let other = transform(item) else { continue }
      kept.append(other)
      numbers.append(other == item ? version : Self.newVersions(1).lowerBound)
    }
    return AnnotationList(kept, versions: numbers)
  }

  /// The index of an annotation. O(log n).
  package func index(of id: AnnotationID) -> Int? { keysByID[id].map(index) }

  /// The annotations that answer others or are parts of them, and what in turn belongs to those. O(n); O(1) if none
  /// belongs to another.
  package func related(to ids: Set<AnnotationID>) -> Set<AnnotationID> {
    guard relationCount > 0 else { return [] }
    let dependents = items.reduce(into: [AnnotationID: [AnnotationID]]()) { dependents, annotation in
      if let target = annotation.relation?.target { dependents[target, default: []].append(annotation.id) }
    }
    var (result, queue) = (Set<AnnotationID>(), Array(ids))
    while let next = queue.popLast() {
      for id in dependents[next] ?? [] where result.insert(id).inserted { queue.append(id) }
    }
    return result.subtracting(ids)
  }

  /// The annotation with an id. O(log n).
  package subscript(id: AnnotationID) -> Annotation? { index(of: id).map { items[$0] } }

  /// Puts an annotation in the place of the one with its id, and returns that one. What the file says beyond our
  /// understanding belongs to the annotation, whoever made the new value. O(log n).
  mutating func replace(_ annotation: Annotation) -> Annotation? {
    guard let index = index(of: annotation.id) else { return nil }
    let old = items[index]
    items[index] = annotation
    if annotation.dictionary == old.dictionary { items[index].foreignKeys = old.foreignKeys }
    relationCount += (annotation.relation == nil ? 0 : 1) - (old.relation == nil ? 0 : 1)
    if old.addedField != annotation.addedField {
      if let name = old.addedField { addedFields.remove(name) }
      if let name = annotation.addedField { addedFields.insert(name) }
    }
    versions[index] = Self.newVersions(1).lowerBound
    return old
  }

  /// Puts annotations in, each at its index in the result; those without one come on top, in their order.
  /// The indices must be different and fit. O(added) if all come on top, else O(n).
  mutating func insert(_ added: [Placed]) {
    let placed = added.filter { $0.index.map { $0 < items.count + added.count } ?? false }
      .sorted { ($0.index ?? 0) < ($1.index ?? 0) }
    let top = added.filter { $0.index == nil }.map(\.annotation)
    if (placed.first?.index).map({ top.isEmpty && $0 >= items.count }) ?? true {
      for annotation in placed.map(\.annotation) + top { append(annotation) }
      return
    }
    if added.count == 1, let index = placed.first?.index {
      insert(added[0].annotation, at: index)
      return
    }
    let added = top.map { Placed($0) }
    let all = zip(items + added.map(\.annotation), versions + Self.newVersions(added.count))
    var rest = all.makeIterator()
    var next = placed.startIndex
    let newVersions = Array(Self.newVersions(placed.count))
    var (merged, numbers): ([Annotation], [Int]) = ([], [])
    for index in 0..<items.count + added.count + placed.count {
      if next < placed.endIndex, placed[next].index == index {
        merged.append(placed[next].annotation)
        numbers.append(newVersions[next])
        next += 1
      } else if let (annotation, version) = rest.next() {
        merged.append(annotation)
        numbers.append(version)
      }
    }
    self = AnnotationList(merged, versions: numbers)
  }

  private mutating func append(_ annotation: Annotation) {
    let key = keys.last.map { $0 + Self.keyDistance } ?? 0
    keysByID[annotation.id] = key
    keys.append(key)
    items.append(annotation)
    relationCount += annotation.relation == nil ? 0 : 1
    if let name = annotation.addedField { addedFields.insert(name) }
    versions.append(Self.newVersions(1).lowerBound)
  }

  /// Below the top.
  private mutating func insert(_ annotation: Annotation, at index: Int) {
    let above = keys[index]
    let below = index > 0 ? keys[index - 1] : above - 2 * Self.keyDistance
    items.insert(annotation, at: index)
    versions.insert(Self.newVersions(1).lowerBound, at: index)
    guard above - below > 1 else {
      self = AnnotationList(items, versions: versions)
      return
    }
    let key = below + (above - below) / 2
    keys.insert(key, at: index)
    keysByID[annotation.id] = key
    relationCount += annotation.relation == nil ? 0 : 1
    if let name = annotation.addedField { addedFields.insert(name) }
  }

  /// Takes annotations out, and returns them with the indices that they had. All must be there.
  /// O(removed) if they are on top, else O(n).
  mutating func remove(_ ids: Set<AnnotationID>) -> [Placed] {
    let places = ids.compactMap { index(of: $0) }.sorted()
    guard let first = places.first else { return [] }
    let removed = places.map { Placed(items[$0], at: $0) }
    for id in ids { keysByID[id] = nil }
    relationCount -= removed.count { $0.annotation.relation != nil }
    for name in removed.lazy.compactMap(\.annotation.addedField) { addedFields.remove(name) }
    if places.count == 1 {
      items.remove(at: first)
      versions.remove(at: first)
      keys.remove(at: first)
    } else {
      var isRemoved = places[...]
      let kept = (first..<items.count).filter { index in
        guard isRemoved.first == index else { return true }
        isRemoved.removeFirst()
        return false
      }
      items.replaceSubrange(first..., with: kept.map { items[$0] })
      versions.replaceSubrange(first..., with: kept.map { versions[$0] })
      keys.replaceSubrange(first..., with: kept.map { keys[$0] })
    }
    return removed
  }

  /// Puts annotations at other places, and returns those that they had. All must be there, and the indices be different and
  /// fit. O(n).
  mutating func place(_ placements: [AnnotationPlacement]) -> [AnnotationPlacement] {
    let old = placements.compactMap { placement in
      index(of: placement.id).map { AnnotationPlacement(placement.id, at: $0) }
    }
    var placed: [Int: Int] = [:]
    for (from, to) in zip(old, placements) { placed[to.index] = from.index }
    let moved = Set(placed.values)
    var rest = items.indices.lazy.filter { !moved.contains($0) }.makeIterator()
    let order = items.indices.compactMap { placed[$0] ?? rest.next() }
    self = AnnotationList(order.map { items[$0] }, versions: order.map { versions[$0] })
    return old
  }

  /// Changes the list where it stands.
  mutating func change<Result>(_ body: (inout AnnotationList) -> Result) -> Result { body(&self) }

  /// The index of a key. O(log n).
  private func index(_ key: Int) -> Int {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: - Versions

  private static let lastVersion = Atomic(0)

  /// Numbers that no other annotation of any list has.
  private static func newVersions(_ count: Int) -> Range<Int> {
    let (old, new) = lastVersion.wrappingAdd(count, ordering: .relaxed)
    return old..<new
  }
}

extension AnnotationList: Hashable {
  package static func == (a: AnnotationList, b: AnnotationList) -> Bool {
    a.versions == b.versions || a.items == b.items
  }
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

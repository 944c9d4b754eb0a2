public import Foundation

/// The outline of a document (ISO 32000-2, 12.3.3): a tree of items, which viewers show beside the pages.
///
/// It is a value: ``DocumentEditing/setOutline(_:)`` gives it to a document.
public struct Outline: Sendable, Hashable {
  /// How many levels an outline may have. Items of a file that are deeper are read as items of this level.
  public static let maximumDepth = 64
  /// How many items an outline may have. An outline of a file that has more is read up to here and cannot be changed.
  public static let maximumCount = 100_000

  /// The items of the first level, in order.
  public var items: [OutlineItem]

  /// Makes an outline.
  public init(_ items: [OutlineItem] = []) { self.items = items }

  /// Whether it has no items.
  public var isEmpty: Bool { items.isEmpty }

  /// How many items it has on all levels. O(their number).
  public var count: Int {
    var count = 0
    forEach { _, _ in count += 1 }
    return count
  }

  // MARK: - Finding

  /// Calls a closure with each item in the order in which they are shown, and its level, from 0. O(their number).
  public func forEach(_ body: (OutlineItem, _ level: Int) throws -> Void) rethrows {
    // With a stack of its own, whatever the depth.
    var open = [items[...]]
    while let item = open.last?.first {
      open[open.count - 1].removeFirst()
      try body(item, open.count - 1)
      if !item.children.isEmpty { open.append(item.children[...]) }
      while open.last?.isEmpty == true { open.removeLast() }
    }
  }

  /// The item of a name; `nil` if there is none. O(their number).
  public subscript(id: OutlineItem.ID) -> OutlineItem? { path(to: id).flatMap { item(at: $0) } }

  /// The item that one is below; `nil` if it is of the first level, or there is none. O(their number).
  public func parent(of id: OutlineItem.ID) -> OutlineItem? {
    path(to: id).flatMap { $0.count > 1 ? item(at: $0.dropLast()) : nil }
  }

  /// The index of an item and of those above it, from the first level on; `nil` if there is none. O(their number).
  package func path(to id: OutlineItem.ID) -> [Int]? {
    var path: [Int] = []
    var found: [Int]?
    forEach { item, level in
      guard found == nil else { return }
      if path.count > level + 1 { path.removeLast(path.count - level - 1) }
      if path.count == level + 1 { path[level] += 1 } else { path.append(0) }
      if item.id == id { found = path }
    }
    return found
  }

  private func item(at path: some Collection<Int>) -> OutlineItem? {
    var items = items
    var result: OutlineItem?
    for index in path {
      guard items.indices.contains(index) else { return nil }
      result = items[index]
      items = items[index].children
    }
    return result
  }

  // MARK: - Changing

  /// Puts an item in.
  ///
  /// - Parameters:
  ///   - item: The item, with those below it.
  ///   - parent: The item to put it below; `nil` is the first level. One that had no items is open then.
  ///   - index: Its index there; `nil` is the end.
  /// - Throws: ``PDFError`` with code `.invalidArgument` if there is no such item or index, or more levels than ``maximumDepth``.
  public mutating func insert(
    _ item: OutlineItem, under parent: OutlineItem.ID? = nil, at index: Int? = nil
  ) throws(PDFError) {
    let path = try parent.map { id throws(PDFError) in try requiredPath(to: id) } ?? []
    try change(below: path[...]) { items throws(PDFError) in
      let index = index ?? items.count
      guard (0...items.count).contains(index) else {
        throw PDFError(.invalidArgument, "There are \(items.count) outline items there: no place \(index).")
      }
      items.insert(item, at: index)
    }
    guard let parent, self[parent]?.children.count == 1 else { return }
    try update(parent) { $0.isOpen = true }
  }

  /// Changes an item: its text, its target, its looks, or the items below it.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if there is no such item.
  public mutating func update(
    _ id: OutlineItem.ID, _ change: (inout OutlineItem) -> Void
  ) throws(PDFError) {
    let path = try requiredPath(to: id)
    try self.change(below: path.dropLast()) { items throws(PDFError) in change(&items[path[path.count - 1]]) }
  }

  /// Takes an item out, with those below it.
  ///
  /// - Returns: The item.
  /// - Throws: ``PDFError`` with code `.invalidArgument` if there is no such item.
  @discardableResult
  public mutating func remove(_ id: OutlineItem.ID) throws(PDFError) -> OutlineItem {
    let path = try requiredPath(to: id)
    return try change(below: path.dropLast()) { items throws(PDFError) in
      items.remove(at: path[path.count - 1])
    }
  }

  /// Moves an item, with those below it.
  ///
  /// - Parameters:
  ///   - id: The item.
  ///   - parent: The item to put it below; `nil` is the first level.
  ///   - index: The index that it has there in the result; `nil` is the end.
  /// - Throws: ``PDFError`` with code `.invalidArgument` if there is no such item or index, or the item would be below itself; the
  ///   outline is then as it was.
  public mutating func move(
    _ id: OutlineItem.ID, under parent: OutlineItem.ID? = nil, at index: Int? = nil
  ) throws(PDFError) {
    var result = self
    let item = try result.remove(id)
    if let parent {
      guard parent != id, Outline([item])[parent] == nil else {
        throw PDFError(.invalidArgument, "The outline item '\(item.label)' cannot be put below itself.")
      }
    }
    try result.insert(item, under: parent, at: index)
    self = result
  }

  /// Puts an item below the one before it on its level, as the last one there.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if it is the first one on its level, or there is no such item.
  public mutating func indent(_ id: OutlineItem.ID) throws(PDFError) {
    let path = try requiredPath(to: id)
    guard let last = path.last, last > 0, let before = item(at: path.dropLast() + [last - 1]) else {
      throw PDFError(
        .invalidArgument, "The outline item is the first of its level: there is none to put it below.")
    }
    try move(id, under: before.id)
  }

  /// Puts an item on the level above, behind the item that it was below.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if it is on the first level, or there is no such item.
  public mutating func outdent(_ id: OutlineItem.ID) throws(PDFError) {
    let path = try requiredPath(to: id)
    guard path.count > 1 else {
      throw PDFError(.invalidArgument, "The outline item is on the first level already.")
    }
    let above = path.count > 2 ? item(at: path.dropLast(2)) : nil
    try move(id, under: above?.id, at: path[path.count - 2] + 1)
  }

  private func requiredPath(to id: OutlineItem.ID) throws(PDFError) -> [Int] {
    guard let path = path(to: id) else {
      throw PDFError(.invalidArgument, "There is no outline item '\(id)': list the outline to see their ids.")
    }
    return path
  }

  /// Changes the items below the one at a path.
  private mutating func change<Result>(
    below path: ArraySlice<Int>, _ body: (inout [OutlineItem]) throws(PDFError) -> Result
  ) throws(PDFError) -> Result {
    guard path.count <= Self.maximumDepth else { throw Self.tooDeep }
    return try Self.change(&items, path, body)
  }

  private static func change<Result>(
    _ items: inout [OutlineItem], _ path: ArraySlice<Int>,
    _ body: (inout [OutlineItem]) throws(PDFError) -> Result
  ) throws(PDFError) -> Result {
    guard let index = path.first else { return try body(&items) }
    return try change(&items[index].children, path.dropFirst(), body)
  }

  // MARK: - Validity

  private static let tooDeep = PDFError(
    .invalidArgument, "The outline has more than \(maximumDepth) levels: put items on fewer.")

  /// The outline in the form in which documents have it.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if it has too many items or levels, two items have one name, or
  ///   a target is none.
  package func validated() throws(PDFError) -> Outline {
    var ids: Set<OutlineItem.ID> = []
    var flat: [FlatItem] = []
    var problem: PDFError?
    forEach { item, level in
      guard problem == nil else { return }
      if level >= Self.maximumDepth {
        problem = Self.tooDeep
      } else if flat.count >= Self.maximumCount {
        problem = PDFError(.invalidArgument, "The outline has more than \(Self.maximumCount) items.")
      } else if !ids.insert(item.id).inserted {
        problem = PDFError(
          .invalidArgument, "Two outline items have the name '\(item.id)': give each its own.")
      } else if item.target?.isUsable == false {
        problem = PDFError(
          .invalidArgument, "The outline item '\(item.label)' has a target that cannot be used.")
      }
      var item = item
      if item.children.isEmpty { item.isOpen = false }
      item.target = item.target?.normalized
      item.children = []
      flat.append(FlatItem(item: item, level: level))
    }
    if let problem { throw problem }
    return Outline(flat)
  }

  // MARK: - As a list

  /// An item without those below it, and its level, from 0.
  package struct FlatItem: Sendable, Hashable {
    package var item: OutlineItem
    package var level: Int

    package init(item: OutlineItem, level: Int) { (self.item, self.level) = (item, level) }
  }

  /// The items in the order in which they are shown. O(their number).
  package var flattened: [FlatItem] {
    var result: [FlatItem] = []
    forEach { item, level in
      var item = item
      item.children = []
      result.append(FlatItem(item: item, level: level))
    }
    return result
  }

  /// The tree of items in the order in which they are shown. One that is more than a level below the item before it is
  /// directly below that. O(their number).
  package init(_ flat: [FlatItem]) {
    var open: [[OutlineItem]] = [[]]
    func close(_ open: inout [[OutlineItem]], to level: Int) {
      while open.count - 1 > level {
        guard let children = open.popLast(), !open.isEmpty, !open[open.count - 1].isEmpty else { continue }
        open[open.count - 1][open[open.count - 1].count - 1].children = children
      }
    }
    for entry in flat {
      close(&open, to: entry.level)
      if entry.level > open.count - 1, open.last?.isEmpty == false { open.append([]) }
      open[open.count - 1].append(entry.item)
    }
    close(&open, to: 0)
    items = open.first ?? []
  }

  // MARK: - Pages that are gone

  /// The outline without what led to pages that are gone: an item that led there is left out if no item below it stays,
  /// and leads nowhere if one does. O(their number).
  ///
  /// - Parameter isGone: Whether a target is on such a page.
  package func without(_ isGone: (LinkTarget) -> Bool) -> Outline {
    let flat = flattened
    guard flat.contains(where: { $0.item.target.map(isGone) ?? false }) else { return self }
    var kept: [FlatItem] = []
    // The level of the items that stay and whose parents are still to come.
    var hasKeptBelow = Array(repeating: false, count: Self.maximumDepth + 2)
    for entry in flat.reversed() {
      let level = min(entry.level, Self.maximumDepth)
      var entry = entry
      let hasChildren = hasKeptBelow[level + 1]
      hasKeptBelow[level + 1] = false
      if entry.item.target.map(isGone) ?? false {
        guard hasChildren else { continue }
        entry.item.target = nil
      }
      if !hasChildren { entry.item.isOpen = false }
      hasKeptBelow[level] = true
      kept.append(entry)
    }
    return Outline(kept.reversed())
  }

  /// The outline, of which items that have the name of an item of the file come from there, if they do not say where they
  /// come from: those of a file of JSON do not.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if an item has an action that comes from nowhere.
  package func knowing(_ origins: [OutlineItem.ID: OutlineItem.Origin]) throws(PDFError) -> Outline {
    var flat = flattened
    var isOther = false
    for index in flat.indices where flat[index].item.origin == nil {
      if let origin = origins[flat[index].item.id] {
        flat[index].item.origin = origin
        isOther = true
      } else if case .foreign(let kind)? = flat[index].item.target {
        throw PDFError(
          .invalidArgument,
          "The outline item '\(flat[index].item.label)' cannot have an action '\(kind)': such actions are only kept."
        )
      }
    }
    return isOther ? Outline(flat) : self
  }

  /// The memory that it takes, estimated.
  package var byteCount: Int {
    var result = 64
    forEach { item, _ in result += 192 + item.label.utf8.count }
    return result
  }
}

extension Outline: Codable {
  private enum Key: CodingKey { case outline }

  /// Reads a list of items, or `{"outline": [ … ]}`.
  public init(from decoder: any Decoder) throws {
    if (try? decoder.unkeyedContainer()) != nil {
      items = try [OutlineItem](from: decoder)
    } else {
      let values = try decoder.container(keyedBy: Key.self)
      items = try values.decode([OutlineItem].self, forKey: .outline)
    }
  }

  /// Reads JSON in UTF-8: a list of items or `{"outline": [ … ]}`.
  ///
  /// - Throws: ``PDFError`` with code `.invalidScript`, which says where: line and column of what is not JSON, or the item and
  ///   the key of what does not make sense.
  public init(json: Data) throws(PDFError) {
    let form = JSONDocument(
      name: "outline", code: .invalidScript, list: "outline", item: "item", empty: "[] for no items")
    self = try form.decode(Outline.self, from: json)
  }

  /// Writes a list of items.
  public func encode(to encoder: any Encoder) throws { try items.encode(to: encoder) }
}

extension Outline: CustomStringConvertible {
  /// The items, one a line, those below others indented.
  public var description: String {
    flattened.map { String(repeating: "  ", count: $0.level) + "\($0.item)" }.joined(separator: "\n")
  }
}

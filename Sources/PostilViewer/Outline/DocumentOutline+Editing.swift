/// Edits of the outline. Each is one step of undo, done in the background in the order of the calls; ``rows`` follow.
extension DocumentOutline {
  /// What can be done with an item.
  public struct Commands: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: Int
    /// Makes a set of bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// It can be put before the item before it on its level.
    public static let moveUp = Commands(rawValue: 1 << 0)
    /// It can be put behind the item behind it on its level.
    public static let moveDown = Commands(rawValue: 1 << 1)
    /// It can be put below the item before it on its level.
    public static let indent = Commands(rawValue: 1 << 2)
    /// It can be put on the level above.
    public static let outdent = Commands(rawValue: 1 << 3)
  }

  /// A place to drop an item at.
  public enum DropPlace: Sendable, Hashable {
    /// Before an item, on its level.
    case before(OutlineItem.ID)
    /// Behind an item and those below it, on its level.
    case after(OutlineItem.ID)
    /// Below an item, as the last one there.
    case below(OutlineItem.ID)
  }

  /// What can be done with an item; nothing if it is not in the outline. O(items).
  public func commands(for id: OutlineItem.ID) -> Commands {
    guard let place = place(of: id) else { return [] }
    var commands: Commands = []
    if place.index > 0 { commands.formUnion([.moveUp, .indent]) }
    if place.index < place.count - 1 { commands.insert(.moveDown) }
    if place.parent != nil { commands.insert(.outdent) }
    return commands
  }

  /// Adds an item that leads to the current page.
  ///
  /// - Parameters:
  ///   - label: Its text.
  ///   - id: The item that it is put behind, on its level; `nil` for the end of the first level.
  /// - Returns: A task with the new item; `nil` if that failed.
  @discardableResult
  public func add(_ label: String, after id: OutlineItem.ID? = nil) -> Task<OutlineItem.ID?, Never> {
    guard let page = viewer.viewport.currentPage else { return Task { nil } }
    let item = OutlineItem(label, target: .page(page))
    return editor.edit(orElse: nil) { document in
      try document.updateOutline("Add Outline Item") { outline in
        let place = id.flatMap { outline.place(of: $0) }
        try outline.insert(item, under: place?.parent, at: place.map { $0.index + 1 })
      }
      return item.id
    }
  }

  /// Gives an item another text.
  public func rename(_ id: OutlineItem.ID, to label: String) {
    edit { try $0.renameOutlineItem(id, to: label) }
  }

  /// Removes an item with those below it.
  public func remove(_ id: OutlineItem.ID) { edit { try $0.removeOutlineItem(id) } }

  /// Puts an item below the one before it, which is opened.
  public func indent(_ id: OutlineItem.ID) {
    guard commands(for: id).contains(.indent), let place = place(of: id) else { return }
    willShow(below: place.siblings[place.index - 1])
    edit { try $0.indentOutlineItem(id) }
  }

  /// Puts an item on the level above, behind the item that it was below.
  public func outdent(_ id: OutlineItem.ID) {
    if commands(for: id).contains(.outdent) { edit { try $0.outdentOutlineItem(id) } }
  }

  /// Moves an item among those of its level, with those below it.
  ///
  /// - Parameters:
  ///   - id: The item.
  ///   - distance: How many places down; up if below 0.
  public func move(_ id: OutlineItem.ID, by distance: Int) {
    guard let place = place(of: id), distance != 0 else { return }
    let index = min(max(place.index + min(max(distance, -place.count), place.count), 0), place.count - 1)
    guard index != place.index else { return }
    edit { try $0.moveOutlineItem(id, under: place.parent, at: index) }
  }

  /// Whether an item can be dropped somewhere: not below itself, nor where it is. O(items).
  public func canMove(_ id: OutlineItem.ID, to place: DropPlace) -> Bool { target(of: id, at: place) != nil }

  /// Moves an item, with those below it. Ignored where ``canMove(_:to:)`` is `false`.
  public func move(_ id: OutlineItem.ID, to place: DropPlace) {
    guard let target = target(of: id, at: place) else { return }
    if let parent = target.parent { willShow(below: parent) }
    edit { try $0.moveOutlineItem(id, under: target.parent, at: target.index) }
  }

  /// Changes the look of an item: `outline.update(id) { $0.isBold = true }`.
  public func update(_ id: OutlineItem.ID, _ change: @escaping @Sendable (inout OutlineItem) -> Void) {
    edit { try $0.updateOutlineItem(id, change) }
  }

  private func edit(_ body: @escaping @Sendable (PDFDocument) throws -> Void) {
    editor.edit(orElse: ()) { try body($0) }
  }

  /// The parent and the index that an item gets where it is dropped.
  private func target(of id: OutlineItem.ID, at place: DropPlace) -> (parent: OutlineItem.ID?, index: Int)? {
    guard let from = self.place(of: id) else { return nil }
    var target: (parent: OutlineItem.ID?, index: Int)
    switch place {
    case .below(let parent):
      guard let children = children(of: parent) else { return nil }
      target = (parent, children.count)
    case .before(let other), .after(let other):
      guard let there = self.place(of: other) else { return nil }
      target = (there.parent, there.index)
      if case .after = place { target.index += 1 }
    }
    guard target.parent.map({ !isInside($0, id) }) ?? true else { return nil }
    // The item itself leaves a place free.
    if target.parent == from.parent, from.index < target.index { target.index -= 1 }
    return target.parent == from.parent && target.index == from.index ? nil : target
  }
}

extension Outline {
  /// The parent of an item and its index there.
  fileprivate func place(of id: OutlineItem.ID) -> (parent: OutlineItem.ID?, index: Int)? {
    let parent = parent(of: id)
    let siblings = parent?.children ?? items
    return siblings.firstIndex { $0.id == id }.map { (parent?.id, $0) }
  }
}

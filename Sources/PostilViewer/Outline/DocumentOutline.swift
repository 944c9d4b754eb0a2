public import Foundation
import Observation

/// The outline of the document as a flat list of rows, and the section in view.
///
/// While ``isActive`` is set, the outline is read again after each edit of it, of the order of pages, or of named destinations.
/// Items below a closed row are left out of ``rows``, so a plain list can show them. Opening and closing rows does not change
/// the document; ``add(_:after:)``, ``rename(_:to:)``, ``move(_:to:)`` and the like do.
@MainActor @Observable public final class DocumentOutline {
  /// An item of the outline as it is shown.
  public struct Row: Sendable, Hashable, Identifiable {
    /// Identifies the item.
    public let id: OutlineItem.ID
    /// Its text.
    public let label: String
    /// How deep it is in the tree, from 0.
    public let level: Int
    /// Whether there are items below it.
    public let hasChildren: Bool
    /// Whether the items below it are shown.
    public let isOpen: Bool
    /// The color of its text; `nil` for the default.
    public let color: Color?
    /// Whether its text is bold.
    public let isBold: Bool
    /// Whether its text is italic.
    public let isItalic: Bool
    /// The page that it leads to; `nil` if its target is not a place in the document.
    public let page: PageID?
  }

  /// The items that are shown, in order.
  public private(set) var rows: [Row] = []
  /// The item of the section in view: the one that ``show(_:)`` went to if the view did not move since, else the last one that
  /// begins above the middle of the view; `nil` before the first.
  public private(set) var current: OutlineItem.ID?
  /// The index in ``rows`` of the section in view, or of the closed row that it is below.
  public private(set) var currentRow: Int?
  /// Whether the outline is being read.
  public private(set) var isReading = false
  /// Whether the rows are kept up to date.
  public var isActive = false { didSet { if isActive != oldValue, isActive { read() } } }

  @ObservationIgnored private var content = Content()
  /// The items that the user opened or closed; others are open or closed as in the document.
  @ObservationIgnored private var isOpen: [OutlineItem.ID: Bool] = [:]
  /// The index in the content of each row.
  @ObservationIgnored private var places: [Int] = []
  /// Where sections begin: the index of the page and of the item, ascending.
  @ObservationIgnored private var starts: [(page: Int, item: Int)] = []
  @ObservationIgnored private var currentItem: Int?
  /// The item that ``show(_:)`` went to, and the position of the view then.
  @ObservationIgnored private var chosen: (item: OutlineItem.ID, position: PageViewport.Position)?
  @ObservationIgnored private var isStale = true
  let editor: DocumentEditor
  let viewer: PageViewer

  init(_ editor: DocumentEditor, _ viewer: PageViewer) {
    (self.editor, self.viewer) = (editor, viewer)
  }

  // MARK: - Reading

  /// Starts to read a document that was opened.
  func opened() { read() }

  func reset() {
    content = Content()
    (isOpen, chosen, currentItem, isStale, isReading) = ([:], nil, nil, true, false)
    update()
  }

  /// Reads the outline again if a part of the document that it depends on has changed.
  func documentChanged(from old: DocumentState, to new: DocumentState) {
    guard
      old.pages != new.pages || old.parts.outline != new.parts.outline
        || old.parts.destinations != new.parts.destinations
    else { return }
    isStale = true
    read()
  }

  private func read() {
    guard isActive, isStale, editor.documentActor != nil else { return }
    isStale = false
    isReading = true
    editor.enqueue(.showing) {
      try $0.outlineContent()
    } then: { [weak self] result in
      guard let self else { return }
      self.isReading = false
      if case .success(let content) = result { self.content = content }
      self.update()
    }
  }

  private func update() {
    let numbers = Dictionary(
      editor.pages.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    starts = content.items.indices.compactMap { item in
      content.destinations[item].flatMap { numbers[$0.page] }.map { (page: $0, item: item) }
    }
    starts.sort { ($0.page, $0.item) < ($1.page, $1.item) }
    updateRows()
    findCurrent()
  }

  private func updateRows() {
    var (rows, places): ([Row], [Int]) = ([], [])
    var index = 0
    while index < content.items.count {
      let (item, level) = (content.items[index].item, content.items[index].level)
      let hasChildren = content.ends[index] > index + 1
      let showsChildren = hasChildren && isOpen[item.id] ?? item.isOpen
      rows.append(
        Row(
          id: item.id, label: item.label, level: level, hasChildren: hasChildren, isOpen: showsChildren,
          color: item.color, isBold: item.isBold, isItalic: item.isItalic,
          page: content.destinations[index]?.page))
      places.append(index)
      index = showsChildren ? index + 1 : content.ends[index]
    }
    self.places = places
    if rows != self.rows { self.rows = rows }
    markCurrent()
  }

  // MARK: - The section in view

  /// Updates the current section.
  func viewportChanged() {
    if isActive { findCurrent() }
  }

  private func findCurrent() {
    let item = sectionInView()
    guard item != currentItem || item.map({ content.items[$0].item.id }) != current else { return }
    currentItem = item
    markCurrent()
  }

  private func markCurrent() {
    let id = currentItem.flatMap { content.items.indices.contains($0) ? content.items[$0].item.id : nil }
    if current != id { current = id }
    // The last row at or before the item is the item itself, or the closed row that contains it.
    let row = currentItem.flatMap { item in
      places.isEmpty ? nil : places.partitioningIndex { $0 > item } - 1
    }
    if currentRow != row { currentRow = row }
  }

  /// The index of the item whose section is in view. O(log items), and O(items on the current page).
  private func sectionInView() -> Int? {
    let viewport = viewer.viewport
    if let chosen {
      if chosen.position == viewport.position, let item = content.index(of: chosen.item) { return item }
      self.chosen = nil
    }
    guard let page = viewport.currentPage else { return nil }
    let number = viewport.currentIndex
    let (first, end) = (
      starts.partitioningIndex { $0.page >= number }, starts.partitioningIndex { $0.page > number }
    )
    let middle = viewport.viewSize.height / 2
    let onPage = starts[first..<end].last { start in
      guard let transform = viewer.transform(of: page), let place = content.destinations[start.item],
        let point = viewer.viewPoint(place.point(in: transform), on: page)
      else { return true }
      return point.y <= middle
    }
    return (onPage ?? starts[..<first].last)?.item
  }

  // MARK: - The tree

  /// Where an item is among its siblings; `nil` if it is not in the outline. O(items).
  func place(of id: OutlineItem.ID) -> (
    parent: OutlineItem.ID?, siblings: [OutlineItem.ID], index: Int, count: Int
  )? {
    guard let index = content.index(of: id) else { return nil }
    let level = content.items[index].level
    let parent = content.items[..<index].lastIndex { $0.level < level }
    let siblings = children(from: parent.map { $0 + 1 } ?? 0, to: parent.map { content.ends[$0] })
    guard let place = siblings.firstIndex(of: id) else { return nil }
    return (parent.map { content.items[$0].item.id }, siblings, place, siblings.count)
  }

  /// The items directly below one; `nil` if it is not in the outline.
  func children(of id: OutlineItem.ID) -> [OutlineItem.ID]? {
    content.index(of: id).map { children(from: $0 + 1, to: content.ends[$0]) }
  }

  private func children(from first: Int, to end: Int?) -> [OutlineItem.ID] {
    var (result, index) = ([OutlineItem.ID](), first)
    while index < end ?? content.items.count {
      result.append(content.items[index].item.id)
      index = content.ends[index]
    }
    return result
  }

  /// Whether an item is another one, or below it.
  func isInside(_ id: OutlineItem.ID, _ other: OutlineItem.ID) -> Bool {
    guard let index = content.index(of: id), let outer = content.index(of: other) else { return false }
    return index >= outer && index < content.ends[outer]
  }

  /// Has the items below one be shown, also if it has none yet.
  func willShow(below id: OutlineItem.ID) { isOpen[id] = true }

  // MARK: - Commands

  /// Shows or hides the items below one.
  public func setOpen(_ isOpen: Bool, _ id: OutlineItem.ID) {
    guard let row = rows.first(where: { $0.id == id }), row.hasChildren, row.isOpen != isOpen else { return }
    self.isOpen[id] = isOpen
    updateRows()
  }

  /// The row that a row is nested in; `nil` if it is of the first level, or not shown.
  public func parent(of id: OutlineItem.ID) -> Row? {
    guard let index = rows.firstIndex(where: { $0.id == id }) else { return nil }
    return rows[..<index].last { $0.level < rows[index].level }
  }

  /// Goes to where an item leads.
  ///
  /// - Returns: An address for the program to open; `nil` if the item leads to a place in the document, which is in view then, or
  ///   nowhere.
  @discardableResult
  public func show(_ id: OutlineItem.ID) -> URL? {
    guard let index = content.index(of: id) else { return nil }
    guard let place = content.destinations[index] else {
      return content.items[index].item.target.flatMap { viewer.follow($0, in: editor) }
    }
    viewer.go(to: place)
    chosen = (id, viewer.viewport.position)
    findCurrent()
    return nil
  }
}

extension DocumentOutline {
  /// The outline as it was read, flat, and the places that its items lead to.
  struct Content: Sendable {
    var items: [Outline.FlatItem] = []
    /// For each item, the index after its last descendant.
    var ends: [Int] = []
    /// The destination of each item, with names looked up.
    var destinations: [PageDestination?] = []
    private var indices: [OutlineItem.ID: Int] = [:]

    init() {}

    init(_ items: [Outline.FlatItem], _ destinations: [PageDestination?]) {
      (self.items, self.destinations) = (items, destinations)
      ends = Array(repeating: items.count, count: items.count)
      var open: [Int] = []
      for (index, item) in items.enumerated() {
        while let last = open.last, items[last].level >= item.level {
          ends[last] = index
          open.removeLast()
        }
        open.append(index)
        indices[item.item.id] = index
      }
    }

    func index(of id: OutlineItem.ID) -> Int? { indices[id] }
  }
}

extension DocumentActor {
  /// The outline, with the places that its items lead to.
  func outlineContent() throws -> DocumentOutline.Content {
    let items = try document.outline.flattened
    // An unknown name must not make the whole outline fail.
    let destinations = items.map { try? document.destination(of: $0.item.target) }
    return DocumentOutline.Content(items, destinations)
  }
}

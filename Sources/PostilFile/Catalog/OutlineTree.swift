import PostilModel

/// Where each item of an outline is in its tree, by indices in the order in which items are shown.
struct OutlineTree {
  struct Entry {
    let item: OutlineItem
    var parent: Int?
    var previous: Int?
    var next: Int?
    var first: Int?
    var last: Int?
    /// `/Count`: how many items below it are shown, or, below zero, would be if it were opened.
    var count = 0
  }

  private(set) var entries: [Entry] = []
  /// How many items are shown when none is opened or closed.
  private(set) var visibleCount = 0

  init(_ flat: [Outline.FlatItem]) {
    /// The last item on each level down to the present one.
    var open: [Int] = []
    for entry in flat {
      let index = entries.count
      let level = min(entry.level, open.count)
      var new = Entry(item: entry.item)
      if level > 0 {
        new.parent = open[level - 1]
        if entries[open[level - 1]].first == nil { entries[open[level - 1]].first = index }
        entries[open[level - 1]].last = index
      }
      if open.count > level {
        new.previous = open[level]
        entries[open[level]].next = index
      }
      open.removeLast(open.count - level)
      open.append(index)
      entries.append(new)
    }
    // From the end on, so that what is below an item is counted before it.
    for index in entries.indices.reversed() {
      let shown = 1 + (entries[index].item.isOpen ? entries[index].count : 0)
      if let parent = entries[index].parent {
        entries[parent].count += shown
      } else {
        visibleCount += shown
      }
      if !entries[index].item.isOpen { entries[index].count = -entries[index].count }
    }
  }

  /// Writes where an item is in the tree.
  func place(
    _ entry: Entry, in dictionary: inout PDFDictionary, root: ObjectID,
    _ object: (OutlineItem.ID) -> ObjectID?
  ) {
    func reference(_ index: Int?) -> PDFObject? {
      index.flatMap { object(entries[$0].item.id) }.map { .reference($0) }
    }
    dictionary["Parent"] = reference(entry.parent) ?? .reference(root)
    dictionary["Prev"] = reference(entry.previous)
    dictionary["Next"] = reference(entry.next)
    dictionary["First"] = reference(entry.first)
    dictionary["Last"] = reference(entry.last)
    dictionary["Count"] = entry.count == 0 ? nil : .integer(entry.count)
  }

  /// Writes what the outline itself says of its items.
  func describe(_ root: inout PDFDictionary, _ object: (OutlineItem.ID) -> ObjectID?) {
    let top = entries.indices.filter { entries[$0].parent == nil }
    func reference(_ index: Int?) -> PDFObject? {
      index.flatMap { object(entries[$0].item.id) }.map { .reference($0) }
    }
    root["First"] = reference(top.first)
    root["Last"] = reference(top.last)
    root["Count"] = visibleCount == 0 ? nil : .integer(visibleCount)
  }
}

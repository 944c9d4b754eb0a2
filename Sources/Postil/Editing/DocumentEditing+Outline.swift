import PostilFile
public import PostilModel

/// The outline: what viewers show as bookmarks.
extension DocumentEditing {
  /// The outline as it is at this moment, unsaved edits included.
  ///
  /// Of pages that were removed it has nothing: an item that led to one is left out, or, if items below it stay, leads nowhere.
  /// Undoing the removal brings all of them back.
  ///
  /// ```swift
  /// try document.outline.forEach { item, level in
  ///   print(String(repeating: "  ", count: level) + item.label)
  /// }
  /// ```
  ///
  /// - Throws: ``PDFError`` with code `.damaged` if the file cannot be read.
  /// - Complexity: O(items); of a document with removed pages O(its pages and named places) as well.
  public var outline: Outline {
    get throws(PDFError) {
      let pages = pages
      return try PDFError.only { try pages.document.store.withLock { try $0.outline(in: pages.state) } }
    }
  }

  /// Gives the document another outline. A save writes the items that changed; what a file says of the others besides stays. Without
  /// items the document does not open with its outline any more (``DocumentSettings/pageMode``).
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if it has more than ``Outline/maximumCount`` items or
  ///   ``Outline/maximumDepth`` levels, two items have one name, or a target cannot be used; `.pageOutOfRange` if one leads to a
  ///   page that the document does not have; `.unsupported` if the file's outline has more items than that.
  public func setOutline(_ outline: Outline) throws(PDFError) {
    guard outline.isEmpty, try settings.pageMode == .outline else { return try apply(.setOutline(outline)) }
    var settings = try settings
    settings.pageMode = nil
    try PDFError.only {
      try edit("Change Outline") { edit in
        try edit.apply(.setOutline(outline))
        try edit.setSettings(settings)
      }
    }
  }

  /// Changes the outline as it is now, as one step of undo: `try document.updateOutline("Sort") { $0.items.sort { … } }`.
  ///
  /// - Parameters:
  ///   - name: What a menu calls it after "Undo".
  ///   - change: Makes the change.
  /// - Returns: What `change` returns.
  /// - Throws: ``PDFError``, as ``setOutline(_:)``, or with code `.editConflict` if others changed the outline or the pages meanwhile;
  ///   what `change` throws.
  @discardableResult
  public func updateOutline<Result>(
    _ name: String = "Change Outline", _ change: (inout Outline) throws -> Result
  ) throws -> Result {
    try edit(name) { edit in
      let old = try edit.outline
      var outline = old
      let result = try change(&outline)
      if outline != old { try edit.setOutline(outline) }
      return result
    }
  }

  /// Adds an item to the outline.
  ///
  /// ```swift
  /// let chapter = try document.addOutlineItem(OutlineItem("Chapter 1", target: .page(page.id)))
  /// try document.addOutlineItem(OutlineItem("Section 1.1", target: .page(page.id)), under: chapter)
  /// ```
  ///
  /// - Parameters:
  ///   - item: The item, with those below it.
  ///   - parent: The item to put it below; `nil` is the first level.
  ///   - index: Its index there; `nil` is the end.
  /// - Returns: Its name.
  /// - Throws: ``PDFError``, as ``setOutline(_:)``, or with code `.editConflict`.
  @discardableResult
  public func addOutlineItem(
    _ item: OutlineItem, under parent: OutlineItem.ID? = nil, at index: Int? = nil
  ) throws(PDFError) -> OutlineItem.ID {
    try changeOutline("Add Outline Item") { outline throws(PDFError) in
      try outline.insert(item, under: parent, at: index)
    }
    return item.id
  }

  /// Gives an outline item another text.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if there is no such item, or `.editConflict`.
  public func renameOutlineItem(_ id: OutlineItem.ID, to label: String) throws(PDFError) {
    try changeOutline("Rename Outline Item") { outline throws(PDFError) in
      try outline.update(id) { $0.label = label }
    }
  }

  /// Changes an outline item: `try document.updateOutlineItem(id) { $0.isBold = true }`.
  ///
  /// - Throws: ``PDFError``, as ``setOutline(_:)``, or with code `.editConflict`.
  public func updateOutlineItem(
    _ id: OutlineItem.ID, _ change: (inout OutlineItem) -> Void
  ) throws(PDFError) {
    try changeOutline("Change Outline Item") { outline throws(PDFError) in try outline.update(id, change) }
  }

  /// Moves an outline item, with those below it.
  ///
  /// - Parameters:
  ///   - id: The item.
  ///   - parent: The item to put it below; `nil` is the first level.
  ///   - index: The index that it has there in the result; `nil` is the end.
  /// - Throws: ``PDFError`` with code `.invalidArgument` if there is no such item or index, or it would be below itself;
  ///   `.editConflict`.
  public func moveOutlineItem(
    _ id: OutlineItem.ID, under parent: OutlineItem.ID? = nil, at index: Int? = nil
  ) throws(PDFError) {
    try changeOutline("Move Outline Item") { outline throws(PDFError) in
      try outline.move(id, under: parent, at: index)
    }
  }

  /// Puts an outline item below the one before it on its level, as the last one there.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if it is the first one on its level, or there is no such item;
  ///   `.editConflict`.
  public func indentOutlineItem(_ id: OutlineItem.ID) throws(PDFError) {
    try changeOutline("Indent Outline Item") { outline throws(PDFError) in try outline.indent(id) }
  }

  /// Puts an outline item on the level above, behind the item that it was below.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if it is on the first level, or there is no such item; `.editConflict`.
  public func outdentOutlineItem(_ id: OutlineItem.ID) throws(PDFError) {
    try changeOutline("Outdent Outline Item") { outline throws(PDFError) in try outline.outdent(id) }
  }

  /// Removes an outline item, with those below it.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if there is no such item, or `.editConflict`.
  public func removeOutlineItem(_ id: OutlineItem.ID) throws(PDFError) {
    try changeOutline("Delete Outline Item") { outline throws(PDFError) in try outline.remove(id) }
  }

  private func changeOutline<Result>(
    _ name: String, _ change: (inout Outline) throws(PDFError) -> Result
  ) throws(PDFError) {
    try PDFError.only { _ = try updateOutline(name) { try change(&$0) } }
  }

  // MARK: - Named places

  /// The places that the document has under names, by their names, as far as they are on its pages.
  ///
  /// - Throws: ``PDFError`` with code `.damaged` if the file cannot be read.
  /// - Complexity: O(names).
  public var namedDestinations: [NamedDestination] {
    get throws(PDFError) {
      let pages = pages
      return try PDFError.only { try pages.document.store.withLock { try $0.destinations(in: pages.state) } }
    }
  }

  /// The place that a link or an outline item with a named target leads to; `nil` if there is none.
  ///
  /// - Throws: ``PDFError`` with code `.damaged` if the file cannot be read.
  /// - Complexity: O(names) the first time.
  public func destination(named name: String) throws(PDFError) -> PageDestination? {
    try PDFError.only { try pages.destination(of: .named(name)) }
  }

  /// The place that a link or an outline item leads to, named places looked up; `nil` if it leads to no page of the document.
  ///
  /// ```swift
  /// let place = try document.destination(of: item.target)
  /// let index = place.flatMap { document.index(of: $0.page) }
  /// ```
  ///
  /// - Parameter target: The target, such as ``OutlineItem/target`` or ``LinkContent/target``.
  /// - Throws: ``PDFError`` with code `.damaged` if the file cannot be read.
  /// - Complexity: O(names) the first time that one is looked up.
  public func destination(of target: LinkTarget?) throws(PDFError) -> PageDestination? {
    try PDFError.only { try pages.destination(of: target) }
  }

  /// Gives the document other named places. Links by a name that is there no more lead nowhere.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if two have one name, a name is empty, or a place has coordinates or a zoom that
  ///   cannot be used; `.pageOutOfRange` if one is on a page that the document does not have.
  public func setNamedDestinations(_ destinations: [NamedDestination]) throws(PDFError) {
    try apply(.setDestinations(destinations))
  }
}

extension PDFDocument.Pages {
  /// The place that a target leads to, named places looked up; `nil` if it leads to none of the document.
  func destination(of target: LinkTarget?) throws -> PageDestination? {
    switch target {
    case .place(let place): state.index(of: place.page) == nil ? nil : place
    case .named(let name): try document.store.withLock { try $0.destination(named: name, in: state) }
    case .uri, .foreign, nil: nil
    }
  }
}

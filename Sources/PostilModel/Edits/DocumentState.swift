/// What edits made of a document, as one value: how it differs from the file as it was opened. Looking at a document
/// changes no state; a document whose edits were all taken back has the state that it had when it was opened.
public struct DocumentState: Sendable, Hashable {
  private var order: PageOrder
  /// The pages that differ from those of the file, and all that are not of the file.
  package private(set) var changedPages: [PageID: PageState] = [:]
  /// What belongs to no page.
  package private(set) var parts = DocumentParts()
  /// Whether the file had no page when it was opened.
  private let wasEmpty: Bool

  /// The state of a file with that many pages.
  package init(pageCount: Int, of document: DocumentTag? = nil) {
    order = PageOrder(count: pageCount, of: document)
    wasEmpty = pageCount == 0
  }

  /// What is known of a page that is looked at alone.
  package init(
    of page: PageID, _ state: PageState, formValues: [String: FilledField] = [:],
    objects: ObjectEdits = ObjectEdits()
  ) {
    parts.formValues = formValues
    parts.objects = objects
    order = PageOrder(count: 0)
    wasEmpty = true
    changedPages = [page: state]
  }

  // MARK: - Looking

  /// The pages, in order.
  public var pages: [PageID] { order.pages }

  /// The same, with their indices by id.
  var pageOrder: PageOrder { order }

  /// The index of a page; `nil` if the document does not have it. O(1); after moves of one page at a time O(moves), of which *n* / 8, or
  /// 256, count at the most.
  public func index(of page: PageID) -> Int? { order.index(of: page) }

  /// The error for a page that the document does not have.
  package func noSuchPage(_ page: PageID) -> PDFError {
    guard DocumentTag.mayBeOne(page.document, order.document) else {
      return PDFError(
        .pageOutOfRange, "The identifier of \(page) is of another document: take that of a page of this one.")
    }
    return .noSuchPage(page)
  }

  /// How far a page was turned, clockwise, from the way the file has it. O(1).
  public func rotation(of page: PageID) -> PageRotation { changedPages[page]?.rotation ?? .none }

  /// The annotations of a page, bottom first, if edits changed them; `nil` if they are those of the file. O(1).
  public func annotations(of page: PageID) -> [Annotation]? { changedPages[page]?.annotations?.items }

  /// The pages that were turned, each with its turn from the way the file has it.
  package var turnedPages: [PageID: PageRotation] {
    changedPages.compactMapValues { $0.rotation == .none ? nil : $0.rotation }
  }

  /// What edits made of pages besides changing their annotations.
  package var withoutAnnotations: [PageID: PageState] {
    changedPages.reduce(into: [:]) { result, entry in
      var state = entry.value
      state.annotations = nil
      if state != PageState(unchanged: entry.key) { result[entry.key] = state }
    }
  }

  /// What edits made of a page. O(1).
  package func page(_ page: PageID) -> PageState { changedPages[page] ?? PageState(unchanged: page) }

  /// Annotations as a source of pages has them. A page that has no annotations in the state has those.
  package typealias Base = (PageSource) throws -> AnnotationList

  /// Why edits cannot add a form field of a name to those that edits added; `nil` if they can.
  ///
  /// - Complexity: O(pages that edits changed).
  package func conflict(ofField name: String) -> PDFError? {
    changedPages.lazy.compactMap { page, state in
      order.contains(page) ? state.annotations?.addedFields.conflict(of: name) : nil
    }.first
  }

  // MARK: - Applying

  /// Applies an edit and returns the edit that takes it back.
  ///
  /// - Parameter base: The annotations of a source, bottom first: asked for when an edit changes annotations.
  /// - Throws: ``PDFError`` if the edit does not fit the state, which then stays as it was.
  /// - Complexity: O(what the edit names), O(annotations of the page) or O(pages).
  @discardableResult
  package mutating func apply(_ edit: Edit, base: Base) throws -> Edit {
    switch edit.kind {
    case .addAnnotations(let added, let page): try add(added, to: page, base)
    case .replaceAnnotations(let annotations, let page): try replace(annotations, on: page, base)
    case .removeAnnotations(let ids, let page): try remove(ids, from: page, base)
    case .placeAnnotations(let placements, let page): try place(placements, on: page, base)
    case .flattenAnnotations(let ids, let page, let asUnderlay):
      try flatten(ids, on: page, asUnderlay: asUnderlay, base)
    case .restoreFlattened(let placed, let page): try restore(placed, on: page, base)
    case .setMarks(let marks, let page): try setMarks(marks, on: page)
    case .rotatePages(let pages, let turn): try rotate(pages, by: turn)
    case .movePages(let pages, let index): try move(pages, to: index)
    case .placePages(let placements): try place(placements)
    case .insertPages(let inserted): try insert(inserted)
    case .removePages(let pages): try remove(pages)
    case .setBoxes(let boxes): try setBoxes(boxes)
    case .placeContent(let content): try place(content, base)
    case .replaceContent(let page, let source): try replaceContent(page, by: source, base)
    case .setPart(let part): try .setPart(parts.exchange(part.validated()))
    case .setFormValues(let values): setFormValues(values)
    case .setEntries(let entries, let object): try setEntries(entries, of: object)
    case .setStream(let data, let number):
      Edit(.setStream(parts.objects.setData(data, of: number), of: number))
    }
  }

  private mutating func setEntries(_ entries: [String: PDFValue?], of object: DocumentObject) throws -> Edit {
    switch object {
    case .catalog: return Edit(.setEntries(parts.objects.setCatalog(entries), of: object))
    case .object(let number): return Edit(.setEntries(parts.objects.set(entries, of: number), of: object))
    case .page(let page):
      guard order.contains(page) else { throw noSuchPage(page) }
      var state = self.page(page)
      var own = state.entries ?? [:]
      let former = own.exchange(entries)
      state.entries = own.isEmpty ? nil : own
      set(page, to: state)
      return Edit(.setEntries(former, of: object))
    }
  }

  private mutating func setMarks(_ marks: [String: MarkChange?], on page: PageID) throws -> Edit {
    guard order.contains(page) else { throw noSuchPage(page) }
    var state = self.page(page)
    var own = state.marks ?? [:]
    var former: [String: MarkChange?] = [:]
    for (name, change) in marks {
      guard (1...PlacedMark.longestName).contains(name.utf8.count) else {
        throw PDFError(.invalidArgument, "The name of a mark has 1 to \(PlacedMark.longestName) bytes.")
      }
      former.updateValue(own[name], forKey: name)
      own[name] = try change.map { MarkChange(try $0.mark?.validated()) }
    }
    state.marks = own.isEmpty ? nil : own
    set(page, to: state)
    return .setMarks(former, page: page)
  }

  private mutating func setFormValues(_ values: [String: FilledField?]) -> Edit {
    var former: [String: FilledField?] = [:]
    for (name, value) in values {
      former.updateValue(parts.formValues[name], forKey: name)
      parts.formValues[name] = value
    }
    return Edit(.setFormValues(former))
  }
}

// MARK: - Annotations

extension DocumentState {
  private static func noSuchAnnotation(_ id: AnnotationID, _ page: PageID) -> PDFError {
    PDFError(
      .noSuchAnnotation, "\(page) has no annotation '\(id)': list the page's annotations to see their ids.")
  }

  /// - Throws: ``PDFError`` unless a page has each of these annotations, and each is named once.
  private static func require(_ ids: [AnnotationID], on page: PageID, in list: AnnotationList) throws {
    if let missing = ids.first(where: { list.index(of: $0) == nil }) { throw noSuchAnnotation(missing, page) }
    guard Set(ids).count == ids.count else {
      throw PDFError(.invalidArgument, "An annotation of \(page) is named twice: name each once.")
    }
  }

  /// Changes a page's annotations, in place.
  ///
  /// - Parameters:
  ///   - mayBeBase: Whether the changed list may be that of the source again: comparing all of it costs O(n).
  ///   - check: Throws if the change does not fit.
  ///   - body: Makes the change.
  private mutating func change(
    _ page: PageID, _ base: Base, mayBeBase: (AnnotationList, AnnotationList) -> Bool,
    check: (AnnotationList) throws -> Void, _ body: (inout AnnotationList) -> Edit
  ) throws -> Edit {
    guard order.contains(page) else { throw noSuchPage(page) }
    let original = try base(self.page(page).source)
    if let list = changedPages[page]?.annotations {
      try check(list)
    } else {
      try check(original)
      var state = self.page(page)
      state.annotations = original
      changedPages[page] = state
    }
    guard let inverse = changedPages[page]?.annotations?.change(body) else { throw noSuchPage(page) }
    if let list = changedPages[page]?.annotations, mayBeBase(list, original), list == original {
      var state = self.page(page)
      state.annotations = nil
      set(page, to: state)
    }
    return inverse
  }

  /// An annotation as an edit takes it. What the page has, or had in its source, stays exactly as it is, also where Postil would
  /// write it otherwise: replaced by itself, or brought back by undo, an annotation of another program has not changed.
  private func accepted(_ annotation: Annotation, on page: PageID, _ base: Base) throws -> Annotation {
    let lists = [changedPages[page]?.annotations, try base(self.page(page).source)]
    let isKnown = lists.contains { list in
      guard let list, let index = list.index(of: annotation.id) else { return false }
      let known = list.items[index]
      return known.content == annotation.content && known.style == annotation.style
        && known.relation == annotation.relation
    }
    return isKnown ? annotation : try annotation.validated()
  }

  private mutating func add(_ added: [AnnotationList.Placed], to page: PageID, _ base: Base) throws -> Edit {
    guard order.contains(page) else { throw noSuchPage(page) }
    let valid = try added.map {
      AnnotationList.Placed(try accepted($0.annotation, on: page, base), at: $0.index)
    }
    let check = { (list: AnnotationList) in
      var ids: Set<AnnotationID> = []
      for id in valid.lazy.map(\.annotation.id) where list.index(of: id) != nil || !ids.insert(id).inserted {
        throw PDFError(
          .invalidArgument, "\(page) already has an annotation '\(id)': give the new one another id.")
      }
      let places = 0..<list.count + valid.count
      var indices: Set<Int> = []
      for index in valid.lazy.compactMap(\.index)
      where !places.contains(index) || !indices.insert(index).inserted {
        throw PDFError(
          .invalidArgument, "\(page) has \(list.count) annotations: there is no place \(index).")
      }
    }
    return try change(page, base, mayBeBase: { $0.count == $1.count }, check: check) { list in
      list.insert(valid)
      return .removeAnnotations(valid.map(\.annotation.id), page: page)
    }
  }

  private mutating func replace(_ annotations: [Annotation], on page: PageID, _ base: Base) throws -> Edit {
    guard order.contains(page) else { throw noSuchPage(page) }
    let valid = try annotations.map { try accepted($0, on: page, base) }
    // All of the list can be the source's again only if one of those that changed is.
    let mayBeBase = { (list: AnnotationList, original: AnnotationList) in
      guard list.count == original.count, let id = valid.first?.id, let index = list.index(of: id) else {
        return false
      }
      return list.items[index] == original.items[index]
    }
    return try change(
      page, base, mayBeBase: mayBeBase, check: { try Self.require(valid.map(\.id), on: page, in: $0) }
    ) { list in .replaceAnnotations(valid.compactMap { list.replace($0) }, page: page) }
  }

  private mutating func remove(_ ids: [AnnotationID], from page: PageID, _ base: Base) throws -> Edit {
    try change(
      page, base, mayBeBase: { $0.count == $1.count }, check: { try Self.require(ids, on: page, in: $0) }
    ) { list in Edit(.addAnnotations(list.remove(Set(ids)), page: page)) }
  }

  private mutating func flatten(
    _ ids: [AnnotationID], on page: PageID, asUnderlay: Bool, _ base: Base
  ) throws -> Edit {
    if let former = ids.first(where: { self.page(page).flattened?.contains($0) == true }) {
      throw PDFError(
        .invalidArgument,
        "\(page) has a flattened annotation '\(former)' already: give the new one another id.")
    }
    let inverse = try remove(ids, from: page, base)
    guard case .addAnnotations(let placed, _) = inverse.kind else { return inverse }
    let original = try base(self.page(page).source)
    var state = self.page(page)
    state.flattened = (state.flattened ?? []) + ids
    if asUnderlay { state.underlays = (state.underlays ?? []).union(ids) }
    let changed = placed.map(\.annotation).filter { annotation in
      original.index(of: annotation.id).map { original.items[$0] != annotation } ?? true
    }
    if !changed.isEmpty {
      let values = Dictionary(changed.map { ($0.id, $0) }) { $1 }
      state.flattenedValues = (state.flattenedValues ?? [:]).merging(values) { $1 }
    }
    set(page, to: state)
    return Edit(.restoreFlattened(placed, page: page))
  }

  /// Makes what was flattened annotations again.
  private mutating func restore(
    _ placed: [AnnotationList.Placed], on page: PageID, _ base: Base
  ) throws -> Edit {
    let ids = placed.map(\.annotation.id)
    let flattened = self.page(page).flattened ?? []
    guard Set(ids).isSubset(of: flattened) else {
      throw PDFError(.invalidArgument, "\(page) has no flattened annotation of that id.")
    }
    _ = try add(placed, to: page, base)
    var state = self.page(page)
    let left = flattened.filter { !ids.contains($0) }
    state.flattened = left.isEmpty ? nil : left
    // What one edit flattened is all painted at one end of the content.
    let wereUnderlays = state.underlays.map { !$0.isDisjoint(with: ids) } ?? false
    let underlays = state.underlays?.subtracting(ids)
    state.underlays = underlays?.isEmpty == true ? nil : underlays
    let values = state.flattenedValues?.filter { !ids.contains($0.key) }
    state.flattenedValues = values?.isEmpty == true ? nil : values
    set(page, to: state)
    return .flattenAnnotations(ids, page: page, asUnderlay: wereUnderlays)
  }

  private mutating func place(
    _ placements: [AnnotationPlacement], on page: PageID, _ base: Base
  ) throws -> Edit {
    let check = { (list: AnnotationList) in
      try Self.require(placements.map(\.id), on: page, in: list)
      let indices = Set(placements.map(\.index))
      guard indices.count == placements.count, indices.allSatisfy({ (0..<list.count).contains($0) }) else {
        throw PDFError(
          .invalidArgument,
          "\(page) has \(list.count) annotations: each must go to a place of its own from 0 to \(list.count - 1)."
        )
      }
    }
    return try change(page, base, mayBeBase: { $0.count == $1.count }, check: check) { list in
      .placeAnnotations(list.place(placements), page: page)
    }
  }

  /// Notes what became of a page; nothing if it is as in the file.
  private mutating func set(_ page: PageID, to state: PageState) {
    changedPages[page] = state == PageState(unchanged: page) ? nil : state
  }
}

// MARK: - Pages

extension DocumentState {
  /// The pages as a set, if each of them is there and named once.
  private func distinct(_ chosen: [PageID]) throws -> Set<PageID> {
    if let missing = chosen.first(where: { !order.contains($0) }) { throw noSuchPage(missing) }
    let set = Set(chosen)
    guard set.count == chosen.count else {
      throw PDFError(.invalidArgument, "A page is named twice: name each page once.")
    }
    return set
  }

  private mutating func rotate(_ chosen: [PageID], by turn: PageRotation) throws -> Edit {
    _ = try distinct(chosen)
    for page in chosen {
      var state = self.page(page)
      state.rotation = state.rotation + turn
      set(page, to: state)
    }
    return .rotatePages(chosen, by: turn.inverse)
  }

  private mutating func move(_ chosen: [PageID], to index: Int) throws -> Edit {
    let rest = pages.count - chosen.count
    guard (0...max(rest, 0)).contains(index) else {
      throw PDFError(
        .pageOutOfRange,
        "Moved there, the \(chosen.count) pages would not fit: the first of them can have place 1 to \(rest + 1)."
      )
    }
    return try place(chosen.enumerated().map { PagePlacement(page: $1, index: index + $0) })
  }

  private mutating func place(_ placements: [PagePlacement]) throws -> Edit {
    let moved = try distinct(placements.map(\.page))
    guard Set(placements.map(\.index)).count == placements.count,
      placements.allSatisfy({ pages.indices.contains($0.index) })
    else {
      throw PDFError(.pageOutOfRange, "Pages must go to different places from 1 to \(pages.count).")
    }
    if placements.count == 1, let placement = placements.first, let index = order.index(of: placement.page) {
      order.move(placement.page, to: placement.index)
      return .placePages([PagePlacement(page: placement.page, index: index)])
    }
    let before = pages.enumerated().filter { moved.contains($1) }
    let rest = pages.lazy.filter { !moved.contains($0) }
    order.set(PageOrder.merging(placements.map { ($0.page, $0.index) }, into: Array(rest)))
    return .placePages(before.map { PagePlacement(page: $0.element, index: $0.offset) })
  }

  private mutating func insert(_ inserted: [InsertedPage]) throws -> Edit {
    if let known = inserted.first(where: { order.contains($0.page) }) {
      throw PDFError(.invalidArgument, "The document already has \(known.page): a page can be in it once.")
    }
    let count = pages.count + inserted.count
    guard Set(inserted.map(\.page)).count == inserted.count,
      Set(inserted.map(\.index)).count == inserted.count,
      inserted.allSatisfy({ (0..<count).contains($0.index) })
    else {
      throw PDFError(.pageOutOfRange, "New pages must go to different places from 1 to \(count).")
    }
    for page in inserted {
      if case .blank(let size) = page.state.source { try size.requireValid() }
      try page.state.boxes?.values.forEach { try $0.requireValidBox() }
    }
    order.set(PageOrder.merging(inserted.map { ($0.page, $0.index) }, into: pages))
    for page in inserted { set(page.page, to: page.state) }
    return .removePages(inserted.map(\.page))
  }

  private mutating func remove(_ chosen: [PageID]) throws -> Edit {
    let removed = try distinct(chosen)
    guard removed.count < pages.count || wasEmpty else {
      throw PDFError(.invalidArgument, "A document needs a page: leave at least one.")
    }
    let inverse = pages.enumerated().filter { removed.contains($1) }
      .map { InsertedPage($1, page($1), at: $0) }
    order.set(pages.filter { !removed.contains($0) })
    for page in chosen { changedPages[page] = nil }
    return .insertPages(inverse)
  }

  private mutating func setBoxes(_ boxes: [PageBoxes]) throws -> Edit {
    _ = try distinct(boxes.map(\.page))
    for new in boxes { try new.boxes?.values.forEach { try $0.requireValidBox() } }
    return .setBoxes(
      boxes.map { new in
        var state = page(new.page)
        let old = PageBoxes(new.page, state.boxes)
        state.boxes = new.boxes?.isEmpty == true ? nil : new.boxes
        set(new.page, to: state)
        return old
      })
  }

  private mutating func place(_ content: PlacedContent, _ base: Base) throws -> Edit {
    guard order.contains(content.page) else { throw noSuchPage(content.page) }
    try content.placement?.requireUsable()
    var old = PlacedContent(
      content.page, page(content.page).placement, page(content.page).flattenedValues, [])
    if !content.annotations.isEmpty,
      case .replaceAnnotations(let former, _) = try replace(content.annotations, on: content.page, base).kind
    {
      old.annotations = former
    }
    var state = page(content.page)
    (state.placement, state.flattenedValues) = (content.placement, content.flattenedValues)
    set(content.page, to: state)
    return .placeContent(old)
  }

  private mutating func replaceContent(_ page: PageID, by source: PageSource, _ base: Base) throws -> Edit {
    guard order.contains(page) else { throw noSuchPage(page) }
    if case .blank(let size) = source { try size.requireValid() }
    var state = self.page(page)
    let old = state.source
    let annotations = try state.annotations ?? base(old)
    state.source = source
    state.annotations = try base(source) == annotations ? nil : annotations
    set(page, to: state)
    return .replaceContent(page, by: old)
  }
}

extension PageRect {
  /// - Throws: ``PDFError`` for a rectangle that no page can have as a box.
  fileprivate func requireValidBox() throws {
    guard isUsable, width >= 0.01, height >= 0.01 else {
      throw PDFError(
        .invalidGeometry,
        "A page's box needs a width and a height, and coordinates of at most 1,000,000 points.")
    }
  }
}

extension PDFError {
  package static func noSuchPage(_ page: PageID) -> PDFError {
    PDFError(.pageOutOfRange, "There is no \(page).")
  }
}

extension DocumentState {
  /// Whether the same was made of files with as many pages: pages of two documents are told by their numbers.
  public static func == (a: DocumentState, b: DocumentState) -> Bool {
    a.wasEmpty == b.wasEmpty && a.order == b.order && a.parts == b.parts
      && a.changedPages.isSameByNumber(as: b.changedPages)
  }

  /// Takes in the order of the pages and what belongs to none.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(order)
    hasher.combine(parts)
  }
}

extension PageLabels {
  /// Labels of the pages that a document has.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument`.
  package init(_ ranges: [PageLabelRange], of state: DocumentState) throws(PDFError) {
    try self.init(ranges, order: state.pageOrder)
  }
}

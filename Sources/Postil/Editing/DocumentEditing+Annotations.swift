import PostilModel

/// Where an annotation goes among those that cover each other.
public enum ZOrderMove: Sendable, Hashable, CaseIterable {
  /// On top of all others.
  case toFront
  /// Below all others.
  case toBack
  /// Above the next one that it overlaps and that covers it.
  case forward
  /// Below the next one that it overlaps and that it covers.
  case backward
}

extension CopiedAnnotations {
  /// Makes copies of annotations of a document.
  package init(_ annotations: [Annotation], of document: PDFDocument) {
    self.init(annotations)
    source = document.identity
  }
}

/// What is done with annotations that were selected: each call is one step of undo.
extension DocumentEditing {
  // MARK: - Places and sizes

  /// Moves annotations of any kind with all that belongs to them: parts, pop-ups and answers (``PDFPage/unit(of:)``).
  ///
  /// - Parameters:
  ///   - ids: Which ones.
  ///   - page: Their page.
  ///   - dx: How far to the right, in points of page space.
  ///   - dy: How far up.
  /// - Throws: ``PDFError`` with code `.noSuchAnnotation`, `.invalidGeometry`, `.pageOutOfRange`, or `.notEditable` if one is
  ///   locked; then none is moved.
  /// - Complexity: O(annotations of the page).
  public func move(_ ids: [AnnotationID], on page: PageID, dx: Double, dy: Double) throws(PDFError) {
    try step("Move Annotation") { edit in
      let all = try edit.page(page).annotations
      let along = AnnotationList(all).related(to: Set(ids))
      let related = all.filter { along.contains($0.id) && $0.capabilities.contains(.moved) }
      let moved = try edit.annotations(ids, on: page) + related
      guard dx != 0 || dy != 0 else { return }
      try edit.replace(moved.map { $0.offset(dx: dx, dy: dy) }, on: page)
    }
  }

  /// Fits annotations into other places, all in the same way: what lies in one rectangle lies in the other one afterwards.
  ///
  /// - Parameters:
  ///   - ids: Which ones.
  ///   - page: Their page.
  ///   - old: A rectangle, such as the ``Annotation/frame`` of a single annotation, in page space.
  ///   - new: What becomes of it.
  /// - Throws: ``PDFError`` with code `.noSuchAnnotation`, `.invalidGeometry`, `.pageOutOfRange`, or `.notEditable` if one lacks
  ///   ``AnnotationCapabilities/resized``; then none is changed.
  /// - Complexity: O(annotations of the page).
  public func resize(
    _ ids: [AnnotationID], on page: PageID, from old: PageRect, to new: PageRect
  ) throws(PDFError) {
    try step("Resize Annotation") { edit in
      let transform = old.mapping(to: new)
      let chosen = try edit.annotations(ids, on: page, able: .resized, "resized")
      try edit.replace(chosen.map { $0.resized(to: $0.frame.mapped(transform)) }, on: page)
    }
  }

  /// Fits an annotation into a rectangle: see ``Annotation/resized(to:keepingAspect:)``.
  ///
  /// - Throws: ``PDFError`` as for several.
  public func resize(
    _ id: AnnotationID, on page: PageID, to rect: PageRect, keepingAspect isAspectKept: Bool = false
  ) throws(PDFError) {
    try step("Resize Annotation") { edit in
      let chosen = try edit.annotations([id], on: page, able: .resized, "resized")
      try edit.replace(chosen.map { $0.resized(to: rect, keepingAspect: isAspectKept) }, on: page)
    }
  }

  /// Turns annotations, each about its own middle.
  ///
  /// - Parameters:
  ///   - ids: Which ones.
  ///   - page: Their page.
  ///   - turn: How far, clockwise on the page as the file has it.
  /// - Throws: ``PDFError`` with code `.noSuchAnnotation`, `.pageOutOfRange`, or `.notEditable` if one lacks
  ///   ``AnnotationCapabilities/turned``; then none is turned.
  /// - Complexity: O(annotations of the page).
  public func turn(_ ids: [AnnotationID], on page: PageID, by turn: PageRotation) throws(PDFError) {
    try step("Turn Annotation") { edit in
      let chosen = try edit.annotations(ids, on: page, able: .turned, "turned")
      guard turn != .none else { return }
      try edit.replace(chosen.map { $0.turned(by: turn) }, on: page)
    }
  }

  // MARK: - Looks

  /// Gives annotations another style: `try document.restyle(ids, on: page.id) { $0.color = .red }`.
  ///
  /// - Parameters:
  ///   - ids: Which ones.
  ///   - page: Their page.
  ///   - change: Called once for each, in the order of `ids`.
  /// - Throws: ``PDFError`` with code `.noSuchAnnotation`, `.invalidGeometry`, `.pageOutOfRange`, or `.notEditable` if one lacks
  ///   ``AnnotationCapabilities/restyled``; then none is changed.
  /// - Complexity: O(annotations of the page).
  public func restyle(
    _ ids: [AnnotationID], on page: PageID, _ change: (inout AnnotationStyle) -> Void
  ) throws(PDFError) {
    try step("Change Style") { edit in
      let chosen = try edit.annotations(ids, on: page, able: .restyled, "given another style")
      let changed = chosen.compactMap { annotation -> Annotation? in
        var copy = annotation
        change(&copy.style)
        return copy == annotation ? nil : copy
      }
      try edit.replace(changed, on: page)
    }
  }

  // MARK: - Order

  /// Puts annotations above or below others. Among each other they keep their order. Where there is nothing to pass, nothing
  /// happens.
  ///
  /// - Parameters:
  ///   - ids: Which ones.
  ///   - page: Their page.
  ///   - move: Where to.
  /// - Throws: ``PDFError`` with code `.noSuchAnnotation` or `.pageOutOfRange`.
  /// - Complexity: O(*n*) in the annotations of the page; for ``ZOrderMove/forward`` and ``ZOrderMove/backward`` O(*n* · *m*) with
  ///   *m* the number of those that are moved.
  public func reorder(_ ids: [AnnotationID], on page: PageID, _ move: ZOrderMove) throws(PDFError) {
    try step(move.editName) { edit in
      _ = try edit.annotations(ids, on: page)
      let placements = move.placements(of: Set(ids), in: try edit.page(page).annotations)
      if !placements.isEmpty { try edit.apply(.placeAnnotations(placements, page: page)) }
    }
  }

  // MARK: - Flattening

  /// Makes annotations a part of the content of their page: they look the same and can no longer be selected, changed or
  /// removed, but for undoing this.
  ///
  /// ```swift
  /// try document.flatten(page.annotations(ofKind: .stamp).map(\.id), on: page.id)
  /// ```
  ///
  /// What shows nothing (links, hidden annotations, pop-ups) leaves nothing behind, and what belongs to a flattened annotation,
  /// such as the replies to it, is removed. They are painted above all content and below the annotations that stay, in the
  /// order in which they covered each other. For form fields see ``EditTransaction/flattenForm(_:)``.
  ///
  /// - Parameters:
  ///   - ids: Which ones.
  ///   - page: Their page.
  /// - Throws: ``PDFError`` with code `.noSuchAnnotation`, `.pageOutOfRange`, or `.notEditable` if one is locked or a form field;
  ///   then none is flattened.
  /// - Complexity: O(annotations of the page).
  public func flatten(_ ids: [AnnotationID], on page: PageID) throws(PDFError) {
    try step("Flatten") { edit in
      let flattened = try edit.annotations(ids, on: page)
      if let field = flattened.first(where: { $0.subtype == "Widget" }) {
        throw PDFError(
          .notEditable,
          "The annotation '\(field.id)' is a form field: flatten it by its name, with flattenForm.")
      }
      if let locked = flattened.first(where: \.isLocked) {
        throw PDFError(.notEditable, "The annotation '\(locked.id)' is locked: unlock it first.")
      }
      let all = try edit.page(page).annotations
      let chosen = Set(ids)
      guard !chosen.isEmpty else { return }
      let related = AnnotationList(all).related(to: chosen)
      let names = all.map(\.id)
      if !related.isEmpty { try edit.apply(.removeAnnotations(names.filter(related.contains), page: page)) }
      try edit.apply(.flattenAnnotations(names.filter(chosen.contains), page: page))
    }
  }

  // MARK: - Copies

  /// Copies of annotations with what belongs to them, for a clipboard: their parts and pop-ups, and the replies to them, but for such
  /// that lack ``AnnotationCapabilities/added``.
  ///
  /// - Throws: ``PDFError`` with code `.noSuchAnnotation`, `.pageOutOfRange`, or `.notEditable` if one of `ids` lacks
  ///   ``AnnotationCapabilities/added``.
  /// - Complexity: O(annotations of the page).
  public func copies(of ids: [AnnotationID], on page: PageID) throws(PDFError) -> CopiedAnnotations {
    try step(nil) { edit in
      _ = try edit.annotations(ids, on: page, able: .added, "copied")
      let all = try edit.page(page).annotations
      let copied = Set(ids).union(AnnotationList(all).related(to: Set(ids)))
      var result = CopiedAnnotations(
        all.filter { copied.contains($0.id) && $0.capabilities.contains(.added) })
      result.source = edit.documentIdentity
      return result
    }
  }

  /// Puts copies on a page, on top of the others, under new names and unlocked. What they are to each other they stay. Links
  /// that lead to pages are left out unless the copies are known to come from this document, which is still open: they would lead
  /// elsewhere.
  ///
  /// - Parameters:
  ///   - copied: The copies.
  ///   - page: The page.
  ///   - center: Where the middle of all of them is to be, in page space; `nil` for the places that they were copied from.
  /// - Returns: The names of the new annotations, bottom first.
  /// - Throws: ``PDFError`` with code `.invalidGeometry`, `.pageOutOfRange`, `.missingGlyphs` or `.notEditable`; then none is added.
  @discardableResult
  public func paste(
    _ copied: CopiedAnnotations, to page: PageID, at center: PagePoint? = nil
  ) throws(PDFError) -> [AnnotationID] {
    try step("Paste") { edit in
      var copied = copied
      if copied.source != edit.documentIdentity {
        copied.annotations.removeAll { $0.content.linkedPage != nil }
      }
      let middle = copied.bounds?.center
      let (dx, dy) = center.flatMap { new in middle.map { (new.x - $0.x, new.y - $0.y) } } ?? (0, 0)
      let added = copied.renamed().map { dx == 0 && dy == 0 ? $0 : $0.offset(dx: dx, dy: dy) }
      try edit.add(added, to: page)
      return added.map(\.id)
    }
  }

  /// Puts copies of annotations beside them, on top of all others: see ``copies(of:on:)``.
  ///
  /// - Parameters:
  ///   - ids: Which ones.
  ///   - page: Their page.
  ///   - dx: How far to the right of the original, in points of page space.
  ///   - dy: How far above.
  /// - Returns: The names of the new annotations, bottom first.
  /// - Throws: ``PDFError`` as ``copies(of:on:)`` and ``paste(_:to:at:)``.
  @discardableResult
  public func duplicate(
    _ ids: [AnnotationID], on page: PageID, dx: Double = 12, dy: Double = -12
  ) throws(PDFError) -> [AnnotationID] {
    try step("Duplicate") { edit in
      let added = try edit.copies(of: ids, on: page).renamed().map { $0.offset(dx: dx, dy: dy) }
      try edit.add(added, to: page)
      return added.map(\.id)
    }
  }

  // MARK: - Locks

  /// Locks annotations: what they are, where and how they look cannot be changed, and they cannot be removed, until they are unlocked.
  /// Their text, author and flags can (``AnnotationFlags/lockedContents`` is for the text).
  ///
  /// - Throws: ``PDFError`` with code `.noSuchAnnotation` or `.pageOutOfRange`.
  public func lock(_ ids: [AnnotationID], on page: PageID) throws(PDFError) {
    try step("Lock Annotation") { edit in
      try edit.setFlags(of: ids, on: page) { $0.insert(.locked) }
    }
  }

  /// Takes the locks off annotations: ``AnnotationFlags/locked``, ``AnnotationFlags/lockedContents`` and
  /// ``AnnotationFlags/readOnly``.
  ///
  /// - Throws: ``PDFError`` with code `.noSuchAnnotation` or `.pageOutOfRange`.
  public func unlock(_ ids: [AnnotationID], on page: PageID) throws(PDFError) {
    try step("Unlock Annotation") { edit in
      try edit.setFlags(of: ids, on: page) { $0.subtract([.locked, .lockedContents, .readOnly]) }
    }
  }

  private func step<Result>(
    _ name: String?, _ body: (EditTransaction) throws -> Result
  ) throws(PDFError) -> Result {
    try PDFError.only { try edit(name, body) }
  }
}

extension EditTransaction {
  /// Annotations of a page, in the order of their names, each once.
  ///
  /// - Throws: ``PDFError`` with code `.noSuchAnnotation` or `.notEditable`.
  fileprivate func annotations(
    _ ids: [AnnotationID], on page: PageID, able capability: AnnotationCapabilities = [], _ verb: String = ""
  ) throws -> [Annotation] {
    let present = Dictionary(try self.page(page).annotations.map { ($0.id, $0) }) { first, _ in first }
    var seen: Set<AnnotationID> = []
    return try ids.filter { seen.insert($0).inserted }.map { id in
      guard let annotation = present[id] else { throw PDFError.noSuchAnnotation(id, on: page) }
      try annotation.require(capability, verb)
      return annotation
    }
  }

  fileprivate func setFlags(
    of ids: [AnnotationID], on page: PageID, _ change: (inout AnnotationFlags) -> Void
  ) throws {
    let changed = try annotations(ids, on: page).compactMap { annotation -> Annotation? in
      var copy = annotation
      change(&copy.flags)
      return copy == annotation ? nil : copy
    }
    try replace(changed, on: page)
  }
}

extension Annotation {
  /// - Throws: ``PDFError`` with code `.notEditable`.
  fileprivate func require(_ capability: AnnotationCapabilities, _ verb: String) throws {
    guard !capabilities.isSuperset(of: capability) else { return }
    if isLocked, content.capabilities.isSuperset(of: capability) {
      let flag = flags.contains(.locked) ? "locked" : "read-only"
      throw PDFError(
        .notEditable, "The annotation '\(id)' is \(flag) and cannot be \(verb): clear that flag first.")
    }
    let keys = foreignKeys.map { "/\($0)" }.joined(separator: ", ")
    let reason = keys.isEmpty ? "of kind \(subtype)" : "with \(keys), which Postil cannot draw,"
    throw PDFError(
      .notEditable,
      "The annotation '\(id)' \(reason) cannot be \(verb): ask for its capabilities before.")
  }
}

extension ZOrderMove {
  fileprivate var editName: String {
    switch self {
    case .toFront: "Bring to Front"
    case .toBack: "Send to Back"
    case .forward: "Bring Forward"
    case .backward: "Send Backward"
    }
  }

  /// Where those that are moved have to go; nothing if they are there.
  fileprivate func placements(
    of moved: Set<AnnotationID>, in list: [Annotation]
  ) -> [AnnotationPlacement] {
    let new: [Annotation]
    switch self {
    case .toFront: new = list.filter { !moved.contains($0.id) } + list.filter { moved.contains($0.id) }
    case .toBack: new = list.filter { moved.contains($0.id) } + list.filter { !moved.contains($0.id) }
    case .forward: new = Self.passingNext(of: moved, in: list)
    case .backward: new = Self.passingNext(of: moved, in: list.reversed()).reversed()
    }
    guard new.map(\.id) != list.map(\.id) else { return [] }
    return new.indices.filter { moved.contains(new[$0].id) }.map { AnnotationPlacement(new[$0].id, at: $0) }
  }

  /// The list after those that are moved have passed the next one behind them that one of them overlaps.
  private static func passingNext(of moved: Set<AnnotationID>, in list: [Annotation]) -> [Annotation] {
    var areas: [PageRect] = []
    for (index, annotation) in list.enumerated() {
      if moved.contains(annotation.id) {
        areas.append(annotation.bounds)
      } else if annotation.isShown, !areas.isEmpty, case let bounds = annotation.bounds,
        areas.contains(where: { $0.intersects(bounds) })
      {
        let passed = list[...index]
        return passed.filter { !moved.contains($0.id) } + passed.filter { moved.contains($0.id) }
          + list[(index + 1)...]
      }
    }
    return list
  }
}

extension PageRect {
  fileprivate func mapped(_ transform: (PagePoint) -> PagePoint) -> PageRect {
    PageRect(
      corner: transform(PagePoint(x: minX, y: minY)), corner: transform(PagePoint(x: maxX, y: maxY)))
  }
}

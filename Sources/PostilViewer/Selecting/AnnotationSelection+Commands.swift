/// What can be done with a selection.
public struct SelectionCommands: OptionSet, Sendable, Hashable {
  /// A bit for each of them.
  public let rawValue: Int
  /// Makes a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// It can be moved.
  public static let move = SelectionCommands(rawValue: 1 << 0)
  /// It can be removed.
  public static let delete = SelectionCommands(rawValue: 1 << 1)
  /// It can be copied and duplicated.
  public static let copy = SelectionCommands(rawValue: 1 << 2)
  /// It can be given another style.
  public static let restyle = SelectionCommands(rawValue: 1 << 3)
  /// It can be turned by multiples of 90 degrees.
  public static let turn = SelectionCommands(rawValue: 1 << 4)
  /// It can be put above or below others.
  public static let reorder = SelectionCommands(rawValue: 1 << 5)
  /// It can be locked.
  public static let lock = SelectionCommands(rawValue: 1 << 6)
  /// It is locked in part, and can be unlocked.
  public static let unlock = SelectionCommands(rawValue: 1 << 7)
  /// It is one annotation whose text can be typed: ``AnnotationTextEntry``.
  public static let editText = SelectionCommands(rawValue: 1 << 8)
  /// It is one link that can be followed.
  public static let follow = SelectionCommands(rawValue: 1 << 9)
}

extension AnnotationSelection {
  /// The commands that can be applied to the selection.
  public var commands: SelectionCommands {
    let all = annotations
    guard let page, let only = all.last else { return [] }
    func allow(_ capability: AnnotationCapabilities) -> Bool {
      all.allSatisfy { $0.capabilities.contains(capability) }
    }
    var result: SelectionCommands = []
    if allow(.moved) { result.insert(.move) }
    if allow(.added) { result.insert(.copy) }
    if allow(.restyled), all.contains(where: { $0.content.capabilities.contains(.drawn) }) {
      result.insert(.restyle)
    }
    if allow(.turned) { result.insert(.turn) }
    if !all.contains(where: \.isLocked) { result.insert(.delete) }
    if all.contains(where: { !$0.isLocked }) { result.insert(.lock) }
    if !all.allSatisfy({ $0.flags.isDisjoint(with: [.locked, .readOnly, .lockedContents]) }) {
      result.insert(.unlock)
    }
    if contents.annotations(of: page).count > all.count { result.insert(.reorder) }
    guard all.count == 1 else { return result }
    if only.hasEditableText { result.insert(.editText) }
    if only.content.link != nil { result.insert(.follow) }
    return result
  }

  // MARK: - Places

  /// Moves the selection as the reader sees it, in points. Consecutive moves are one step of undo.
  ///
  /// - Parameters:
  ///   - dx: How far to the right.
  ///   - dy: How far down.
  public func nudge(dx: Double, dy: Double) {
    guard let page, commands.contains(.move), let transform = viewer.transform(of: page) else {
      return
    }
    let way = transform.rotation.pageDirection(dx, dy)
    let moved = annotations + related.filter { $0.capabilities.contains(.moved) }
    contents.update(moved.map { $0.offset(dx: way.x, dy: way.y) }, on: page)
    let ids = Set(moved.map(\.id))
    editor.editInRun(.nudge, named: "Move Annotation", on: page) { annotations in
      annotations.filter { ids.contains($0.id) }.map { $0.offset(dx: way.x, dy: way.y) }
    }
  }

  /// Makes each selected annotation larger or smaller: its right and its lower edge move as the reader sees it, in points. What looks wrong
  /// otherwise keeps its aspect, and none becomes smaller than a point. Consecutive changes are one step of undo.
  ///
  /// - Parameters:
  ///   - dx: How far the right edge moves to the right.
  ///   - dy: How far the lower edge moves down.
  public func resize(dx: Double, dy: Double) {
    let all = annotations
    guard let page, !all.isEmpty, all.allSatisfy({ $0.capabilities.contains(.resized) }),
      let turn = viewer.transform(of: page)?.rotation
    else { return }
    contents.update(all.map { $0.grown(dx: dx, dy: dy, turn) }, on: page)
    let ids = Set(ids)
    editor.editInRun(.resize, named: "Resize Annotation", on: page) { annotations in
      annotations.filter { ids.contains($0.id) }.map { $0.grown(dx: dx, dy: dy, turn) }
    }
  }

  /// Turns each selected annotation by a multiple of 90 degrees, clockwise as the reader sees it.
  public func turn(by turn: PageRotation) {
    perform(.turn) { try $0.turn($1, on: $2, by: turn) }
  }

  /// Puts the selection above or below other annotations.
  public func reorder(_ move: ZOrderMove) {
    perform(.reorder) { try $0.reorder($1, on: $2, move) }
  }

  // MARK: - Looks

  /// Applies the differences between two styles to the selection. Consecutive changes are one step of undo.
  func restyle(from old: AnnotationStyle, to new: AnnotationStyle) {
    changeLooks { $0.style.takeChanges(from: old, to: new) }
  }

  /// Applies the differences between two fonts to the selected free texts, whose boxes grow with them. Consecutive changes are one
  /// step of undo.
  func changeFont(from old: TextFont, to new: TextFont) {
    changeLooks { annotation in
      guard var text = annotation.content.freeText else { return }
      text.font.takeChanges(from: old, to: new)
      annotation.content.freeText = text
      annotation = (try? annotation.grownToText()) ?? annotation
    }
  }

  private func changeLooks(_ change: @escaping @Sendable (inout Annotation) -> Void) {
    guard let page else { return }
    let ids = Set(annotations.filter { $0.capabilities.contains(.restyled) }.map(\.id))
    let changed: @Sendable ([Annotation]) -> [Annotation] = { annotations in
      annotations.compactMap { annotation in
        guard ids.contains(annotation.id) else { return nil }
        var copy = annotation
        change(&copy)
        return copy == annotation ? nil : copy
      }
    }
    let shown = changed(annotations)
    guard !shown.isEmpty else { return }
    contents.update(shown, on: page)
    editor.editInRun(.restyle, named: "Change Style", on: page, changed)
  }

  // MARK: - Removing, locking

  /// Removes the selection, with the replies to it. If something in it is locked, nothing is removed; nothing is selected afterwards in any
  /// case.
  public func delete() {
    perform(.delete) { try $0.remove($1, from: $2) }
    clear()
  }

  /// Locks the selection.
  public func lock() { perform(.lock) { try $0.lock($1, on: $2) } }

  /// Unlocks the selection.
  public func unlock() { perform(.unlock) { try $0.unlock($1, on: $2) } }

  // MARK: - Copies

  /// Copies of the selection, with the replies to it, for a clipboard; `nil` if it cannot be copied.
  public var copies: CopiedAnnotations? {
    guard let page, commands.contains(.copy), let document = editor.document else { return nil }
    let chosen = Set((annotations + related).map(\.id))
    return CopiedAnnotations(
      contents.annotations(of: page).filter { chosen.contains($0.id) && $0.capabilities.contains(.added) },
      of: document)
  }

  /// Puts copies on a page and selects them. Without a point, each further paste of the same copies is offset by another 12
  /// points to the right and down.
  ///
  /// - Parameters:
  ///   - copied: The copies.
  ///   - point: Where their middle is to be, in units of the view; `nil` for beside the place that they were copied from.
  public func paste(_ copied: CopiedAnnotations, at point: ViewPoint? = nil) {
    guard let bounds = copied.bounds else { return }
    var (page, center): (PageID?, PagePoint)
    if let point, let place = viewer.place(at: point) {
      (page, center) = (place.page, place.point)
    } else {
      let count = lastPaste?.copied == copied ? (lastPaste?.count ?? 0) + 1 : 1
      lastPaste = (copied, count)
      // The page of the selection, unless the reader has gone on to another.
      let chosen = viewer.viewport.visiblePages.first { $0.page == self.page }?.page
      (page, center) = (chosen ?? viewer.viewport.currentPage, bounds.center)
      let way = page.flatMap(viewer.transform)?.rotation.pageDirection(12.0, 12.0) ?? (x: 12, y: -12)
      center = center.offset(dx: way.x * Double(count), dy: way.y * Double(count))
    }
    guard let page else { return }
    if let box = viewer.transform(of: page)?.cropBox { center = center.kept(in: box, for: bounds) }
    add(to: page) { [center] in try $0.paste(copied, to: page, at: center) }
  }

  /// Copies the selection, 12 points to the right and down, and selects the copy.
  public func duplicate() {
    guard let page, commands.contains(.copy) else { return }
    let ids = ids
    let way = viewer.transform(of: page)?.rotation.pageDirection(12.0, 12.0) ?? (x: 12, y: -12)
    add(to: page) { try $0.duplicate(ids, on: page, dx: way.x, dy: way.y) }
  }

  /// Adds annotations, and selects them as soon as they are there.
  func add(to page: PageID, _ body: @escaping @Sendable (PDFDocument) throws -> [AnnotationID]) {
    editor.enqueue(.editing) { actor in
      (try body(actor.document), actor.contents(of: page))
    } then: { [weak self] result in
      guard let self, case .success(let (added, read)) = result else { return }
      self.contents.store(read, of: page)
      self.select(added, on: page)
    }
  }

  private func perform(
    _ command: SelectionCommands,
    _ body: @escaping @Sendable (PDFDocument, [AnnotationID], PageID) throws -> Void
  ) {
    guard let page, commands.contains(command) else { return }
    let ids = ids
    editor.enqueue(.editing) { try body($0.document, ids, page) }
  }
}

extension Annotation {
  /// The annotation with its right and its lower edge moved, as they are seen on a turned page.
  fileprivate func grown(dx: Double, dy: Double, _ turn: PageRotation) -> Annotation {
    let frame = frame
    let (right, down) = (turn.pageDirection(1.0, 0.0), turn.pageDirection(0.0, 1.0))
    var (dx, dy) = (dx, dy)
    if keepsAspect, frame.width > 0, frame.height > 0 {
      let aspect = turn.isSideways ? frame.height / frame.width : frame.width / frame.height
      if dx != 0 { dy = dx / aspect } else { dx = dy * aspect }
    }
    var (low, high) = (frame.origin, PagePoint(x: frame.maxX, y: frame.maxY))
    for (way, distance) in [(right, dx), (down, dy)] {
      if way.x > 0 { high.x = max(high.x + distance, min(high.x, low.x + 1)) }
      if way.x < 0 { low.x = min(low.x - distance, max(low.x, high.x - 1)) }
      if way.y > 0 { high.y = max(high.y + distance, min(high.y, low.y + 1)) }
      if way.y < 0 { low.y = min(low.y - distance, max(low.y, high.y - 1)) }
    }
    return resized(to: PageRect(corner: low, corner: high))
  }
}

extension AnnotationStyle {
  /// Applies the differences between two styles.
  mutating func takeChanges(from old: AnnotationStyle, to new: AnnotationStyle) {
    if new.color != old.color { color = new.color }
    if new.fill != old.fill { fill = new.fill }
    if new.lineWidth != old.lineWidth { lineWidth = new.lineWidth }
    if new.opacity != old.opacity { opacity = new.opacity }
    if new.fillOpacity != old.fillOpacity { fillOpacity = new.fillOpacity }
    if new.dash != old.dash { dash = new.dash }
  }
}

extension TextFont {
  /// Applies the differences between two fonts.
  fileprivate mutating func takeChanges(from old: TextFont, to new: TextFont) {
    if new.family != old.family { family = new.family }
    if new.size != old.size { size = new.size }
    if new.isBold != old.isBold { isBold = new.isBold }
    if new.isItalic != old.isItalic { isItalic = new.isItalic }
  }
}

extension PagePoint {
  /// The nearest center at which a rectangle of a size lies within a box; the center of the box where it is larger.
  fileprivate func kept(in box: PageRect, for size: PageRect) -> PagePoint {
    func kept(_ value: Double, _ low: Double, _ high: Double, _ extent: Double) -> Double {
      extent >= high - low ? (low + high) / 2 : min(max(value, low + extent / 2), high - extent / 2)
    }
    return PagePoint(
      x: kept(x, box.minX, box.maxX, size.width), y: kept(y, box.minY, box.maxY, size.height))
  }
}

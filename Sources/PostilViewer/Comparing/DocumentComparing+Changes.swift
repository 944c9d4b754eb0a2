/// Going through the changes.
extension DocumentComparing {
  /// The marks on a page.
  ///
  /// - Parameters:
  ///   - side: The document.
  ///   - index: The index of the page in it, from 0.
  public func marks(of side: Side, on index: Int) -> [ChangeMark] {
    let marks = (side == .older ? marks.old : marks.new)[index] ?? []
    return layout == .sideBySide ? marks.filter { !$0.isElsewhere } : marks
  }

  /// Goes to a change: its place comes into view. One that is on no page only becomes the current one.
  ///
  /// - Parameter index: Its index in ``changes``; others are ignored.
  public func go(to index: Int) {
    guard changes.indices.contains(index) else { return }
    currentIndex = index
    let change = changes[index]
    if layout == .single {
      reveal(change, on: shownSide)
    } else {
      // The other document follows.
      reveal(change, on: change.new == nil ? .older : .newer)
    }
  }

  /// Goes to the next change, after the last one to the first.
  public func next() { if !changes.isEmpty { go(to: ((currentIndex ?? -1) + 1) % changes.count) } }

  /// Goes to the change before, from the first one to the last.
  public func previous() {
    if !changes.isEmpty { go(to: ((currentIndex ?? 0) + changes.count - 1) % changes.count) }
  }

  private func reveal(_ change: ComparedChange, on side: Side) {
    guard let viewer = viewer(side) else { return }
    let (own, other) = side == .older ? (change.old, change.new) : (change.new, change.old)
    if let own { return viewer.reveal(own.rects.first, at: own.page) }
    guard let other else { return }
    let page = side == .older ? counterparts.nearestOld(other.page) : counterparts.nearestNew(other.page)
    let isThere = (side == .older ? counterparts.old(other.page) : counterparts.new(other.page)) != nil
    viewer.reveal(isThere ? other.rects.first : nil, at: page)
  }
}

extension PageViewer {
  /// Goes to a page, and brings a rectangle of it into view.
  fileprivate func reveal(_ rect: PageRect?, at index: Int) {
    guard viewport.pages.indices.contains(index) else { return }
    if index != viewport.currentIndex { viewport.go(to: index) }
    if let rect { reveal(rect, on: viewport.pages[index]) }
  }
}

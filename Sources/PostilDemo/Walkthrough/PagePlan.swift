import Postil

/// Which pages the walk-through draws on, turns and moves.
struct PagePlan {
  /// The page that is drawn on.
  let marked: PageID
  /// The page that is turned, clockwise.
  let turned: PageID
  /// The page that is moved, and where to; `nil` if there is only one page.
  let moved: (page: PageID, target: Int)?

  /// Of the handbook: the page with the chart; the plate, which stands sideways; the contents,
  /// which were bound in at the end by mistake.
  static func handbook(_ pages: [PageID]) -> PagePlan? {
    guard pages.count == 7 else { return nil }
    return PagePlan(marked: pages[2], turned: pages[4], moved: (pages[6], 1))
  }

  /// Of any document: the first page is drawn on, the last is turned and moved to the front.
  init?(_ pages: [PageID]) {
    guard let first = pages.first, let last = pages.last else { return nil }
    self.init(marked: first, turned: last, moved: pages.count > 1 ? (last, 0) : nil)
  }

  private init(marked: PageID, turned: PageID, moved: (page: PageID, target: Int)?) {
    self.marked = marked
    self.turned = turned
    self.moved = moved
  }
}

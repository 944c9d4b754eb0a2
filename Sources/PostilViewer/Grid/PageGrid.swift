/// All pages of a document as small pictures in rows: to find one, and to give one another place.
///
/// A value without a clock and without a window: its owner tells it what the pointer does and what time it is,
/// and draws the ``visibleCells``. Pages are opened by a tap and moved by a long press and a drag, whose result
/// is an ``Outcome``; what shows the pages, and the document itself, are no matter of the grid.
///
/// Lengths are units of the view, from its upper left, y down; times are seconds. What is not a number is ignored.
public struct PageGrid: Sendable, Equatable {
  /// The pages in the order of the document.
  public internal(set) var pages: [PageID]
  /// The size of the view.
  public private(set) var viewSize: ViewSize
  /// The measures of the grid.
  public let metrics: GridMetrics
  /// When a press becomes what.
  public let thresholds: GridThresholds
  /// How far the content is scrolled: 0…``maximumScrollOffset``.
  public internal(set) var scrollOffset = 0.0
  /// The place of the page that keys act on, from 0; `nil` if none has the focus. A place that is not there counts
  /// as none.
  public var focusedIndex: Int? {
    didSet { if let index = focusedIndex, !pages.indices.contains(index) { focusedIndex = nil } }
  }

  private(set) var layout: GridLayout
  private var sizes: [PageID: ViewSize]
  /// What pages are taken for whose size is not known.
  private var guess: ViewSize?
  var phase = GridPhase.idle

  /// Makes a grid.
  ///
  /// - Parameters:
  ///   - pages: The pages, in order.
  ///   - sizes: The sizes of pages as they are shown, in any unit: only their shape matters. Pages that are not
  ///     there are guessed to be like the first that is, or like A4.
  ///   - viewSize: The size of the view.
  ///   - metrics: The measures of the grid.
  ///   - thresholds: When a press becomes what.
  public init(
    pages: [PageID] = [], sizes: [PageID: ViewSize] = [:], viewSize: ViewSize = .zero,
    metrics: GridMetrics = GridMetrics(), thresholds: GridThresholds = GridThresholds()
  ) {
    self.pages = pages
    self.viewSize = viewSize.usable
    self.metrics = metrics
    self.thresholds = thresholds
    self.sizes = [:]
    layout = GridLayout(count: pages.count, viewSize: viewSize.usable, metrics: metrics)
    setSizes(sizes)
  }

  /// How many pages stand in a row.
  public var columnCount: Int { layout.columns }

  // MARK: - What is shown

  /// Takes over the pages of a document that was changed. A press or a drag is cancelled, the focus stays with its
  /// page. Nothing happens if they are as they were. O(pages).
  public mutating func setPages(_ pages: [PageID]) {
    guard pages != self.pages else { return }
    cancel()
    let focused = focusedIndex.map { self.pages[$0] }
    self.pages = pages
    focusedIndex = focused.flatMap(pages.firstIndex)
    updateLayout()
    noteGuess()
  }

  /// Adds sizes of pages as they are shown, in any unit, or puts others in their place.
  public mutating func setSizes(_ sizes: [PageID: ViewSize]) {
    self.sizes.merge(sizes.filter { $0.value.hasShape }) { $1 }
    noteGuess()
  }

  /// Gives the view another size. The focused cell stays in sight if it was, else the first one that was; a drag
  /// goes on.
  public mutating func resize(to size: ViewSize) {
    let (old, anchor) = (layout, anchor)
    let above = old.frame(of: anchor).y - scrollOffset
    viewSize = size.usable
    updateLayout()
    let span = layout.cellHeight / old.cellHeight
    scrollOffset = layout.frame(of: anchor).y - above * span
    limitScrolling()
    if !isInView(anchor) { scroll(toShowSlot: anchor) }
    if var drag = phase.drag {
      drag.span(width: layout.cellWidth / old.cellWidth, height: span)
      phase = .dragging(drag)
      followDrag()
    }
  }

  /// The size that a page is drawn in proportion to.
  func size(of page: PageID) -> ViewSize {
    sizes[page] ?? guess ?? ViewSize(width: 210, height: 297)
  }

  private mutating func updateLayout() {
    layout = GridLayout(count: pages.count, viewSize: viewSize, metrics: metrics)
    limitScrolling()
  }

  /// The first size that becomes known stays the guess: cells must not change their shape for nothing.
  private mutating func noteGuess() {
    guard guess == nil, !sizes.isEmpty else { return }
    guess = pages.lazy.compactMap { [sizes] in sizes[$0] }.first
  }
}

extension ViewSize {
  /// A size that a view can have.
  var usable: ViewSize { ViewSize(width: width.usable, height: height.usable) }

  /// Whether it tells how wide something is for its height.
  var hasShape: Bool { width.usable > 0 && height.usable > 0 }
}

extension ViewPoint {
  /// Whether it is a place.
  var isUsable: Bool { x.isFinite && y.isFinite }
}

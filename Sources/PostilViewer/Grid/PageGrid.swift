/// A grid of all pages of a document as small pictures, for navigation and reordering.
///
/// A value without clock and window: its owner reports pointer events and times, and paints the ``visibleCells``. A
/// click selects pages, a double click or a tap opens one, a drag or a long press and a drag move the selected ones; the
/// result is an ``Outcome``. The owner applies it to the document.
///
/// Lengths are units of the view, from its upper left, y down; times are seconds. NaN and infinity are ignored.
public struct PageGrid: Sendable, Equatable {
  /// The pages in the order of the document.
  public internal(set) var pages: [PageID]
  /// The size of the view.
  public private(set) var viewSize: ViewSize
  /// The measures of the grid.
  public let metrics: GridMetrics
  /// The scroll offset, 0…``maximumScrollOffset``.
  public internal(set) var scrollOffset = 0.0
  /// The index of the page that has the keyboard focus; `nil` if none has it. An index out of range becomes `nil`.
  public var focusedIndex: Int? {
    didSet { if let index = focusedIndex, !pages.indices.contains(index) { focusedIndex = nil } }
  }

  /// The pages that are selected.
  public internal(set) var selection: Set<PageID> = []
  /// Whether taps select pages, rather than open them: from a long press on until nothing is selected.
  public internal(set) var isSelecting = false
  /// The page from which ``SelectionChange/extend`` selects.
  var selectionAnchor: PageID?

  private(set) var layout: GridLayout
  private var sizes: [PageID: ViewSize]
  /// The size assumed for pages whose size is unknown.
  private var defaultSize: ViewSize?
  var phase = GridPhase.idle

  /// Makes a grid.
  ///
  /// - Parameters:
  ///   - pages: The pages, in order.
  ///   - sizes: The sizes of pages as they are shown, in any unit: only their shape matters. Pages of unknown
  ///     size are shown like the first known one, or A4.
  ///   - viewSize: The size of the view.
  ///   - metrics: The measures of the grid.
  public init(
    pages: [PageID] = [], sizes: [PageID: ViewSize] = [:], viewSize: ViewSize = .zero,
    metrics: GridMetrics = GridMetrics()
  ) {
    self.pages = pages
    self.viewSize = viewSize.usable
    self.metrics = metrics
    self.sizes = [:]
    layout = GridLayout(count: pages.count, viewSize: viewSize.usable, metrics: metrics)
    setSizes(sizes)
  }

  /// The number of pages in a row.
  public var columnCount: Int { layout.columns }

  // MARK: - What is shown

  /// Sets the pages after a change of the document. Cancels a press or a drag; the focus and the selection stay with their
  /// pages. Does nothing if the pages are the same. O(pages).
  public mutating func setPages(_ pages: [PageID]) {
    guard pages != self.pages else { return }
    cancel()
    let focused = focusedIndex.map { self.pages[$0] }
    self.pages = pages
    focusedIndex = focused.flatMap(pages.firstIndex)
    if !selection.isEmpty { selectOnly(selection.intersection(pages)) }
    updateLayout()
    updateDefaultSize()
  }

  /// Sets sizes of pages as they are shown, in any unit.
  public mutating func setSizes(_ sizes: [PageID: ViewSize]) {
    self.sizes.merge(sizes.filter { $0.value.hasShape }) { $1 }
    updateDefaultSize()
  }

  /// Resizes the view. The focused cell stays visible if it was, else the first visible one does; a drag goes on.
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
      updateDrag()
    }
  }

  /// The size that a page is drawn in proportion to.
  func size(of page: PageID) -> ViewSize {
    sizes[page] ?? defaultSize ?? ViewSize(width: 210, height: 297)
  }

  mutating func updateLayout() {
    layout = GridLayout(count: slotCount, viewSize: viewSize, metrics: metrics)
    limitScrolling()
  }

  /// The first size that becomes known stays the default, so that cells do not change their shape again.
  private mutating func updateDefaultSize() {
    guard defaultSize == nil, !sizes.isEmpty else { return }
    defaultSize = pages.lazy.compactMap { [sizes] in sizes[$0] }.first
  }
}

extension ViewSize {
  /// The size clamped to valid lengths.
  var usable: ViewSize { ViewSize(width: width.usable, height: height.usable) }

  /// Whether it has an aspect ratio.
  var hasShape: Bool { width.usable > 0 && height.usable > 0 }
}

extension ViewPoint {
  /// Whether both coordinates are finite.
  var isUsable: Bool { x.isFinite && y.isFinite }
}

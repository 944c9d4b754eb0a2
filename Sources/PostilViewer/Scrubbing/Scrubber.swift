import Postil

/// A strip of thumbnails for scrubbing through a document.
///
/// It shows as many pages as fit, evenly distributed, with the current one among them and larger. Positions along the
/// strip map linearly to all pages, including those that it does not show. Lengths are units of the view, with the
/// origin in the upper left corner of the strip.
public struct Scrubber: Sendable, Equatable {
  /// The smallest space between pages, in units of the view.
  public static let spacing = 4.0
  /// The height of the pages that are not current, as a fraction of the strip's.
  public static let smallHeight = 0.7

  private static let longest = 100_000.0
  /// The limit of page counts; arithmetic with it cannot overflow.
  private static let mostPages = 1 << 40
  private static let aspectRatios = 0.1...10.0

  /// The number of pages, at least 0.
  public private(set) var pageCount: Int
  /// The width of the strip.
  public private(set) var width: Double
  /// The height of the strip, which is that of the current page in it.
  public private(set) var height: Double
  /// The width of a page in the strip divided by its height, 0.1 to 10; the same for all pages.
  public let aspectRatio: Double
  /// The index of the current page; 0 if there are none.
  public private(set) var currentIndex: Int

  /// The current page before the drag.
  private var indexBefore: Int?

  /// Makes a strip; invalid lengths become 0, and the current index is clamped.
  public init(
    pageCount: Int = 0, width: Double = 0, height: Double = 0, aspectRatio: Double = 0.707,
    currentIndex: Int = 0
  ) {
    let pageCount = Self.count(pageCount)
    self.pageCount = pageCount
    self.width = Self.length(width)
    self.height = Self.length(height)
    self.aspectRatio =
      aspectRatio.isFinite
      ? min(max(aspectRatio, Self.aspectRatios.lowerBound), Self.aspectRatios.upperBound) : 1
    self.currentIndex = min(max(currentIndex, 0), max(pageCount - 1, 0))
  }

  /// The number of the current page, from 1; 0 if there are no pages.
  public var pageNumber: Int { pageCount > 0 ? currentIndex + 1 : 0 }

  /// Whether a drag is in progress.
  public var isDragging: Bool { indexBefore != nil }

  /// Sets the size of the strip.
  public mutating func resize(width: Double, height: Double) {
    (self.width, self.height) = (Self.length(width), Self.length(height))
  }

  /// Sets the number of pages.
  public mutating func setPageCount(_ count: Int) {
    pageCount = Self.count(count)
    currentIndex = limited(currentIndex)
    indexBefore = indexBefore.map(limited)
  }

  /// Sets the current page, clamped, as when the document was scrolled. Ignored during a drag.
  public mutating func show(_ index: Int) {
    if !isDragging { currentIndex = limited(index) }
  }

  /// A drag begins. The page at the position becomes the current one.
  public mutating func beginDrag(atX x: Double) {
    indexBefore = indexBefore ?? currentIndex
    drag(toX: x)
  }

  /// The drag moves along the strip, also beyond its ends.
  public mutating func drag(toX x: Double) {
    if isDragging { currentIndex = index(atX: x) }
  }

  /// The drag ends.
  ///
  /// - Returns: The index of the current page.
  @discardableResult
  public mutating func endDrag() -> Int {
    indexBefore = nil
    return currentIndex
  }

  /// Cancels the drag: the page before it is current again.
  public mutating func cancel() {
    currentIndex = indexBefore ?? currentIndex
    indexBefore = nil
  }

  private func limited(_ index: Int) -> Int { min(max(index, 0), max(pageCount - 1, 0)) }

  private static func count(_ count: Int) -> Int { min(max(count, 0), mostPages) }

  private static func length(_ length: Double) -> Double {
    length.isFinite ? min(max(length, 0), longest) : 0
  }
}

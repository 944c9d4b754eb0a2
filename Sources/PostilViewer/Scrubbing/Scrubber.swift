import Postil

/// A strip of small pages along which a finger goes through a document.
///
/// It shows as many pages as fit, evenly chosen, with the current one among them and larger. The strip stands for all
/// pages, also those that it does not show: each has as much of its length. Lengths are units of the view, with the
/// origin in the upper left corner of the strip.
public struct Scrubber: Sendable, Equatable {
  /// The space between pages, at least, in units of the view.
  public static let spacing = 4.0
  /// The height of the pages that are not current, as a fraction of the strip's.
  public static let smallHeight = 0.7

  private static let longest = 100_000.0
  /// No document has so many pages, and so many can still be reckoned with.
  private static let mostPages = 1 << 40
  private static let aspectRatios = 0.1...10.0

  /// The number of pages, at least 0.
  public private(set) var pageCount: Int
  /// The width of the strip.
  public private(set) var width: Double
  /// The height of the strip, which is that of the current page in it.
  public private(set) var height: Double
  /// The width of a page in the strip divided by its height, 0.1 to 10; all are given the same room.
  public let aspectRatio: Double
  /// The index of the current page; 0 if there are none.
  public private(set) var currentIndex: Int

  /// The page that was current before the finger came.
  private var indexBefore: Int?

  /// Makes a strip; lengths that cannot be are taken for 0, and the nearest page there is for the current one.
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

  /// Whether a finger is on the strip.
  public var isDragging: Bool { indexBefore != nil }

  /// Takes over the size of the strip.
  public mutating func resize(width: Double, height: Double) {
    (self.width, self.height) = (Self.length(width), Self.length(height))
  }

  /// Takes over the number of pages.
  public mutating func setPageCount(_ count: Int) {
    pageCount = Self.count(count)
    currentIndex = limited(currentIndex)
    indexBefore = indexBefore.map(limited)
  }

  /// Makes a page the current one, or the nearest that there is, as when the document was scrolled. A finger on the
  /// strip has precedence.
  public mutating func show(_ index: Int) {
    if !isDragging { currentIndex = limited(index) }
  }

  /// A finger touches the strip. The page there becomes the current one.
  public mutating func beginDrag(atX x: Double) {
    indexBefore = indexBefore ?? currentIndex
    drag(toX: x)
  }

  /// The finger moves along the strip, also beyond its ends.
  public mutating func drag(toX x: Double) {
    if isDragging { currentIndex = index(atX: x) }
  }

  /// The finger is lifted.
  ///
  /// - Returns: The index of the page to which it has gone.
  @discardableResult
  public mutating func endDrag() -> Int {
    indexBefore = nil
    return currentIndex
  }

  /// The finger was taken away: the page is current that was before it came.
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

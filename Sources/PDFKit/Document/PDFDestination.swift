public import Foundation
internal import Postil

/// Stands for a coordinate or a zoom that a destination does not say.
public let kPDFDestinationUnspecifiedValue: CGFloat = CGFloat(Float.greatestFiniteMagnitude)

/// A place: a page, a point on it, and a zoom.
open class PDFDestination: NSObject {
  /// The page.
  public private(set) weak var page: PDFPage?
  /// The point, in page space, that stands at the upper left of the window.
  public let point: CGPoint
  /// The zoom: 1 is 100 %; ``kPDFDestinationUnspecifiedValue`` leaves it as it is.
  open var zoom: CGFloat = kPDFDestinationUnspecifiedValue

  /// Makes a place.
  public init(page: PDFPage, at point: CGPoint) {
    self.page = page
    self.point = point
  }

  /// Which of two places comes first, by page, then from top to bottom, and then from left to right.
  open func compare(_ destination: PDFDestination) -> ComparisonResult {
    let indices = [self, destination].map { place -> Int in
      guard let page = place.page, let document = page.document else { return NSNotFound }
      return document.index(for: page)
    }
    if indices[0] != indices[1] { return indices[0] < indices[1] ? .orderedAscending : .orderedDescending }
    if point.y != destination.point.y {
      return point.y > destination.point.y ? .orderedAscending : .orderedDescending
    }
    return point.x == destination.point.x
      ? .orderedSame : point.x < destination.point.x ? .orderedAscending : .orderedDescending
  }

  // MARK: - Postil

  /// `nil` if the place is on a page of another document.
  convenience init?(_ destination: PageDestination, in document: PDFDocument) {
    guard let page = document.pageObject(destination.page) else { return nil }
    func number(_ value: Double?) -> CGFloat { value.map { CGFloat($0) } ?? kPDFDestinationUnspecifiedValue }
    switch destination.view {
    case .position(let left, let top, let zoom):
      self.init(page: page, at: CGPoint(x: number(left), y: number(top)))
      self.zoom = number(zoom)
    case .width(let top), .contentWidth(let top):
      self.init(page: page, at: CGPoint(x: kPDFDestinationUnspecifiedValue, y: number(top)))
    case .height(let left), .contentHeight(let left):
      self.init(page: page, at: CGPoint(x: number(left), y: kPDFDestinationUnspecifiedValue))
    case .rect(let rect): self.init(page: page, at: CGPoint(x: rect.minX, y: rect.maxY))
    case .page, .content:
      self.init(
        page: page, at: CGPoint(x: kPDFDestinationUnspecifiedValue, y: kPDFDestinationUnspecifiedValue))
    }
  }

  /// `nil` if the page is in no document, or in another one than this.
  func target(in engine: Engine?) -> PageDestination? {
    guard let page, let engine, page.engine === engine else { return nil }
    func number(_ value: CGFloat) -> Double? {
      value == kPDFDestinationUnspecifiedValue ? nil : Double(value)
    }
    return PageDestination(
      page.pageID, view: .position(left: number(point.x), top: number(point.y), zoom: number(zoom)))
  }
}

import Foundation
import Postil

extension PageViewport {
  /// The renderer's coordinates end at 8,388,608 pixels.
  private static let largestSide = 8_000_000.0

  /// What the zoom can be, in units of the view a point: ``usualZoomRange``, and more where a page would not fit the
  /// view otherwise, but no page gets more than 8,000,000 pixels wide or high.
  public var zoomRange: ClosedRange<Double> {
    let usual = Self.usualZoomRange
    let most = Self.largestSide / (max(layout.largest.width, layout.largest.height) * pixelRatio)
    guard hasView else { return usual.lowerBound...max(usual.lowerBound, min(usual.upperBound, most)) }
    let lowest = min(usual.lowerBound, zoom(fitting: .page, layout.largest))
    let highest = max(usual.upperBound, zoom(fitting: .width, layout.smallest))
    return lowest...max(lowest, min(highest, most))
  }

  /// Sets the zoom, in units of the view a point, around a point of the view, which stays where it is unless the
  /// content would leave the view. Sets ``fit`` to `.none`.
  ///
  /// For a pinch, zoom a copy of the viewport as it was when the pinch began: then it returns to where it began.
  ///
  /// - Parameters:
  ///   - zoom: The zoom; it is clamped to ``zoomRange``.
  ///   - point: The point of the view that stays; its center if none is given.
  public mutating func zoom(to zoom: Double, about point: ViewPoint? = nil) {
    guard zoom.isFinite else { return }
    fit = .none
    change(zoomTo: zoom, about: point ?? viewCentre)
  }

  /// Multiplies the zoom, as ``zoom(to:about:)``.
  public mutating func zoom(by factor: Double, about point: ViewPoint? = nil) {
    guard factor > 0 else { return }
    zoom(to: zoom * factor, about: point)
  }

  /// Zooms in around the center, to the next of the steps 1, 1.41, 2, 2.83, 4 ….
  public mutating func zoomIn() { zoom(to: exp2((floor(zoomStep + 1e-6) + 1) / 2)) }

  /// Zooms out around the center, by the steps of ``zoomIn()``.
  public mutating func zoomOut() { zoom(to: exp2((ceil(zoomStep - 1e-6) - 1) / 2)) }

  private var zoomStep: Double { log2(zoom) * 2 }

  /// Makes the current page fit the view, now and whenever the size of either changes; with `.none`, leaves the zoom
  /// as it is, now and later. In a single page layout every page fits that is gone to. What is in the center stays.
  public mutating func fit(_ fit: Fit) {
    self.fit = fit
    refit()
  }
}

extension PageViewport {
  var viewCentre: ViewPoint { ViewPoint(x: viewSize.width / 2, y: viewSize.height / 2) }

  /// Sets the zoom that ``fit`` results in, or clamps it.
  mutating func refit() {
    guard fit != .none, !isEmpty else { return limitZoom() }
    zoom = limited(zoom: zoom(fitting: fit, layout.size(at: currentIndex)))
  }

  /// Clamps the zoom to its range.
  mutating func limitZoom() { zoom = limited(zoom: zoom) }

  private func limited(zoom: Double) -> Double {
    let range = zoomRange
    return min(max(zoom, range.lowerBound), range.upperBound)
  }

  private mutating func change(zoomTo zoom: Double, about point: ViewPoint) {
    let new = limited(zoom: zoom)
    guard new != self.zoom else { return }
    guard !isEmpty, point.x.isFinite, point.y.isFinite else { return self.zoom = new }
    let old = origin
    let anchor = anchor(at: ViewPoint(x: old.x + point.x, y: old.y + point.y))
    self.zoom = new
    let target = contentPoint(anchor)
    centre = centre(from: limited(ViewPoint(x: target.x - point.x, y: target.y - point.y)))
  }

  /// The zoom at which a page fits the view with a gap around it.
  func zoom(fitting fit: Fit, _ size: ViewSize) -> Double {
    let width = Self.usable(viewSize.width) / size.width
    return fit == .page ? min(width, Self.usable(viewSize.height) / size.height) : width
  }

  /// A length without the gaps, which take no more than half of a small view.
  private static func usable(_ length: Double) -> Double { max(length - 2 * gap, length / 2) }
}

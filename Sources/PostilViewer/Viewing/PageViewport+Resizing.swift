import Postil

extension PageViewport {
  private static let longest = 1_000_000.0
  private static let pixelRatios = 0.1...16.0

  /// Sets the size of the view. The center stays, and comes back after clamping moved it; the zoom follows ``fit``.
  ///
  /// - Parameters:
  ///   - size: The size, in units of the view. NaN and infinity are ignored, negative lengths are 0.
  ///   - pixelRatio: Pixels of the screen a unit of the view; `nil` leaves it as it is.
  public mutating func resize(to size: ViewSize, pixelRatio: Double? = nil) {
    viewSize = ViewSize(
      width: Self.length(size.width, before: viewSize.width),
      height: Self.length(size.height, before: viewSize.height))
    if let pixelRatio, pixelRatio.isFinite {
      self.pixelRatio = min(max(pixelRatio, Self.pixelRatios.lowerBound), Self.pixelRatios.upperBound)
    }
    refit()
    arrive()
    swipeOffset = swipe
  }

  private static func length(_ length: Double, before: Double) -> Double {
    length.isFinite ? min(max(length, 0), longest) : before
  }
}

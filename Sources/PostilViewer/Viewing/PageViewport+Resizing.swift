import Postil

extension PageViewport {
  private static let longest = 1_000_000.0
  private static let pixelRatios = 0.1...16.0

  /// Takes over the size of the view, as when a window is resized or a screen is turned. What is in the centre stays,
  /// and comes back if the limits kept it from there; the zoom follows if it is to ``fit``.
  ///
  /// - Parameters:
  ///   - size: The size, in units of the view. What is not a number is ignored, what is negative is taken for 0.
  ///   - pixelRatio: Pixels of the screen a unit of the view; as before if none is given.
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

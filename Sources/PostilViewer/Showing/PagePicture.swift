/// A picture of a page or of a part of it, and where it belongs. See ``PageDisplay/pictures(of:)``.
public struct PagePicture: Sendable, Identifiable {
  /// The name of the pixels: the same for as long as they are, so that a view can keep what it made of them.
  public struct ID: Sendable, Hashable {
    let number: Int
  }

  /// The name of the pixels.
  public let id: ID
  /// The pixels.
  public let image: PageImage
  /// Where it belongs, in fractions of the page as it is shown: 0, 0 is its upper left corner, 1, 1 its lower right.
  public let frame: ViewRect
  /// How far the picture must be turned clockwise to fill the frame: it was made before the page was turned.
  public let turn: PageRotation
}

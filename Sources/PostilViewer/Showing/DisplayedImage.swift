/// An image of ``PageTiles``.
struct DisplayedImage {
  let id: PagePicture.ID
  let image: PageImage
  /// The frame, in points from the upper left corner of the page as it is shown; `nil`: all of the page.
  var frame: ViewRect?
  var turn = PageRotation.none

  /// The image after its page was rotated; `page` is the size before.
  func turned(by turn: PageRotation, in page: ViewSize) -> DisplayedImage {
    var copy = self
    copy.turn = self.turn + turn
    copy.frame = frame.map { $0.turned(by: turn, in: page) }
    return copy
  }

  /// The image on a page of a size in points, with its frame in fractions.
  func shown(on page: ViewSize) -> PagePicture {
    let whole = ViewRect(x: 0, y: 0, width: 1, height: 1)
    guard let frame, page.width > 0, page.height > 0 else {
      return PagePicture(id: id, image: image, frame: whole, turn: turn)
    }
    let part = ViewRect(
      x: frame.x / page.width, y: frame.y / page.height, width: frame.width / page.width,
      height: frame.height / page.height)
    return PagePicture(id: id, image: image, frame: part, turn: turn)
  }
}

extension ViewRect {
  /// The rectangle after its page was rotated; `page` is the size before.
  fileprivate func turned(by turn: PageRotation, in page: ViewSize) -> ViewRect {
    switch turn {
    case .none: self
    case .clockwise90: ViewRect(x: page.height - y - height, y: x, width: height, height: width)
    case .clockwise180:
      ViewRect(x: page.width - x - width, y: page.height - y - height, width: width, height: height)
    case .clockwise270: ViewRect(x: y, y: page.width - x - width, width: height, height: width)
    }
  }
}

/// An image of a page or of a part of it, with its frame on the page. See ``PageDisplay/pictures(of:)``.
public struct PagePicture: Sendable, Identifiable {
  /// Identifies the pixels: where it is equal, so are they, so that a view can cache a texture. Equal pixels may have another.
  public struct ID: Sendable, Hashable {
    let number: Int
  }

  /// Identifies the pixels.
  public let id: ID
  /// The pixels.
  public let image: PageImage
  /// The frame, in fractions of the page as it is shown: 0, 0 is its upper left corner, 1, 1 its lower right.
  public let frame: ViewRect
  /// The clockwise rotation to apply before it fills the frame: it was rendered before the page was rotated.
  public let turn: PageRotation
}

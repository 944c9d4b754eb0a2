/// A picture on a ``PageTiles``.
struct DisplayedImage {
  let id: PagePicture.ID
  let image: PageImage
  /// Where it belongs, in points from the upper left corner of the page as it is shown; `nil`: all of the page.
  var frame: ViewRect?
  var turn = PageRotation.none

  /// The picture after its page, of a size, was turned.
  func turned(by turn: PageRotation, in page: ViewSize) -> DisplayedImage {
    var copy = self
    copy.turn = self.turn + turn
    copy.frame = frame.map { $0.turned(by: turn, in: page) }
    return copy
  }

  /// The picture as it is shown on a page of a size, in points.
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
  /// Where a part of a page is after the page, of a size, was turned.
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

import GTKKit
import PostilViewer

extension Rect {
  /// The largest rectangle of a shape in the middle of this one; all of it if the shape is not known.
  func fitting(_ size: ViewSize?) -> Rect {
    guard let size, size.width > 0, size.height > 0 else { return self }
    let scale = min(width / size.width, height / size.height)
    let (w, h) = (max(size.width * scale, 1), max(size.height * scale, 1))
    return Rect(x: x + (width - w) / 2, y: y + (height - h) / 2, width: w, height: h)
  }
}

extension PictureNodes {
  /// Paints a small picture of a page, stretched over a rectangle and turned as the page is.
  func paint(_ picture: PagePicture, in frame: Rect, on snapshot: Snapshot) {
    guard let node = node(of: picture), node.bounds.width > 0, node.bounds.height > 0 else { return }
    let isSideways = picture.turn == .clockwise90 || picture.turn == .clockwise270
    let (width, height) = isSideways ? (frame.height, frame.width) : (frame.width, frame.height)
    snapshot.saved {
      snapshot.translate(frame.x + frame.width / 2, frame.y + frame.height / 2)
      snapshot.rotate(Double(picture.turn.degrees))
      snapshot.append(
        node, at: Point(x: -width / 2, y: -height / 2), scaleX: width / node.bounds.width,
        scaleY: height / node.bounds.height)
    }
  }
}

extension Appearance {
  /// What the picture covers in its own space: its box, or what it paints.
  package var extent: PageRect? { box ?? bounds }

  /// The picture fitted into a frame, as large as it can be, in the middle. A picture that is as large as the frame and stands upright in
  /// it stays what it is.
  ///
  /// - Complexity: O(*n*) in the number of path elements.
  package func placed(in place: UprightFrame) -> Appearance {
    guard let extent, !extent.isEmpty else { return self }
    if place.rotation == .none, place.frame == extent { return self }
    let (x, y, scale) = place.fit(width: extent.width, height: extent.height)
    let m = place.matrix(x: x, y: y + extent.height * scale, scale: scale)
    return mapped(scale: scale, turn: place.rotation) { point in
      let (dx, dy) = (point.x - extent.minX, point.y - extent.minY)
      return PagePoint(x: m[0] * dx + m[2] * dy + m[4], y: m[1] * dx + m[3] * dy + m[5])
    }
  }

  private func mapped(
    scale: Double, turn: PageRotation, _ map: (PagePoint) -> PagePoint
  ) -> Appearance {
    func placed(_ place: UprightFrame) -> UprightFrame {
      UprightFrame(place.frame.mapCorners(map), place.rotation + turn)
    }
    var result = self
    result.box = box?.mapCorners(map)
    result.items = items.map { item in
      switch item.content {
      case .path(var path):
        path.path = path.path.mapPoints(map)
        if var pen = path.pen {
          pen.width *= scale
          pen.dash = pen.dash.map { $0 * scale }
          path.pen = pen
        }
        return Item(.path(path))
      case .group(let group): return Item(.group(group.mapped(scale: scale, turn: turn, map)))
      case .text(var text):
        text.place = placed(text.place)
        text.text.font.size *= scale
        return Item(.text(text))
      case .page(var page):
        page.place = placed(page.place)
        return Item(.page(page))
      case .image(var image):
        image.place = placed(image.place)
        return Item(.image(image))
      }
    }
    return result
  }
}

extension Appearance {
  /// Groups lie in each other no deeper than this.
  static let deepestGroup = 32

  /// - Throws: ``PDFError`` with code `.invalidGeometry` if a place cannot be written; `.invalidArgument` if an opacity is not 0 to 1, a text
  ///   cannot be set, or groups lie in each other too deep.
  package func requireUsable(depth: Int = 0) throws {
    guard depth < Self.deepestGroup else {
      throw PDFError(
        .invalidArgument,
        "Groups of a picture lie in each other at most \(Self.deepestGroup) deep: join some of them.")
    }
    func requireShare(_ opacity: Double) throws {
      guard (0...1).contains(opacity) else {
        throw PDFError(.invalidArgument, "An opacity is 0 to 1, not \(opacity).")
      }
    }
    func require(_ isUsable: Bool) throws {
      guard isUsable else {
        throw PDFError(
          .invalidGeometry,
          "A picture has places and widths that are numbers up to \(Double.coordinateLimit), in points, and frames that cover an area."
        )
      }
    }
    try requireShare(opacity)
    try require(box?.isUsable ?? true)
    for item in items {
      switch item.content {
      case .path(let path):
        try requireShare(path.fillOpacity)
        try requireShare(path.penOpacity)
        if let pen = path.pen {
          try require(([pen.width] + pen.dash).allSatisfy { $0.isUsableCoordinate && $0 >= 0 })
        }
        for element in path.path.elements {
          switch element {
          case .move(let point), .line(let point): try require(point.isUsable)
          case .curve(let first, let second, let end):
            try require(first.isUsable && second.isUsable && end.isUsable)
          case .close: break
          }
        }
      case .group(let group): try group.requireUsable(depth: depth + 1)
      case .text(let text):
        try require(text.place.frame.isUsable)
        try text.text.requireUsable()
      case .page(let page): try require(page.place.frame.isUsable && !page.place.frame.isEmpty)
      case .image(let image): try require(image.place.frame.isUsable && !image.place.frame.isEmpty)
      }
    }
  }

  /// The memory that it takes besides files that others share, estimated.
  package var byteCount: Int {
    items.reduce(128) { sum, item in
      switch item.content {
      case .path(let path): sum + 128 + path.path.elements.count * 49
      case .group(let group): sum + group.byteCount
      case .text(let text): sum + 256 + text.text.string.utf8.count
      case .page, .image: sum + 256
      }
    }
  }

  /// The bytes of the files in it.
  package var heldByteCount: Int {
    placedItems.reduce(0) { sum, item in
      switch item.content {
      case .page(let page): sum + page.document.count
      case .image(let image): sum + image.image.data.count
      default: sum
      }
    }
  }
}

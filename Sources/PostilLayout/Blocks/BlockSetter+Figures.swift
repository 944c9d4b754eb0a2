import Foundation
import PostilFile
import PostilGraphics
import PostilModel

/// Pictures and barcodes.
extension BlockSetter {
  /// A picture of a size.
  struct SizedPicture {
    enum Content {
      case image(Appearance.Image)
      case drawing(Appearance)
      /// The first page of a document.
      case page(Data)
    }

    let picture: Picture
    let content: Content
    var size: PageSize
    /// The element that it is; `nil` if it says nothing.
    var figure: TagScope?

    func draw(_ canvas: PageCanvas, in frame: PageRect) throws {
      guard let figure else {
        return try canvas.asArtifact(.layout) { try paint(canvas, in: frame, .artifact(.layout)) }
      }
      figure.properties.box = frame
      try paint(canvas, in: frame, canvas.mark(figure))
    }

    private func paint(_ canvas: PageCanvas, in frame: PageRect, _ mark: ComposedMark) throws {
      let box = PageRect(x: 0, y: 0, width: size.width, height: size.height)
      switch content {
      case .image(let image): try canvas.composer.paint(image, in: frame, mark)
      case .drawing(let drawing): try canvas.composer.paint(drawing, box: box, at: frame.origin, mark)
      case .page(let page):
        let drawing = Appearance(items: [.page(of: page, in: box)])
        try canvas.composer.paint(drawing, box: box, at: frame.origin, mark)
      }
    }

    /// What it says to who does not see it.
    var alternative: String { figure?.properties.alternative ?? "" }

    /// It, to be set among the letters of a line.
    var amongLetters: SetText.LinePicture {
      SetText.LinePicture(size: size) { try draw($0, inLineOf: $1, in: $2) }
    }

    /// Paints it among the letters of a line.
    private func draw(_ canvas: PageCanvas, inLineOf scope: TagScope, in frame: PageRect) throws {
      var copy = self
      copy.figure = figure.map { TagScope("Figure", in: scope, $0.properties) }
      copy.figure?.properties.isInLine = true
      try copy.draw(canvas, in: frame)
      copy.figure?.close(canvas.composer)
    }

    /// The same so high, of the same shape.
    func sized(height: Double) -> SizedPicture {
      var copy = self
      copy.size = PageSize(width: height * size.width / size.height, height: height)
      return copy
    }
  }

  // MARK: - One

  func setPicture(_ picture: Picture) throws {
    let sized = try sized(picture)
    let size = sized.size
    let item = LayoutItem(height: size.height)
    (item.name, item.spaceBefore, item.spaceAfter) = (
      "A picture", style.body.spaceAfter, style.body.spaceAfter
    )
    let placement = picture.placement
    item.keepsWithNext = placement.caption != nil
    if !picture.hasSize { item.leastHeight = size.height / 2 }
    let (left, alignment, room) = (x, self.alignment(placement.alignment), width)
    item.draw = { [weak item] canvas, x, top in
      let height = item?.height ?? size.height
      let sized = height == size.height ? sized : sized.sized(height: height)
      let left = left + alignment.start(of: sized.size.width, in: room)
      try sized.draw(
        canvas, in: PageRect(x: x + left, y: top - height, width: sized.size.width, height: height))
    }
    try target.add(item)
    if let caption = placement.caption { try set(caption: caption, of: sized, placement.alignment, self) }
    if let figure = sized.figure { try close(figure) }
  }

  private func set(
    caption: Inline, of sized: SizedPicture, _ alignment: TextAlignment?, _ setter: BlockSetter
  ) throws {
    var look = style.caption
    if look.alignment == .natural, let alignment {
      look.alignment = alignment == .center ? .center : alignment == .left ? .left : .right
    }
    try setter.nested(sized.figure ?? scope)
      .setParagraph(caption, look, tag: sized.figure == nil ? "P" : "Caption")
  }

  /// A picture that stands among the letters of a line.
  func sized(amongLetters picture: Picture) throws -> SizedPicture {
    guard picture.placement.caption == nil, picture.placement.alignment == nil else {
      throw PDFError(
        .invalidArgument,
        "A picture in a line has no caption and stands where the line has it: leave these out, or make it a block."
      )
    }
    return try sized(picture)
  }

  func sized(_ picture: Picture) throws -> SizedPicture {
    var figure: TagScope?
    if case .text(let text) = picture.alternative {
      guard !text.isEmpty else {
        throw PDFError(
          .invalidArgument, "The alternative text is empty: say what it shows, or that it is decorative.")
      }
      figure = TagScope("Figure", in: scope)
      figure?.properties.alternative = text
    }
    let (content, size) = try size(of: picture)
    return SizedPicture(picture: picture, content: content, size: size, figure: figure)
  }

  // MARK: - Several

  func setFigures(_ row: FigureRow) throws {
    guard (1...20).contains(row.figures.count), row.gap.isFinite, row.gap >= 0 else {
      throw PDFError(
        .invalidArgument,
        "A row has 1 to 20 figures with room between them, not \(row.figures.count) with \(row.gap).")
    }
    let figures = row.figures.compactMap { $0 as? any SetFigure }
    guard figures.count == row.figures.count else {
      throw PDFError(.invalidArgument, "A row of figures has pictures and barcodes alone.")
    }
    let gaps = row.gap * Double(figures.count - 1)
    let pictures = try figures.map { figure in
      try at(figure.noun, figure.place) { try figure.picture(self) }
    }
    let sized = try equallyHigh(pictures, figures, in: width - gaps)
    let whole = sized.reduce(gaps) { $0 + $1.size.width }
    guard whole <= width + 0.01 else {
      throw PDFError(
        .invalidArgument,
        "The figures are \(Int(whole.rounded(.up))) points wide, and there is room for \(Int(width)): make them smaller."
      )
    }
    var place = x + start(row.alignment, of: whole)
    if session.isRightToLeft { place += whole }
    var (parts, height, captions): ([(SizedPicture, Double, ItemStack)], Double, Double) = ([], 0, 0)
    for one in sized {
      let collector = ItemCollector()
      if let caption = one.picture.placement.caption {
        let copy = collecting(collector, width: one.size.width, scope)
        try set(caption: caption, of: one, one.picture.placement.alignment, copy)
      }
      let stack = ItemStack(items: collector.items)
      if session.isRightToLeft { place -= one.size.width }
      parts.append((one, place, stack))
      (height, captions) = (max(height, one.size.height), max(captions, stack.height))
      place += session.isRightToLeft ? -row.gap : one.size.width + row.gap
    }
    let gap = captions > 0 ? style.caption.spaceBefore : 0
    let item = LayoutItem(height: height + gap + captions)
    (item.name, item.spaceBefore, item.spaceAfter) = (
      "A row of figures", style.body.spaceAfter,
      max(style.body.spaceAfter, captions > 0 ? style.caption.spaceAfter : 0)
    )
    item.footnotes = parts.flatMap(\.2.footnotes)
    item.draw = { canvas, x, top in
      for (one, left, caption) in parts {
        // Those that are lower stand on one line with the others.
        try one.draw(
          canvas, in: PageRect(x: x + left, y: top - height, width: one.size.width, height: one.size.height))
        try caption.draw(canvas, x + left, top - height - gap)
        one.figure?.close(canvas.composer)
      }
    }
    try target.add(item)
  }

  /// Those without a width become equally high, as high as there is room, and no higher than the highest would be alone.
  private func equallyHigh(
    _ pictures: [Picture], _ figures: [any SetFigure], in room: Double
  ) throws -> [SizedPicture] {
    let usual = try zip(pictures, figures).map { picture, figure in
      try at(figure.noun, figure.place) { try sized(picture) }
    }
    let isFixed = pictures.map { $0.hasSize }
    let fixed = zip(usual, isFixed).filter(\.1).reduce(0) { $0 + $1.0.size.width }
    let free = zip(usual, isFixed).filter { !$0.1 }.map(\.0.size)
    let proportions = free.reduce(0) { $0 + $1.width / $1.height }
    guard proportions > 0, room > fixed else { return usual }
    let height = min((room - fixed) / proportions, free.map(\.height).max() ?? 0)
    return zip(usual, isFixed).map { $1 ? $0 : $0.sized(height: height) }
  }

  // MARK: - Sizes

  private func size(of picture: Picture) throws -> (SizedPicture.Content, PageSize) {
    let image: Appearance.Image
    switch picture.content {
    case .page(let make):
      let (page, usual) = try make()
      let scale = min(1, width / usual.width, pageHeight / usual.height)
      let size = PageSize(width: usual.width * scale, height: usual.height * scale)
      return (.page(page), try self.size(of: picture, usually: size))
    case .drawing(let drawing, let size):
      try size.requireValid()
      for item in drawing.placedItems {
        if case .image(let placed) = item.content { try requireColors(placed.image) }
        if case .page = item.content, !session.conformance.isEmpty {
          throw PDFError(
            .unsupported,
            "A page of another document in a drawing may break \(session.conformance.names): leave it out.")
        }
      }
      return (.drawing(drawing), size)
    case .image(let given): image = given
    case .file(let url): image = try session.image(url)
    }
    try requireColors(image)
    let usual = image.usualSize(width: width, height: pageHeight)
    return (
      .image(image),
      try size(of: picture, usually: PageSize(width: usual.width, height: usual.height))
    )
  }

  private func requireColors(_ image: Appearance.Image) throws {
    guard session.conformance.contains(.pdfA3b), image.layout.colors == 4, image.format == .jpeg else {
      return
    }
    throw PDFError(
      .unsupported, "The image has CMYK colors, which PDF/A with sRGB does not have: convert it to RGB.")
  }

  /// As large as somebody wants it, or as usual.
  private func size(of picture: Picture, usually usual: PageSize) throws -> PageSize {
    guard let wanted = picture.width else { return usual }
    guard wanted.isFinite, wanted > 0, wanted <= width + 0.01 else {
      throw PDFError(
        .invalidArgument, "The picture is \(wanted) points wide, and there is room for \(Int(width)).")
    }
    return PageSize(width: wanted, height: wanted * usual.height / usual.width)
  }

  /// From the edge to what is so wide.
  private func start(_ alignment: TextAlignment?, of width: Double) -> Double {
    self.alignment(alignment).start(of: width, in: self.width)
  }

  private func alignment(_ alignment: TextAlignment?) -> TextAlignment {
    alignment ?? (session.isRightToLeft ? .right : .left)
  }
}

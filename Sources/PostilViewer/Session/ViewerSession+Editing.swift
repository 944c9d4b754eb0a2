public import Foundation

extension ViewerSession {
  /// Undoes the last edit, and shows a page that it changed. If a drawing is in progress, cancels that instead.
  public func undo() {
    guard !drawing.isDrawing else { return drawing.cancel() }
    reverse { try $0.undo() }
  }

  /// Redoes the edit that was undone last, and shows a page that it changed. Ignored while a drawing is in progress.
  public func redo() {
    guard !drawing.isDrawing else { return }
    reverse { try $0.redo() }
  }

  private func reverse<Result: Sendable>(_ body: @escaping @Sendable (PDFDocument) throws -> Result) {
    lastEdited = []
    editor.enqueue(.editing) {
      try body($0.document)
    } then: { [weak self] result in
      guard let self, case .success = result,
        !viewport.visiblePages.contains(where: { self.lastEdited.contains($0.page) }),
        let index = pages.firstIndex(where: lastEdited.contains)
      else { return }
      viewport.go(to: index)
    }
  }

  /// Removes all annotations of the current page that Postil can draw and that are not locked. Cancels a drawing in progress.
  ///
  /// - Returns: A task with the number of annotations that were removed; 0 if the edit failed.
  @discardableResult
  public func clearPage() -> Task<Int, Never> {
    drawing.cancel()
    guard let page = viewport.currentPage else { return Task { 0 } }
    return editor.edit(orElse: 0) { try $0.removeDrawnAnnotations(on: page) }
  }

  /// Adds an image to the page at a point of the view, as a stamp, and selects it. The image is upright, in its own size at 96
  /// pixels an inch, but at most half as wide and half as high as the page. It is read in the background; an error becomes the
  /// ``message``.
  ///
  /// - Parameters:
  ///   - file: A PNG or JPEG file.
  ///   - point: The middle of the image, in units of the view.
  /// - Returns: Whether there is a page at that point.
  @discardableResult
  public func addImage(_ file: URL, at point: ViewPoint) -> Bool {
    addImage(at: viewer.place(at: point)) { try Self.bytes(of: file) }
  }

  /// Adds an image to the current page, in the middle of what is seen of it, as ``addImage(_:at:)`` does.
  ///
  /// - Parameter data: The bytes of a PNG or JPEG file.
  /// - Returns: Whether there is a page.
  @discardableResult
  public func addImage(_ data: Data) -> Bool { addImage(at: middle) { data } }

  /// Adds a text to the current page, in the middle of what is seen of it, in the font and the colors of the text tool, and selects it.
  /// An error, such as of characters that no font has, becomes the ``message``.
  ///
  /// - Parameter string: The text; lines are broken at line feeds, and at half the width of the page.
  /// - Returns: Whether there is a page, and text.
  @discardableResult
  public func addText(_ string: String) -> Bool {
    guard let place = middle, !string.allSatisfy(\.isWhitespace) else { return false }
    var tool = palette.tool(.freeText).flatMap { palette.makeTool($0) as? FreeTextTool } ?? FreeTextTool()
    tool.rotation = place.transform.rotation
    let (page, author) = (place.transform.viewSize, author)
    // Room for one line: it grows to the text.
    let box = place.transform.frame(
      around: place.point, ViewSize(width: page.width / 2, height: tool.font.size * 1.5))
    add(to: place.page) { [tool] document in
      var text = Annotation(
        .freeText(string, in: box, font: tool.font, rotation: tool.rotation), style: tool.style,
        author: author)
      text = try text.grownToText()
      try document.add(text, to: place.page)
      return [text.id]
    }
    return true
  }

  private typealias Place = (page: PageID, point: PagePoint, transform: PageTransform)

  /// The middle of what is seen of the current page.
  private var middle: Place? {
    guard let page = viewport.currentPage, let transform = viewer.transform(of: page),
      let frame = viewer.viewRect(transform.cropBox, on: page)
    else { return nil }
    let view = viewport.viewSize
    let seen = ViewPoint(
      x: (max(frame.minX, 0) + min(frame.maxX, view.width)) / 2,
      y: (max(frame.minY, 0) + min(frame.maxY, view.height)) / 2)
    return viewer.point(at: seen, on: page).map { (page, $0, transform) }
  }

  private func add(to page: PageID, _ body: @escaping @Sendable (PDFDocument) throws -> [AnnotationID]) {
    editor.finishInput()
    if palette.tool(.select) != nil { palette.selection = .select }
    selection.add(to: page, body)
  }

  private func addImage(at place: Place?, _ read: @escaping @Sendable () throws -> Data) -> Bool {
    guard let place else {
      editor.finishInput()
      return false
    }
    let author = author
    add(to: place.page) { document in
      let image = try Appearance.Image(read())
      let rect = Self.frame(of: image, around: place.point, place.transform)
      let content = AnnotationContent.stamp(.image(image), in: rect, rotation: place.transform.rotation)
      let stamp = Annotation(content, author: author)
      try document.add(stamp, to: place.page)
      return [stamp.id]
    }
    return true
  }

  private nonisolated static func bytes(of file: URL) throws -> Data {
    do {
      return try Data(contentsOf: file)
    } catch {
      throw PDFError(
        .cannotRead, "The image cannot be read: check the file.", url: file, underlying: "\(error)")
    }
  }

  private nonisolated static func frame(
    of image: Appearance.Image, around point: PagePoint, _ transform: PageTransform
  ) -> PageRect {
    let page = transform.viewSize
    let size = image.usualSize(width: page.width / 2, height: page.height / 2)
    return transform.frame(around: point, ViewSize(width: size.width, height: size.height))
  }
}

extension PageTransform {
  /// The rectangle of a size in the view whose middle is at a point.
  fileprivate func frame(around point: PagePoint, _ size: ViewSize) -> PageRect {
    let middle = viewPoint(point)
    let corner = ViewPoint(x: middle.x - size.width / 2, y: middle.y - size.height / 2)
    let opposite = ViewPoint(x: corner.x + size.width, y: corner.y + size.height)
    return PageRect(corner: pagePoint(corner), corner: pagePoint(opposite))
  }
}

public import Foundation

extension ViewerSession {
  /// Undoes the last edit. If a drawing is in progress, cancels that instead.
  public func undo() {
    guard !drawing.isDrawing else { return drawing.cancel() }
    editor.enqueue(.editing) { try $0.document.undo() }
  }

  /// Redoes the edit that was undone last. Ignored while a drawing is in progress.
  public func redo() {
    guard !drawing.isDrawing else { return }
    editor.enqueue(.editing) { try $0.document.redo() }
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
    editor.finishInput()
    guard let place = viewer.place(at: point) else { return false }
    if palette.tool(.select) != nil { palette.selection = .select }
    let author = author
    selection.add(to: place.page) { document in
      let image = try Appearance.Image(Self.bytes(of: file))
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
    let middle = transform.viewPoint(point)
    let corner = ViewPoint(x: middle.x - size.width / 2, y: middle.y - size.height / 2)
    let opposite = ViewPoint(x: corner.x + size.width, y: corner.y + size.height)
    return PageRect(corner: transform.pagePoint(corner), corner: transform.pagePoint(opposite))
  }
}

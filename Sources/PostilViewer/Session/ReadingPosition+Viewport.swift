extension ReadingPosition {
  /// Makes the position of a viewport.
  init(_ place: PageViewport.Position, tool: ToolID?) {
    self.init(
      pageIndex: place.pageIndex, x: place.x, y: place.y, zoom: place.zoom, fit: place.fit.rawValue,
      displayMode: place.displayMode, tool: tool)
  }

  /// The place in the document.
  ///
  /// - Parameter mode: How pages are laid out if that was not remembered.
  func place(in mode: DisplayMode) -> PageViewport.Position {
    let mode = displayMode ?? mode
    return PageViewport.Position(
      pageIndex: pageIndex, x: x, y: y, zoom: zoom,
      fit: fit.flatMap(PageViewport.Fit.init) ?? .usual(in: mode),
      displayMode: mode)
  }
}

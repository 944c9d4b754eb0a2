extension ReadingPosition {
  /// Makes the position of a viewport.
  init(_ place: PageViewport.Position, tool: ToolID?) {
    self.init(
      pageIndex: place.pageIndex, x: place.x, y: place.y, zoom: place.zoom, fit: place.fit.rawValue,
      displayMode: place.displayMode, tool: tool)
  }

  /// The place in the document.
  var place: PageViewport.Position {
    PageViewport.Position(
      pageIndex: pageIndex, x: x, y: y, zoom: zoom, fit: fit.flatMap(PageViewport.Fit.init) ?? .page,
      displayMode: displayMode ?? .singlePage)
  }
}

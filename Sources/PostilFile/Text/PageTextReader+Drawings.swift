package import PostilModel

extension PageTextReader {
  /// What a page draws in its content, and behind that in the appearances of its annotations, in the order in which it is painted.
  ///
  /// - Parameters:
  ///   - index: The page's place in the file.
  ///   - check: Called every few milliseconds; what it throws ends the reading.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, `.damaged` if nothing of the content can be read, `.unsupported` if there is too
  ///   much; what `check` throws.
  /// - Complexity: O(bytes of what the page shows).
  package func drawings(ofPage index: Int, check: @escaping @Sendable () throws -> Void) throws
    -> [PageDrawing]
  {
    try contents.read(index, check: check) { page in
      let collector = DrawingCollector(area: page.area)
      let walk = ContentWalk(collector)
      try contents.interpret(page, walk)
      collector.isInAnnotation = true
      try contents.forEachShownAnnotation(of: page) { _, appearance in
        if let appearance { try walk.paint(appearance) }
      }
      return collector.drawings
    }
  }
}

extension Annotation {
  /// The annotation's picture, made of its content and style: what is drawn on screen and what is
  /// written into the file.
  ///
  /// - At line width 0 no outline is painted.
  /// - Rectangles and ellipses have one item, filled and stroked. Those of no width or no height
  ///   are painted as the line that they are.
  /// - Freehand strokes are painted by a round pen; a dot is a filled circle as wide as the pen.
  /// - Line endings grow with the line, and are never smaller than a few points. Dashes are the
  ///   shaft's alone. A line of no length and without endings is a dot.
  /// - Annotations that Postil does not draw have an empty picture, and so have notes that answer others.
  ///
  /// O(points).
  public var appearance: Appearance { isReplyNote ? Appearance() : content.value.appearance(style) }

  /// A rectangle, in page space, that holds all that is painted: of rectangles and ellipses exactly the rectangle widened by half
  /// the line, of cloudy ones with their bulges; of strokes and lines their exact extent widened by half the line, line endings and
  /// captions included; of marked text its quadrilaterals as well. Of an annotation that Postil does not draw it is the annotation's
  /// own rectangle. O(points).
  public var bounds: PageRect { content.value.bounds(style) }
}

extension AnnotationContent {
  /// The content's picture in a style.
  package func appearance(_ style: AnnotationStyle) -> Appearance { value.appearance(style) }
  /// The rectangle that holds the picture.
  package func bounds(_ style: AnnotationStyle) -> PageRect { value.bounds(style) }
}

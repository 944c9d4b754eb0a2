/// Annotations at other places and in other sizes. What may not be done with one is said by its ``Annotation/capabilities``;
/// documents refuse it.
extension Annotation {
  /// The rectangle that ``resized(to:keepingAspect:)`` fits into another one, in page space: of a rectangle the middle of its
  /// border, of a callout the box alone. Lines have a width that stands out of it: ``bounds``. O(points).
  public var frame: PageRect { content.value.frame }

  /// Whether it looks wrong when width and height are not resized alike, as images do.
  public var keepsAspect: Bool { content.value.keepsAspect }

  /// The annotation with its ``frame`` fitted into a rectangle. Line widths and the size of letters stay. Where the frame has no
  /// extent, as that of a line straight up, it is moved and not stretched. O(points).
  ///
  /// - Parameters:
  ///   - rect: The frame that it is to have, in page space.
  ///   - isAspectKept: Whether the frame keeps its aspect, in the middle of the rectangle.
  public func resized(to rect: PageRect, keepingAspect isAspectKept: Bool = false) -> Annotation {
    let old = frame
    let new = isAspectKept ? rect.fitting(aspectOf: old) : rect
    return with(content.value.resized(from: old, to: new))
  }

  /// The annotation turned by quarters about the middle of its ``frame``, clockwise on the page as the file has it. O(points).
  public func turned(by turn: PageRotation) -> Annotation { with(content.value.turned(by: turn)) }

  /// The points that can be moved one by one: the ends of a line, the corners of a polygon, the line of a callout with its tip
  /// first. None for other kinds. O(points).
  public var controlPoints: [PagePoint] { content.value.controlPoints }

  /// The annotation with one of its ``controlPoints`` at another place; the same if there is no such point. O(points).
  public func movingControlPoint(_ index: Int, to point: PagePoint) -> Annotation {
    guard controlPoints.indices.contains(index) else { return self }
    return with(content.value.movingControlPoint(index, to: point))
  }

  private func with(_ value: any AnnotationKind) -> Annotation {
    var copy = self
    copy.content = AnnotationContent(value)
    return copy
  }
}

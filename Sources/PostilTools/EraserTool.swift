public import PostilModel

/// Rubs out along a freehand path, with a round head of a given width.
///
/// Strokes and outlines are cut where the head touches them, so that what is left just touches the
/// way of the head with its round ends; everything farther away keeps exactly the shape it had.
///
/// - Ink that is cut stays one annotation, with more strokes.
/// - A line that is cut becomes lines: the first keeps the name, each keeps the endings that the
///   head has not touched.
/// - A polyline that is cut becomes polylines in the same way.
/// - Rectangles, ellipses and polygons become ink: the rest of the outline, and what is left of the inside
///   if they were filled (with curves as polygons, off by less than 0.02 points).
/// - Of other kinds, such as marked text, notes and stamps, of measurements, of lines with leader lines, and of what has looks that
///   Postil does not understand, the annotation goes as a whole.
/// - Annotations that are hidden, read-only or locked, and kinds that Postil does not draw, are
///   left alone.
///
/// Each move takes away what the head covers on its way from the last point to this one, so its
/// cost does not depend on how long the eraser has been in use.
public struct EraserTool: DrawingTool {
  /// How ``draw()`` shows the head. What is erased does not depend on it.
  public var style = AnnotationStyle(color: Color(red: 0.5, green: 0.5, blue: 0.5))
  private var eraser: Eraser
  private var head: PagePoint?

  /// Makes an eraser for a page.
  ///
  /// - Parameters:
  ///   - width: The width of the head, in points; brought into 0…1,000 (NaN: 0).
  ///   - annotations: All annotations of the page, bottom first: the places in what
  ///     ``finish()`` returns are places in this list. Viewers give them by ``prepare(for:)``.
  ///   - mode: What happens to an annotation that the head touches.
  public init(width: Double, erasing annotations: [Annotation] = [], mode: ErasingMode = .partial) {
    eraser = Eraser(width: width, mode: mode, of: annotations)
  }

  /// The width of the head, in points, 0…1,000.
  public var width: Double { eraser.width }
  /// What happens to an annotation that the head touches.
  public var mode: ErasingMode { eraser.mode }
  /// What the page has now, bottom first: for showing what is left while erasing.
  /// O(annotations), and O(points) for those that have been cut.
  public var annotations: [Annotation] { eraser.annotations }

  /// The annotations of the page.
  public var needs: ToolNeeds { .annotations }
  /// What is rubbed out is gone while the head moves.
  public var commitsWhileDrawing: Bool { true }
  /// The width of the head.
  public var headWidth: Double? { width }
  /// What a menu calls it.
  public var editName: String? { "Erase" }

  /// Takes the annotations of the page. While the head is on the page nothing comes of it.
  public mutating func prepare(for page: ToolPage) {
    if head == nil { eraser = Eraser(width: width, mode: mode, of: page.annotations) }
  }

  /// Whether the head is on the page.
  public var isDrawing: Bool { head != nil }

  /// Puts the head on the page and rubs out a disc. Returns the rectangle to redraw.
  @discardableResult public mutating func begin(at point: PagePoint) -> PageRect {
    let old = head == nil ? nil : cancel()
    guard point.isUsable else { return old ?? .zero }
    head = point
    let box = erase(from: point, to: point)
    return old?.union(box) ?? box
  }

  /// Moves the head straight to a point and rubs out on the way. Returns the rectangle to redraw.
  @discardableResult public mutating func move(to point: PagePoint) -> PageRect {
    guard let last = head, point.isUsable, point != last else { return .zero }
    head = point
    return erase(from: last, to: point)
  }

  /// The outline of the head.
  public func draw() -> Appearance {
    guard let head, let pen = style.pen() else { return Appearance() }
    let circle = PagePath.circle(around: head, radius: width / 2)
    return Appearance(items: [Appearance.Item(path: circle, pen: pen)], opacity: style.opacity)
  }

  /// Lifts the head and returns the changes to what it touched: nothing for annotations that it
  /// missed, `remove` for those that are gone, `replace` for those of which something is left, and
  /// `add` for the further pieces of a line, each right above the one before. The places of `add`
  /// are those in the page's list when the changes are made one after the other, in order.
  ///
  /// The eraser can go on from there: what it gives next is relative to these changes.
  public mutating func finish() -> [AnnotationChange] {
    guard head != nil else { return [] }
    head = nil
    return eraser.takeChanges()
  }

  /// Lifts the head and puts everything back as it was. Returns the rectangle to redraw.
  @discardableResult public mutating func cancel() -> PageRect {
    guard let last = head else { return .zero }
    head = nil
    return headBounds(last, last, and: eraser.reset())
  }

  private mutating func erase(from start: PagePoint, to end: PagePoint) -> PageRect {
    headBounds(start, end, and: eraser.erase(from: start, to: end))
  }

  private func headBounds(_ a: PagePoint, _ b: PagePoint, and changed: PageRect?) -> PageRect {
    let head = PageRect(corner: a, corner: b).insetBy(-(width + style.lineWidth) / 2)
    return changed?.union(head) ?? head
  }
}

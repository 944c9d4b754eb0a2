public import PostilModel

/// Makes a place for text on the page: a box by a drag, or by a tap a place where typewriting begins.
public struct FreeTextTool: TextEntryTool {
  /// The color of the text, the background, and the border: a line width of 0 for none.
  public var style: AnnotationStyle
  /// The font.
  public var font: TextFont
  /// How far the page is turned that is drawn on.
  public var rotation = PageRotation.none
  private var drag = Drag()

  /// A box that is smaller than that was a tap, in points.
  private static let leastExtent = 8.0

  /// Makes a tool.
  public init(style: AnnotationStyle = .text, font: TextFont = TextFont("Helvetica", size: 14)) {
    self.style = style
    self.font = font
  }

  /// Takes how far the page is turned.
  public mutating func prepare(for page: ToolPage) { rotation = page.rotation }

  /// Whether a box is being drawn.
  public var isDrawing: Bool { drag.start != nil }

  /// Begins a box. Returns the rectangle to redraw.
  @discardableResult public mutating func begin(at point: PagePoint) -> PageRect {
    let old = outline
    drag.begin(at: point)
    return old.union(outline)
  }

  /// Takes the box to another corner. Returns the rectangle to redraw.
  @discardableResult public mutating func move(to point: PagePoint) -> PageRect {
    let old = outline
    return drag.move(to: point) ? old.union(outline) : .zero
  }

  /// The outline of the box.
  public func draw() -> Appearance {
    guard let box else { return Appearance() }
    let pen = Appearance.Pen(color: style.color, width: 0.5, dash: [3, 2])
    return Appearance(items: [Appearance.Item(path: .rectangle(box), pen: pen)])
  }

  /// The place for the text: a box, or what is typed from the point on.
  public var entry: Annotation? {
    guard let start = drag.start else { return nil }
    if let box { return Annotation(.freeText("", in: box, font: font, rotation: rotation), style: style) }
    var text = FreeTextContent("", in: line(from: start), font: font, rotation: rotation)
    text.form = .typewriter
    var bare = style
    bare.fill = nil
    bare.lineWidth = 0
    return Annotation(.freeText(text), style: bare)
  }

  /// Ends the drawing; the text is asked for: see ``entry``.
  public mutating func finish() -> [AnnotationChange] {
    drag.cancel()
    return []
  }

  /// Gives the box up. Returns the rectangle to redraw.
  @discardableResult public mutating func cancel() -> PageRect {
    defer { drag.cancel() }
    return outline
  }

  private var box: PageRect? {
    guard let start = drag.start else { return nil }
    let box = PageRect(corner: start, corner: drag.end)
    return min(box.width, box.height) >= Self.leastExtent ? box : nil
  }

  private var outline: PageRect { box?.insetBy(-1) ?? .zero }

  /// The first line of a text whose upper left corner, as the reader sees it, is half a line above a point.
  private func line(from point: PagePoint) -> PageRect {
    let height = font.size * 1.2 + 2 * FreeTextContent.padding
    let corner = PagePoint(x: point.x, y: point.y + height / 2)
    let rect = PageRect(x: corner.x, y: corner.y, width: font.size, height: -height)
    return rect.mapCorners { $0.turned(by: rotation.inverse, about: point) }
  }
}

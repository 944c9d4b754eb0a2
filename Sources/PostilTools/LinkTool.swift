public import PostilModel

/// Makes an area of the page lead somewhere: the rectangle that is dragged out. A tap makes nothing.
public struct LinkTool: ShapeTool, TextEntryTool {
  /// How the area is shown while it is drawn; links themselves show nothing.
  public var style: AnnotationStyle
  /// Where the link leads; if it is `nil` that is asked for when the area has been dragged out: see ``entry``.
  public var target: LinkTarget?
  /// The drag that is being followed.
  public var drag = Drag()

  /// Makes a tool.
  public init(to target: LinkTarget?, style: AnnotationStyle = AnnotationStyle(color: .blue, lineWidth: 0.5))
  {
    self.target = target
    self.style = style
  }

  /// The link on the rectangle that has the two points as corners.
  public func shape(from start: PagePoint, to end: PagePoint) -> AnnotationContent {
    .link(PageRect(corner: start, corner: end), to: target ?? .uri(""))
  }

  /// The link without a target (`.uri("")`) if that is to be asked for.
  public var entry: Annotation? {
    guard target == nil, let start = drag.start, start != drag.end else { return nil }
    return Annotation(shape(from: start, to: drag.end))
  }

  /// The outline of the area.
  public func draw() -> Appearance {
    guard let start = drag.start, start != drag.end, style.lineWidth > 0 else { return Appearance() }
    let pen = Appearance.Pen(color: style.color, width: style.lineWidth)
    let outline = Appearance.Item(path: .rectangle(PageRect(corner: start, corner: drag.end)), pen: pen)
    return Appearance(items: [outline], opacity: style.opacity)
  }

  /// Ends the drawing and returns the link; nothing after a tap, or if its target is asked for.
  public mutating func finish() -> [AnnotationChange] {
    defer { drag.cancel() }
    guard target != nil, let start = drag.start, start != drag.end,
      let link = try? Annotation(shape(from: start, to: drag.end)).validated()
    else { return [] }
    return [.add(link)]
  }
}

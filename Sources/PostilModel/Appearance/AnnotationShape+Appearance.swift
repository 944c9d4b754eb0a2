extension AnnotationShape {
  /// The shape's picture in a style.
  func appearance(_ style: StrokeStyle) -> Appearance {
    let items = items(style)
    return Appearance(items: items, opacity: style.opacity, box: items.isEmpty ? nil : bounds(style))
  }

  private func items(_ style: StrokeStyle) -> [Appearance.Item] {
    switch self {
    case .line(let from, let to, let start, let end):
      let layout = LineLayout(from: from, to: to, start: start, end: end, lineWidth: style.lineWidth)
      return layout.isDot ? Self.dot(at: from, style) : Self.items(layout, style)
    case .rectangle(let rect): return Self.rectangleItems(rect, style)
    case .ellipse(let rect): return Self.ellipseItems(rect, style)
    case .ink(let strokes, let areas):
      return Self.areaItems(areas, style) + Self.strokeItems(strokes, style)
    case .other: return []
    }
  }

  private static func item(_ path: PagePath, fill: Color?, pen: Appearance.Pen?) -> [Appearance.Item] {
    guard !path.isEmpty, fill != nil || pen != nil else { return [] }
    return [Appearance.Item(path: path, fill: fill, pen: pen)]
  }

  /// A filled circle: readers do not agree on lines that have no length.
  private static func dot(at point: PagePoint, _ style: StrokeStyle) -> [Appearance.Item] {
    guard style.lineWidth > 0 else { return [] }
    return item(.circle(around: point, radius: style.lineWidth / 2), fill: style.color, pen: nil)
  }

  private static func rectangleItems(_ rect: PageRect, _ style: StrokeStyle) -> [Appearance.Item] {
    guard rect.isThin else { return item(.rectangle(rect), fill: style.fill, pen: style.pen()) }
    guard style.lineWidth > 0 else { return [] }
    return item(.rectangle(rect.insetBy(-style.lineWidth / 2)), fill: style.color, pen: nil)
  }

  private static func ellipseItems(_ rect: PageRect, _ style: StrokeStyle) -> [Appearance.Item] {
    guard rect.isThin else { return item(.ellipse(in: rect), fill: style.fill, pen: style.pen()) }
    return strokeItems([rect.diagonal], style)
  }

  private static func areaItems(_ areas: [[PagePoint]], _ style: StrokeStyle) -> [Appearance.Item] {
    guard let fill = style.fill else { return [] }
    return item(PagePath(areas.flatMap { PagePath.polygon($0).elements }), fill: fill, pen: nil)
  }

  /// One item for all lines, so that crossings do not show through, and one for each dot, since
  /// overlapping dots in one path would cancel out.
  private static func strokeItems(_ strokes: [InkStroke], _ style: StrokeStyle) -> [Appearance.Item] {
    guard let pen = style.pen(isRound: true) else { return [] }
    var path = PagePath()
    var dots: [PagePoint] = []
    for stroke in strokes {
      if let point = stroke.dot { dots.append(point) } else { path.append(stroke.path) }
    }
    return item(path, fill: nil, pen: pen) + dots.flatMap { dot(at: $0, style) }
  }

  /// The shaft and open ends in one item; filled ends on top; ends are never dashed.
  private static func items(_ layout: LineLayout, _ style: StrokeStyle) -> [Appearance.Item] {
    var (shaft, ends) = (PagePath(), PagePath())
    if let line = layout.shaft { shaft = PagePath([.move(line.start), .line(line.end)]) }
    let filled = layout.ends.filter { $0.isClosed && style.fill != nil }
    for end in layout.ends where !(end.isClosed && style.fill != nil) { ends.append(end.path) }
    var solid = style.pen()
    solid?.dash = []
    let tops = filled.flatMap { item($0.path, fill: style.fill, pen: solid) }
    if style.dash.isEmpty {
      shaft.append(ends)
      return item(shaft, fill: nil, pen: solid) + tops
    }
    return item(shaft, fill: nil, pen: style.pen()) + item(ends, fill: nil, pen: solid) + tops
  }
}

extension StrokeStyle {
  /// The pen of this style; `nil` at line width 0, when no outline is painted.
  func pen(isRound: Bool = false) -> Appearance.Pen? {
    guard lineWidth > 0 else { return nil }
    return Appearance.Pen(color: color, width: lineWidth, dash: dash, isRound: isRound)
  }
}

extension PageRect {
  /// Whether a pen that runs along its edges cannot tell two of them apart.
  var isThin: Bool { !(width >= InkStroke.dotSize && height >= InkStroke.dotSize) }

  /// The line from one corner to the other: all there is of a thin rectangle.
  var diagonal: InkStroke {
    InkStroke(points: [origin, PagePoint(x: maxX, y: maxY)], curve: .straight)
  }
}

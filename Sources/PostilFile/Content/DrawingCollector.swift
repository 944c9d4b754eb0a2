import PostilModel

/// Collects what a page draws: the paths that its content, forms and the appearances of its annotations paint, and shadings. What is in a
/// hidden layer is left out, and so are cells of patterns, groups of masks and glyphs of fonts: they are no drawings of the page.
///
/// Tables need less of the same paths, and pages of many: ``PageRulings`` takes them as they are, without values for each.
final class DrawingCollector: PaintVisitor {
  private(set) var drawings: [PageDrawing] = []
  /// Whether what comes is in the appearance of an annotation.
  var isInAnnotation = false

  private let area: PageRect
  /// The opacity of the groups that are open.
  private var groupOpacity = 1.0
  private var stepCount = 0
  /// The dashes that were measured last: many lines have the same.
  private var dashes: (plain: [Double], scale: Double, scaled: [Double]) = ([], 1, [])

  private let mostDrawings: Int
  private let mostSteps: Int

  /// - Parameters:
  ///   - area: What of the page is seen.
  ///   - mostDrawings: How many drawings a page may have.
  ///   - mostSteps: How many steps and dashes all of them may have.
  init(area: PageRect, mostDrawings: Int = 500_000, mostSteps: Int = 2_000_000) {
    (self.area, self.mostDrawings, self.mostSteps) = (area, mostDrawings, mostSteps)
  }

  func visit(_ event: ContentEvent, _ operation: ContentOperation, _ content: ContentInterpreter) throws {
    guard !content.isHidden else { return }
    switch event {
    case .paintPath(let painting) where painting.isSeen: try add(content.path, painting, content)
    case .shade(let name): try addShading(name, content)
    default: break
    }
  }

  func paint(_ stream: PaintedStream, _ walk: ContentWalk) throws {
    guard !stream.isHidden else { return }
    switch stream.kind {
    case .form, .appearance:
      var stream = stream
      let outer = groupOpacity
      defer { groupOpacity = outer }
      if stream.group != nil, let state = stream.state {
        groupOpacity *= Self.opacity(state.fillAlpha)
        stream.state?.beginGroup()
      }
      try walk.enter(stream)
    case .pattern, .maskGroup, .glyph: break
    }
  }

  private func add(_ path: ContentPath, _ painting: ContentPath.Painting, _ content: ContentInterpreter)
    throws
  {
    let state = content.state
    let elements = (painting.closes ? path.closed : path).elements
    try count(elements.count, content)
    // A path that only begins paints nothing.
    guard elements.contains(where: { if case .move = $0 { false } else { true } }) else { return }
    var stroke: PageDrawing.Stroke?
    if painting.stroke {
      try count(state.dashes.count, content)
      stroke = self.stroke(state)
    }
    let fill =
      painting.fill
      ? PageDrawing.Fill(
        Self.paint(state.fill), rule: painting.isEvenOdd ? .evenOdd : .nonzero,
        opacity: groupOpacity * Self.opacity(state.fillAlpha)) : nil
    try add(PagePath(elements, state.matrix), fill, stroke, state.clip)
  }

  private func addShading(_ name: PDFName, _ content: ContentInterpreter) throws {
    let objects = content.context.objects
    guard !objects.resolve(content.resources.value("Shading", name)).isNull,
      let part = content.state.clip.part(of: area)
    else { return }
    try count(5, content)
    let opacity = groupOpacity * Self.opacity(content.state.fillAlpha)
    try add(.rectangle(part), PageDrawing.Fill(.shading, opacity: opacity), nil, content.state.clip)
  }

  private func add(
    _ path: PagePath, _ fill: PageDrawing.Fill?, _ stroke: PageDrawing.Stroke?, _ clip: ContentClip
  ) throws {
    var drawing = PageDrawing(path: path, fill: fill, stroke: stroke, isInAnnotation: isInAnnotation)
    // What is beyond all pages is nowhere.
    guard drawing.bounds.isUsable, path.controlBounds?.isUsable == true else { return }
    drawing.visibleBounds = clip.part(of: drawing.reach)?.visiblePart(in: area)
    guard drawings.count < mostDrawings else { throw Self.tooMuch }
    drawings.append(drawing)
  }

  private func count(_ steps: Int, _ content: ContentInterpreter) throws {
    try content.context.count(steps)
    stepCount += steps
    guard stepCount <= mostSteps else { throw Self.tooMuch }
  }

  private static let tooMuch = PDFError(
    .unsupported, "A page has too many drawings to be read: divide it first.")

  // MARK: - How it is painted

  private func stroke(_ state: ContentState) -> PageDrawing.Stroke {
    let scale = abs(state.matrix.determinant).squareRoot()
    if state.dashes != dashes.plain || scale != dashes.scale {
      dashes = (state.dashes, scale, state.dashes.map { Self.length($0, scale) })
    }
    return PageDrawing.Stroke(
      Self.paint(state.stroke), width: Self.length(state.lineWidth, scale), dash: dashes.scaled,
      dashPhase: dashes.scaled.isEmpty ? 0 : Self.length(state.dashPhase, scale),
      cap: state.lineCap == 1 ? .round : state.lineCap == 2 ? .square : .butt,
      join: state.lineJoin == 1 ? .round : state.lineJoin == 2 ? .bevel : .miter,
      miterLimit: state.mitreLimit, opacity: groupOpacity * Self.opacity(state.strokeAlpha))
  }

  /// A length on the page; one that no page can have is 0.
  private static func length(_ length: Double, _ scale: Double) -> Double {
    let length = length * scale
    return length.isUsableCoordinate ? max(length, 0) : 0
  }

  private static func opacity(_ alpha: Double) -> Double { min(max(alpha, 0), 1) }

  private static func paint(_ color: ContentColor) -> PageDrawing.Paint {
    if let color = color.color { return .color(color) }
    switch color.patternType {
    case 1: return .pattern
    case 2: return .shading
    default: return .unknown
    }
  }
}

extension PagePath {
  /// A path of a content where a matrix takes it.
  fileprivate init(_ elements: [ContentPath.Element], _ matrix: Affine) {
    self.init(
      elements.map { element in
        switch element {
        case .move(let point): .move(matrix.apply(point))
        case .line(let point): .line(matrix.apply(point))
        case .curve(let a, let b, let end): .curve(matrix.apply(a), matrix.apply(b), matrix.apply(end))
        case .close: .close
        }
      })
  }
}

public import Foundation
internal import Postil

/// What annotations of one kind have. Of other kinds it is `nil`, zero or a default.
extension PDFAnnotation {
  // MARK: - Shapes

  /// The color inside of a shape, or of the ends of a line; `nil` for none.
  public var interiorColor: PDFKitPlatformColor? {
    get {
      let style = annotation.style
      return style.fill.map { PDFKitPlatformColor($0, opacity: style.fillOpacity ?? style.opacity) }
    }
    set {
      change { annotation in
        annotation.style.fill = newValue?.engineColor
        annotation.style.fillOpacity = newValue.map { Double($0.alphaComponent) }
      }
    }
  }

  // MARK: - Lines

  /// Where a line begins, counted from the lower left corner of ``bounds``.
  public var startPoint: CGPoint {
    get { relative(annotation.content.line?.from) }
    set {
      let point = absolute(newValue)
      change { $0.content.line?.from = point }
    }
  }

  /// Where a line ends, counted from the lower left corner of ``bounds``.
  public var endPoint: CGPoint {
    get { relative(annotation.content.line?.to) }
    set {
      let point = absolute(newValue)
      change { $0.content.line?.to = point }
    }
  }

  /// What a line shows at its beginning.
  public var startLineStyle: PDFLineStyle {
    get { annotation.content.line.map { PDFLineStyle($0.start) } ?? .none }
    set { change { $0.content.line?.start = newValue.ending } }
  }

  /// What a line shows at its end.
  public var endLineStyle: PDFLineStyle {
    get { annotation.content.line.map { PDFLineStyle($0.end) } ?? .none }
    set { change { $0.content.line?.end = newValue.ending } }
  }

  private func relative(_ point: PagePoint?) -> CGPoint {
    let corner = corner
    return point.map { CGPoint(x: $0.x - corner.x, y: $0.y - corner.y) } ?? .zero
  }

  private func absolute(_ point: CGPoint) -> PagePoint { corner.offset(dx: point.x, dy: point.y) }

  // MARK: - Ink

  /// The paths of ink, counted from the lower left corner of ``bounds``.
  public var paths: [PDFKitPlatformBezierPath]? {
    guard let strokes = annotation.content.ink?.strokes else { return nil }
    let corner = corner
    return strokes.map { stroke in
      let path = PDFKitPlatformBezierPath()
      path.path = stroke.path.moved(dx: -corner.x, dy: -corner.y)
      path.lineWidth = annotation.style.lineWidth
      return path
    }
  }

  /// Adds a path of ink, counted from the lower left corner of ``bounds``.
  public func add(_ path: PDFKitPlatformBezierPath) {
    let strokes = path.strokes(dx: corner.x, dy: corner.y)
    change { $0.content.ink?.strokes += strokes }
  }

  /// Takes a path of ink away: all strokes that are the same as one of its own.
  public func remove(_ path: PDFKitPlatformBezierPath) {
    let removed = path.strokes(dx: corner.x, dy: corner.y).map(\.path.elements)
    change { $0.content.ink?.strokes.removeAll { removed.contains($0.path.elements) } }
  }

  // MARK: - Marked text

  /// The corners of the parts of marked text, four each, as `NSValue` or `CGPoint`: upper left, upper right, lower left, lower right,
  /// counted from the lower left corner of ``bounds``.
  public var quadrilateralPoints: [NSValue]? {
    get {
      let corner = corner
      let quads = annotation.content.textMarkup?.quads ?? annotation.content.redaction?.quads
      return quads?.flatMap { [$0.upperLeft, $0.upperRight, $0.lowerLeft, $0.lowerRight] }
        .map { NSValue(point: CGPoint(x: $0.x - corner.x, y: $0.y - corner.y)) }
    }
    set {
      let points = (newValue ?? []).map { absolute($0.pointValue) }
      let quads = stride(from: 0, to: points.count - points.count % 4, by: 4).map { index in
        PageQuad(
          upperLeft: points[index], upperRight: points[index + 1], lowerLeft: points[index + 2],
          lowerRight: points[index + 3])
      }
      guard !quads.isEmpty else { return }
      change { annotation in
        annotation.content.textMarkup?.quads = quads
        annotation.content.redaction?.quads = quads
      }
    }
  }

  /// How text is marked.
  public var markupType: PDFMarkupType {
    get {
      switch annotation.content.textMarkup?.type {
      case .underline, .squiggly: .underline
      case .strikeOut: .strikeOut
      default: annotation.content.redaction == nil ? .highlight : .redact
      }
    }
    set {
      change { annotation in
        let quads = annotation.content.textMarkup?.quads ?? annotation.content.redaction?.quads
        guard let quads else { return }
        switch newValue {
        case .highlight: annotation.content = .highlight(quads)
        case .underline: annotation.content = .underline(quads)
        case .strikeOut: annotation.content = .strikeOut(quads)
        case .redact: annotation.content = .redaction(quads)
        }
      }
    }
  }

  // MARK: - Free text

  /// The font of free text.
  public var font: PDFKitPlatformFont? {
    get { annotation.content.freeText.flatMap { PDFKitPlatformFont($0.font) } }
    set {
      guard let font = newValue?.engineFont else { return }
      change { $0.content.freeText?.font = font }
    }
  }

  /// The color of free text.
  public var fontColor: PDFKitPlatformColor? {
    get {
      let annotation = annotation
      return annotation.content.freeText.map { _ in
        PDFKitPlatformColor(annotation.style.color, opacity: annotation.style.opacity)
      }
    }
    set {
      guard let newValue else { return }
      change { annotation in
        guard annotation.content.freeText != nil else { return }
        annotation.style.color = newValue.engineColor
        annotation.style.opacity = newValue.alphaComponent
      }
    }
  }

  /// How the lines of free text stand.
  public var alignment: NSTextAlignment {
    get {
      switch annotation.content.freeText?.alignment {
      case .center: .center
      case .right: .right
      default: .left
      }
    }
    set {
      let alignment: TextAlignment = newValue == .center ? .center : newValue == .right ? .right : .left
      change { $0.content.freeText?.alignment = alignment }
    }
  }

  // MARK: - Notes, windows and stamps

  /// The icon of a note.
  public var iconType: PDFTextAnnotationIconType {
    get { annotation.content.note.flatMap { note in Self.icons.first { $0.1 == note.icon }?.0 } ?? .note }
    set {
      guard let icon = Self.icons.first(where: { $0.0 == newValue })?.1 else { return }
      change { $0.content.note?.icon = icon }
    }
  }

  private static var icons: [(PDFTextAnnotationIconType, NoteContent.Icon)] {
    [
      (.comment, .comment), (.key, .key), (.note, .note), (.help, .help), (.newParagraph, .newParagraph),
      (.paragraph, .paragraph), (.insert, .insert),
    ]
  }

  /// Whether a note, or a window, is open.
  public var isOpen: Bool {
    get { annotation.content.popup?.isOpen ?? annotation.content.note?.isOpen ?? false }
    set {
      change { annotation in
        annotation.content.popup?.isOpen = newValue
        annotation.content.note?.isOpen = newValue
      }
    }
  }

  /// The word of a stamp, such as `Approved`. What is no standard word is stamped as a text.
  public var stampName: String? {
    get {
      switch annotation.content.stamp?.picture {
      case .name(let name): name.rawValue
      case .text(let text, _): text
      case .fromFile(let name): name
      default: nil
      }
    }
    set {
      guard let newValue else { return }
      let name = StampContent.Name(rawValue: newValue)
      change { annotation in
        guard annotation.content.stamp != nil else { return }
        let isStandard = StampContent.Name.allCases.contains(name)
        annotation.content.stamp?.picture = isStandard ? .name(name) : .text(newValue)
        if isStandard { annotation.style.color = name.color }
      }
    }
  }
}

extension PDFLineStyle {
  init(_ ending: LineEnding) {
    switch ending {
    case .square: self = .square
    case .circle: self = .circle
    case .diamond: self = .diamond
    case .openArrow, .reversedOpenArrow: self = .openArrow
    case .closedArrow, .reversedClosedArrow: self = .closedArrow
    default: self = .none
    }
  }

  var ending: LineEnding {
    switch self {
    case .none: .none
    case .square: .square
    case .circle: .circle
    case .diamond: .diamond
    case .openArrow: .openArrow
    case .closedArrow: .closedArrow
    }
  }
}

extension PagePath {
  fileprivate func moved(dx: Double, dy: Double) -> PagePath {
    func point(_ point: PagePoint) -> PagePoint { point.offset(dx: dx, dy: dy) }
    return PagePath(
      elements.map { element in
        switch element {
        case .move(let end): .move(point(end))
        case .line(let end): .line(point(end))
        case .curve(let a, let b, let end): .curve(point(a), point(b), point(end))
        case .close: .close
        }
      })
  }
}

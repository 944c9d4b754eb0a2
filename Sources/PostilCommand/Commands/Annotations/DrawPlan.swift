import Postil

/// Makes annotations of the steps of a command line; style steps apply to the shapes after them.
struct DrawPlan: Sendable {
  private(set) var annotations: [Annotation] = []
  /// Whether there is a step after the last shape, which would change nothing.
  private(set) var hasIdleSteps = false
  private var style = AnnotationStyle()
  private var endings = (start: LineEnding.none, end: LineEnding.none)
  private var cloudIntensity = 0.0
  private var fillsWithColor = false
  private var scale = "1 in = 1 in"
  private var precision = MeasurementFormat.Precision.decimals(2)
  private var leaderLength = 0.0
  private var captionSize = 9.0
  private var author: String?
  private var contents: String?
  /// The name of the next shape.
  private var id: AnnotationID?

  init(_ steps: [DrawStep]) { for step in steps { apply(step) } }

  private mutating func apply(_ step: DrawStep) {
    // A shape takes it back.
    hasIdleSteps = true
    switch step {
    case .line(let from, let to): add(.line(from: from, to: to, start: endings.start, end: endings.end))
    case .arrow(let from, let to):
      let end = endings.end == .none ? LineEnding.openArrow : endings.end
      add(.line(from: from, to: to, start: endings.start, end: end))
    case .rectangle(let rect): add(.rectangle(rect, cloudIntensity: cloudIntensity))
    case .polygon(let corners): add(.polygon(corners, cloudIntensity: cloudIntensity))
    case .cloud(let corners): add(.polygon(corners, cloudIntensity: cloudIntensity > 0 ? cloudIntensity : 1))
    case .cloudIntensity(let intensity): cloudIntensity = intensity
    case .shape(let shape): add(shape)
    case .polyline(let points): add(.polyline(points, start: endings.start, end: endings.end))
    case .distance(let from, let to):
      let leaders = leaderLength == 0 ? nil : LineContent.Leaders(length: leaderLength, overhang: 4, gap: 2)
      if let measurement {
        var line = LineContent(
          from: from, to: to, start: endings.start, end: endings.end, leaders: leaders,
          measurement: measurement)
        if endings == (.none, .none) { (line.start, line.end) = (.openArrow, .openArrow) }
        add(.line(line))
      }
    case .perimeter(let points): if let measurement { add(.perimeter(points, measurement)) }
    case .area(let corners): if let measurement { add(.area(corners, measurement)) }
    case .scale(let text): scale = text
    case .precision(let precision): self.precision = precision
    case .leader(let length): leaderLength = length
    case .captionSize(let size): captionSize = size
    case .id(let name): id = name
    case .fillOpacity(let opacity): style.fillOpacity = opacity
    case .color(let color): style.color = color
    case .width(let width): style.lineWidth = width
    case .opacity(let opacity): style.opacity = opacity
    case .fillWithColor: fillsWithColor = true
    case .fill(let color):
      fillsWithColor = false
      style.fill = color
    case .dash(let dash): style.dash = dash
    case .startEnding(let ending): endings.start = ending
    case .endEnding(let ending): endings.end = ending
    case .author(let name): author = name
    case .contents(let text): contents = text
    }
  }

  /// What makes shapes measurements. The scale was looked at when it was read.
  private var measurement: PageMeasurement? {
    MeasurementScale(scale, precision: precision).map { PageMeasurement($0, captionSize: captionSize) }
  }

  private mutating func add(_ shape: AnnotationContent) {
    var style = style
    if fillsWithColor { style.fill = style.color }
    annotations.append(
      Annotation(shape, style: style, contents: contents, author: author, id: id ?? AnnotationID()))
    id = nil
    hasIdleSteps = false
  }
}

extension Annotation {
  /// The annotation as it measures on a page, with a caption that stands upright there.
  func measuring(on page: PDFPage) -> Annotation {
    guard var measurement = content.measurement else { return self }
    measurement.scale = measurement.scale.forPage(userUnit: page.userUnit)
    measurement.rotation = page.rotation
    var copy = self
    copy.content.measurement = measurement
    return copy
  }
}

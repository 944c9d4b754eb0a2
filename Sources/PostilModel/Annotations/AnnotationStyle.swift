/// How an annotation is painted: the pen's color and width, the filling, opacity and dashes.
///
/// Values out of range are brought into range rather than refused, so that a slider or a file
/// can set them freely.
public struct AnnotationStyle: Sendable, Hashable {
  /// The widest pen, in points.
  public static let maximumLineWidth = 1000.0

  /// The color of outlines and strokes.
  public var color: Color
  /// The color inside of closed shapes, areas and line ends, and behind free text; `nil` leaves them open. Of redaction marks it is
  /// what areas are filled with once they are removed.
  public var fill: Color?
  /// The pen's width in points, 0…1,000. At 0 no outline is drawn.
  public var lineWidth: Double { didSet { lineWidth = Self.clampedWidth(lineWidth) } }
  /// 0 (invisible) … 1 (opaque), for the annotation as a whole, or without its fill if ``fillOpacity`` is set.
  public var opacity: Double { didSet { opacity = Self.clampedOpacity(opacity) } }
  /// 0 (invisible) … 1 (opaque), for the fill alone; `nil` for the same as ``opacity``. Where outline and fill
  /// overlap and have opacities of their own, the fill shows through the outline.
  public var fillOpacity: Double? { didSet { fillOpacity = fillOpacity.map(Self.clampedOpacity) } }
  /// Lengths of dashes and gaps in turn, in points; empty for an unbroken line (ISO 32000-2, 8.4.3.6).
  public var dash: [Double] { didSet { dash = Self.usableDash(dash) } }

  /// Makes a style. Width and opacities are brought into range (NaN: 1); dashes that are negative, above 1,000,000 points, or all
  /// zero count as none.
  public init(
    color: Color = .black, fill: Color? = nil, lineWidth: Double = 1, opacity: Double = 1,
    fillOpacity: Double? = nil, dash: [Double] = []
  ) {
    self.color = color
    self.fill = fill
    self.lineWidth = Self.clampedWidth(lineWidth)
    self.opacity = Self.clampedOpacity(opacity)
    self.fillOpacity = fillOpacity.map(Self.clampedOpacity)
    self.dash = Self.usableDash(dash)
  }

  private static func clampedWidth(_ value: Double) -> Double {
    value.isNaN ? 1 : min(max(value, 0), maximumLineWidth)
  }

  private static func clampedOpacity(_ value: Double) -> Double {
    value.isNaN ? 1 : min(max(value, 0), 1)
  }

  private static func usableDash(_ dash: [Double]) -> [Double] {
    let usable = dash.allSatisfy { $0.isUsableCoordinate && $0 >= 0 } && dash.contains { $0 > 0 }
    return usable ? dash : []
  }
}

extension AnnotationStyle: CustomStringConvertible {
  /// What differs from opaque and unbroken, briefly: `FF0000, 2 pt, fill FFFF00, opacity 0.5`.
  public var description: String {
    var parts = ["\(color)", "\(lineWidth) pt"]
    if let fill { parts.append("fill \(fill)") }
    if opacity < 1 { parts.append("opacity \(opacity)") }
    if let fillOpacity { parts.append("fill opacity \(fillOpacity)") }
    if !dash.isEmpty { parts.append("dash \(dash)") }
    return parts.joined(separator: ", ")
  }
}

/// The former name of ``AnnotationStyle``.
@available(*, deprecated, renamed: "AnnotationStyle")
public typealias StrokeStyle = AnnotationStyle

extension AnnotationStyle {
  /// Black text without border and background.
  public static let text = AnnotationStyle(color: .black, lineWidth: 0)

  /// A yellow highlighter, 12 points wide.
  public static let highlighter = AnnotationStyle(color: .yellow, lineWidth: 12)

  /// What marks look like until something else is chosen: highlights are yellow, lines below text green, lines through
  /// it red.
  public static func textMarkup(_ type: TextMarkupType) -> AnnotationStyle {
    switch type {
    case .highlight: .highlighter
    case .underline, .squiggly: AnnotationStyle(color: Color(red: 0, green: 0.6, blue: 0.2), lineWidth: 12)
    case .strikeOut: AnnotationStyle(color: Color(red: 0.85, green: 0, blue: 0), lineWidth: 12)
    }
  }
}

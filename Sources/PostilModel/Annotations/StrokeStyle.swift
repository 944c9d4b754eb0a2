/// How an annotation is painted: the pen's colour and width, the filling, opacity and dashes.
///
/// Values out of range are brought into range rather than refused, so that a slider or a file
/// can set them freely.
public struct StrokeStyle: Sendable, Hashable {
  /// The widest pen, in points.
  public static let maximumLineWidth = 1000.0

  /// The colour of outlines and strokes.
  public var color: Color
  /// The colour inside rectangles, ellipses and closed line ends; `nil` leaves them open.
  public var fill: Color?
  /// The pen's width in points, 0…1,000. At 0 no outline is drawn.
  public var lineWidth: Double { didSet { lineWidth = Self.clampedWidth(lineWidth) } }
  /// 0 (invisible) … 1 (opaque), for the annotation as a whole.
  public var opacity: Double { didSet { opacity = Self.clampedOpacity(opacity) } }
  /// Lengths of dashes and gaps in turn, in points; empty for an unbroken line (ISO 32000-2, 8.4.3.6).
  public var dash: [Double] { didSet { dash = Self.usableDash(dash) } }

  /// Makes a style. Width and opacity are brought into range (NaN: the default); dashes that are
  /// negative, not finite, or all zero count as none.
  public init(
    color: Color = .black, lineWidth: Double = 1, opacity: Double = 1, fill: Color? = nil, dash: [Double] = []
  ) {
    self.color = color
    self.fill = fill
    self.lineWidth = Self.clampedWidth(lineWidth)
    self.opacity = Self.clampedOpacity(opacity)
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

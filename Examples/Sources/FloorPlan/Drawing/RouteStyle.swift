import Postil

/// How a route is drawn.
public struct RouteStyle: Sendable, Hashable {
  /// The colour of the line.
  public var color = Color(red: 0.05, green: 0.35, blue: 0.9)
  /// The width of the line, in points.
  public var width = 2.5
  /// What the room is filled with that the route leads to.
  public var targetColor = Color(red: 1, green: 0.75, blue: 0)

  /// The usual style: blue, 2.5 points wide.
  public init() {}

  var line: AnnotationStyle { AnnotationStyle(color: color, fill: color, lineWidth: width, opacity: 0.85) }
  var target: AnnotationStyle {
    AnnotationStyle(color: targetColor, fill: targetColor, lineWidth: 2, fillOpacity: 0.35)
  }
  var sign: AnnotationStyle { AnnotationStyle(color: color, fill: .white, lineWidth: 0.75) }
}

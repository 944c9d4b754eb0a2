extension PagePath: Codable {
  /// Reads a list of steps: `[["m", x, y], ["l", x, y], ["c", x, y, x, y, x, y], ["h"]]`.
  public init(from decoder: any Decoder) throws {
    var steps = try decoder.unkeyedContainer()
    self.init()
    while !steps.isAtEnd {
      var step = try steps.nestedUnkeyedContainer()
      let name = try step.decode(String.self)
      func point() throws -> PagePoint {
        PagePoint(x: try step.decode(Double.self), y: try step.decode(Double.self))
      }
      switch name {
      case "m": move(to: try point())
      case "l": addLine(to: try point())
      case "c":
        let (first, second) = (try point(), try point())
        addCurve(to: try point(), control1: first, control2: second)
      case "h": closeSubpath()
      default:
        throw DecodingError.dataCorruptedError(
          in: step, debugDescription: "a step of a path is m, l, c or h, not '\(name)'")
      }
    }
  }

  /// Writes what ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var steps = encoder.unkeyedContainer()
    for element in elements {
      var step = steps.nestedUnkeyedContainer()
      func encode(_ name: String, _ points: [PagePoint]) throws {
        try step.encode(name)
        for point in points {
          try step.encode(point.x)
          try step.encode(point.y)
        }
      }
      switch element {
      case .move(let point): try encode("m", [point])
      case .line(let point): try encode("l", [point])
      case .curve(let first, let second, let end): try encode("c", [first, second, end])
      case .close: try encode("h", [])
      }
    }
  }
}

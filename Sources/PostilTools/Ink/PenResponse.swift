/// What makes a stroke wider or narrower on its way.
public struct PenResponse: Sendable, Hashable {
  /// What the pressure does; `nil` for nothing.
  public var pressure: PressureCurve?
  /// What the tilt does; `nil` for nothing.
  public var tilt: TiltCurve?

  /// Makes a response.
  public init(pressure: PressureCurve? = nil, tilt: TiltCurve? = nil) {
    self.pressure = pressure
    self.tilt = tilt
  }

  /// Strokes have the same width everywhere.
  public static let none = PenResponse()
  /// Wider where the pen is pressed harder.
  public static let pressure = PenResponse(pressure: .even)

  /// How wide a stroke is at a sample, in multiples of the line width, 0…10; `nil` if the device tells nothing that counts.
  public func width(at sample: PenSample) -> Double? {
    let pressed = pressure.flatMap { curve in sample.pressure.map { curve.width(at: $0) } }
    let tilted = tilt.flatMap { curve in sample.tilt.map { curve.factor(at: $0) } }
    guard pressed != nil || tilted != nil else { return nil }
    return min(((pressed ?? 1) * (tilted ?? 1) * 1000).rounded() / 1000, 10)
  }
}

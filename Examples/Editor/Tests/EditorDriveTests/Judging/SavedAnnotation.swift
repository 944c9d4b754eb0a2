import Foundation

/// An annotation as qpdf reads it.
struct SavedAnnotation {
  /// The subtype, without slash.
  var subtype: String
  /// Red, green and blue as hexadecimal digits.
  var color: String
  /// The same of the inside; empty if there is none.
  var fill: String
  /// In points.
  var width: Double
  /// 0 to 1.
  var opacity: Double
  /// Left, bottom, right and top.
  var rect: [Double]
  /// The ends of a line, or all points of all strokes: x and y in turn.
  var points: [Double]
  /// How many strokes ink has.
  var strokeCount: Int
  /// Whether it brings a picture of itself.
  var hasAppearance: Bool

  init(_ entries: [String: Any], in objects: SavedObjects) {
    func number(_ value: Any?) -> Double? { (objects.resolved(value) as? NSNumber)?.doubleValue }
    subtype = String((entries["/Subtype"] as? String ?? "").dropFirst())
    color = Self.digits(objects.numbers(entries["/C"]))
    fill = Self.digits(objects.numbers(entries["/IC"]))
    width = number(objects.dictionary(entries["/BS"])["/W"]) ?? 1
    opacity = number(entries["/CA"]) ?? 1
    rect = objects.numbers(entries["/Rect"])
    let strokes = objects.array(entries["/InkList"]).map(objects.numbers)
    strokeCount = strokes.count
    points = objects.numbers(entries["/L"]) + strokes.joined()
    hasAppearance = objects.isStream(objects.dictionary(entries["/AP"])["/N"])
  }

  private static func digits(_ parts: [Double]) -> String {
    parts.map { part in
      let digits = String(Int((part * 255).rounded()), radix: 16, uppercase: true)
      return digits.count < 2 ? "0" + digits : digits
    }.joined()
  }
}

/// The size of a page or of paper, in points.
public struct PageSize: Sendable, Hashable, Codable {
  /// The width, 3 to 14,400 (ISO 32000-2, annex C.2).
  public var width: Double
  /// The height, 3 to 14,400.
  public var height: Double

  /// Makes a size. One that a page cannot have is refused where it is used.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The sides that a page may have (ISO 32000-2, annex C.2).
  package static let sides = 3.0...14_400.0

  /// - Throws: ``PDFError`` with code `.invalidArgument` for sizes that a page cannot have.
  package func requireValid() throws(PDFError) {
    guard Self.sides.contains(width), Self.sides.contains(height) else {
      throw PDFError(
        .invalidArgument,
        "A page cannot be \(width) × \(height) points: give sides of 3 to 14,400 points, such as 595 × 842.")
    }
  }

  /// The same size on its side.
  public var turned: PageSize { PageSize(width: height, height: width) }
}

extension PageSize {
  /// Paper of ISO 216, upright: A4 is 210 × 297 mm.
  public static let a4 = PageSize(millimetres: 210, 297)
  /// Paper of ISO 216, upright: A3 is 297 × 420 mm.
  public static let a3 = PageSize(millimetres: 297, 420)
  /// Paper of ISO 216, upright: A5 is 148 × 210 mm.
  public static let a5 = PageSize(millimetres: 148, 210)
  /// American paper, upright: 8.5 × 11 inches.
  public static let letter = PageSize(width: 612, height: 792)
  /// American paper, upright: 8.5 × 14 inches.
  public static let legal = PageSize(width: 612, height: 1008)
  /// American paper, upright: 11 × 17 inches.
  public static let tabloid = PageSize(width: 792, height: 1224)

  /// The sizes that have names, upright.
  public static let named: [String: PageSize] = [
    "A0": PageSize(millimetres: 841, 1189), "A1": PageSize(millimetres: 594, 841),
    "A2": PageSize(millimetres: 420, 594), "A3": a3, "A4": a4, "A5": a5,
    "A6": PageSize(millimetres: 105, 148), "B4": PageSize(millimetres: 250, 353),
    "B5": PageSize(millimetres: 176, 250), "letter": letter, "legal": legal, "tabloid": tabloid,
    "executive": PageSize(width: 522, height: 756),
  ]

  /// The size of a name, in capitals or small letters; `nil` if there is none.
  public init?(named name: String) {
    let found = Self.named.first { $0.key.lowercased() == name.lowercased() }
    guard let found else { return nil }
    self = found.value
  }

  private init(millimetres width: Double, _ height: Double) {
    // To a tenth of a point, as other programs write them.
    func points(_ length: Double) -> Double { (length * 720 / 25.4).rounded() / 10 }
    self.init(width: points(width), height: points(height))
  }
}

extension PageSize: CustomStringConvertible {
  /// Width and height: `595.3 × 841.9`.
  public var description: String { "\(width) × \(height)" }
}

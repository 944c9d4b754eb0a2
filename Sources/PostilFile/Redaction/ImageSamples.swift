import PostilModel

/// The samples of an image (ISO 32000-2, 8.9), of which some are blanked.
struct ImageSamples {
  private let width: Int
  private let height: Int
  private let parts: Int
  private let bits: Int
  private let rowLength: Int
  private(set) var bytes: [UInt8]

  private static let largest = 1 << 30

  /// - Parameter parts: How many colorants there are; `nil` if only the data tell.
  /// - Returns: `nil` if the data do not fit what the image says of itself.
  init?(_ dictionary: PDFDictionary, _ bytes: [UInt8], parts: Int?, _ objects: any ObjectSource) {
    func integer(_ key: PDFName) -> Int? { objects.resolve(dictionary[key]).integer }
    guard let width = integer("Width"), let height = integer("Height"), (1...1 << 20).contains(width),
      (1...1 << 20).contains(height), width * height <= Self.largest
    else { return nil }
    let isMask = objects.resolve(dictionary["ImageMask"]).boolean == true
    let bits = isMask ? 1 : integer("BitsPerComponent") ?? 8
    guard [1, 2, 4, 8, 16].contains(bits) else { return nil }
    let known =
      parts ?? (bits == 8 && bytes.count % (width * height) == 0 ? bytes.count / (width * height) : 0)
    guard (1...32).contains(known) else { return nil }
    (self.width, self.height, self.parts, self.bits) = (width, height, known, bits)
    rowLength = (width * known * bits + 7) / 8
    let size = rowLength * height
    guard size <= Self.largest, bytes.count >= size / 2 else { return nil }
    // Readers take what is missing for zeros.
    self.bytes =
      bytes.count >= size
      ? Array(bytes.prefix(size)) : bytes + [UInt8](repeating: 0, count: size - bytes.count)
  }

  /// Gives all samples in a polygon a value: zeros, or ones.
  ///
  /// - Parameter polygon: In the space of the image, which is a unit square with its first row at the top.
  mutating func blank(_ polygon: ConvexPolygon, ones: Bool) {
    let pixels = ConvexPolygon(
      hullOf: polygon.points.map { PagePoint(x: $0.x * Double(width), y: (1 - $0.y) * Double(height)) })
    // What only touches an edge but for the last digits of the transform.
    let slack = 1e-4
    let first = max(0, Int(max(pixels.bounds.minY + slack, 0).rounded(.down)))
    let last = min(height - 1, Int(min(pixels.bounds.maxY - slack, Double(height)).rounded(.down)))
    guard first <= last else { return }
    for row in first...last {
      guard let span = Self.span(of: pixels, from: Double(row), to: Double(row + 1)) else { continue }
      let low = max(0, Int(max(span.lowerBound + slack, 0).rounded(.down)))
      let high = min(width - 1, Int(min(span.upperBound - slack, Double(width)).rounded(.down)))
      guard low <= high else { continue }
      blank(row: row, bits: low * parts * bits..<(high + 1) * parts * bits, ones: ones)
    }
  }

  /// From where to where a polygon reaches between two heights.
  private static func span(of polygon: ConvexPolygon, from low: Double, to high: Double) -> ClosedRange<
    Double
  >? {
    var xs: [Double] = []
    for (index, a) in polygon.points.enumerated() {
      let b = polygon.points[(index + 1) % polygon.points.count]
      if (low...high).contains(a.y) { xs.append(a.x) }
      for y in [low, high] where (a.y < y) != (b.y < y) {
        xs.append(a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x))
      }
    }
    guard let left = xs.min(), let right = xs.max() else { return nil }
    return left...right
  }

  private mutating func blank(row: Int, bits: Range<Int>, ones: Bool) {
    let start = row * rowLength
    var bit = bits.lowerBound
    while bit < bits.upperBound {
      if bit % 8 == 0, bits.upperBound - bit >= 8 {
        bytes[start + bit / 8] = ones ? 0xFF : 0
        bit += 8
      } else {
        let mask = UInt8(0x80) >> UInt8(bit % 8)
        if ones { bytes[start + bit / 8] |= mask } else { bytes[start + bit / 8] &= ~mask }
        bit += 1
      }
    }
  }
}

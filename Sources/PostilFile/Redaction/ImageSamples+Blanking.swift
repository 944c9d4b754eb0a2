import PostilModel

/// Blanking pixels.
extension ImageSamples {
  /// Gives all pixels that touch a polygon a value: zeros, or ones.
  ///
  /// - Parameter polygon: In the space of the image, which is a unit square with its first row at the top.
  mutating func blank(_ polygon: ConvexPolygon, ones: Bool) {
    for (row, columns) in touched(by: pixels(polygon)) {
      blank(
        row: row, bits: columns.lowerBound * parts * bits..<(columns.upperBound + 1) * parts * bits,
        ones: ones)
    }
  }

  /// Gives all pixels that lie in polygons as a whole a value, and those in part that of a pixel beside them which lies in none:
  /// for a layer of an image that is shown through a finer one, which is blanked where the polygons are. What a pixel has that
  /// reaches out of them is seen there, and may be all that the image has.
  mutating func blankCoarsely(_ polygons: [ConvexPolygon], ones: Bool) {
    var covers = [UInt8](repeating: 0, count: width * height)
    for polygon in polygons.map(pixels) {
      for (row, columns) in touched(by: polygon) {
        for column in columns {
          covers[row * width + column] = max(
            covers[row * width + column], Self.isPixel(column, row, in: polygon) ? 2 : 1)
        }
      }
    }
    let hasOthers = covers.contains(0)
    for row in 0..<height {
      for column in 0..<width where covers[row * width + column] > 0 {
        if covers[row * width + column] == 1 {
          guard hasOthers else { continue }
          if let other = Self.neighbour(of: column, row, width, height, where: { covers[$0] == 0 }) {
            copyPixel(from: other, to: row * width + column)
            continue
          }
        }
        blank(row: row, bits: column * parts * bits..<(column + 1) * parts * bits, ones: ones)
      }
    }
  }

  /// Whether a pixel lies in a polygon as a whole, but for the last digits of the transform.
  private static func isPixel(_ column: Int, _ row: Int, in polygon: ConvexPolygon) -> Bool {
    [(0.001, 0.001), (0.999, 0.001), (0.001, 0.999), (0.999, 0.999)].allSatisfy {
      polygon.contains(PagePoint(x: Double(column) + $0.0, y: Double(row) + $0.1))
    }
  }

  /// Whether a polygon divides pixels.
  func isDivided(by polygon: ConvexPolygon) -> Bool {
    let polygon = pixels(polygon)
    return touched(by: polygon).contains { row, columns in
      columns.contains { !Self.isPixel($0, row, in: polygon) }
    }
  }

  private static func neighbour(
    of column: Int, _ row: Int, _ width: Int, _ height: Int, where isRight: (Int) -> Bool
  ) -> Int? {
    for distance in 1...8 {
      for (x, y) in [(0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, -1), (-1, 1), (1, 1)] {
        let (x, y) = (column + x * distance, row + y * distance)
        if (0..<width).contains(x), (0..<height).contains(y), isRight(y * width + x) { return y * width + x }
      }
    }
    return nil
  }

  private mutating func copyPixel(from source: Int, to target: Int) {
    let size = parts * bits
    let (from, to) = (
      source / width * rowLength * 8 + source % width * size,
      target / width * rowLength * 8 + target % width * size
    )
    for bit in 0..<size {
      let isSet = bytes[(from + bit) / 8] & (0x80 >> UInt8((from + bit) % 8)) != 0
      let mask = UInt8(0x80) >> UInt8((to + bit) % 8)
      set(mask, at: (to + bit) / 8, isSet)
    }
  }

  /// Makes several pixels of each one: those that are blanked are smaller then.
  mutating func divide(columns: Int, rows: Int) {
    guard columns > 1 || rows > 1, columns > 0, rows > 0 else { return }
    let (size, newWidth) = (parts * bits, width * columns)
    let newLength = (newWidth * size + 7) / 8
    var result: [UInt8] = []
    result.reserveCapacity(newLength * height * rows)
    for row in 0..<height {
      var line = [UInt8](repeating: 0, count: newLength)
      let start = row * rowLength
      for column in 0..<newWidth {
        let (from, to) = (column / columns * size, column * size)
        if size % 8 == 0 {
          for byte in 0..<size / 8 { line[to / 8 + byte] = bytes[start + from / 8 + byte] }
        } else {
          for bit in 0..<size
          where bytes[start + (from + bit) / 8] & (0x80 >> UInt8((from + bit) % 8)) != 0 {
            line[(to + bit) / 8] |= 0x80 >> UInt8((to + bit) % 8)
          }
        }
      }
      for _ in 0..<rows { result += line }
    }
    (bytes, width, height, rowLength) = (result, newWidth, height * rows, newLength)
  }

  private func pixels(_ polygon: ConvexPolygon) -> ConvexPolygon {
    ConvexPolygon(
      hullOf: polygon.points.map { PagePoint(x: $0.x * Double(width), y: (1 - $0.y) * Double(height)) })
  }

  /// The pixels that a polygon touches, by row.
  private func touched(by pixels: ConvexPolygon) -> [(row: Int, columns: ClosedRange<Int>)] {
    // What only touches an edge but for the last digits of the transform.
    let slack = 1e-4
    let first = max(0, Int(max(pixels.bounds.minY + slack, 0).rounded(.down)))
    let last = min(height - 1, Int(min(pixels.bounds.maxY - slack, Double(height)).rounded(.down)))
    guard first <= last else { return [] }
    return (first...last).compactMap { row in
      guard let span = Self.span(of: pixels, from: Double(row), to: Double(row + 1)) else { return nil }
      let low = max(0, Int(max(span.lowerBound + slack, 0).rounded(.down)))
      let high = min(width - 1, Int(min(span.upperBound - slack, Double(width)).rounded(.down)))
      return low <= high ? (row, low...high) : nil
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
        set(0xFF, at: start + bit / 8, ones)
        bit += 8
      } else {
        let mask = UInt8(0x80) >> UInt8(bit % 8)
        set(mask, at: start + bit / 8, ones)
        bit += 1
      }
    }
  }

  private mutating func set(_ mask: UInt8, at place: Int, _ ones: Bool) {
    let value = ones ? bytes[place] | mask : bytes[place] & ~mask
    guard value != bytes[place] else { return }
    bytes[place] = value
    isChanged = true
  }
}

/// The pixels of an image as a PNG file has them.
package struct ImagePixels: Sendable {
  package enum Colors: Sendable, Equatable {
    case gray, rgb, grayAndAlpha, rgbAndAlpha
    /// Places in a table of red, green and blue.
    case palette([UInt8])

    fileprivate var parts: Int {
      switch self {
      case .gray, .palette: 1
      case .grayAndAlpha: 2
      case .rgb: 3
      case .rgbAndAlpha: 4
      }
    }
  }

  package let width: Int
  package let height: Int
  /// Bits of a part of a color.
  package let depth: Int
  package let colors: Colors
  /// Row by row, each beginning at a byte.
  package let rows: [UInt8]
  /// The ICC profile of the colors; empty if they are those of sRGB, or nobody says more.
  package let profile: [UInt8]

  init(_ width: Int, _ height: Int, depth: Int, _ colors: Colors, _ rows: [UInt8], profile: [UInt8]? = nil) {
    (self.width, self.height, self.depth, self.colors) = (width, height, depth, colors)
    (self.rows, self.profile) = (rows, profile ?? [])
  }

  package var rowLength: Int { (width * colors.parts * depth + 7) / 8 }
}

/// Values of eight bits, one or three for each pixel.
struct BytePlane {
  let width: Int
  let height: Int
  /// 1 or 3.
  let parts: Int
  private(set) var values: [UInt8]

  init(_ width: Int, _ height: Int, parts: Int, _ values: [UInt8]) {
    (self.width, self.height, self.parts, self.values) = (width, height, parts, values)
  }

  /// - Parameter decode: The ends that values are spread between; `nil`: all there are.
  init(_ samples: ImageSamples, decode: [ImageEntries.ClosedOrReversed]? = nil) {
    let (width, height, parts) = (samples.width, samples.height, samples.parts)
    (self.width, self.height, self.parts) = (width, height, parts)
    let tables = (0..<samples.parts).map { part in
      Self.levels(bits: min(samples.bits, 8), decode?[part])
    }
    values = Array(unsafeUninitializedCapacity: width * height * parts) { target, count in
      count = width * height * parts
      var place = 0
      samples.forEachRow { row in
        var part = 0
        for value in row {
          // Of 16 bits the higher eight.
          target[place] = tables[part][samples.bits == 16 ? Int(value >> 8) : Int(value)]
          place += 1
          part = part + 1 == parts ? 0 : part + 1
        }
      }
    }
  }

  /// What the values of a colorant are on a scale of 0 to 255.
  static func levels(bits: Int, _ ends: ImageEntries.ClosedOrReversed?) -> [UInt8] {
    let most = (1 << bits) - 1
    let (first, last) = (ends?.first ?? 0, ends?.last ?? 1)
    return (0...most).map { value in
      let level = first + Double(value) / Double(most) * (last - first)
      return UInt8((min(max(level, 0), 1) * 255).rounded())
    }
  }

  /// The colors of a table for places in it; those beyond its end have the last one.
  init(_ samples: ImageSamples, table: [UInt8], parts: Int, map: [Int]) {
    let (width, height) = (samples.width, samples.height)
    (self.width, self.height, self.parts) = (width, height, parts)
    let last = max(table.count / parts - 1, 0)
    let places = map.map { min($0, last) * parts }
    values = Array(unsafeUninitializedCapacity: width * height * parts) { target, count in
      count = width * height * parts
      var place = 0
      samples.forEachRow { row in
        for value in row {
          let from = places[Int(value)]
          for part in 0..<parts {
            target[place] = table[from + part]
            place += 1
          }
        }
      }
    }
  }

  /// The same in another size, each pixel that of the nearest one.
  func resized(_ newWidth: Int, _ newHeight: Int) -> BytePlane {
    guard (newWidth, newHeight) != (width, height) else { return self }
    let columns = (0..<newWidth).map { min($0 * width / newWidth, width - 1) * parts }
    let result = [UInt8](unsafeUninitializedCapacity: newWidth * newHeight * parts) { target, count in
      count = newWidth * newHeight * parts
      var place = 0
      for row in 0..<newHeight {
        let start = min(row * height / newHeight, height - 1) * width * parts
        for column in columns {
          for part in 0..<parts {
            target[place] = values[start + column + part]
            place += 1
          }
        }
      }
    }
    return BytePlane(newWidth, newHeight, parts: parts, result)
  }

  mutating func invert() { for index in values.indices { values[index] = ~values[index] } }

  /// Undoes that colors were mixed with one of a mask beforehand (`/Matte`, ISO 32000-2, 11.6.5.2).
  mutating func unmix(_ matte: [Double], _ alpha: BytePlane) {
    guard matte.count == parts, alpha.values.count * parts == values.count else { return }
    for pixel in alpha.values.indices where alpha.values[pixel] > 0 {
      let opacity = Double(alpha.values[pixel]) / 255
      for part in 0..<parts {
        let mixed = Double(values[pixel * parts + part]) / 255
        let color = matte[part] + (mixed - matte[part]) / opacity
        values[pixel * parts + part] = UInt8((min(max(color, 0), 1) * 255).rounded())
      }
    }
  }

  /// Together with the opacity of each pixel.
  func with(_ alpha: BytePlane) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: width * height * (parts + 1)) { target, count in
      count = width * height * (parts + 1)
      var (from, to) = (0, 0)
      for pixel in 0..<width * height {
        for _ in 0..<parts {
          target[to] = values[from]
          (from, to) = (from + 1, to + 1)
        }
        target[to] = alpha.values[pixel]
        to += 1
      }
    }
  }
}

extension ImageSamples {
  /// Calls `body` with the values of each row, a colorant after the other.
  func forEachRow(_ body: (UnsafeBufferPointer<UInt16>) -> Void) {
    var row = [UInt16](repeating: 0, count: width * parts)
    bytes.withUnsafeBufferPointer { bytes in
      for y in 0..<height {
        let start = y * rowLength
        row.withUnsafeMutableBufferPointer { row in
          switch bits {
          case 8: for index in row.indices { row[index] = UInt16(bytes[start + index]) }
          case 16:
            for index in row.indices {
              row[index] = UInt16(bytes[start + 2 * index]) << 8 | UInt16(bytes[start + 2 * index + 1])
            }
          default:
            let mask = UInt8((1 << bits) - 1)
            for index in row.indices {
              let bit = index * bits
              row[index] = UInt16(bytes[start + bit >> 3] >> UInt8(8 - bits - bit & 7) & mask)
            }
          }
        }
        row.withUnsafeBufferPointer(body)
      }
    }
  }
}

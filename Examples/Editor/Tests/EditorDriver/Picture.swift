import Foundation

/// Pixels, each 0xRRGGBB, row by row from the top.
package struct Picture {
  package let width: Int
  package let height: Int
  package let pixels: [UInt32]

  /// That something is no picture.
  struct Unreadable: Error {}

  /// Reads what netpbm calls a portable pixel map: `P6`, width and height, 255, and three bytes a pixel.
  package init(ppm data: Data) throws {
    let bytes = [UInt8](data)
    let head = bytes.prefix(64).split(separator: 10, maxSplits: 3, omittingEmptySubsequences: false).prefix(3)
    let sides = head.dropFirst().first.map { String(decoding: $0, as: UTF8.self).split(separator: " ") } ?? []
    let numbers = sides.compactMap { Int($0) }
    let start = head.reduce(0) { $0 + $1.count + 1 }
    guard numbers.count == 2, bytes.count >= start + numbers[0] * numbers[1] * 3 else { throw Unreadable() }
    (width, height) = (numbers[0], numbers[1])
    pixels = (0..<numbers[0] * numbers[1]).map { place in
      bytes[(start + place * 3)...].prefix(3).reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  /// Reads a window dump of X: numbers of 32 bits, a table of colours of 12 bytes each, and four bytes a pixel.
  package init(xwd data: Data) throws {
    let bytes = [UInt8](data)
    func number(_ place: Int) -> Int { bytes[(place * 4)...].prefix(4).reduce(0) { $0 << 8 | Int($1) } }
    guard bytes.count > 100 else { throw Unreadable() }
    let (width, height, row) = (number(4), number(5), number(12))
    let start = number(0) + number(19) * 12
    guard number(11) == 32, row >= width * 4, bytes.count >= start + row * height else { throw Unreadable() }
    var pixels: [UInt32] = []
    pixels.reserveCapacity(width * height)
    for y in 0..<height {
      for place in stride(from: start + y * row, to: start + y * row + width * 4, by: 4) {
        let (blue, green, red) = (bytes[place], bytes[place + 1], bytes[place + 2])
        pixels.append(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
      }
    }
    self.pixels = pixels
    (self.width, self.height) = (width, height)
  }

  /// What ``init(ppm:)`` reads.
  package var ppm: Data {
    Data("P6\n\(width) \(height)\n255\n".utf8)
      + Data(pixels.flatMap { [UInt8($0 >> 16 & 255), UInt8($0 >> 8 & 255), UInt8($0 & 255)] })
  }

  /// How many pixels of a colour, `RRGGBB`, there are within some pixels of a place.
  package func count(of color: String, near place: Place, within distance: Int = 4) -> Int {
    let wanted = UInt32(color, radix: 16) ?? 0
    let (x, y) = (Int(place.x), Int(place.y))
    let columns = (x - distance...x + distance).clamped(to: 0...max(width - 1, 0))
    let rows = (y - distance...y + distance).clamped(to: 0...max(height - 1, 0))
    return rows.reduce(0) { count, row in
      count + columns.count { isNear(pixels[row * width + $0], wanted) }
    }
  }

  /// Whether colours differ by no more than rounding.
  private func isNear(_ a: UInt32, _ b: UInt32) -> Bool {
    [UInt32(0), 8, 16].allSatisfy { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) <= 3 }
  }
}

import CPostilZlib
package import PostilModel
import PostilSystem

/// Writes TIFF files (TIFF 6.0) of one picture or several, with the compression of zlib, as Adobe's supplement of 2002 has it.
///
/// Pictures without color become gray, those with transparent pixels keep their alpha.
package struct TIFFEncoder: Sendable {
  private var file: [UInt8] = [0x49, 0x49, 42, 0, 0, 0, 0, 0]
  /// Where it is to be written at which place the next directory begins.
  private var link = 4
  private var count = 0

  /// About how many bytes of rows are compressed on their own.
  private static let stripSize = 1 << 18
  /// Places are numbers of 32 bits.
  private static let largest = (1 << 32) - (1 << 20)

  package init() {}

  /// Adds a picture.
  ///
  /// - Parameter resolution: Pixels an inch.
  /// - Throws: ``PDFError`` with code `.unsupported` if the file would be larger than TIFF can have, or `.renderFailed`.
  /// - Complexity: O(pixels); memory for the file.
  package mutating func append(_ image: PageImage, resolution: Double) throws(PDFError) {
    let (width, height) = (image.width, image.height)
    let kind = image.kind
    let length = width * kind.parts
    let rows = min(max(Self.stripSize / length, 1), height)
    var (offsets, lengths): ([Int], [Int]) = ([], [])
    for start in stride(from: 0, to: height, by: rows) {
      let samples = image.samples(start..<min(start + rows, height), kind)
      let strip = try Self.compressed(samples)
      offsets.append(file.count)
      lengths.append(strip.count)
      file += strip
      guard file.count < Self.largest else {
        throw PDFError(
          .unsupported, "The pictures are too many for one TIFF file: make several, or smaller ones.")
      }
    }
    writeDirectory(width, height, kind, resolution, rows: rows, offsets, lengths)
  }

  /// The file.
  package func finished() -> [UInt8] { file }

  // MARK: - Directories

  private enum EntryType: Int { case short = 3, long = 4, rational = 5 }

  private mutating func writeDirectory(
    _ width: Int, _ height: Int, _ kind: PageImage.SampleKind, _ resolution: Double, rows: Int,
    _ offsets: [Int],
    _ lengths: [Int]
  ) {
    let scaled = Int(min(max(resolution.isFinite ? resolution : 72, 0.01), 1_000_000) * 1000)
    var entries: [(tag: Int, type: EntryType, values: [Int])] = [
      (254, .long, [2]), (256, .long, [width]), (257, .long, [height]),
      (258, .short, Array(repeating: 8, count: kind.parts)), (259, .short, [8]),
      (262, .short, [kind == .gray ? 1 : 2]),
      (273, .long, offsets), (277, .short, [kind.parts]), (278, .long, [rows]), (279, .long, lengths),
      (282, .rational, [scaled, 1000]), (283, .rational, [scaled, 1000]), (284, .short, [1]),
      (296, .short, [2]),
      (297, .short, [count & 0xFFFF, 0]), (317, .short, [2]),
    ]
    // Colors are multiplied by alpha.
    if kind == .colorsAndAlpha { entries.append((338, .short, [1])) }
    func size(_ type: EntryType) -> Int { type == .short ? 2 : 4 }
    // What is longer than four bytes stands elsewhere.
    var places: [Int] = []
    for entry in entries {
      let isLong = entry.values.count * size(entry.type) > 4
      places.append(isLong ? file.count : 0)
      if isLong { for value in entry.values { append(value, size(entry.type)) } }
      if file.count % 2 == 1 { file.append(0) }
    }
    if file.count % 2 == 1 { file.append(0) }
    for byte in 0..<4 { file[link + byte] = UInt8(truncatingIfNeeded: file.count >> (8 * byte)) }
    append(entries.count, 2)
    for (entry, place) in zip(entries, places) {
      append(entry.tag, 2)
      append(entry.type.rawValue, 2)
      append(entry.type == .rational ? entry.values.count / 2 : entry.values.count, 4)
      if place > 0 {
        append(place, 4)
      } else {
        let end = file.count + 4
        for value in entry.values { append(value, size(entry.type)) }
        while file.count < end { file.append(0) }
      }
    }
    link = file.count
    append(0, 4)
    count += 1
  }

  private mutating func append(_ value: Int, _ size: Int) {
    for byte in 0..<size { file.append(UInt8(truncatingIfNeeded: value >> (8 * byte))) }
  }

  private static func compressed(_ samples: [UInt8]) throws(PDFError) -> [UInt8] {
    var length = compressBound(UInt(samples.count))
    var data = [UInt8](repeating: 0, count: Int(length))
    let status = compress2(&data, &length, samples, UInt(samples.count), 3)
    guard status == Z_OK else {
      throw PDFError(.renderFailed, "There is no memory for the picture.", underlying: "zlib \(status)")
    }
    data.removeSubrange(Int(length)...)
    return data
  }
}

extension PageImage {
  /// What pixels are written as.
  enum SampleKind {
    case gray, colors, colorsAndAlpha

    var parts: Int { self == .gray ? 1 : self == .colors ? 3 : 4 }
  }

  /// What holds all that the pixels say.
  fileprivate var kind: SampleKind {
    withPixels { bytes in
      let pixels = bytes.bindMemory(to: UInt32.self)
      guard pixels.allSatisfy({ $0 >= 0xFF00_0000 }) else { return .colorsAndAlpha }
      return pixels.allSatisfy { ($0 >> 8 ^ $0) & 0xFFFF == 0 } ? .gray : .colors
    }
  }

  /// Rows as samples, each as its difference from the one to its left.
  fileprivate func samples(_ rows: Range<Int>, _ kind: SampleKind) -> [UInt8] {
    withPixels { bytes in
      let pixels = bytes.bindMemory(to: UInt32.self)
      return [UInt8](unsafeUninitializedCapacity: rows.count * width * kind.parts) { samples, count in
        for row in rows {
          var last: UInt32 = 0
          for pixel in pixels[row * width..<(row + 1) * width] {
            // Each byte for itself: what is borrowed from the next one is put back.
            for shift in [16, 8, 0, 24].prefix(kind.parts) {
              samples[count] =
                UInt8(truncatingIfNeeded: pixel >> shift) &- UInt8(truncatingIfNeeded: last >> shift)
              count += 1
            }
            last = pixel
          }
        }
      }
    }
  }
}

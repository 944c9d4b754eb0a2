import CPostilZlib
import PostilSystem

/// Writes PNG files (ISO/IEC 15948), by the fastest compression of zlib.
///
/// Every row is stored as its difference from the one above it (filter type 2), which for pictures of pages costs a copy
/// and makes photographs a fifth smaller; trying all filters, as libpng does, takes five to ten times as long.
enum PNGEncoder {
  /// Why a picture was not written.
  enum Failure: Error {
    /// The pixels are not as many as they should be, or none.
    case size
    /// An error of zlib: there is not enough memory.
    case compression(Int32)
  }

  /// A picture as a PNG file: gray if no pixel has a colour, and with alpha if one is transparent.
  ///
  /// - Parameters:
  ///   - pixels: 32 bits each, alpha in the highest byte, then red, green and blue, in the byte order of the
  ///     machine, colours multiplied by alpha; rows without gaps, from top to bottom.
  ///   - resolution: Pixels an inch, if the file is to say so.
  /// - Complexity: O(pixels); memory for the file twice, and for a few rows.
  static func file(
    _ pixels: UnsafeRawBufferPointer, width: Int, height: Int, resolution: Double? = nil
  ) throws -> [UInt8] {
    guard width > 0, height > 0, width < 1 << 24, height < 1 << 24, pixels.count == width * height * 4 else {
      throw Failure.size
    }
    let pixels = pixels.bindMemory(to: UInt32.self)
    let isOpaque = pixels.allSatisfy { $0 >= 0xFF00_0000 }
    let isGray = pixels.allSatisfy { ($0 >> 8 ^ $0) & 0xFFFF == 0 }
    let colors: Colors = isOpaque ? isGray ? .gray : .rgb : isGray ? .grayAndAlpha : .rgbAndAlpha
    let rows = PackedPixels(pixels: pixels, width: width, colors: colors)
    var file = head(width, height, depth: 8, type: colors.rawValue)
    if let resolution, let pixels = UInt32(exactly: (resolution / 0.0254).rounded()) {
      // Pixels a metre, as there are no inches.
      append("pHYs", (bigEndian(pixels) + bigEndian(pixels) + [1])[...], to: &file)
    }
    try appendRows(rows, height, to: &file)
    append("IEND", [], to: &file)
    return file
  }

  /// What the samples of a picture are, with the number that PNG has for it.
  enum Colors: UInt8 {
    case gray = 0
    case rgb = 2
    case palette = 3
    case grayAndAlpha = 4
    case rgbAndAlpha = 6

    var parts: Int {
      switch self {
      case .gray, .palette: 1
      case .grayAndAlpha: 2
      case .rgb: 3
      case .rgbAndAlpha: 4
      }
    }
  }

  /// Samples as a PNG file.
  ///
  /// - Parameters:
  ///   - samples: Row by row from top to bottom, each beginning at a byte; of 16 bits the higher byte first.
  ///   - depth: Bits of a sample, such as PNG has them with these colors.
  ///   - palette: Red, green and blue of up to 256 colors.
  ///   - profile: An ICC profile of the colors; empty for none.
  /// - Complexity: O(bytes); memory for the file, and for a few rows.
  static func file(
    _ samples: UnsafeRawBufferPointer, width: Int, height: Int, depth: Int, _ colors: Colors,
    palette: [UInt8] = [], profile: [UInt8] = []
  ) throws -> [UInt8] {
    guard width > 0, height > 0, width < 1 << 24, height < 1 << 24 else { throw Failure.size }
    let rowLength = (width * colors.parts * depth + 7) / 8
    guard samples.count == rowLength * height, palette.count <= 768,
      colors == .palette ? palette.count >= 3 && palette.count % 3 == 0 : palette.isEmpty
    else { throw Failure.size }
    var file = head(width, height, depth: depth, type: colors.rawValue)
    if !profile.isEmpty { try appendProfile(profile, to: &file) }
    if !palette.isEmpty { append("PLTE", palette[...], to: &file) }
    try appendRows(PlainRows(samples: samples, length: rowLength), height, to: &file)
    append("IEND", [], to: &file)
    return file
  }

  /// The signature, and the first chunk.
  private static func head(_ width: Int, _ height: Int, depth: Int, type: UInt8) -> [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let header =
      bigEndian(UInt32(width)) + bigEndian(UInt32(height)) + [
        UInt8(truncatingIfNeeded: depth), type, 0, 0, 0,
      ]
    append("IHDR", header[...], to: &file)
    return file
  }

  /// An ICC profile, compressed, under a name that says nothing.
  private static func appendProfile(_ profile: [UInt8], to file: inout [UInt8]) throws(Failure) {
    var count = compressBound(UInt(profile.count))
    var data = [UInt8](repeating: 0, count: Int(count))
    let status = CPostilZlib.compress(&data, &count, profile, UInt(profile.count))
    guard status == Z_OK else { throw .compression(status) }
    append("iCCP", ([UInt8]("ICC".utf8) + [0, 0] + data.prefix(Int(count)))[...], to: &file)
  }

  // MARK: - Rows

  /// Where rows of a file come from. All threads that read them are done before the pixels are gone.
  private protocol Rows: Sendable {
    /// How many bytes a row has.
    var length: Int { get }
    func unpack(_ y: Int, into row: inout [UInt8])
  }

  private struct PlainRows: Rows, @unchecked Sendable {
    let samples: UnsafeRawBufferPointer
    let length: Int

    func unpack(_ y: Int, into row: inout [UInt8]) {
      row.withUnsafeMutableBytes {
        $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: samples[y * length..<(y + 1) * length]))
      }
    }
  }

  private struct PackedPixels: Rows, @unchecked Sendable {
    let pixels: UnsafeBufferPointer<UInt32>
    let width: Int
    let colors: Colors

    var length: Int { width * colors.parts }

    func unpack(_ y: Int, into row: inout [UInt8]) {
      let source = UnsafeBufferPointer(rebasing: pixels[y * width..<(y + 1) * width])
      switch colors {
      case .gray, .palette:
        for (index, pixel) in source.enumerated() { row[index] = UInt8(truncatingIfNeeded: pixel) }
      case .rgb: PNGEncoder.unpack(source, into: &row)
      case .grayAndAlpha: unpackWithAlpha(source, [0], into: &row)
      case .rgbAndAlpha: unpackWithAlpha(source, [16, 8, 0], into: &row)
      }
    }
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian, Array.init)
  }

  private static func append(_ type: String, _ content: ArraySlice<UInt8>, to file: inout [UInt8]) {
    file += bigEndian(UInt32(content.count))
    let start = file.count
    file += type.utf8
    file += content
    let sum = file[start...].withUnsafeBytes { bytes in
      CPostilZlib.crc32(0, bytes.bindMemory(to: UInt8.self).baseAddress, UInt32(bytes.count))
    }
    file += bigEndian(UInt32(truncatingIfNeeded: sum))
  }

  // MARK: - Bands

  /// About how many bytes of rows are compressed on their own, so that several processors may work on a picture. A picture becomes
  /// the same file wherever it is written.
  private static let bandSize = 1 << 19

  /// Rows that were compressed on their own: a part of a stream of deflate (RFC 1951).
  private struct Band {
    var data: [UInt8] = []
    /// Of the rows, as they were before.
    var sum = adler32(0, nil, 0)
    var length = 0
  }

  /// Compresses the rows, each with the number of its filter before it, into a stream of zlib (RFC 1950).
  private static func appendRows(
    _ rows: some Rows, _ height: Int, to file: inout [UInt8]
  ) throws {
    let step = max(1, bandSize / max(rows.length, 1))
    let starts = Array(stride(from: 0, to: height, by: step))
    let queue = WorkQueue(starts.count)
    let compressed = try concurrently(queue.threadCount) { _ in
      var own: [(Int, Band)] = []
      while let number = queue.next() {
        let part = starts[number]..<min(starts[number] + step, height)
        own.append((number, try band(rows, part, isLast: part.upperBound == height)))
      }
      return own
    }
    var sum = adler32(0, nil, 0)
    for (number, band) in compressed.joined().sorted(by: { $0.0 < $1.0 }) {
      sum = adler32_combine(sum, band.sum, band.length)
      // A window of 32 KB, compressed quickly.
      var data: [UInt8] = number == 0 ? [0x78, 0x01] : []
      data += band.data
      if number == starts.count - 1 { data += bigEndian(UInt32(truncatingIfNeeded: sum)) }
      append("IDAT", data[...], to: &file)
    }
  }

  private static func band(
    _ source: some Rows, _ rows: Range<Int>, isLast: Bool
  ) throws(Failure) -> Band {
    var stream = z_stream()
    let status = deflateInit2_(
      &stream, 1, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { throw .compression(status) }
    defer { deflateEnd(&stream) }
    let length = source.length
    var (row, before) = ([UInt8](repeating: 0, count: length), [UInt8](repeating: 0, count: length))
    if rows.lowerBound > 0 { source.unpack(rows.lowerBound - 1, into: &before) }
    var line = [UInt8](repeating: 2, count: length + 1)
    var result = Band()
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    for y in rows {
      source.unpack(y, into: &row)
      subtract(before, from: row, into: &line)
      swap(&row, &before)
      result.sum = adler32(result.sum, line, UInt32(line.count))
      result.length += line.count
      let isEnd = y == rows.upperBound - 1
      try compress(line, isEnd ? isLast ? Z_FINISH : Z_SYNC_FLUSH : Z_NO_FLUSH, &stream, &chunk, &result.data)
    }
    return result
  }

  private static func compress(
    _ line: [UInt8], _ flush: Int32, _ stream: inout z_stream, _ chunk: inout [UInt8], _ data: inout [UInt8]
  ) throws(Failure) {
    let status = line.withUnsafeBufferPointer { line -> Int32 in
      // Zlib does not write to its input.
      stream.next_in = UnsafeMutablePointer(mutating: line.baseAddress)
      stream.avail_in = UInt32(line.count)
      while true {
        let status = chunk.withUnsafeMutableBufferPointer { chunk in
          stream.next_out = chunk.baseAddress
          stream.avail_out = UInt32(chunk.count)
          return deflate(&stream, flush)
        }
        guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else { return status }
        data += chunk[..<(chunk.count - Int(stream.avail_out))]
        guard stream.avail_out == 0 else { return Z_OK }
      }
    }
    guard status == Z_OK else { throw .compression(status) }
  }

  private static func subtract(_ before: [UInt8], from row: [UInt8], into line: inout [UInt8]) {
    row.withUnsafeBufferPointer { row in
      before.withUnsafeBufferPointer { before in
        line.withUnsafeMutableBufferPointer { line in
          for index in 0..<row.count { line[index + 1] = row[index] &- before[index] }
        }
      }
    }
  }

  private static func unpack(_ pixels: UnsafeBufferPointer<UInt32>, into row: inout [UInt8]) {
    row.withUnsafeMutableBufferPointer { row in
      for (index, pixel) in pixels.enumerated() {
        row[index * 3] = UInt8(truncatingIfNeeded: pixel >> 16)
        row[index * 3 + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
        row[index * 3 + 2] = UInt8(truncatingIfNeeded: pixel)
      }
    }
  }

  /// PNG's colours are not multiplied by alpha.
  ///
  /// - Parameter shifts: Where the colours are in a pixel that become samples.
  private static func unpackWithAlpha(
    _ pixels: UnsafeBufferPointer<UInt32>, _ shifts: [UInt32], into row: inout [UInt8]
  ) {
    let parts = shifts.count + 1
    row.withUnsafeMutableBytes { row in
      for (index, pixel) in pixels.enumerated() {
        let alpha = pixel >> 24
        for (place, shift) in shifts.enumerated() {
          let color = (pixel >> shift) & 0xFF
          row[index * parts + place] = alpha == 0 ? 0 : UInt8(min((color * 255 + alpha / 2) / alpha, 255))
        }
        row[index * parts + parts - 1] = UInt8(alpha)
      }
    }
  }
}

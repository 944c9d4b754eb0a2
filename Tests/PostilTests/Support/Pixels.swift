import Postil

/// Pixels in memory, for comparing.
struct Pixels: Equatable {
  private(set) var width: Int
  private(set) var values: [UInt32]

  init(_ image: PageImage) {
    width = image.width
    values = image.withPixels { Array($0.bindMemory(to: UInt32.self)) }
  }

  /// Tiles put together.
  init(_ tiles: [Tile]) {
    let right = tiles.map { Int($0.frame.x + $0.frame.width) }.max() ?? 0
    let bottom = tiles.map { Int($0.frame.y + $0.frame.height) }.max() ?? 0
    width = right
    values = Array(repeating: 0, count: right * bottom)
    for tile in tiles { place(Pixels(tile.image), x: Int(tile.frame.x), y: Int(tile.frame.y)) }
  }

  private mutating func place(_ other: Pixels, x: Int, y: Int) {
    for (index, value) in other.values.enumerated() {
      values[(y + index / other.width) * width + x + index % other.width] = value
    }
  }

  /// A part of the pixels.
  func part(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Pixels {
    var part = self
    part.width = width
    part.values = (y..<y + height).flatMap { row in
      values[row * self.width + x..<row * self.width + x + width]
    }
    return part
  }

  subscript(x: Int, y: Int) -> UInt32 { values[y * width + x] }

  /// The part of the pixels of which a channel differs by more than `levels`, 0…1; 1 if the sizes differ.
  func difference(from other: Pixels, levels: Int = 16) -> Double {
    guard width == other.width, values.count == other.values.count, !values.isEmpty else { return 1 }
    var count = 0
    for (a, b) in zip(values, other.values) where a != b && Self.distance(a, b) > levels { count += 1 }
    return Double(count) / Double(values.count)
  }

  static func distance(_ a: UInt32, _ b: UInt32) -> Int {
    var largest = 0
    for shift: UInt32 in [0, 8, 16, 24] {
      largest = max(largest, abs(Int((a >> shift) & 0xFF) - Int((b >> shift) & 0xFF)))
    }
    return largest
  }
}

extension PageRenderer {
  /// All tiles of a page, put together.
  func mosaic(of page: PageID, scale: Double, size: Int = TileID.defaultSize) async throws -> Pixels {
    var parts: [Tile] = []
    for id in try tiles(of: page, scale: scale, size: size) { parts.append(try await tile(id)) }
    return Pixels(parts)
  }
}

extension RenderOptions {
  /// Without a folder for previews, so that tests leave nothing behind. What a recording takes is estimated by how
  /// the program grows meanwhile, to which all tests that run at the same time add: it counts for nothing. No busy machine
  /// is slow enough for the deadline.
  static var forTests: RenderOptions {
    var options = RenderOptions()
    options.previewFolder = nil
    options.deadline = .seconds(3_600)
    (options.recordingMemory, options.heavyRecording) = (1 << 40, 1 << 40)
    return options
  }
}

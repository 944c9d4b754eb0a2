/// A rotation by quarters, clockwise.
package enum QuarterTurn: UInt8, Sendable {
  case none
  case clockwise90
  case clockwise180
  case clockwise270

  /// Whether width and height change places.
  package var isSideways: Bool { self == .clockwise90 || self == .clockwise270 }

  /// Copies an image of pixels of 32 bits, turned.
  ///
  /// - Parameters:
  ///   - width: Of the turned image, as is `height`.
  ///   - source: The image before it is turned, of as many pixels; otherwise nothing is done.
  package func turn(
    _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer, width: Int, height: Int
  ) {
    guard width > 0, height > 0, source.count == width * height * 4, target.count == source.count else {
      return
    }
    let target = target.bindMemory(to: UInt32.self)
    let source = source.bindMemory(to: UInt32.self)
    let stride = isSideways ? height : width
    // The source of the first pixel, and the strides to those of the next column and row.
    let (start, column, row) =
      switch self {
      case .none: (0, 1, stride)
      case .clockwise90: ((width - 1) * stride, -stride, 1)
      case .clockwise180: (width * height - 1, -1, -stride)
      case .clockwise270: (height - 1, stride, -1)
      }
    for y in 0..<height {
      var place = start + y * row
      for x in 0..<width {
        target[y * width + x] = source[place]
        place += column
      }
    }
  }
}

import PostilModel

extension PixelBuffer {
  /// Fills the buffer with the pixels of another, rotated clockwise. The other must have this one's size
  /// before the rotation; otherwise nothing is done.
  func fill(with other: PixelBuffer, turned turn: PageRotation) {
    let (width, height) = (size.width, size.height)
    let expected = turn.isSideways ? (height, width) : (width, height)
    guard (other.size.width, other.size.height) == expected else { return }
    let target = bytes.bindMemory(to: UInt32.self)
    let source = UnsafeRawBufferPointer(other.bytes).bindMemory(to: UInt32.self)
    let stride = other.size.width
    // The source of the first pixel, and the strides to those of the next column and row.
    let (start, column, row) =
      switch turn {
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

import Foundation

/// A picture of a page: 32 bits a pixel, alpha in the highest byte, then red, green and blue, in
/// the byte order of the machine, colors multiplied by alpha (cairo's `ARGB32`). Rows run from
/// top to bottom. Sharing one does not copy its pixels.
public struct PageImage: Sendable {
  let buffer: PixelBuffer
  /// What drew the page; `nil` if it is blank, or nobody but this library drew the picture.
  public let renderer: Renderer?

  package init(_ buffer: PixelBuffer, renderer: Renderer? = nil) {
    self.buffer = buffer
    self.renderer = renderer
  }

  /// The number of pixels in a row.
  public var width: Int { buffer.size.width }
  /// The number of rows.
  public var height: Int { buffer.size.height }
  /// The distance from the start of a row to the start of the next, in bytes.
  public var bytesPerRow: Int { buffer.size.bytesPerRow }

  /// Calls `body` with all pixels, `height` × `bytesPerRow` bytes, which are valid during the call only.
  public func withPixels<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    // Keep the image alive during the call.
    try withExtendedLifetime(buffer) { try body(UnsafeRawBufferPointer(buffer.bytes)) }
  }

  /// Whether both share their pixels, and so are equal.
  package func hasSamePixels(as other: PageImage) -> Bool { buffer === other.buffer }
}

extension PageImage: CustomStringConvertible {
  /// Its size: `640 × 480 pixels`.
  public var description: String { "\(width) × \(height) pixels" }
}

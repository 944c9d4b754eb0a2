import CPostilZlib
import Foundation
import PostilModel

/// The file format of previews: a magic number, width and height, and the pixels compressed by zlib.
///
/// Not PNG: a page of text, 400 pixels wide, takes cairo 8 ms to write and 2.7 ms to read, and zlib at its
/// fastest 1.6 ms and 0.4 ms, in as many bytes; a page of photographs 54 ms and 5.5 ms against 15 ms and 3 ms,
/// in a third more bytes.
enum PreviewCoder {
  /// In the machine's byte order, so that files of machines with another one do not match.
  private static let mark: UInt64 = 0x506f_7374_696c_5031
  private static let headerCount = 16
  /// The largest size of a valid preview.
  static let maximumByteCount = 64 << 20
  /// The highest compression ratio of deflate (RFC 1951: 258 bytes in two bits at best).
  private static let maximumRatio = 1032

  /// `nil` if zlib has no memory, or the image is too large for a preview.
  static func encode(_ image: PageImage) -> [UInt8]? {
    image.withPixels { pixels in
      guard pixels.count <= maximumByteCount else { return nil }
      var length = compressBound(uLong(pixels.count))
      let bytes = [UInt8](unsafeUninitializedCapacity: headerCount + Int(length)) { buffer, count in
        guard let start = buffer.baseAddress else { return }
        let source = pixels.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let status = compress2(start + headerCount, &length, source, uLong(pixels.count), 1)
        guard status == Z_OK else { return }
        let header = UnsafeMutableRawPointer(start)
        header.storeBytes(of: mark, as: UInt64.self)
        header.storeBytes(of: UInt32(image.width), toByteOffset: 8, as: UInt32.self)
        header.storeBytes(of: UInt32(image.height), toByteOffset: 12, as: UInt32.self)
        count = headerCount + Int(length)
      }
      return bytes.isEmpty ? nil : bytes
    }
  }

  /// `nil` if these are not the undamaged bytes of a preview of that width.
  static func decode(_ bytes: [UInt8], width: Int, pool: PixelBufferPool?) -> PageImage? {
    bytes.withUnsafeBytes { bytes in
      guard let size = size(in: bytes), size.width == width,
        let buffer = try? PixelBuffer(size, pool: pool, isCleared: false),
        inflate(UnsafeRawBufferPointer(rebasing: bytes[headerCount...]), into: buffer)
      else { return nil }
      return PageImage(buffer)
    }
  }

  /// The size in the header, if the data can be that large: the header alone is not trusted with memory.
  private static func size(in bytes: UnsafeRawBufferPointer) -> ImageSize? {
    guard bytes.count > headerCount, bytes.loadUnaligned(as: UInt64.self) == mark else { return nil }
    let width = Int(bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
    let height = Int(bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
    let most = min(maximumByteCount, (bytes.count - headerCount) * maximumRatio)
    guard 1...ImageSize.maximumSide ~= width, 1...ImageSize.maximumSide ~= height, width * height * 4 <= most
    else { return nil }
    return try? ImageSize(width: Double(width), height: Double(height), scale: 1)
  }

  /// Whether the data inflates to exactly the pixels; zlib verifies the checksum.
  private static func inflate(_ packed: UnsafeRawBufferPointer, into buffer: PixelBuffer) -> Bool {
    var (count, used) = (uLong(buffer.bytes.count), uLong(packed.count))
    let status = uncompress2(
      buffer.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), &count,
      packed.baseAddress?.assumingMemoryBound(to: UInt8.self), &used)
    return status == Z_OK && count == uLong(buffer.bytes.count) && used == uLong(packed.count)
  }
}

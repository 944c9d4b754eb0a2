import CGTK
import Foundation

/// An immutable picture for the screen. It can be made on any thread.
public nonisolated final class Texture: @unchecked Sendable {
  /// The texture in C.
  public let pointer: OpaquePointer
  /// The number of pixels in a row.
  public let width: Int
  /// The number of rows.
  public let height: Int

  /// Makes a picture of pixels of 32 bits, alpha in the highest byte, colours multiplied by alpha, in the byte order
  /// of the machine (cairo's `ARGB32`). The pixels are copied; `nil` if they are too few.
  public init?(width: Int, height: Int, bytesPerRow: Int, pixels: UnsafeRawBufferPointer) {
    guard width > 0, height > 0, width <= 1 << 20, height <= 1 << 20, bytesPerRow >= width * 4,
      pixels.count >= bytesPerRow * (height - 1) + width * 4, let base = pixels.baseAddress
    else { return nil }
    let bytes = g_bytes_new(base, gsize(pixels.count))
    let format =
      1.littleEndian == 1 ? GDK_MEMORY_B8G8R8A8_PREMULTIPLIED : GDK_MEMORY_A8R8G8B8_PREMULTIPLIED
    pointer = gdk_memory_texture_new(Int32(width), Int32(height), format, bytes, gsize(bytesPerRow))
    g_bytes_unref(bytes)
    self.width = width
    self.height = height
  }

  /// Makes another object for the same texture.
  public init(sharing other: Texture) {
    pointer = OpaquePointer(g_object_ref(UnsafeMutableRawPointer(other.pointer)))
    (width, height) = (other.width, other.height)
  }

  /// Takes over a texture.
  init(owning pointer: OpaquePointer) {
    self.pointer = pointer
    width = Int(gdk_texture_get_width(pointer))
    height = Int(gdk_texture_get_height(pointer))
  }

  deinit {
    // Its resources on the graphics card may be freed on the main thread only.
    nonisolated(unsafe) let object = UnsafeMutableRawPointer(pointer)
    if Thread.isMainThread { g_object_unref(object) } else { MainLoop.soon(.idle) { g_object_unref(object) } }
  }

  /// Writes it as PNG. Returns whether that was possible.
  public func write(to url: URL) -> Bool { gdk_texture_save_to_png(pointer, url.path) != 0 }

  /// Its pixels, in the format that it is made of, without padding between rows.
  public var pixels: [UInt32] {
    var result = [UInt32](repeating: 0, count: width * height)
    result.withUnsafeMutableBytes { bytes in
      gdk_texture_download(pointer, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), gsize(width * 4))
    }
    return result
  }
}

import CPostilSystem
import Glibc

/// A pipe for the pixels of one picture. The reader copies them out of the memory that the writer drew into: memory shared for
/// one picture would take longer, since the system clears it and maps it on both sides, page by page.
package struct PixelPipe {
  package let reading: OwnedDescriptor
  package let writing: OwnedDescriptor

  /// - Parameter byteCount: The size of the picture.
  package init(byteCount: Int) throws(MessageError) {
    var ends: (Int32, Int32) = (-1, -1)
    let result = withUnsafeMutableBytes(of: &ends) { ends in
      postil_make_pipe(ends.baseAddress?.assumingMemoryBound(to: Int32.self), byteCount)
    }
    guard result == 0 else { throw .notSent(errno) }
    (reading, writing) = (OwnedDescriptor(ends.0), OwnedDescriptor(ends.1))
  }

  /// Sends pixels, which must not change before they are read.
  package static func send(
    _ pixels: UnsafeRawBufferPointer, through writing: OwnedDescriptor
  ) throws(MessageError) {
    let isSent = writing.withNumber { postil_splice($0, pixels.baseAddress, pixels.count) == 0 }
    guard isSent else { throw errno == EPIPE ? .closed : .system(errno) }
  }

  /// Reads pixels until `memory` is full.
  ///
  /// - Parameter deadline: A time of ``MonotonicTime``; `nil` waits as long as it takes.
  package static func receive(
    into memory: UnsafeMutableRawBufferPointer, from reading: OwnedDescriptor, deadline: MonotonicTime?
  ) throws(MessageError) {
    let (result, code) = reading.withNumber { pipe in
      let result = postil_read_pipe(pipe, memory.baseAddress, memory.count, deadline?.milliseconds ?? -1)
      return (result, errno)
    }
    try MessageError.check(result, code)
  }
}

package import Foundation
import PostilRenderProtocol

/// The bytes of a document to render, which never change.
package struct RenderSource: Sendable {
  /// Sendable, since nothing writes to the bytes.
  private struct Bytes: @unchecked Sendable {
    let pointer: UnsafeRawBufferPointer
    let owner: AnyObject
  }

  private let bytes: Bytes
  /// The file to name in errors.
  package let url: URL?
  private let descriptor: @Sendable () -> Int32?
  /// Makes an incremental update of the document that poppler reads behind the bytes, `nil` if there is none.
  let update: @Sendable () -> [UInt8]?

  /// - Parameters:
  ///   - bytes: The document, which stays for as long as `owner` lives.
  ///   - descriptor: A descriptor of a file that begins with just these bytes, as long as there is one: it is handed to the
  ///     renderer, and the bytes need not be copied.
  ///   - update: Makes an incremental update that the renderer reads behind the bytes, and that changes nothing of what is
  ///     drawn. Called on any thread, each time that a process opens the document.
  package init(
    _ bytes: UnsafeRawBufferPointer, keptBy owner: AnyObject & Sendable, url: URL?,
    descriptor: @escaping @Sendable () -> Int32? = { nil },
    update: @escaping @Sendable () -> [UInt8]? = { nil }
  ) {
    self.bytes = Bytes(pointer: bytes, owner: owner)
    self.url = url
    self.descriptor = descriptor
    self.update = update
  }

  package init(_ data: Data) {
    let stable = NSData(data: data)
    bytes = Bytes(pointer: UnsafeRawBufferPointer(start: stable.bytes, count: stable.length), owner: stable)
    url = nil
    descriptor = { nil }
    update = { nil }
  }

  var byteCount: Int { bytes.pointer.count }

  /// A descriptor of the bytes.
  func openDescriptor() throws -> OwnedDescriptor {
    try withExtendedLifetime(bytes.owner) {
      // Not a copy of this program's: a lock that somebody takes through that would stay for as long as this program has the file.
      if let known = descriptor(), let own = OwnedDescriptor.reopened(known) { return own }
      return try SharedMemory.sealedCopy(of: bytes.pointer)
    }
  }
}

package import Foundation
import PostilSystem

/// A file as it was opened, for a renderer: it goes on showing these bytes, whatever is saved.
package struct OpenedFile: Sendable {
  let bytes: FileBytes
  /// The file that the bytes are from, for messages; another may be there by now.
  package let url: URL?
  /// What opens it.
  package let password: String?

  init(bytes: FileBytes, url: URL?, password: String?) {
    self.bytes = bytes
    self.url = url
    self.password = password
  }

  /// A file that is in memory.
  package init(data: Data, password: String?) throws {
    self.init(bytes: try FileBytes(data: data), url: nil, password: password)
  }

  /// The bytes, which are there as long as ``owner`` is.
  package var pointer: UnsafeRawBufferPointer { bytes.pointer }
  /// What keeps the bytes.
  package var owner: AnyObject & Sendable { bytes }
  /// A descriptor of the file, which begins with the bytes, open as long as ``owner`` lives; `nil` if they are only in memory,
  /// or the file was written to since they were read. A mapped file shows what others write to it in any case.
  package var unchangedDescriptor: Int32? {
    bytes.descriptor >= 0 && (bytes.isMapped || bytes.isUnchanged) ? bytes.descriptor : nil
  }
  /// An update that only the renderer sees, behind the bytes: see ``RenderingUpdate``. `nil` if there is nothing to gain.
  /// Takes some milliseconds for a file of a thousand pages, and well under one for most; may be called on any thread.
  package var renderingUpdate: [UInt8]? { RenderingUpdate.bytes(for: bytes.pointer) }
  /// What tells this file from others, and from itself after a change: `nil` for one that came from memory.
  package var identity: String? { bytes.identity?.text }

  /// Copies the bytes to a file, which only its owner can read.
  ///
  /// - Throws: ``PDFError`` with code `.cannotWrite` or `.diskFull`.
  package func copy(to url: URL) throws {
    let file = try AtomicFile(target: url, kind: .settings)
    try file.write(bytes, monitor: .none)
    _ = try file.commit()
  }
}

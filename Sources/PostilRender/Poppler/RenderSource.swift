package import Foundation

/// The source of a document to render.
package enum RenderSource: Sendable {
  case file(URL)
  case data(Data)
  /// Bytes that are not copied, and the file to name in errors.
  case bytes(RenderBytes, url: URL?)

  /// The file to name in errors.
  var url: URL? {
    switch self {
    case .file(let url): url
    case .data: nil
    case .bytes(_, let url): url
    }
  }
}

/// Immutable bytes with their owner.
package struct RenderBytes: @unchecked Sendable {
  let pointer: UnsafeRawBufferPointer
  let owner: AnyObject & Sendable

  package init(_ pointer: UnsafeRawBufferPointer, keptBy owner: AnyObject & Sendable) {
    self.pointer = pointer
    self.owner = owner
  }
}

package import Foundation

/// Where the document to be rendered is.
package enum RenderSource: Sendable {
  case file(URL)
  case data(Data)
  /// Bytes that somebody else keeps, which are not copied; and the file to name in errors.
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

/// Bytes that never change, and what keeps them.
package struct RenderBytes: @unchecked Sendable {
  let pointer: UnsafeRawBufferPointer
  let owner: AnyObject & Sendable

  package init(_ pointer: UnsafeRawBufferPointer, keptBy owner: AnyObject & Sendable) {
    self.pointer = pointer
    self.owner = owner
  }
}

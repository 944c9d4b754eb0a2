package import Foundation

/// A page as a save would write it now, as a document of one page. It is drawn in place of the page of the file where
/// annotations painted over that would not look as they do in the saved file.
///
/// What it is of never changes, so it may be a part of keys. It keeps no bytes: they are made for each document of
/// poppler's that is opened.
package final class PageSnapshot: Sendable {
  private let make: @Sendable () throws -> Data

  /// - Parameter make: Makes the document, on a renderer's thread. It gives the same each time.
  package init(_ make: @escaping @Sendable () throws -> Data) { self.make = make }

  func data() throws -> Data { try make() }
}

extension PageSnapshot: Hashable {
  package static func == (a: PageSnapshot, b: PageSnapshot) -> Bool { a === b }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

package import Foundation
import Synchronization

/// A page as a save would write it now, as a document of one page. It is drawn in place of the page of the file where
/// annotations painted over that would not look as they do in the saved file.
///
/// What it is of never changes, so it may be a part of keys. It keeps no bytes: they are made for each worker that draws it.
package final class PageSnapshot: Sendable {
  private let make: @Sendable () throws -> Data
  /// What workers call it; never 0.
  let number: Int

  private static let lastNumber = Atomic<Int>(0)

  /// - Parameter make: Makes the document, on a renderer's thread. It gives the same each time.
  package init(_ make: @escaping @Sendable () throws -> Data) {
    self.make = make
    number = Self.lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
  }

  func data() throws -> Data { try make() }
}

extension PageSnapshot: Hashable {
  package static func == (a: PageSnapshot, b: PageSnapshot) -> Bool { a === b }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

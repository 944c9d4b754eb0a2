package import Foundation
package import PostilModel

/// What a signature is to say, and where it is to be: for ``FileStore/planSignature(_:_:to:options:)``.
package struct SignatureRequest: Sendable {
  /// The field that the signature is to be in.
  package enum Place: Sendable {
    /// A field that the document has.
    case field(String)
    /// A new one on a page, of that name, which must be free, or, for `nil`, of one that is; without extent it shows nothing.
    case new(name: String?, page: PageID, PageRect)
  }

  package var place: Place
  package var subFilter: String
  package var name: String?
  package var reason: String?
  package var location: String?
  package var contact: String?
  package var date: Date
  /// What is permitted afterwards, if the signature is to certify the document.
  package var certifies: PermittedChanges?
  /// How many bytes are reserved for the signature.
  package var room: Int
  /// Makes the picture of a rectangle on a page that is turned; `nil` for none.
  package var appearance: (@Sendable (PageRect, PageRotation) -> Appearance)?

  package init(
    place: Place, subFilter: String, date: Date, room: Int, certifies: PermittedChanges? = nil
  ) {
    (self.place, self.subFilter, self.date, self.room) = (place, subFilter, date, room)
    self.certifies = certifies
  }
}

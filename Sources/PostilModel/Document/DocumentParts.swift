/// The parts of a document that belong to no page, as far as edits changed them. A part that is `nil` is as in the
/// file. Parts that are to come (outline, page labels, attachments, form values) are further properties, each with an
/// edit of its own and a part of the save plan; see Architecture.md, "Parts of the document".
package struct DocumentParts: Sendable, Hashable, Codable {
  /// Title, author and the like.
  package var information: DocumentInformation?

  package init() {}
}

import Foundation
import PostilFile
import PostilModel

/// What the author of an encrypted document may forbid, and which of the ``PDFPermissions`` allow it (ISO 32000-2, table 22).
package enum RestrictedOperation: Sendable, Hashable {
  case annotating
  case fillingForms
  case addingFields
  case assembling
  case changing
  case copying
  case printing
  case redacting
  case changingEncryption

  /// What it is called after "The author of the document does not allow".
  fileprivate var name: String {
    switch self {
    case .annotating: "changing annotations"
    case .fillingForms: "filling in its form"
    case .addingFields: "changing the fields of its form"
    case .assembling: "inserting, deleting, turning or moving pages, or changing the outline"
    case .changing: "changing it"
    case .copying: "copying from it"
    case .printing: "printing it at full quality"
    case .redacting: "everything that a redaction changes"
    case .changingEncryption: "changing or removing its encryption"
    }
  }

  fileprivate func isPermitted(by permissions: PDFPermissions) -> Bool {
    switch self {
    case .annotating: permissions.contains(.annotating)
    case .fillingForms: !permissions.isDisjoint(with: [.fillingForms, .annotating])
    case .addingFields: permissions.contains([.annotating, .changing])
    case .assembling: !permissions.isDisjoint(with: [.assembling, .changing])
    case .changing: permissions.contains(.changing)
    case .copying: permissions.contains(.copying)
    case .printing: permissions.contains([.printing, .highQualityPrinting])
    // Only the owner may change what is permitted (7.6.4.1): who is permitted everything has nothing to gain by it.
    case .redacting, .changingEncryption: permissions == .all
    }
  }
}

extension PDFPermissions {
  /// - Throws: ``PDFError`` with code `.notPermitted` if the operation is not allowed.
  func require(_ operation: RestrictedOperation, in url: URL?) throws(PDFError) {
    guard operation.isPermitted(by: self) else {
      throw PDFError(
        .notPermitted,
        "The author of the document does not allow \(operation.name): open it with the owner's password, or ignoring permissions.",
        url: url)
    }
  }

  /// - Throws: ``PDFError`` with code `.notPermitted` if one of the edits is not allowed.
  func requirePermitted(_ edits: [Edit], in url: URL?) throws(PDFError) {
    guard self != .all else { return }
    for edit in edits { try require(edit.operation, in: url) }
  }
}

extension PDFDocument {
  /// - Throws: ``PDFError`` with code `.notPermitted` if the operation is not allowed.
  package func requirePermission(_ operation: RestrictedOperation) throws(PDFError) {
    try effectivePermissions.require(operation, in: url)
  }

  /// - Throws: ``PDFError`` with code `.notPermitted` if a save would change an encryption that the author wants kept.
  func requirePermission(for options: SaveOptions) throws(PDFError) {
    if options.changesEncryption { try requirePermission(.changingEncryption) }
  }
}

extension Edit {
  fileprivate var operation: RestrictedOperation {
    switch kind {
    case .addAnnotations(let added, _):
      added.contains { $0.annotation.subtype == "Widget" } ? .addingFields : .annotating
    case .replaceAnnotations(let annotations, _):
      annotations.contains { $0.subtype == "Widget" } ? .addingFields : .annotating
    case .removeAnnotations, .placeAnnotations: .annotating
    case .setFormValues: .fillingForms
    case .rotatePages, .movePages, .placePages, .insertPages, .removePages, .setPart(.outline): .assembling
    case .flattenAnnotations, .restoreFlattened, .setMarks, .setBoxes, .placeContent, .replaceContent,
      .setPart,
      .setEntries, .setStream:
      .changing
    }
  }
}

public import Foundation
internal import Postil

extension PDFDocument {
  /// The document as it is now; `nil` if it cannot be written: it has no page, is locked or damaged, or a signature forbids it.
  public func dataRepresentation() -> Data? { dataRepresentation(options: [:]) }

  /// The document as it is now, written in some way: see ``PDFDocumentWriteOption``. The keys may be raw values.
  public func dataRepresentation(options: [AnyHashable: Any]) -> Data? {
    guard let (document, how) = written(options) else { return nil }
    return try? document.dataRepresentationAndWait(how)
  }

  /// Writes a copy, or, to the file that the document was opened from, saves it. Returns whether that worked.
  @discardableResult public func write(to url: URL) -> Bool { write(to: url, withOptions: nil) }

  /// Writes a copy, or saves, in some way.
  @discardableResult public func write(to url: URL, withOptions options: [PDFDocumentWriteOption: Any]?)
    -> Bool
  {
    guard let (document, how) = written(options ?? [:]) else { return false }
    let isOwn = document.url?.standardizedFileURL == url.standardizedFileURL
    do {
      if isOwn { try document.saveAndWait(how) } else { try document.writeAndWait(to: url, how) }
      return true
    } catch {
      return false
    }
  }

  /// Writes a copy, or saves.
  @discardableResult public func write(toFile path: String) -> Bool { write(to: URL(fileURLWithPath: path)) }

  /// Writes a copy, or saves, in some way.
  @discardableResult public func write(
    toFile path: String, withOptions options: [PDFDocumentWriteOption: Any]?
  ) -> Bool { write(to: URL(fileURLWithPath: path), withOptions: options) }

  /// What is written, and how.
  private func written(_ options: [AnyHashable: Any]) -> (EngineDocument, SaveOptions)? {
    guard let document = engine?.document, document.pageCount > 0 else { return nil }
    func value(_ option: PDFDocumentWriteOption) -> Any? { options[option] ?? options[option.rawValue] }
    var how = SaveOptions()
    let passwords = [PDFDocumentWriteOption.userPasswordOption, .ownerPasswordOption].map {
      value($0) as? String
    }
    if passwords.contains(where: { $0 != nil }) {
      let user = passwords[0] ?? ""
      var permissions = PDFPermissions.all
      if let bits = value(.accessPermissionsOption) as? any BinaryInteger {
        permissions = PDFAccessPermissions(rawValue: UInt(truncatingIfNeeded: bits)).enginePermissions
      }
      how = .rewrite(
        RewriteOptions(
          encryption: .aes256(
            userPassword: user, ownerPassword: passwords[1] ?? user, permissions: permissions)))
    }
    guard value(.burnInAnnotationsOption) as? Bool == true else { return (document, how) }
    guard let data = try? document.dataRepresentationAndWait(), let copy = try? EngineDocument(data: data)
    else {
      return nil
    }
    let flat: Void? = try? copy.edit("Burn In") { edit in
      for page in edit.pages {
        try edit.unlock(page.annotations.map(\.id), on: page.id)
        let marks = page.annotations.filter {
          !["Widget", "Link", "Popup"].contains($0.subtype) && $0.relation == nil
        }
        try edit.flatten(marks.map(\.id), on: page.id)
      }
    }
    return flat.map { (copy, how) }
  }
}

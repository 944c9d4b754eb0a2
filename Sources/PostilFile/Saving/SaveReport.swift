public import PostilModel

/// What a save did.
public struct SaveReport: Sendable, Hashable {
  /// How the file was written.
  public enum Method: String, Sendable, Hashable, Codable {
    /// There was nothing to save, and nothing was written.
    case nothing
    /// The file was copied as it is to another place, or to its own if it was gone: there was nothing to save.
    case copy
    /// Changes were appended: the original is the beginning of the file, byte for byte.
    case append
    /// The whole file was written anew.
    case rewrite
  }

  /// How the file was written.
  public var method: Method
  /// Why that way, in words.
  public var reason: String
  /// Bytes added to the original, or, of a rewrite, the size of the new file; 0 if there was nothing to save.
  public var bytesWritten: Int
  /// How many PDF objects were written or, for a rewrite, changed; 0 if there was nothing to save.
  public var objectsChanged: Int
  /// The size of the file now, in bytes.
  public var fileSize: Int
  /// What the caller should know: repairs that were needed, what could not be kept.
  public var warnings: [String]

  /// The form fields on top that have other names than in the documents that they came from with pages.
  public var renamedFields: [Renaming]

  package init(
    method: Method, reason: String, bytesWritten: Int = 0, objectsChanged: Int = 0, fileSize: Int = 0,
    warnings: [String] = [], renamedFields: [Renaming] = []
  ) {
    self.method = method
    self.reason = reason
    self.bytesWritten = bytesWritten
    self.objectsChanged = objectsChanged
    self.fileSize = fileSize
    self.warnings = warnings
    self.renamedFields = renamedFields
  }
}

extension SaveReport: CustomStringConvertible {
  /// The method and why, with the sizes: `append (…): 2015 bytes written, 48211 in all`.
  public var description: String {
    "\(method.rawValue) (\(reason)): \(bytesWritten) bytes written, \(fileSize) in all"
  }
}

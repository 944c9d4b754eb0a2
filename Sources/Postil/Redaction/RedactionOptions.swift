public import PostilFile

/// How a redacted file is written, and what the redaction may do that it refuses otherwise.
public struct RedactionOptions: Sendable, Hashable {
  /// The encryption of the new file. Of an encrypted document `.keep` is refused: the file is written anew from its objects, and
  /// the owner's password is not known.
  public var encryption: RewriteOptions.Encryption
  /// Allows to break the digital signatures of a signed document: they are removed.
  public var allowsBreakingSignatures: Bool
  /// Allows the new file to take the place of the document's own. The document goes on with what it was, and is no longer saved
  /// there (`.fileChanged`): close it, discard its journal (``PDFDocument/discardJournal()``), and open the new file.
  public var allowsReplacingOwnFile: Bool

  /// Makes options.
  public init(
    encryption: RewriteOptions.Encryption = .keep, allowsBreakingSignatures: Bool = false,
    allowsReplacingOwnFile: Bool = false
  ) {
    (self.encryption, self.allowsBreakingSignatures) = (encryption, allowsBreakingSignatures)
    self.allowsReplacingOwnFile = allowsReplacingOwnFile
  }

  /// The same with another permission to break signatures.
  public func allowing(breakingSignatures: Bool) -> RedactionOptions {
    var options = self
    options.allowsBreakingSignatures = breakingSignatures
    return options
  }
}

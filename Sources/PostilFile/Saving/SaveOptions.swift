/// How a document is saved.
public struct SaveOptions: Sendable, Hashable {
  /// Which way the changes get into the file.
  public enum Strategy: String, Sendable, Hashable, Codable {
    /// Appends where that is right; rewrites encrypted and repaired files.
    case automatic
    /// Appends, or fails: every byte of the original stays in place.
    case append
    /// Writes the whole file anew: removed content is gone, objects get new numbers.
    case rewrite
  }

  /// What holds if the program or the machine dies in the middle of a save.
  public enum Safety: String, Sendable, Hashable, Codable {
    /// A copy is written beside the file and renamed over it: at every moment the file is wholly
    /// the old or wholly the new one. Costs a copy of the file.
    case atomicCopy
    /// Appends to the file itself, and cuts it back to its old length if anything fails: costs only
    /// the size of the edit. If the machine dies in between, the old content is still all there, but
    /// readers may have to repair the end of the file. Only for appending to the opened file.
    case inPlace
  }

  /// What a rewrite does about encryption.
  public enum Encryption: Sendable, Hashable {
    /// As it was. Old methods (RC4, 128-bit AES) become AES of the same key length or longer.
    case keep
    /// Removed.
    case remove
    /// AES-256 with these passwords. An empty user password lets everybody open the file.
    case aes256(userPassword: String, ownerPassword: String, permissions: PDFPermissions = .all)
  }

  /// Which way the changes get into the file.
  public var strategy: Strategy
  /// What holds if the save is interrupted.
  public var safety: Safety
  /// What a rewrite does about encryption. Anything but ``Encryption/keep`` makes `.automatic` rewrite.
  public var encryption: Encryption
  /// Whether a rewrite packs objects into object streams; `nil` does as the original does.
  public var objectStreams: Bool?
  /// Whether a rewrite is linearized, so that its first page shows while the rest still loads.
  public var linearize: Bool
  /// Writes over a file that another program changed since it was opened.
  public var overwritesChangedFile: Bool
  /// Lets a rewrite break the digital signatures of a signed document.
  public var breaksSignatures: Bool

  /// Makes options.
  public init(
    strategy: Strategy = .automatic, safety: Safety = .atomicCopy, encryption: Encryption = .keep,
    objectStreams: Bool? = nil, linearize: Bool = false, overwritesChangedFile: Bool = false,
    breaksSignatures: Bool = false
  ) {
    self.strategy = strategy
    self.safety = safety
    self.encryption = encryption
    self.objectStreams = objectStreams
    self.linearize = linearize
    self.overwritesChangedFile = overwritesChangedFile
    self.breaksSignatures = breaksSignatures
  }
}

/// How a document is saved: ``automatic``, ``incremental(safety:)`` or ``rewrite(_:)``, and what a save may do that it refuses
/// otherwise.
public struct SaveOptions: Sendable, Hashable {
  /// What holds if the program or the machine dies in the middle of a save.
  public enum Safety: String, Sendable, Hashable, Codable {
    /// A copy is written beside the file and renamed over it: at every moment the file is wholly
    /// the old or wholly the new one. Costs a copy of the file.
    case atomicCopy
    /// Appends to the file itself, and cuts it back to its old length if anything fails: costs only
    /// the size of the edit. If the machine dies in between, the old content is still all there, but
    /// readers may have to repair the end of the file. Only for appending to the document's own file: what is rewritten, or
    /// written to another file, is as with ``atomicCopy``.
    case inPlace
  }

  enum Strategy: Sendable, Hashable {
    case automatic(Safety)
    case incremental(Safety)
    case rewrite(RewriteOptions)
  }

  let strategy: Strategy

  /// Whether a rewrite has to prove that nothing of older revisions is left.
  private(set) var isSquash = false

  /// Allows to write over a file that another program changed since it was opened: what it wrote is lost.
  public var allowsOverwritingChangedFile = false
  /// Allows a rewrite to break the digital signatures of a signed document.
  public var allowsBreakingSignatures = false
  /// Whether a save returns only when the disk has the file (`fsync`), as is the default. Without that it is faster by what the disk
  /// takes, and as safe if the program dies; if the machine loses power soon after it, the file may be damaged or, where there was none,
  /// empty. For files that can be made again, such as one of many filled in from a table. Saving a document with a journal
  /// (``OpenOptions/journalFolder``) always waits, since its journal lets go of edits that were saved; writing a copy of it need not.
  public var waitsForDisk = true

  private init(_ strategy: Strategy) { self.strategy = strategy }

  /// The same as ``automatic``.
  public init() { self.init(.automatic(.atomicCopy)) }

  /// As ``automatic(safety:)``, through a copy.
  public static let automatic = SaveOptions()

  /// Appends the changes. What cannot be appended to is rewritten, through a copy: documents that are new, and files that had to be
  /// repaired, whose cross-reference sections cannot be followed or reach no further, or that are encrypted in a way that is not known.
  public static func automatic(safety: Safety) -> SaveOptions { SaveOptions(.automatic(safety)) }

  /// Appends the changes: every byte of the original stays in place. Where that cannot be, the save throws a ``PDFError`` with
  /// code `.cannotAppend`.
  public static func incremental(safety: Safety = .atomicCopy) -> SaveOptions {
    SaveOptions(.incremental(safety))
  }

  /// Writes the whole file anew, also if there is nothing to save: what nothing refers to is gone, objects get new numbers.
  public static func rewrite(_ options: RewriteOptions = RewriteOptions()) -> SaveOptions {
    SaveOptions(.rewrite(options))
  }

  /// Writes the whole file anew as one revision: what updates replaced or removed is gone, also pages that links, destinations or the
  /// structure still lead to. Before the file takes its place, each of
  /// its bytes is looked at: it has to belong to the header, the cross-reference section, or an object that the document refers to,
  /// else the save throws a ``PDFError`` with code `.cannotWrite`.
  ///
  /// What the document itself holds stays, hidden layers and information included: see `PDFDocument.scrub` for that.
  public static func squash(_ options: RewriteOptions = RewriteOptions()) -> SaveOptions {
    var result = SaveOptions.rewrite(options)
    result.isSquash = true
    return result
  }

  /// Writes the whole file anew, encrypted with AES-256.
  ///
  /// ```swift
  /// try await document.write(
  ///   to: copy, .encrypted(userPassword: "", ownerPassword: "own", permissions: [.printing, .highQualityPrinting]))
  /// ```
  ///
  /// - Parameters:
  ///   - userPassword: What opens the file; empty: nothing is needed to open it.
  ///   - ownerPassword: What allows everything as well; empty: the user's is the owner's too.
  ///   - permissions: What who opens it with the user's password may do.
  public static func encrypted(
    userPassword: String, ownerPassword: String, permissions: PDFPermissions = .all
  ) -> SaveOptions {
    .rewrite(
      RewriteOptions(
        encryption: .aes256(
          userPassword: userPassword, ownerPassword: ownerPassword, permissions: permissions)))
  }

  /// The same with other permissions to overwrite and to break.
  public func allowing(overwritingChangedFile: Bool = false, breakingSignatures: Bool = false) -> SaveOptions
  {
    var options = self
    options.allowsOverwritingChangedFile = overwritingChangedFile
    options.allowsBreakingSignatures = breakingSignatures
    return options
  }

  /// The same for a document that is new: written as a whole, packed, unless it is to be appended to what it was made of.
  var forNewDocument: SaveOptions {
    guard case .automatic = strategy else { return self }
    var options = SaveOptions.rewrite(.packed).allowing(
      overwritingChangedFile: allowsOverwritingChangedFile, breakingSignatures: allowsBreakingSignatures)
    options.waitsForDisk = waitsForDisk
    return options
  }

  /// What holds if the save is interrupted.
  var safety: Safety {
    switch strategy {
    case .automatic(let safety), .incremental(let safety): safety
    case .rewrite: .atomicCopy
    }
  }

  /// Whether signatures need not stay valid.
  var mayBreakSignatures: Bool { allowsBreakingSignatures || rewriting.removesSignatures }

  /// Whether the file will be encrypted otherwise than it was.
  package var changesEncryption: Bool { rewriting.encryption != .keep }

  /// How the file is rewritten if it is.
  var rewriting: RewriteOptions {
    if case .rewrite(let options) = strategy { options } else { RewriteOptions() }
  }
}

/// What a rewritten file is like.
public struct RewriteOptions: Sendable, Hashable {
  /// What a rewrite does about encryption.
  public enum Encryption: Sendable, Hashable {
    /// As it was: passwords, permissions, and the method with the length of its key. Files of revisions 2 and 3 (RC4) stay so; of
    /// RC4 in a crypt filter (revision 4) comes AES-128.
    case keep
    /// Removed.
    case remove
    /// AES-256 with these passwords. An empty user password lets everybody open the file; instead of an empty owner password, the
    /// user's is the owner's too.
    case aes256(userPassword: String, ownerPassword: String, permissions: PDFPermissions = .all)
    /// As another file (`PDFDocument.encryption`): for documents that were made of its pages. What ``keep`` says of methods holds here too.
    case same(as: FileEncryption)

    /// Whether a file that is not encrypted becomes so.
    var encrypts: Bool {
      switch self {
      case .keep, .remove: false
      case .aes256, .same: true
      }
    }
  }

  /// What becomes of the encryption.
  public var encryption: Encryption
  /// Whether objects are packed into object streams; `nil` keeps them packed where the original has them so.
  public var objectStreams: Bool?
  /// Whether the file is linearized, so that its first page shows while the rest still loads.
  public var linearize: Bool
  /// Whether the digital signatures of a signed document, which a rewrite breaks, are left out. Their fields stay, unsigned and empty;
  /// certification, rights that were granted to readers, and proofs of validity go. ``SaveOptions/allowsBreakingSignatures`` is not needed
  /// then. Signatures that stay are called broken by readers.
  public var removesSignatures: Bool

  /// Makes options.
  public init(
    encryption: Encryption = .keep, objectStreams: Bool? = nil, linearize: Bool = false,
    removesSignatures: Bool = false
  ) {
    self.encryption = encryption
    self.objectStreams = objectStreams
    self.linearize = linearize
    self.removesSignatures = removesSignatures
  }

  /// Objects packed together.
  static let packed = RewriteOptions(objectStreams: true)

  /// Whether objects are packed together, and nothing else is done to them.
  var isPackedAlone: Bool { objectStreams == true && !linearize && !encryption.encrypts }
}

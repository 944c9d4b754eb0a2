/// How a file is encrypted: its passwords, its permissions, and the method with the length of its key. Another file gets the same with
/// ``RewriteOptions/Encryption/same(as:)``.
///
/// It holds the bytes of the file, and what opened them.
public struct FileEncryption: Sendable, Hashable {
  /// What the file allows who opens it with the user's password.
  public let permissions: PDFPermissions
  /// Those of the file: `FileBytes`, which stands above this.
  let bytes: any AnyObject & Sendable
  let password: String?

  /// Whether they are of the same file, opened once.
  public static func == (one: FileEncryption, other: FileEncryption) -> Bool {
    one.bytes === other.bytes && one.password == other.password
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(bytes)) }
}

extension FileEncryption: CustomStringConvertible, CustomReflectable {
  /// What is allowed; not the password.
  public var description: String { "encrypted; allowed: \(permissions)" }

  /// Nothing that dumps would show, such as the password.
  public var customMirror: Mirror { Mirror(self, children: ["permissions": permissions]) }
}

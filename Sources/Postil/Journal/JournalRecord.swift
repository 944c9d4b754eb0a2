import Foundation
import PostilFile
import PostilModel

/// What a journal of edits says, record by record.
enum JournalRecord: Sendable {
  case header(Header)
  case entry(JournalEntry)
  case save(Save)
  case source(Source)

  /// What the journal is of.
  struct Header: Sendable, Codable {
    /// Journals of a higher version are left alone.
    static let currentVersion = 1

    var version = currentVersion
    /// The document's file; `nil` if it had none.
    var path: String?
    /// The bytes that were opened, to which the edits refer.
    var base: FileMark
    /// Whether edits are encrypted.
    var isEncrypted: Bool
  }

  /// A step of a save.
  struct Save: Sendable, Codable {
    enum Step: String, Codable {
      /// The state is that of the edits before this record.
      case began
      /// The file is about to be what ``mark`` says.
      case replacing
      case done
    }

    var number: Int
    var step: Step
    var mark: FileMark?
    var path: String?
    /// Whether the bytes that were opened are no longer the start of the file: they are kept beside the journal.
    var isRewritten: Bool?
    /// The numbers in it of objects that edits name; `nil` if it was never written anew.
    var numbering: ObjectNumbering?
  }

  /// A document that pages come from, which is kept beside the journal.
  struct Source: Sendable, Codable {
    /// Of another document, or else of a page that the session made.
    var isDocument: Bool
    var number: Int
    /// The name of the copy.
    var file: String
    /// Whether it needs a password, which is not stored.
    var needsPassword: Bool
  }

  private enum Kind: UInt8 {
    case header = 0
    case entry
    case save
    case source
  }

  /// - Parameter encryption: Encrypts edits.
  func encoded(_ encryption: RecordEncryption?) throws -> JournalFile.Record {
    let encoder = JSONEncoder()
    if let key = InkStroke.packingKey { encoder.userInfo[key] = true }
    func record(_ kind: Kind, _ value: some Encodable) throws -> JournalFile.Record {
      let bytes = Array(try encoder.encode(value))
      return .init(kind: kind.rawValue, bytes: kind == .entry ? encryption?.encrypted(bytes) ?? bytes : bytes)
    }
    return switch self {
    case .header(let header): try record(.header, header)
    case .entry(let entry): try record(.entry, entry)
    case .save(let save): try record(.save, save)
    case .source(let source): try record(.source, source)
    }
  }

  /// - Returns: `nil` for an edit if it is encrypted and there is no key.
  /// - Throws: ``PDFError`` with code `.unsupported` for records of a newer version, or `.wrongPassword`.
  init?(_ record: JournalFile.Record, _ encryption: RecordEncryption?, isEncrypted: Bool) throws {
    do {
      let decoder = JSONDecoder()
      switch Kind(rawValue: record.kind) {
      case .header: self = .header(try decoder.decode(Header.self, from: Data(record.bytes)))
      case .save:
        let save = try decoder.decode(Save.self, from: Data(record.bytes))
        try Self.require(save.number)
        self = .save(save)
      case .source:
        let source = try decoder.decode(Source.self, from: Data(record.bytes))
        try Self.require(source.number)
        self = .source(source)
      case .entry:
        var bytes = record.bytes
        if isEncrypted {
          guard let encryption else { return nil }
          guard let decrypted = encryption.decrypted(bytes) else {
            throw PDFError(.wrongPassword, "The journal was not written with this password.")
          }
          bytes = decrypted
        }
        self = .entry(try decoder.decode(JournalEntry.self, from: Data(bytes)))
      case nil: throw Self.newer("kind \(record.kind)")
      }
    } catch let error as DecodingError {
      throw Self.newer("\(error)")
    }
  }

  /// Numbers are counted on from: whatever is written, they stay far from the last.
  private static func require(_ number: Int) throws {
    guard (0...1 << 53).contains(number) else {
      throw PDFError(
        .damaged, "The journal of edits is damaged: \(number) is no number of a save or a document.")
    }
  }

  private static func newer(_ detail: String) -> PDFError {
    PDFError(
      .unsupported, "The journal of edits is of a newer version: recover it with that one.",
      underlying: detail)
  }
}

/// Something that was done to a document's state.
struct JournalEntry: Sendable, Codable, Hashable {
  enum Kind: String, Codable {
    case edit, undo, redo, beginGroup, endGroup, cancelGroup
  }

  var kind: Kind
  /// As they were applied.
  var edits: [Edit]?
  var name: String?
  /// Whether the edits belong to the open group.
  var isInGroup: Bool?
  /// The group that is taken back.
  var group: Int?
  /// The numbers of objects that the edits name, at that moment; `nil` if the file was never written anew.
  var numbering: ObjectNumbering?

  static func edit(_ edits: [Edit], named name: String, inGroup: Bool = false) -> JournalEntry {
    JournalEntry(kind: .edit, edits: edits, name: name, isInGroup: inGroup ? true : nil)
  }

  static func beginGroup(named name: String) -> JournalEntry { JournalEntry(kind: .beginGroup, name: name) }
  static func cancelGroup(_ number: Int) -> JournalEntry { JournalEntry(kind: .cancelGroup, group: number) }
  static let endGroup = JournalEntry(kind: .endGroup)
  static let undo = JournalEntry(kind: .undo)
  static let redo = JournalEntry(kind: .redo)
}

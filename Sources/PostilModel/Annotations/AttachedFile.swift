public import Foundation

/// A file in an annotation (ISO 32000-2, 7.11): its name, what is known of it, and its bytes, or where they are.
public struct AttachedFile: Sendable, Hashable {
  /// Its name, such as `costs.csv`; never a path.
  public var name: String
  /// What it is, for people (`/Desc`).
  public var fileDescription: String?
  /// Its media type, such as `text/csv`.
  public let mediaType: String?
  /// When it was made.
  public let creationDate: Date?
  /// When it was last changed.
  public let modificationDate: Date?
  package let contents: Contents

  /// Where the bytes are.
  package enum Contents: Sendable, Hashable {
    case data(SharedBytes)
    /// In the document's file. The number is that of the object, which tells one from the other.
    case stored(Int, byteCount: Int?, checksum: Data?)
    /// Not in the document: the name is all that there is.
    case elsewhere
  }

  /// Makes a file of bytes.
  ///
  /// - Parameters:
  ///   - data: The bytes. They are kept as they are, and shared by all copies of the value: map large files.
  ///   - name: Its name; not empty, and without slashes.
  ///   - description: What it is, for people.
  ///   - mediaType: Its media type, such as `text/csv`.
  ///   - creationDate: When it was made.
  ///   - modificationDate: When it was last changed.
  public init(
    _ data: Data, name: String, description: String? = nil, mediaType: String? = nil,
    creationDate: Date? = nil, modificationDate: Date? = nil
  ) {
    self.init(
      .data(SharedBytes(data)), name: name, description: description, mediaType: mediaType,
      creationDate: creationDate, modificationDate: modificationDate)
  }

  package init(
    _ contents: Contents, name: String, description: String? = nil, mediaType: String? = nil,
    creationDate: Date? = nil, modificationDate: Date? = nil
  ) {
    self.contents = contents
    self.name = name
    fileDescription = description
    self.mediaType = mediaType
    self.creationDate = creationDate
    self.modificationDate = modificationDate
  }

  /// Makes a file of one on disk, mapped into memory where that is possible.
  ///
  /// - Parameters:
  ///   - url: Where it is; its name and its date of change are taken over.
  ///   - description: What it is, for people.
  ///   - mediaType: Its media type, such as `text/csv`.
  /// - Throws: ``PDFError`` with code `.cannotRead`.
  public init(contentsOf url: URL, description: String? = nil, mediaType: String? = nil) throws(PDFError) {
    do {
      let data = try Data(contentsOf: url, options: .mappedIfSafe)
      let values = try? FileManager.default.attributesOfItem(atPath: url.path)
      self.init(
        data, name: url.lastPathComponent, description: description, mediaType: mediaType,
        modificationDate: values?[.modificationDate] as? Date)
    } catch {
      throw PDFError(.cannotRead, "The file cannot be read: \(error.localizedDescription)", url: url)
    }
  }

  /// The bytes of a file that was made in this session; `nil` for one of which the document has the name alone, and for one that the
  /// document's file has: ``PDFDocument/attachedData(of:on:)`` and ``DocumentEditing/data(ofAttachment:)`` read those.
  public var data: Data? { if case .data(let bytes) = contents { bytes.data } else { nil } }

  /// How many bytes it has, as far as that is known.
  public var byteCount: Int? {
    switch contents {
    case .data(let bytes): bytes.data.count
    case .stored(_, let count, _): count
    case .elsewhere: nil
    }
  }

  /// The MD5 digest of its bytes, as the document's file says; `nil` if that does not say it, and for a file made in this session.
  public var checksum: Data? { if case .stored(_, _, let checksum) = contents { checksum } else { nil } }

  /// - Throws: ``PDFError`` with code `.invalidArgument` if the name is none.
  func requireUsable() throws(PDFError) {
    guard !name.isEmpty, !name.contains("/"), !name.contains("\\"), !name.contains("\0") else {
      throw PDFError(
        .invalidArgument, "The name of an attached file is not empty, and has no slashes: '\(name)' is none.")
    }
  }
}

/// Bytes that copies of values share: comparing copies costs nothing.
package final class SharedBytes: Sendable, Hashable {
  package let data: Data

  package init(_ data: Data) { self.data = data }

  package static func == (a: SharedBytes, b: SharedBytes) -> Bool { a === b || a.data == b.data }

  package func hash(into hasher: inout Hasher) { hasher.combine(data.count) }
}

extension AttachedFile: Codable {
  /// Reads `{"name": "costs.csv", "data": "base 64", "description": "…", "type": "text/csv", "created": date,
  /// "modified": date}`; only the name is needed. Files that are in a document have `"stored"`, the number of their object, in
  /// place of their bytes, and perhaps `"size"` and `"checksum"`. Without either it is a file of which there is the name alone.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    try fields.allow(
      ["name", "data", "description", "type", "created", "modified", "stored", "size", "checksum"],
      in: "an attached file")
    func data(_ key: String) throws -> Data? {
      guard let text: String = try fields.optional(key) else { return nil }
      guard let data = Data(base64Encoded: text) else { throw fields.error("this is not base 64", at: key) }
      return data
    }
    let contents: Contents =
      if let bytes = try data("data") {
        .data(SharedBytes(bytes))
      } else if let number = try fields.integer("stored") {
        .stored(number, byteCount: try fields.integer("size"), checksum: try data("checksum"))
      } else {
        .elsewhere
      }
    self.init(
      contents, name: try fields.value("name"), description: try fields.optional("description"),
      mediaType: try fields.optional("type"), creationDate: try fields.date("created"),
      modificationDate: try fields.date("modified"))
  }

  /// Writes what ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(name, forKey: "name")
    try fields.encodeIfPresent(fileDescription, forKey: "description")
    try fields.encodeIfPresent(mediaType, forKey: "type")
    try fields.encodeDate(creationDate, forKey: "created")
    try fields.encodeDate(modificationDate, forKey: "modified")
    switch contents {
    case .data(let bytes): try fields.encode(bytes.data.base64EncodedString(), forKey: "data")
    case .stored(let number, let count, let checksum):
      try fields.encode(number, forKey: "stored")
      try fields.encodeIfPresent(count, forKey: "size")
      try fields.encodeIfPresent(checksum?.base64EncodedString(), forKey: "checksum")
    case .elsewhere: break
    }
  }
}

extension AttachedFile: CustomStringConvertible {
  /// The name and the size: `costs.csv (120 bytes)`.
  public var description: String { byteCount.map { "\(name) (\($0) bytes)" } ?? name }
}

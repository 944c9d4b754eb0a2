import Foundation
import PostilModel

/// The files that annotations and the document have, as file specifications with an embedded file stream (ISO 32000-2, 7.11.3 and 7.11.4): equal
/// ones once a save.
final class EmbeddedFiles {
  private let changes: ObjectChanges
  private var known: [AttachedFile: ObjectID] = [:]
  private var streams: [AttachedFile: ObjectID] = [:]

  init(_ changes: ObjectChanges) { self.changes = changes }

  /// The file specification of a file; `nil` for one whose bytes are not here.
  func specification(of file: AttachedFile) -> ObjectID? {
    if let known = known[file] { return known }
    guard let dictionary = dictionary(of: file) else { return nil }
    let id = changes.add(.dictionary(dictionary))
    known[file] = id
    return id
  }

  /// The entries of a file specification, for an object that says more than they do; `nil` for a file whose bytes are not here.
  func dictionary(of file: AttachedFile) -> PDFDictionary? {
    guard let data = file.data else { return nil }
    let id = streams[file] ?? changes.add(Self.stream(file, data))
    streams[file] = id
    var dictionary: PDFDictionary = ["Type": .name("Filespec")]
    Self.describe(file, in: &dictionary)
    dictionary["EF"] = .dictionary(["F": .reference(id), "UF": .reference(id)])
    return dictionary
  }

  /// Writes name and description.
  static func describe(_ file: AttachedFile, in dictionary: inout PDFDictionary) {
    // Readers of PDF 1.6 and older know no other name.
    let plain = file.name.unicodeScalars.map { $0.isASCII && $0.value >= 0x20 ? UInt8($0.value) : 0x5F }
    dictionary["F"] = .string(plain)
    dictionary["UF"] = .string(TextString.encode(file.name))
    dictionary["Desc"] = file.fileDescription.map { .string(TextString.encode($0)) }
  }

  private static func stream(_ file: AttachedFile, _ data: Data) -> PDFObject {
    var parameters: PDFDictionary = ["Size": .integer(data.count)]
    parameters["CheckSum"] = .string(data.withUnsafeBytes { Digest.md5($0) })
    parameters["CreationDate"] = file.creationDate.map { .string(DateString.encode($0)) }
    parameters["ModDate"] = file.modificationDate.map { .string(DateString.encode($0)) }
    var dictionary: PDFDictionary = ["Type": .name("EmbeddedFile")]
    dictionary["Subtype"] = file.mediaType.map { .name(PDFName($0)) }
    dictionary["Params"] = .dictionary(parameters)
    return Flate.stream(dictionary, [UInt8](data))
  }
}

extension AttachedFile {
  /// The keys that may lead to a file's stream or say its name, best first (ISO 32000-2, tables 43 and 44).
  private static let keys: [PDFName] = ["UF", "F", "Unix", "Mac", "DOS"]

  /// Reads a file specification, which may be a mere name; `nil` if it is none. The bytes stay where they are.
  init?(_ specification: PDFObject?, _ objects: any ObjectSource) {
    let resolved = objects.resolve(specification)
    if let name = resolved.string {
      self.init(.elsewhere, name: TextString.decode(name))
      return
    }
    guard let dictionary = resolved.dictionary else { return nil }
    let name = Self.keys.lazy.compactMap { objects.text(dictionary[$0]) }.first { !$0.isEmpty }
    guard let stream = Self.stream(dictionary, objects) else {
      guard let name else { return nil }
      self.init(.elsewhere, name: name, description: objects.text(dictionary["Desc"]))
      return
    }
    let header = objects.resolve(.reference(stream)).dictionary ?? [:]
    let parameters = objects.resolve(header["Params"]).dictionary ?? [:]
    let size = objects.resolve(parameters["Size"]).integer
    let checksum = objects.resolve(parameters["CheckSum"]).string
    self.init(
      .stored(
        stream.number, byteCount: size.flatMap { $0 < 0 ? nil : $0 },
        checksum: checksum.flatMap { $0.count == 16 ? Data($0) : nil }),
      name: name ?? "", description: objects.text(dictionary["Desc"]),
      mediaType: objects.resolve(header["Subtype"]).name?.description,
      creationDate: objects.date(parameters["CreationDate"]),
      modificationDate: objects.date(parameters["ModDate"]))
  }

  /// The stream with the bytes of a file specification; `nil` if they are not in the document.
  static func stream(_ specification: PDFDictionary, _ objects: any ObjectSource) -> ObjectID? {
    guard let files = objects.resolve(specification["EF"]).dictionary else { return nil }
    return keys.lazy.compactMap { files[$0]?.reference }.first { id in
      if case .stream = objects.resolve(.reference(id)) { true } else { false }
    }
  }
}

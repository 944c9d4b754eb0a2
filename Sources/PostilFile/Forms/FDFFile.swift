package import Foundation
package import PostilModel
import PostilXML

/// Files of form data (ISO 32000-2, 12.7.8). They have no cross-reference table: objects are found by their headers.
package enum FDFFile {
  private static let mostObjects = 100_000

  /// The values that a file gives fields, by full name: of as many fields as ``ObjectSource/fieldNodes(of:)`` reads.
  ///
  /// Of a field that has a value with styles alone (`/RV`) that is its text.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if it is no FDF file, or such a value cannot be read.
  package static func values(in data: Data) throws -> [String: FormValue] {
    let objects = Objects(data.withUnsafeBytes(objects))
    guard !objects.catalog.entries.isEmpty else {
      throw PDFError(.invalidArgument, "The file is not FDF: it has no dictionary /FDF.")
    }
    return try objects.fieldNodes(of: objects.catalog).reduce(into: [:]) { values, field in
      switch objects.resolve(field.dictionary["V"]) {
      case .string(let bytes): values[field.name] = .text(TextString.decode(bytes))
      case .name(let state): values[field.name] = .text(state.description)
      case .array(let items): values[field.name] = .choices(items.compactMap(objects.text))
      default:
        let rich = objects.resolve(field.dictionary["RV"])
        if !rich.isNull { values[field.name] = .text(try text(ofRich: rich, field.name)) }
      }
    }
  }

  /// The text of a value with styles (ISO 32000-2, 12.7.4.4), which is XHTML.
  private static func text(ofRich value: PDFObject, _ name: String) throws -> String {
    guard let bytes = value.string,
      let body = try? XMLReader.read(Data(TextString.decode(bytes).utf8))
    else {
      throw PDFError(
        .invalidArgument, "The value of the field '\(name)' is text with styles (/RV) that cannot be read.")
    }
    return body.plainText
  }

  /// The objects of such a file, by their numbers.
  private final class Objects: ObjectSource {
    private let objects: [Int: PDFObject]

    init(_ objects: [Int: PDFObject]) { self.objects = objects }

    func object(_ id: ObjectID) -> PDFObject { objects[id.number] ?? .null }

    func streamData(_ id: ObjectID) throws -> [UInt8] {
      throw PDFError.unreadableStream(id, "files of form data have no streams that are read")
    }

    /// The file's dictionary `/FDF`; empty if it has none.
    private(set) lazy var catalog: PDFDictionary =
      objects.values.lazy.compactMap { self.resolve($0.dictionary?["FDF"]).dictionary }.first ?? [:]
  }

  /// All objects by their numbers.
  private static func objects(_ bytes: UnsafeRawBufferPointer) -> [Int: PDFObject] {
    var objects: [Int: PDFObject] = [:]
    var position = 0
    while objects.count < mostObjects, let word = ByteSearch.first("obj", in: bytes, from: position) {
      position = word.upperBound
      guard let number = headerNumber(bytes, before: word.lowerBound) else { continue }
      var parser = PDFParser(bytes, at: word.upperBound)
      guard let object = parser.object() else { continue }
      objects[number] = object
      position = parser.position
    }
    return objects
  }

  /// The number of `12 0 obj`, whose last word begins at a position.
  private static func headerNumber(_ bytes: UnsafeRawBufferPointer, before position: Int) -> Int? {
    var start = position
    var words = 0
    while start > 0, position - start < 40 {
      let byte = bytes[start - 1]
      guard ByteClass.isDigit(byte) || ByteClass.isSpace(byte) else { break }
      start -= 1
      if words == 2, ByteClass.isSpace(byte) { break }
      if ByteClass.isDigit(byte), start == 0 || !ByteClass.isDigit(bytes[start - 1]) { words += 1 }
    }
    var parser = PDFParser(bytes, at: start)
    guard let header = parser.objectHeader(), parser.position == position + 3 else { return nil }
    return header.number
  }

  /// A file with the fields.
  ///
  /// - Parameters:
  ///   - fields: The value of `/Fields`, an array.
  ///   - file: The name of the document (`/F`); `nil` for none.
  package static func data(_ fields: PDFValue, file: String?) -> Data {
    let values = PDFValueWriter(
      add: { _ in ObjectID(number: 0) }, page: { _ in nil }, annotation: { _ in nil })
    var entries: [String: PDFValue] = ["Fields": fields]
    if let file { entries["F"] = .string(Data(TextString.encode(file))) }
    var output = PDFSerializer()
    output.write("%FDF-1.2\n1 0 obj\n")
    output.write(.dictionary(["FDF": .dictionary(values.dictionary(entries))]))
    output.write("\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n")
    return Data(output.bytes)
  }
}

package import Foundation
package import PostilModel

/// Files of form data (ISO 32000-2, 12.7.8). They have no cross-reference table: objects are found by their headers.
package enum FDFFile {
  private static let deepest = 64
  private static let mostFields = 100_000
  private static let mostObjects = 100_000

  /// The values that a file gives fields, by full name: of 100,000 fields at most, 64 levels deep at most.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if it is no FDF file.
  package static func values(in data: Data) throws -> [String: FormValue] {
    let objects = data.withUnsafeBytes(objects)
    func resolve(_ object: PDFObject?) -> PDFObject {
      var object = object ?? .null
      for _ in 0..<16 {
        guard case .reference(let id) = object else { return object }
        object = objects[id.number] ?? .null
      }
      return .null
    }
    let holder = objects.values.lazy.compactMap { resolve($0.dictionary?["FDF"]).dictionary }.first
    guard let holder else {
      throw PDFError(.invalidArgument, "The file is not FDF: it has no dictionary /FDF.")
    }
    var values: [String: FormValue] = [:]
    var count = 0
    var stack = (resolve(holder["Fields"]).array ?? []).reversed().map { (field: $0, above: "", depth: 0) }
    while let (field, above, depth) = stack.popLast(), count < mostFields {
      count += 1
      guard depth < deepest, let dictionary = resolve(field).dictionary else { continue }
      let own = resolve(dictionary["T"]).string.map(TextString.decode) ?? ""
      let name = above.isEmpty ? own : own.isEmpty ? above : "\(above).\(own)"
      for kid in (resolve(dictionary["Kids"]).array ?? []).reversed() { stack.append((kid, name, depth + 1)) }
      switch resolve(dictionary["V"]) {
      case .string(let bytes): values[name] = .text(TextString.decode(bytes))
      case .name(let state): values[name] = .text(state.description)
      case .array(let items):
        values[name] = .choices(items.compactMap { resolve($0).string.map(TextString.decode) })
      default: break
      }
    }
    return values
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

import Foundation
public import PostilModel

extension PDFValue {
  /// Reads a value as files have it (ISO 32000-2, 7.3), and as ``description`` writes it: `<</A [/B (text) 1.5 true]/C 12 0 R>>`.
  ///
  /// A string in parentheses with other characters than those of ASCII becomes a text string in UTF-16 (7.9.2.2).
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` for what is no value, is nested too deep, or has a reference of another
  ///   generation than 0.
  /// - Complexity: O(length).
  public init(parsing text: String) throws(PDFError) {
    let bytes = Self.withEncodedTexts(Array(text.utf8))
    let object = bytes.withUnsafeBytes { bytes -> PDFObject? in
      var parser = PDFParser(bytes)
      guard let object = parser.object() else { return nil }
      parser.skipSpace()
      return parser.position == bytes.count ? object : nil
    }
    guard let object else {
      throw PDFError(
        .invalidArgument,
        "'\(text.prefix(60))' is no value: write it as files do, such as /Name, (text), 1.5, true, [1 2], <</Key 12 0 R>>."
      )
    }
    var hasOtherGeneration = false
    object.forEachReference { if $0.generation != 0 { hasOtherGeneration = true } }
    guard !hasOtherGeneration else {
      throw PDFError(
        .invalidArgument,
        "'\(text.prefix(60))' refers to an object of another generation than 0: give one that is.")
    }
    var reader = PDFValueReader(NoObjects(), .single)
    do {
      self = try reader.value(of: object)
    } catch {
      throw PDFError(.invalidArgument, "'\(text.prefix(60))' is no value.", underlying: "\(error)")
    }
  }

  /// The bytes of a value in which strings in parentheses that are no ASCII stand in hexadecimal digits, as text strings.
  private static func withEncodedTexts(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(where: { $0 >= 0x80 }) else { return bytes }
    var result: [UInt8] = []
    var position = 0
    while position < bytes.count {
      let start = position
      guard bytes[start] == UInt8(ascii: "(") else {
        result.append(bytes[start])
        position += 1
        continue
      }
      var string: [UInt8]?
      (string, position) = bytes.withUnsafeBytes { bytes in
        var parser = PDFParser(bytes, at: start)
        let string = parser.object()?.string
        return (string, parser.position)
      }
      let piece = bytes[start..<max(position, start + 1)]
      position = piece.endIndex
      if let string, piece.contains(where: { $0 >= 0x80 }),
        let text = String(validating: string, as: UTF8.self)
      {
        result += PDFSerializer.bytes(of: .string(TextString.encode(text)))
      } else {
        result += piece
      }
    }
    return result
  }
}

/// No objects: of values that stand for themselves.
private final class NoObjects: ObjectSource {
  var catalog: PDFDictionary { [:] }
  func object(_ id: ObjectID) -> PDFObject { .null }
  func streamData(_ id: ObjectID) throws -> [UInt8] {
    throw PDFError.unreadableStream(id, "there is no file")
  }
}

import Foundation
import PostilModel

/// Makes a file readable whose cross-reference information and trailer are lost, where libqpdf gives up: finds the objects by
/// their headers, wherever they stand, and those in object streams, and appends a table of them.
///
/// Of several objects with one number the last counts. Encrypted files are left alone: what stands in their object streams
/// cannot be read here.
struct LostXref {
  private enum Place {
    /// In the file, from its header on.
    case offset(Int, generation: Int)
    /// In an object stream.
    case value(PDFObject)
  }

  private let bytes: UnsafeRawBufferPointer
  private var places: [Int: Place] = [:]
  private var catalog: Int?
  private var trailer = PDFDictionary()

  /// Larger files are not searched.
  private static let largestSize = 256 << 20
  /// The bytes that may be decoded of all object streams together.
  private var decodingBudget = 256 << 20
  /// Whether the word "endstream" comes again; once it does not, no other stream is searched for its end.
  private var hasMoreStreams = true

  /// The file with a table of its objects; `nil` if there is no catalog among them.
  static func mended(_ bytes: UnsafeRawBufferPointer) -> Data? {
    guard bytes.count <= largestSize, let header = PDFHeader.position(in: bytes) else { return nil }
    var search = LostXref(UnsafeRawBufferPointer(rebasing: bytes[header...]))
    search.findObjects()
    return search.file()
  }

  private init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  // MARK: - Finding

  private mutating func findObjects() {
    var position = 0
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "o"): position = object(at: position) ?? position + 1
      case UInt8(ascii: "t"): position = trailer(at: position) ?? position + 1
      default: position += 1
      }
    }
  }

  /// Takes an object whose "obj" may begin here. Returns where it ends.
  private mutating func object(at keyword: Int) -> Int? {
    var parser = PDFParser(bytes, at: keyword)
    guard parser.skip("obj"), parser.current.map(ByteClass.endsToken) ?? false,
      let (start, number, generation) = header(before: keyword), (1...ObjectID.highestNumber).contains(number)
    else { return nil }
    places[number] = .offset(start, generation: generation)
    guard let dictionary = parser.object()?.dictionary else { return parser.position }
    // The encryption dictionary of a file whose trailer is lost (ISO 32000-2, table 21).
    if dictionary["Filter"]?.name == "Standard", dictionary["O"] != nil, dictionary["U"] != nil {
      trailer["Encrypt"] = .reference(ObjectID(number: number))
    }
    let data = stream(dictionary, &parser)
    switch dictionary["Type"]?.name {
    case "Catalog"?: if dictionary["Pages"] != nil { catalog = number }
    case "XRef"?: take(dictionary)
    case "ObjStm"?: if let data { takeMembers(dictionary, data) }
    default: break
    }
    return parser.position
  }

  /// The two numbers before "obj", and where they begin.
  private func header(before keyword: Int) -> (start: Int, number: Int, generation: Int)? {
    var position = keyword
    func number() -> Int? {
      let gap = position
      while position > 0, ByteClass.isSpace(bytes[position - 1]) { position -= 1 }
      let end = position
      while position > 0, end - position < 10, ByteClass.isDigit(bytes[position - 1]) { position -= 1 }
      guard position < end, end < gap else { return nil }
      return bytes[position..<end].reduce(0) { $0 * 10 + Int($1 - 48) }
    }
    guard let generation = number(), generation <= 65_535, let object = number() else { return nil }
    return (position, object, generation)
  }

  /// Passes over a stream's data, if they come next, and returns their place.
  private mutating func stream(_ dictionary: PDFDictionary, _ parser: inout PDFParser) -> Range<Int>? {
    let before = parser.position
    if let length = dictionary["Length"]?.integer, let data = parser.streamData(length: length) {
      return data
    }
    parser.position = before
    guard hasMoreStreams, parser.skip("stream") else { return nil }
    if parser.current == 13 { parser.position += 1 }
    if parser.current == 10 { parser.position += 1 }
    let start = parser.position
    // Where the length is wrong, or stands in an object of its own.
    guard let word = ByteSearch.first("endstream", in: bytes, from: start) else {
      hasMoreStreams = false
      return nil
    }
    parser.position = word.upperBound
    return start..<word.lowerBound
  }

  private mutating func takeMembers(_ dictionary: PDFDictionary, _ data: Range<Int>) {
    let encoded = UnsafeRawBufferPointer(rebasing: bytes[data])
    guard let count = dictionary["N"]?.integer, let first = dictionary["First"]?.integer,
      let decoded = StreamDecoder.whole(encoded, dictionary, limit: decodingBudget), count >= 0, first >= 0,
      first <= decoded.count, count <= first / 2
    else { return }
    decodingBudget -= decoded.count
    decoded.withUnsafeBytes { decoded in
      var parser = PDFParser(UnsafeRawBufferPointer(rebasing: decoded[..<first]))
      for _ in 0..<count {
        guard let number = parser.integer(), let offset = parser.integer() else { return }
        guard (1...ObjectID.highestNumber).contains(number), offset < decoded.count - first else { continue }
        var member = PDFParser(decoded, at: first + offset)
        guard let object = member.object() else { continue }
        places[number] = .value(object)
        if let dictionary = object.dictionary, dictionary["Type"]?.name == "Catalog",
          dictionary["Pages"] != nil
        {
          catalog = number
        }
      }
    }
  }

  /// Takes a trailer that may begin here. Returns where it ends.
  private mutating func trailer(at keyword: Int) -> Int? {
    var parser = PDFParser(bytes, at: keyword)
    guard parser.skip("trailer"), case .dictionary(let dictionary)? = parser.object() else { return nil }
    take(dictionary)
    return parser.position
  }

  private mutating func take(_ dictionary: PDFDictionary) {
    for key in ["Root", "Info", "ID", "Encrypt"] as [PDFName] {
      if let value = dictionary[key] { trailer[key] = value }
    }
  }

  // MARK: - Writing

  private func file() -> Data? {
    let stated = trailer["Root"]?.reference.flatMap { places[$0.number] == nil ? nil : $0.number }
    guard let root = stated ?? catalog, trailer["Encrypt"] == nil, let last = places.keys.max() else {
      return nil
    }
    var output = PDFSerializer()
    var entries = XrefWriter()
    entries[0] = .free
    output.write("\n")
    for (number, place) in places.sorted(by: { $0.key < $1.key }) {
      switch place {
      case .offset(let offset, let generation): entries[number] = .offset(offset, generation: generation)
      case .value(let object):
        entries[number] = .offset(bytes.count + output.bytes.count, generation: 0)
        output.write(object, as: ObjectID(number: number))
      }
    }
    var dictionary = trailer
    dictionary["Root"] =
      trailer["Root"]?.reference?.number == root ? trailer["Root"] : .reference(ObjectID(number: root))
    entries.writeTable(dictionary, size: last + 1, at: bytes.count + output.bytes.count, to: &output)
    var data = Data(bytes)
    data.append(contentsOf: output.bytes)
    return data
  }
}

/// Object streams: several objects compressed as one (ISO 32000-2, 7.5.7).
enum ObjectStreamPacking {
  typealias Member = (key: ObjectID, value: PDFObject)

  /// One object alone is packed only from this size on, in bytes.
  private static let worthwhile = 512

  /// The stream that holds the objects, or `nil` if packing them gains nothing.
  static func packing(_ members: [Member]) -> PDFObject? {
    guard (1...0xFFFF).contains(members.count) else { return nil }
    let rowLength = rowLength(members)
    var index = ""
    var body = PDFSerializer()
    body.rowLength = rowLength
    for member in members {
      index += "\(member.key.number) \(body.bytes.count) "
      body.write(member.value)
      body.write("\n")
    }
    guard members.count > 1 || body.bytes.count >= worthwhile else { return nil }
    if let rowLength { index += String(repeating: " ", count: padding(index.utf8.count, rowLength)) }
    let dictionary: PDFDictionary = [
      "Type": .name("ObjStm"), "N": .integer(members.count), "First": .integer(index.utf8.count),
    ]
    let data = Array(index.utf8) + body.bytes
    guard let rowLength, let rows = body.rows else { return Flate.stream(dictionary, data) }
    let first = index.utf8.count
    return Flate.rows(
      dictionary, data, rowLength, predicted: rows.lowerBound + first..<rows.upperBound + first)
  }

  private static func padding(_ count: Int, _ rowLength: Int) -> Int {
    (rowLength - count % rowLength) % rowLength
  }

  /// How long a row is that holds any reference of a long list, or `nil` if there is no such list.
  ///
  /// The list of pages of a flat page tree has to be written whole when one page moves. As rows of
  /// equal length, each predicted from the row above (ISO 32000-2, 7.4.4.4), it takes a few hundred
  /// bytes instead of ten for each page.
  private static func rowLength(_ members: [Member]) -> Int? {
    var highest: Int?
    for member in members {
      for entry in member.value.dictionary?.entries ?? [] {
        guard let items = entry.value.array, PDFSerializer.isLong(items) else { continue }
        highest = max(highest ?? 0, items.compactMap(\.reference).map(\.number).max() ?? 0)
      }
    }
    return highest.map { "\($0) 0 R ".utf8.count }
  }
}

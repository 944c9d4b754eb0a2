/// Reads objects of a large file straight through its cross-reference tables, without reading the
/// tables: libqpdf takes a tenth of a second for those of a file of 400 MB.
///
/// It reads what is plainly right and nothing else. At the first thing that is not, it says so, and
/// libqpdf, which can repair, reads the file instead.
struct TableReader {
  private let bytes: UnsafeRawBufferPointer
  private let origin: Int
  private let tables: [XrefTable]
  let trailer: PDFDictionary
  let headerVersion: String

  /// Smaller files are left to libqpdf, whose look at every entry costs little there.
  static let smallestFile = 16 << 20
  private static let mostTables = 32

  /// - Parameter smallest: The size from which on files are read this way.
  init?(_ bytes: UnsafeRawBufferPointer, _ chain: XrefChain?, smallest: Int = smallestFile) {
    guard let chain, let tables = chain.tables, bytes.count >= smallest, tables.count <= Self.mostTables,
      chain.trailer["Encrypt"] == nil, let root = chain.trailer["Root"]?.reference
    else { return nil }
    self.bytes = bytes
    self.tables = tables
    origin = chain.origin
    trailer = chain.trailer
    headerVersion = Self.version(bytes, at: chain.origin)
    guard let catalog = object(root)?.dictionary, let pages = catalog["Pages"]?.reference,
      object(pages)?.dictionary?["Kids"] != nil
    else { return nil }
  }

  private static func version(_ bytes: UnsafeRawBufferPointer, at origin: Int) -> String {
    let digits = bytes[(origin + 5)...].prefix(8).prefix { (48...57).contains($0) || $0 == UInt8(ascii: ".") }
    return String(decoding: digits, as: UTF8.self)
  }

  /// The object, null if the tables say that there is none; `nil` if something is not as it should be.
  func object(_ id: ObjectID) -> PDFObject? {
    guard let position = tables.lazy.compactMap({ $0.position(of: id.number) }).first else { return .null }
    var entry = PDFParser(bytes, at: position)
    guard let offset = entry.integer(), let generation = entry.integer() else { return nil }
    if entry.skip("f") { return .null }
    guard entry.skip("n"), offset > 0, offset < bytes.count - origin else { return nil }
    guard generation == id.generation else { return .null }
    var parser = PDFParser(bytes, at: origin + offset)
    guard parser.objectHeader() == id, let object = parser.object() else { return nil }
    if parser.skip("endobj") { return object }
    guard parser.skip("stream"), case .dictionary(let dictionary) = object else { return nil }
    return .stream(dictionary, .inFile)
  }
}

import PostilModel

/// Reads the objects of a file: straight through its tables while that goes well, else by libqpdf.
final class ObjectReader {
  let bytes: FileBytes
  let password: String?
  /// The short way, for as long as it leads somewhere.
  private var table: TableReader?
  private var opened: QPDFReader?

  /// - Parameters:
  ///   - chain: The file's cross-reference sections, if they could be found.
  ///   - smallestTableFile: The size from which on a file is read through its tables.
  init(
    _ bytes: FileBytes, password: String?, chain: XrefChain?,
    smallestTableFile: Int = TableReader.smallestFile
  ) throws {
    self.bytes = bytes
    self.password = password
    table = TableReader(bytes.pointer, chain, smallest: smallestTableFile)
    if table == nil { opened = try QPDFReader(bytes, password: password) }
  }

  /// libqpdf, which from now on reads everything, so that one view of the file holds.
  private func qpdf() -> QPDFReader? {
    if opened == nil { opened = try? QPDFReader(bytes, password: password) }
    table = nil
    return opened
  }

  func object(_ id: ObjectID) -> PDFObject {
    if let table, let object = table.object(id) { return object }
    return qpdf()?.object(id) ?? .null
  }

  var trailer: PDFDictionary { table?.trailer ?? opened?.trailer ?? [:] }
  var headerVersion: String { table?.headerVersion ?? opened?.headerVersion ?? "" }
  // A file that is encrypted or damaged is not read through its tables.
  var isEncrypted: Bool { opened?.isEncrypted ?? false }
  var permissions: PDFPermissions { opened?.permissions ?? .all }
  var wasRepaired: Bool { opened?.wasRepaired ?? false }
  var warnings: [String] { opened?.warnings ?? [] }

  /// A stream's bytes as they are in the file (decrypted, not decoded); `nil` if it is not a stream.
  func rawStream(_ id: ObjectID) -> [UInt8]? { qpdf()?.rawStream(id) }

  /// A stream's bytes with its filters undone, as far as they lose nothing; `nil` if that fails.
  func decodedStream(_ id: ObjectID) -> [UInt8]? { qpdf()?.decodedStream(id) }
}

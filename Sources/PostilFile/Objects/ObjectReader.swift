import PostilModel

/// Reads the objects of a file: straight through its tables while that goes well, else by libqpdf.
final class ObjectReader {
  let bytes: FileBytes
  let password: String?
  /// The short way, for as long as it leads somewhere.
  private var table: TableReader?
  private var opened: QPDFReader?
  /// Why libqpdf could not open the file when it was needed.
  private var refusal: PDFError?
  /// How often libqpdf was asked to open the file.
  private(set) var openings = 0

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
    if table == nil { _ = try qpdf() }
  }

  /// Opens the file with libqpdf, once: it is not tried again after it failed.
  private func qpdf() throws -> QPDFReader {
    if let opened { return opened }
    if let refusal { throw refusal }
    openings += 1
    do {
      let reader = try QPDFReader(bytes, password: password)
      opened = reader
      return reader
    } catch let error as PDFError {
      refusal = error
      throw error
    }
  }

  /// Why an object could not be read, once one could not: it read as null.
  var failure: PDFError? { refusal ?? opened?.failure }

  /// An indirect object; null if there is none of that number, or after ``failure``.
  func object(_ id: ObjectID) -> PDFObject {
    if let table {
      if let object = table.object(id) { return object }
      // From now on libqpdf reads everything, so that one view of the file holds.
      if (try? qpdf()) != nil { self.table = nil }
    }
    return (try? qpdf())?.object(id) ?? .null
  }

  var isReadThroughTables: Bool { table != nil }

  /// - Throws: ``failure``, if there was one: what was read is not what the file has.
  func requireReadable() throws {
    if let failure { throw failure }
  }

  var trailer: PDFDictionary { table?.trailer ?? opened?.trailer ?? [:] }
  var headerVersion: String { table?.headerVersion ?? opened?.headerVersion ?? "" }
  // A file that is encrypted or damaged is not read through its tables.
  var isEncrypted: Bool { opened?.isEncrypted ?? false }
  var permissions: PDFPermissions { opened?.permissions ?? .all }
  var wasRepaired: Bool { opened?.wasRepaired ?? false }
  var warnings: [String] { opened?.warnings ?? [] }

  /// A stream's bytes as they are in the file: decrypted, not decoded.
  /// - Throws: `PDFError` `.damaged` if there is no such stream, or it cannot be read.
  func rawStream(_ id: ObjectID) throws -> [UInt8] { try stream { try $0.rawStream(id) } }

  /// A stream's bytes with its filters undone.
  /// - Throws: `PDFError` `.damaged` if there is no such stream, it cannot be read, or it has a filter that
  ///   loses something, as those of pictures do.
  func decodedStream(_ id: ObjectID) throws -> [UInt8] { try stream { try $0.decodedStream(id) } }

  /// Reads a stream with libqpdf. The tables stay in use as long as libqpdf finds the same in the file.
  private func stream(_ read: (QPDFReader) throws -> [UInt8]) throws -> [UInt8] {
    let reader = try qpdf()
    defer { if table != nil, reader.wasRepaired { table = nil } }
    return try read(reader)
  }
}

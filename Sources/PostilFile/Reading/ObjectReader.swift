import PostilModel

/// Reads the objects of a file: directly while everything in it is plainly right, else by libqpdf.
final class ObjectReader {
  let bytes: FileBytes
  /// What opens the file.
  private(set) var password: String?
  /// Reads the file until it comes upon something that is not right.
  private var direct: DirectReader?
  private var opened: QPDFReader?
  /// Why libqpdf could not open the file when it was needed.
  private var refusal: PDFError?
  /// How often libqpdf was asked to open the file.
  private(set) var openings = 0
  /// How many objects were asked for: tests count them.
  private(set) var reads = 0

  /// - Parameters:
  ///   - chain: The file's cross-reference sections, if they could be found.
  ///   - isDirect: Whether objects are read directly where that is possible; tests compare both ways.
  ///   - mostChecked: See ``DirectReader``.
  init(
    _ bytes: FileBytes, password: String?, chain: XrefChain?, isDirect: Bool = true,
    mostChecked: Int = OpenOptions().mostCheckedEntries
  ) throws {
    self.bytes = bytes
    self.password = password
    if isDirect { direct = DirectReader(bytes.pointer, chain, mostChecked: mostChecked) }
    if direct == nil { _ = try qpdf() }
  }

  /// Opens the file with libqpdf, once: it is not tried again after it failed.
  private func qpdf() throws -> QPDFReader {
    if let opened { return opened }
    if let refusal { throw refusal }
    openings += 1
    do {
      let reader = try QPDFReader(bytes, password: password)
      (opened, self.password) = (reader, reader.password)
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
    reads += 1
    if let direct {
      if let object = direct.object(id) { return object }
      // From now on libqpdf reads everything, so that one view of the file holds.
      if (try? qpdf()) != nil { self.direct = nil }
    }
    return (try? qpdf())?.object(id) ?? .null
  }

  /// Whether objects are read directly so far.
  var isDirect: Bool { direct != nil }

  /// Gives up the memory that objects take which were read: they are read again when they are asked for.
  func forget() {
    direct?.forget()
    opened?.forget()
  }

  /// See ``DirectReader/keepObjects(upTo:)``. libqpdf keeps them all.
  func keepObjects(upTo byteCount: Int) { direct?.keepObjects(upTo: byteCount) }

  /// - Throws: ``failure``, if there was one: what was read is not what the file has.
  func requireReadable() throws {
    if let failure { throw failure }
  }

  var trailer: PDFDictionary { direct?.trailer ?? opened?.trailer ?? [:] }
  var headerVersion: String { direct?.headerVersion ?? opened?.headerVersion ?? "" }
  // A file that is encrypted or damaged is not read directly.
  var isEncrypted: Bool { opened?.isEncrypted ?? false }
  /// The key of an encrypted file; empty if it is not encrypted.
  ///
  /// - Throws: `PDFError` if it cannot be read.
  func encryptionKey() throws -> [UInt8] { isEncrypted ? try opened?.encryptionKey() ?? [] : [] }

  /// How objects of the file are encrypted; `nil` if they are not, or in a way that is not known.
  func encryption() -> ObjectEncryption? {
    guard let opened, opened.isEncrypted, let key = try? opened.encryptionKey() else { return nil }
    func resolve(_ object: PDFObject?) -> PDFObject {
      object?.reference.map(opened.object) ?? object ?? .null
    }
    return ObjectEncryption(resolve(trailer["Encrypt"]).dictionary ?? [:], fileKey: key, resolve)
  }

  var permissions: PDFPermissions { opened?.permissions ?? .all }
  var isOwner: Bool { opened?.isOwner ?? true }
  var wasRepaired: Bool { opened?.wasRepaired ?? false }
  /// What libqpdf complained of, where it read the file.
  var complaints: [String] { opened?.warnings ?? [] }
  var warnings: [String] { direct?.warnings ?? opened?.warnings ?? [] }

  /// See ``DirectReader/endsStreamInLine(_:)``; `nil` also for files that are not read directly.
  func endsStreamInLine(_ id: ObjectID) -> Bool? { direct?.endsStreamInLine(id) }

  /// A stream's bytes as they are in the file: decrypted, not decoded.
  /// - Throws: `PDFError` `.damaged` if there is no such stream, or it cannot be read.
  func rawStream(_ id: ObjectID) throws -> [UInt8] {
    try direct?.rawStream(id) ?? stream { try $0.rawStream(id) }
  }

  /// Reads a stream with libqpdf. Objects are still read directly as long as libqpdf finds the same in the file.
  private func stream(_ read: (QPDFReader) throws -> [UInt8]) throws -> [UInt8] {
    let reader = try qpdf()
    defer { if direct != nil, reader.wasRepaired { direct = nil } }
    return try read(reader)
  }
}

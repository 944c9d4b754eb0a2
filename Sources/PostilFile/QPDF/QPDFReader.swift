import PostilModel
import PostilQPDFBridge

/// libqpdf, reading one file. What comes out are values.
final class QPDFReader {
  /// libqpdf's own, only for as long as this is.
  let document: OpaquePointer
  let bytes: FileBytes
  /// What opened it.
  let password: String?
  private var memory = MemoryWatch()
  /// Why an object could not be read, once one could not: it read as null.
  private(set) var failure: PDFError?

  /// - Throws: `PDFError` if libqpdf cannot open the file: damaged beyond repair, password, not a PDF.
  init(_ bytes: FileBytes, password: String?) throws {
    self.bytes = bytes
    (document, self.password) = try QPDFOpening.open(bytes, password, with: postil_qpdf_open)
  }

  deinit { postil_qpdf_close(document) }

  // MARK: - Objects

  /// The newest trailer.
  var trailer: PDFDictionary {
    var view = postil_qpdf_bytes()
    var error = postil_qpdf_error()
    guard postil_qpdf_trailer(document, &view, &error) else { return [:] }
    return Self.decode(view).dictionary ?? [:]
  }

  /// An indirect object; null if there is none of that number.
  func object(_ id: ObjectID) -> PDFObject {
    guard let number = Int32(exactly: id.number), let generation = Int32(exactly: id.generation), number > 0,
      generation >= 0
    else { return .null }
    // libqpdf keeps every object that it ever read, and reads all of an object stream for the sake of one.
    if memory.isTimeToForget { forget() }
    var view = postil_qpdf_bytes()
    var error = postil_qpdf_error()
    guard postil_qpdf_object(document, number, generation, &view, &error) else {
      let detail = QPDFFailure(error).detail
      failure =
        failure
        ?? PDFError(
          .damaged, "Object \(id.number) \(id.generation) cannot be read: the file is damaged there.",
          underlying: detail)
      return .null
    }
    let object = Self.decode(view)
    guard isEncrypted, object.hasUnnamedSignature, let raw = rawObject(id) else { return object }
    return object.takingSignatures(from: raw)
  }

  /// An object as it stands in the file, of a stream its dictionary; `nil` if it is in an object stream, or not where libqpdf found it.
  private func rawObject(_ id: ObjectID) -> PDFObject? {
    guard let number = Int32(exactly: id.number), let generation = Int32(exactly: id.generation) else {
      return nil
    }
    let offset = postil_qpdf_offset(document, number, generation)
    guard offset > 0, let header = PDFHeader.position(in: bytes.pointer),
      offset < bytes.pointer.count - header
    else { return nil }
    var parser = PDFParser(bytes.pointer, at: header + Int(offset))
    return parser.objectHeader() == id ? parser.object() : nil
  }

  /// Gives up the memory that objects take which were read, unless the file was repaired.
  func forget() {
    postil_qpdf_forget(document)
    memory = MemoryWatch()
  }

  private static func decode(_ view: postil_qpdf_bytes) -> PDFObject {
    ObjectBytes.decode(UnsafeRawBufferPointer(start: view.start, count: view.count)) ?? .null
  }

  /// A stream's bytes as they are in the file: decrypted, not decoded.
  /// - Throws: `PDFError` `.damaged` if there is no such stream, or it cannot be read.
  func rawStream(_ id: ObjectID) throws -> [UInt8] {
    guard let number = Int32(exactly: id.number), let generation = Int32(exactly: id.generation), number > 0,
      generation >= 0
    else { throw PDFError.unreadableStream(id, "no object can have that number") }
    var view = postil_qpdf_bytes()
    var error = postil_qpdf_error()
    guard postil_qpdf_stream(document, number, generation, &view, &error) else {
      throw PDFError.unreadableStream(id, QPDFFailure(error).detail)
    }
    return Array(UnsafeBufferPointer(start: view.start, count: view.count))
  }

  // MARK: - Damage

  /// Whether libqpdf reads the file through another cross-reference table than the file's own. It may find out
  /// late, so ask late.
  var wasRepaired: Bool { postil_qpdf_was_repaired(document) }

  /// What libqpdf complained of so far; the first thousand.
  var complaints: [QPDFFailure] {
    let count = postil_qpdf_warning_count(document)
    var warning = postil_qpdf_error()
    return (0..<count).prefix { postil_qpdf_warning(document, $0, &warning) }.map { index in
      _ = postil_qpdf_warning(document, index, &warning)
      return QPDFFailure(warning)
    }
  }

  var warnings: [String] { complaints.map(\.text) }

  // MARK: - The document

  /// The header's version and the encryption, as the file says; asked once.
  private lazy var facts: postil_qpdf_facts = {
    var facts = postil_qpdf_facts()
    var error = postil_qpdf_error()
    _ = postil_qpdf_read_facts(document, &facts, &error)
    return facts
  }()

  var headerVersion: String { QPDFFailure.text(facts.version) }
  var isEncrypted: Bool { facts.is_encrypted }

  /// Whether nothing is forbidden: it is not encrypted, or the owner's password opened it.
  var isOwner: Bool { !isEncrypted || facts.is_owner }

  var permissions: PDFPermissions {
    guard isEncrypted else { return .all }
    return PDFPermissions(bridged: facts.permissions)
  }

  /// The key of an encrypted file; empty if it is not encrypted.
  func encryptionKey() throws -> [UInt8] {
    var view = postil_qpdf_bytes()
    var error = postil_qpdf_error()
    guard postil_qpdf_encryption_key(document, &view, &error) else {
      throw PDFError(.damaged, "The file's encryption cannot be read.", underlying: QPDFFailure(error).detail)
    }
    return Array(UnsafeBufferPointer(start: view.start, count: view.count))
  }
}

extension PDFPermissions {
  private static let bridge: [(PDFPermissions, Int)] = [
    (.printing, POSTIL_QPDF_PRINTING), (.highQualityPrinting, POSTIL_QPDF_HIGH_QUALITY_PRINTING),
    (.changing, POSTIL_QPDF_CHANGING), (.copying, POSTIL_QPDF_COPYING),
    (.annotating, POSTIL_QPDF_ANNOTATING), (.fillingForms, POSTIL_QPDF_FILLING_FORMS),
    (.accessibility, POSTIL_QPDF_ACCESSIBILITY), (.assembling, POSTIL_QPDF_ASSEMBLING),
  ]

  init(bridged bits: UInt32) {
    self = Self.bridge.reduce(into: []) { result, entry in
      if bits & UInt32(entry.1) != 0 { result.insert(entry.0) }
    }
  }

  var bridged: UInt32 { Self.bridge.reduce(0) { contains($1.0) ? $0 | UInt32($1.1) : $0 } }
}

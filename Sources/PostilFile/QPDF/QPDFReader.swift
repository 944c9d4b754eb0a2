import CQPDF
import CSystem
import Foundation
import PostilModel

/// libqpdf, reading one file. The only place that holds its handle; what comes out are values.
final class QPDFReader {
  private var handle: qpdf_data?
  let bytes: FileBytes
  let password: String?
  private(set) var warnings: [String] = []
  private var memory = MemoryWatch()

  /// The first `qpdf_init` of a process sets up tables and must not run beside another.
  private static let firstUse: Void = {
    var handle: qpdf_data? = qpdf_init()
    qpdf_cleanup(&handle)
    postil_guard_exit()
  }()

  init(_ bytes: FileBytes, password: String?) throws {
    _ = Self.firstUse
    self.bytes = bytes
    self.password = password
    handle = try Self.read(bytes, password)
    collectWarnings()
  }

  deinit {
    guard handle != nil else { return }
    Self.inside { qpdf_cleanup(&handle) }
  }

  /// Calls into libqpdf, from whatever thread: see ``postil_enter_library()``.
  private static func inside<Result>(_ body: () throws -> Result) rethrows -> Result {
    postil_enter_library()
    defer { postil_leave_library() }
    return try body()
  }

  static func read(_ bytes: FileBytes, _ password: String?) throws -> qpdf_data? {
    try inside { try readInside(bytes, password) }
  }

  private static func readInside(_ bytes: FileBytes, _ password: String?) throws -> qpdf_data? {
    var failure: PDFError?
    for candidate in candidates(password) {
      var handle: qpdf_data? = qpdf_init()
      qpdf_silence_errors(handle)
      qpdf_set_suppress_warnings(handle, QPDF_TRUE)
      let data = bytes.pointer.bindMemory(to: CChar.self)
      let status = qpdf_read_memory(handle, "document", data.baseAddress, UInt64(data.count), candidate)
      if status & Int32(QPDF_ERRORS) == 0 { return handle }
      let error = takeError(handle, bytes, password)
      qpdf_cleanup(&handle)
      failure = failure ?? error
      if error?.code != .wrongPassword { break }
    }
    throw failure ?? PDFError(.damaged, "The file is damaged beyond repair.")
  }

  /// The password as UTF-8, and as Latin-1 for the older methods of encryption.
  private static func candidates(_ password: String?) -> [[CChar]?] {
    guard let password, !password.isEmpty else { return [nil] }
    let utf8 = password.utf8.map { CChar(bitPattern: $0) } + [0]
    let scalars = password.unicodeScalars
    guard scalars.contains(where: { $0.value > 127 }), scalars.allSatisfy({ $0.value < 256 }) else {
      return [utf8]
    }
    return [utf8, scalars.map { CChar(truncatingIfNeeded: $0.value) } + [0]]
  }

  private static func takeError(_ handle: qpdf_data?, _ bytes: FileBytes, _ password: String?) -> PDFError? {
    guard qpdf_has_error(handle) != 0 else { return nil }
    let error = qpdf_get_error(handle)
    let detail = qpdf_get_error_message_detail(handle, error).map { String(cString: $0) }
    switch qpdf_get_error_code(handle, error) {
    case qpdf_e_password:
      return password?.isEmpty == false
        ? PDFError(
          .wrongPassword, "The password is not the right one: give the user's or the owner's password.")
        : PDFError(.passwordRequired, "The file needs a password: give the user's or the owner's password.")
    case qpdf_e_unsupported:
      return PDFError(
        .unsupported, "The file uses a feature that is not supported, such as encryption by certificates.",
        underlying: detail)
    default:
      guard PDFHeader.position(in: bytes.pointer) != nil else {
        return PDFError(.notPDF, "The file is not a PDF document.", underlying: detail)
      }
      return PDFError(.damaged, "The file is damaged beyond repair: try an older copy.", underlying: detail)
    }
  }

  private func collectWarnings() {
    while qpdf_more_warnings(handle) != 0 {
      let warning = qpdf_next_warning(handle)
      if let text = qpdf_get_error_message_detail(handle, warning) {
        if warnings.count < 1000 { warnings.append(String(cString: text)) }
      }
    }
    // An error that nobody fetches is printed when the handle is cleaned up.
    if qpdf_has_error(handle) != 0 { _ = qpdf_get_error(handle) }
  }

  /// Whether qpdf had to rebuild the cross-reference table; it may find out late, so ask late.
  var wasRepaired: Bool {
    collectWarnings()
    return warnings.contains { $0.contains("Attempting to reconstruct cross-reference table") }
  }

  // MARK: - Objects

  /// The newest trailer.
  var trailer: PDFDictionary {
    convert(qpdf_get_trailer(handle)).dictionary ?? PDFDictionary()
  }

  /// An indirect object; null if there is none of that number.
  func object(_ id: ObjectID) -> PDFObject {
    guard let number = Int32(exactly: id.number), let generation = Int32(exactly: id.generation), number > 0,
      generation >= 0
    else { return .null }
    return Self.inside {
      openAnewIfLarge()
      return convert(qpdf_get_object_by_id(handle, number, generation), isTop: true)
    }
  }

  /// Opens the file anew when libqpdf has grown large: it keeps every object that it ever read, and reads all of an
  /// object stream for the sake of one. What it found wrong it would have to find again.
  private func openAnewIfLarge() {
    guard memory.isTimeToForget else { return }
    collectWarnings()
    guard warnings.isEmpty, let fresh = try? Self.read(bytes, password) else { return }
    qpdf_cleanup(&handle)
    handle = fresh
    memory = MemoryWatch()
  }

  /// A stream's bytes as they are in the file (decrypted, not decoded); `nil` if it is not a stream.
  func rawStream(_ id: ObjectID) -> [UInt8]? { stream(id, qpdf_dl_none) }

  /// A stream's bytes with its filters undone, as far as they lose nothing; `nil` if that fails.
  func decodedStream(_ id: ObjectID) -> [UInt8]? { stream(id, qpdf_dl_generalized) }

  private func stream(_ id: ObjectID, _ level: qpdf_stream_decode_level_e) -> [UInt8]? {
    Self.inside { streamInside(id, level) }
  }

  private func streamInside(_ id: ObjectID, _ level: qpdf_stream_decode_level_e) -> [UInt8]? {
    guard let number = Int32(exactly: id.number), let generation = Int32(exactly: id.generation) else {
      return nil
    }
    let object = qpdf_get_object_by_id(handle, number, generation)
    defer { qpdf_oh_release(handle, object) }
    guard qpdf_oh_is_stream(handle, object) != 0 else { return nil }
    var buffer: UnsafeMutablePointer<UInt8>?
    var length = 0
    let status = qpdf_oh_get_stream_data(handle, object, level, nil, &buffer, &length)
    collectWarnings()
    guard status & Int32(QPDF_ERRORS) == 0 else { return nil }
    defer { free(buffer) }
    return Array(UnsafeBufferPointer(start: buffer, count: buffer == nil ? 0 : length))
  }

  // MARK: - The document

  var headerVersion: String { qpdf_get_pdf_version(handle).map { String(cString: $0) } ?? "" }
  var isEncrypted: Bool { qpdf_is_encrypted(handle) != 0 }

  var permissions: PDFPermissions {
    guard isEncrypted else { return .all }
    let allowed: [(PDFPermissions, QPDF_BOOL)] = [
      (.printing, qpdf_allow_print_low_res(handle)),
      (.highQualityPrinting, qpdf_allow_print_high_res(handle)),
      (.changing, qpdf_allow_modify_other(handle)), (.copying, qpdf_allow_extract_all(handle)),
      (.annotating, qpdf_allow_modify_annotation(handle)), (.fillingForms, qpdf_allow_modify_form(handle)),
      (.accessibility, qpdf_allow_accessibility(handle)), (.assembling, qpdf_allow_modify_assembly(handle)),
    ]
    return allowed.reduce(into: []) { result, entry in if entry.1 != 0 { result.insert(entry.0) } }
  }

  // MARK: - Conversion

  private static let maximumDepth = 200

  /// The value of a handle, which is released. References inside stay references.
  private func convert(_ object: qpdf_oh, isTop: Bool = false, depth: Int = 0) -> PDFObject {
    defer { qpdf_oh_release(handle, object) }
    if !isTop, depth > 0, qpdf_oh_is_indirect(handle, object) != 0 {
      return .reference(
        ObjectID(
          number: Int(qpdf_oh_get_object_id(handle, object)),
          generation: Int(qpdf_oh_get_generation(handle, object))))
    }
    guard depth < Self.maximumDepth else { return .null }
    switch qpdf_oh_get_type_code(handle, object) {
    case ot_boolean: return .boolean(qpdf_oh_get_bool_value(handle, object) != 0)
    case ot_integer: return .integer(Int(qpdf_oh_get_int_value(handle, object)))
    case ot_real: return .real(qpdf_oh_get_real_value(handle, object).map { String(cString: $0) } ?? "0")
    case ot_string: return string(object)
    case ot_name: return .name(Self.name(qpdf_oh_get_name(handle, object)))
    case ot_array: return array(object, depth)
    case ot_dictionary: return .dictionary(dictionary(object, depth))
    case ot_stream:
      return .stream(convert(qpdf_oh_get_dict(handle, object), depth: depth).dictionary ?? [:], .inFile)
    default: return .null
    }
  }

  private func string(_ object: qpdf_oh) -> PDFObject {
    var length = 0
    let start = qpdf_oh_get_binary_string_value(handle, object, &length)
    return .string(
      UnsafeBufferPointer(start: start, count: start == nil ? 0 : length).map(UInt8.init(bitPattern:)))
  }

  private func array(_ object: qpdf_oh, _ depth: Int) -> PDFObject {
    let count = qpdf_oh_get_array_n_items(handle, object)
    return .array(
      (0..<max(count, 0)).map { convert(qpdf_oh_get_array_item(handle, object, $0), depth: depth + 1) })
  }

  private func dictionary(_ object: qpdf_oh, _ depth: Int) -> PDFDictionary {
    // The iterator belongs to the handle: take all keys before going deeper.
    var keys: [[CChar]] = []
    qpdf_oh_begin_dict_key_iter(handle, object)
    while qpdf_oh_dict_more_keys(handle) != 0, let key = qpdf_oh_dict_next_key(handle) {
      keys.append(Array(UnsafeBufferPointer(start: key, count: strlen(key) + 1)))
    }
    var result = PDFDictionary()
    for key in keys {
      let value = convert(qpdf_oh_get_key(handle, object, key), depth: depth + 1)
      result.append(key.withUnsafeBufferPointer { Self.name($0.baseAddress) }, value)
    }
    return result
  }

  private static func name(_ text: UnsafePointer<CChar>?) -> PDFName {
    guard let text else { return PDFName(bytes: []) }
    let bytes = UnsafeBufferPointer(start: text, count: strlen(text)).map(UInt8.init(bitPattern:))
    return PDFName(bytes: Array(bytes.dropFirst(bytes.first == UInt8(ascii: "/") ? 1 : 0)))
  }
}

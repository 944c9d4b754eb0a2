import CQPDF
import Foundation
import PostilModel
import PostilSystem

/// Writes a whole file anew through libqpdf, with changed objects in place of the old ones.
final class RewriteWriter {
  private var handle: qpdf_data?
  /// Keeps the bytes that the handle reads from.
  private let bytes: FileBytes
  /// The handles of objects that the file did not have.
  private var added: [ObjectID: qpdf_oh] = [:]

  init(_ bytes: FileBytes, password: String?, wasRepaired: Bool) throws {
    self.bytes = bytes
    handle = try QPDFReader.read(bytes, password)
    if wasRepaired { rebuildTable() }
  }

  deinit { if handle != nil { qpdf_cleanup(&handle) } }

  /// Has libqpdf rebuild the table of a damaged file, which it does when it first misses an object, before
  /// anything is replaced: it reads them all to make one, which is written nowhere.
  private func rebuildTable() {
    let nothing = qpdf_oh_new_null(handle)
    qpdf_oh_release(handle, qpdf_make_indirect_object(handle, nothing))
    qpdf_oh_release(handle, nothing)
  }

  // MARK: - Objects

  /// Puts objects in place, those of numbers that the file has and new ones.
  /// - Parameter firstNew: Numbers from here on are new.
  func replace(_ objects: [ObjectID: PDFObject], firstNew: Int) throws {
    let sorted = objects.sorted { $0.key < $1.key }
    for (id, object) in sorted where id.number >= firstNew {
      // A number that libqpdf hands out; what stands there comes below, when all numbers are known.
      added[id] =
        object.isStream
        ? qpdf_oh_new_stream(handle) : qpdf_make_indirect_object(handle, qpdf_oh_new_null(handle))
    }
    for id in objects.keys { resolve(id) }
    for (id, object) in sorted {
      if case .stream(let dictionary, .encoded(let data)) = object, let stream = added[id] {
        fill(stream, dictionary, data)
      } else {
        let target = added[id].map { (qpdf_oh_get_object_id(handle, $0), qpdf_oh_get_generation(handle, $0)) }
        let number = target ?? (Int32(clamping: id.number), Int32(clamping: id.generation))
        qpdf_replace_object(handle, number.0, number.1, build(object))
      }
    }
    try check()
  }

  /// Has libqpdf read an object that is about to be replaced. When it first looks into an object stream
  /// it takes in all its members, and would put those that were replaced before back as they were.
  private func resolve(_ id: ObjectID) {
    guard let number = Int32(exactly: id.number), let generation = Int32(exactly: id.generation) else {
      return
    }
    let object = qpdf_get_object_by_id(handle, number, generation)
    _ = qpdf_oh_get_type_code(handle, object)
    qpdf_oh_release(handle, object)
  }

  private func fill(_ stream: qpdf_oh, _ dictionary: PDFDictionary, _ data: [UInt8]) {
    let filter = build(dictionary["Filter"] ?? .null)
    let parameters = build(dictionary["DecodeParms"] ?? .null)
    qpdf_oh_replace_stream_data(handle, stream, data, data.count, filter, parameters)
    for entry in dictionary.entries where !["Filter", "DecodeParms", "Length"].contains(entry.key) {
      setKey(qpdf_oh_get_dict(handle, stream), entry.key, build(entry.value))
    }
  }

  private func build(_ object: PDFObject) -> qpdf_oh {
    switch object {
    case .null, .stream: return qpdf_oh_new_null(handle)
    case .boolean(let value): return qpdf_oh_new_bool(handle, value ? QPDF_TRUE : QPDF_FALSE)
    case .integer(let value): return qpdf_oh_new_integer(handle, Int64(value))
    case .real(let text): return qpdf_oh_new_real_from_string(handle, text)
    case .string(let value):
      return value.withUnsafeBufferPointer { buffer in
        buffer.withMemoryRebound(to: CChar.self) {
          qpdf_oh_new_binary_string(handle, $0.baseAddress, $0.count)
        }
      }
    case .name(let value): return qpdf_oh_new_name(handle, Self.text(value))
    case .array(let items):
      let array = qpdf_oh_new_array(handle)
      for item in items {
        let built = build(item)
        qpdf_oh_append_item(handle, array, built)
        qpdf_oh_release(handle, built)
      }
      return array
    case .dictionary(let dictionary):
      let result = qpdf_oh_new_dictionary(handle)
      for entry in dictionary.entries { setKey(result, entry.key, build(entry.value)) }
      return result
    case .reference(let id):
      if let new = added[id] { return qpdf_oh_new_object(handle, new) }
      return qpdf_get_object_by_id(handle, Int32(clamping: id.number), Int32(clamping: id.generation))
    }
  }

  private func setKey(_ dictionary: qpdf_oh, _ key: PDFName, _ value: qpdf_oh) {
    qpdf_oh_replace_key(handle, dictionary, Self.text(key), value)
    qpdf_oh_release(handle, value)
  }

  private static func text(_ name: PDFName) -> [CChar] {
    ([UInt8(ascii: "/")] + name.bytes.filter { $0 != 0 } + [0]).map(CChar.init(bitPattern:))
  }

  private func check() throws {
    guard qpdf_has_error(handle) != 0 else { return }
    let error = qpdf_get_error(handle)
    let text = qpdf_get_error_message_detail(handle, error).map { String(cString: $0) }
    throw PDFError(.damaged, "The file is too damaged to be written anew.", underlying: text)
  }

  // MARK: - Writing

  /// Writes to a path. libqpdf reports success even on a full disk: the caller has to read it back.
  func write(to path: String, _ options: SaveOptions) throws {
    // libqpdf keeps the pointer, not a copy, and reads from it until it has written.
    try path.withCString { path in
      guard qpdf_init_write(handle, path) & Int32(QPDF_ERRORS) == 0 else { throw failure() }
      try finish(options)
    }
  }

  /// Writes to memory.
  func data(_ options: SaveOptions) throws -> Data {
    guard qpdf_init_write_memory(handle) & Int32(QPDF_ERRORS) == 0 else { throw failure() }
    try finish(options)
    let count = qpdf_get_buffer_length(handle)
    guard let start = qpdf_get_buffer(handle), count > 0 else { throw failure() }
    return Data(bytes: start, count: count)
  }

  private func finish(_ options: SaveOptions) throws {
    let mode = options.objectStreams.map { $0 ? qpdf_o_generate : qpdf_o_disable }
    qpdf_set_object_stream_mode(handle, mode ?? qpdf_o_preserve)
    qpdf_set_linearization(handle, options.linearize ? QPDF_TRUE : QPDF_FALSE)
    encrypt(options.encryption)
    // libqpdf gives the right size in place of any, but none where the file had none.
    let trailer = qpdf_get_trailer(handle)
    if qpdf_oh_has_key(handle, trailer, "/Size") == 0 { setKey(trailer, "Size", build(.integer(1))) }
    qpdf_oh_release(handle, trailer)
    guard qpdf_write(handle) & Int32(QPDF_ERRORS) == 0 else { throw failure() }
  }

  private func encrypt(_ encryption: SaveOptions.Encryption) {
    switch encryption {
    case .keep: break
    case .remove: qpdf_set_preserve_encryption(handle, QPDF_FALSE)
    case .aes256(let user, let owner, let permissions):
      func allows(_ one: PDFPermissions) -> QPDF_BOOL { permissions.contains(one) ? QPDF_TRUE : QPDF_FALSE }
      let print: qpdf_r3_print_e =
        permissions.contains(.highQualityPrinting)
        ? qpdf_r3p_full : permissions.contains(.printing) ? qpdf_r3p_low : qpdf_r3p_none
      qpdf_set_r6_encryption_parameters2(
        handle, user, owner, allows(.accessibility), allows(.copying), allows(.assembling),
        allows(.annotating),
        allows(.fillingForms), allows(.changing), print, QPDF_TRUE)
    }
  }

  private func failure() -> PDFError {
    let error = qpdf_get_error(handle)
    let text = qpdf_get_error_message_detail(handle, error).map { String(cString: $0) }
    if errno == ENOSPC { return SystemError.writing(ENOSPC) }
    return PDFError(.cannotWrite, "The file could not be written anew.", underlying: text)
  }
}

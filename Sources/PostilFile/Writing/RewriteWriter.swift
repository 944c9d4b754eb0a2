import Foundation
import PostilModel
import PostilSystem
import PostilQPDFBridge

/// Writes a whole file anew through libqpdf, with changed objects in place of the old ones.
final class RewriteWriter {
  /// Numbers for new objects of a file whose own numbers are not known.
  static let firstNewNumber = 100_000_000

  private let rewriter: OpaquePointer
  /// Keeps the bytes that libqpdf reads from.
  private let bytes: FileBytes

  /// - Throws: `PDFError` if libqpdf cannot open the file.
  init(_ bytes: FileBytes, password: String?) throws {
    self.bytes = bytes
    rewriter = try QPDFOpening.open(bytes, password, with: postil_qpdf_rewriter_open).handle
    try replaceUnread(password)
  }

  /// Puts in place what libqpdf could not read, such as objects with an integer of more than 64 bits.
  private func replaceUnread(_ password: String?) throws {
    var unread: [ObjectID] = []
    var (number, generation): (Int32, Int32) = (0, 0)
    while postil_qpdf_rewriter_unread(rewriter, unread.count, &number, &generation) {
      unread.append(ObjectID(number: Int(number), generation: Int(generation)))
    }
    guard !unread.isEmpty else { return }
    let reader = try ObjectReader(bytes, password: password, chain: try? XrefChain(bytes.pointer))
    for id in unread {
      let object = reader.object(id)
      // What neither reads is null in the document too, and its warnings say so.
      guard reader.isDirect else { return }
      try replace(id, object)
    }
  }

  deinit { postil_qpdf_rewriter_close(rewriter) }

  // MARK: - Objects

  /// Puts objects in place, those of numbers that the file has and new ones.
  /// - Parameter firstNew: Numbers from here on are new.
  /// - Throws: `PDFError` `.damaged` if one of them cannot be written; the writer is of no use then.
  func replace(_ objects: [ObjectID: PDFObject], firstNew: Int) throws {
    let sorted = objects.sorted { $0.key < $1.key }
    for (id, _) in sorted where id.number >= firstNew {
      let number = try Self.number(id)
      try call { postil_qpdf_rewriter_reserve(rewriter, number, $0) }
    }
    for (id, object) in sorted { try replace(id, object) }
  }

  private func replace(_ id: ObjectID, _ object: PDFObject) throws {
    let number = try Self.number(id)
    let generation = Int32(clamping: id.generation)
    switch object {
    case .stream(let dictionary, .encoded(let data)):
      try Self.view(ObjectBytes.encode(.dictionary(dictionary))) { entries in
        try Self.view(data) { data in
          try call { postil_qpdf_rewriter_set_stream(rewriter, number, generation, entries, data, $0) }
        }
      }
    case .stream(let dictionary, .inFile):
      try Self.view(ObjectBytes.encode(.dictionary(dictionary))) { entries in
        try call { postil_qpdf_rewriter_set_stream_dictionary(rewriter, number, generation, entries, $0) }
      }
    case .reference:
      throw PDFError(.damaged, "Object \(id.number) would be only a reference: it cannot be written.")
    default:
      try Self.view(ObjectBytes.encode(object)) { value in
        try call { postil_qpdf_rewriter_set(rewriter, number, generation, value, $0) }
      }
    }
  }

  /// Gives the trailer other entries.
  /// - Throws: `PDFError` `.damaged` if one of them cannot be written.
  func replaceTrailer(_ entries: PDFDictionary) throws {
    guard !entries.entries.isEmpty else { return }
    try Self.view(ObjectBytes.encode(.dictionary(entries))) { entries in
      try call { postil_qpdf_rewriter_set_trailer(rewriter, entries, $0) }
    }
  }

  private static func number(_ id: ObjectID) throws -> Int32 {
    guard let number = Int32(exactly: id.number), number > 0 else {
      throw PDFError(.damaged, "The object number \(id.number) cannot be written.")
    }
    return number
  }

  private static func view(_ bytes: [UInt8], _ body: (postil_qpdf_bytes) throws -> Void) throws {
    try bytes.withUnsafeBufferPointer {
      try body(postil_qpdf_bytes(start: $0.baseAddress, count: $0.count))
    }
  }

  private func call(_ body: (UnsafeMutablePointer<postil_qpdf_error>) -> Bool) throws {
    var error = postil_qpdf_error()
    guard body(&error) else {
      throw PDFError(
        .damaged, "The file is too damaged to be written anew: repair it with 'qpdf IN OUT' first.",
        underlying: QPDFFailure(error).detail)
    }
  }

  /// Has the number noted that an object of the file gets, for ``number(of:)``.
  func follow(_ id: ObjectID) throws {
    let number = try Self.number(id)
    try call { postil_qpdf_rewriter_follow(rewriter, number, Int32(clamping: id.generation), $0) }
  }

  /// What became of all objects of generation 0, by their numbers, once the file is written.
  ///
  /// - Complexity: O(objects).
  var numbers: [Int: Int] {
    var result: [Int: Int] = [:]
    var (index, old, new) = (0, Int32(0), Int32(0))
    while postil_qpdf_rewriter_renumbered(rewriter, index, &old, &new) {
      result[Int(old)] = Int(new)
      index += 1
    }
    return result
  }

  /// What became of an object of generation 0, or of one that was followed, once the file is written; `nil` if nothing refers to it.
  func number(of id: ObjectID) -> ObjectID? {
    guard let number = Int32(exactly: id.number) else { return nil }
    let found = postil_qpdf_rewriter_number(rewriter, number, Int32(clamping: id.generation))
    return found > 0 ? ObjectID(number: Int(found)) : nil
  }

  // MARK: - Writing

  /// Writes the file piece by piece, from start to end.
  /// - Parameter output: Takes the next piece. What it throws ends the writing and is thrown again.
  /// - Throws: `PDFError`, or what the monitor or `output` throws.
  func write(
    _ options: RewriteOptions, _ monitor: WorkMonitor = .none,
    to output: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    try withoutActuallyEscaping(output) { output in
      let target = Target(output, monitor)
      let encrypted = try options.encryption.model?.reader()
      var error = postil_qpdf_error()
      let isWritten = withExtendedLifetime((target, encrypted)) {
        write(options, as: encrypted?.document, to: target, &error)
      }
      if let failure = target.failure { throw failure }
      if !isWritten { throw Self.failure(QPDFFailure(error)) }
    }
  }

  /// Writes to memory.
  func data(_ options: RewriteOptions, _ monitor: WorkMonitor = .none) throws -> Data {
    var data = Data()
    try write(options, monitor) { data.append(contentsOf: $0) }
    return data
  }

  /// Where the pieces go, as the functions that C calls find it.
  private final class Target {
    let output: (UnsafeRawBufferPointer) throws -> Void
    let monitor: WorkMonitor
    var failure: (any Error)?

    init(_ output: @escaping (UnsafeRawBufferPointer) throws -> Void, _ monitor: WorkMonitor) {
      self.output = output
      self.monitor = monitor
    }

    /// Tells how far it is, from 0 to 100; returns whether to go on.
    func report(_ percent: Int32) -> Bool {
      do {
        try monitor.advance(to: Double(percent) / 100)
        return true
      } catch {
        failure = error
        return false
      }
    }

    /// Hands a piece on; returns 0, or what ends the writing.
    func take(_ piece: UnsafeRawBufferPointer) -> Int32 {
      do {
        try output(piece)
        return 0
      } catch {
        failure = error
        return ECANCELED
      }
    }

    static func of(_ context: UnsafeMutableRawPointer?) -> Target? {
      context.map { Unmanaged<Target>.fromOpaque($0).takeUnretainedValue() }
    }
  }

  private func write(
    _ options: RewriteOptions, as encrypted: OpaquePointer?, to target: Target,
    _ error: inout postil_qpdf_error
  ) -> Bool {
    let (user, owner, permissions) = options.encryption.parameters
    return user.preparedBySASL.withCString { user in
      owner.preparedBySASL.withCString { owner in
        var settings = postil_qpdf_write_options(
          object_streams: options.bridgedObjectStreams, linearizes: options.linearize,
          encryption: options.encryption.bridged, user_password: user, owner_password: owner,
          permissions: permissions.bridged, encrypted: encrypted,
          write: { context, bytes, count in
            Target.of(context)?.take(UnsafeRawBufferPointer(start: bytes, count: count)) ?? EINVAL
          }, progress: { context, percent in Target.of(context)?.report(percent) ?? true },
          context: Unmanaged.passUnretained(target).toOpaque())
        return postil_qpdf_rewriter_write(rewriter, &settings, &error)
      }
    }
  }

  private static func failure(_ failure: QPDFFailure) -> any Error {
    switch failure.code {
    case POSTIL_QPDF_CANCELLED: CancellationError()
    case POSTIL_QPDF_SYSTEM where failure.systemError != 0: SystemError.writing(failure.systemError)
    default:
      PDFError(
        .cannotWrite, "The file could not be written anew: repair it with 'qpdf IN OUT' first.",
        underlying: failure.detail)
    }
  }
}

extension RewriteOptions {
  fileprivate var bridgedObjectStreams: postil_qpdf_object_streams {
    switch objectStreams {
    case nil: POSTIL_QPDF_KEEP_OBJECT_STREAMS
    case true?: POSTIL_QPDF_MAKE_OBJECT_STREAMS
    case false?: POSTIL_QPDF_NO_OBJECT_STREAMS
    }
  }
}

extension RewriteOptions.Encryption {
  fileprivate var bridged: postil_qpdf_encryption {
    switch self {
    case .keep: POSTIL_QPDF_KEEP_ENCRYPTION
    case .remove: POSTIL_QPDF_REMOVE_ENCRYPTION
    case .aes256: POSTIL_QPDF_ENCRYPT_AES_256
    case .same: POSTIL_QPDF_COPY_ENCRYPTION
    }
  }

  /// What is encrypted as the file shall be.
  fileprivate var model: FileEncryption? { if case .same(let encryption) = self { encryption } else { nil } }

  fileprivate var parameters: (user: String, owner: String, permissions: PDFPermissions) {
    if case .aes256(let user, let owner, let permissions) = self {
      // With an empty one everybody would open the file as its owner (ISO 32000-2, 7.6.4.3.3).
      (user, owner.isEmpty ? user : owner, permissions)
    } else {
      ("", "", .all)
    }
  }
}

extension FileEncryption {
  /// libqpdf, reading the file that is encrypted so.
  fileprivate func reader() throws -> QPDFReader {
    guard let bytes = bytes as? FileBytes else {
      throw PDFError(.cannotWrite, "The file whose encryption is to be kept is not there.")
    }
    return try QPDFReader(bytes, password: password)
  }
}

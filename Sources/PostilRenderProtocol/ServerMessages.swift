/// What a program asks of the launcher: to fork a server for the connection that comes as a descriptor.
package struct LaunchRequest {
  /// The version of all messages.
  package static let currentVersion = 12

  package var version = LaunchRequest.currentVersion
  /// The remedies to use, as far as they fit the libraries: those of the first request.
  package var remedies = RemedySet.all

  package init() {}
}

extension LaunchRequest: MessageCodable {
  package init(from reader: inout MessageReader) throws(MessageError) {
    version = try reader.read()
    // Other versions have other messages behind this.
    if version == Self.currentVersion { remedies = try reader.read() }
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(version)
    writer.write(remedies)
  }
}

/// The launcher's answer. The server's process comes as a descriptor if the system has such.
package struct LaunchAnswer {
  /// Why there is no server.
  package var failure: RenderFailure?
  /// The remedies that are on.
  package var remedies: RemedySet = []

  package init() {}
}

extension LaunchAnswer: PeerAnswer {
  package static func limits(of _: LaunchRequest) -> MessageLimits {
    var limits = MessageLimits.ofAnswers
    limits.descriptors = 1
    return limits
  }

  package init(
    from reader: inout MessageReader, payload _: [UInt8], to question: LaunchRequest
  ) throws(MessageError) {
    failure = try RenderFailure.read(from: &reader, of: [.unsupported, .renderFailed, .rendererNotFound])
    // What follows may be laid out otherwise by another version.
    if failure != nil { return }
    remedies = try reader.read()
    guard remedies.isSubset(of: question.remedies), reader.isAtEnd else { throw .malformed }
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(failure)
    writer.write(remedies)
  }
}

/// What a program asks of the fork server of a document.
package enum ServerRequest {
  /// To open the document that comes as a descriptor, with another one of its update if it has one.
  case open(OpenRequest)
  /// To fork a worker for the socket that comes as a descriptor.
  case fork(RenderingCacheLimit)
  /// To become the worker for the socket that comes as a descriptor, and to answer no more.
  case work(RenderingCacheLimit)
}

extension ServerRequest: MessageCodable {
  package init(from reader: inout MessageReader) throws(MessageError) {
    let kind: UInt8 = try reader.read()
    switch kind {
    case 0: self = .open(try reader.read())
    case 1: self = .fork(try reader.read())
    case 2: self = .work(try reader.read())
    default: throw .malformed
    }
  }

  package func write(to writer: inout MessageWriter) {
    switch self {
    case .open(let request):
      writer.write(0 as UInt8)
      writer.write(request)
    case .fork(let limit):
      writer.write(1 as UInt8)
      writer.write(limit)
    case .work(let limit):
      writer.write(2 as UInt8)
      writer.write(limit)
    }
  }
}

/// How a document is opened.
package struct OpenRequest {
  /// How many bytes of the descriptor the document has.
  package var byteCount: Int
  /// How many bytes the second descriptor has: an incremental update, which is read as if it came behind the document's
  /// bytes. 0 if there is none.
  package var updateByteCount = 0
  package var password: String?
  /// How much memory each process may have of its own, in bytes.
  package var memoryLimit: Int
  /// Where the process is not shut in by that, it does not look at the document.
  package var requiredIsolation = ProcessIsolation()
  /// A fault for tests to see what becomes of it; builds for release have none.
  package var fault: PlantedFault?

  package init(byteCount: Int, password: String?, memoryLimit: Int) {
    self.byteCount = byteCount
    self.password = password
    self.memoryLimit = memoryLimit
  }
}

extension OpenRequest: MessageCodable {
  package init(from reader: inout MessageReader) throws(MessageError) {
    self.init(byteCount: try reader.read(), password: try reader.read(), memoryLimit: try reader.read())
    updateByteCount = try reader.read()
    requiredIsolation = try reader.read()
    fault = try reader.read()
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(byteCount)
    writer.write(password)
    writer.write(memoryLimit)
    writer.write(updateByteCount)
    writer.write(requiredIsolation)
    writer.write(fault)
  }
}

/// The limits of a worker's cached renderings.
package struct RenderingCacheLimit: Sendable, Hashable {
  package var byteCount: Int
  package var count: Int
  /// The size of a recording, in bytes, from which on an image of the page is smaller.
  package var heavyByteCount = 32 << 20

  package init(byteCount: Int, count: Int) {
    self.byteCount = byteCount
    self.count = count
  }
}

extension RenderingCacheLimit: MessageCodable {
  package init(from reader: inout MessageReader) throws(MessageError) {
    self.init(byteCount: try reader.read(), count: try reader.read())
    heavyByteCount = try reader.read()
  }

  package func write(to writer: inout MessageWriter) {
    for value in [byteCount, count, heavyByteCount] { writer.write(value) }
  }
}

/// The server's answer to a request. A new worker's process comes as a descriptor if the system has such, and with the document
/// opened, what permits forks (``ForkPermits``).
package struct ServerAnswer: Sendable {
  /// Why the document was not opened, or no worker made.
  package var failure: RenderFailure?
  /// What shuts the processes in, if the document was opened.
  package var isolation = ProcessIsolation()
  /// The size of the update that poppler sees; 0 if it opened the document without one.
  package var updateByteCount = 0

  package init() {}
}

extension ServerAnswer: PeerAnswer {
  package static func limits(of question: ServerRequest) -> MessageLimits {
    var limits = MessageLimits.ofAnswers
    switch question {
    case .open, .fork: limits.descriptors = 1
    case .work: break
    }
    return limits
  }

  package init(
    from reader: inout MessageReader, payload _: [UInt8], to question: ServerRequest
  ) throws(MessageError) {
    var (codes, update): (Set<RenderFailure.Code>, Int) = ([.renderFailed], 0)
    if case .open(let request) = question {
      codes = [.cannotRead, .damaged, .passwordRequired, .wrongPassword, .unsupported, .renderFailed]
      update = request.updateByteCount
    }
    failure = try RenderFailure.read(from: &reader, of: codes)
    // What follows may be laid out otherwise by another version.
    if failure != nil { return }
    isolation = try reader.read()
    updateByteCount = try reader.read()
    guard [0, update].contains(updateByteCount), reader.isAtEnd else { throw .malformed }
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(failure)
    writer.write(isolation)
    writer.write(updateByteCount)
  }
}

/// What shuts rendering processes in, as far as the system has it.
package struct ProcessIsolation: Sendable, Hashable {
  /// The version of Landlock, which keeps files from them; 0 if the system has none.
  package var landlock = 0
  /// Whether seccomp forbids system calls.
  package var seccomp = false
  /// Whether memory and files are limited.
  package var limits = false

  package init() {}

  /// Whether nothing is missing of another one; later versions of Landlock do what earlier ones do.
  package func covers(_ other: ProcessIsolation) -> Bool {
    landlock >= other.landlock && (seccomp || !other.seccomp) && (limits || !other.limits)
  }
}

extension ProcessIsolation: MessageCodable {
  package init(from reader: inout MessageReader) throws(MessageError) {
    landlock = try reader.read(in: 0...1_000)
    seccomp = try reader.read()
    limits = try reader.read()
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(landlock)
    writer.write(seccomp)
    writer.write(limits)
  }
}

import CPostilSystem
import Glibc

/// One end of a connection between a program and a server or worker. Messages are sent by one thread at a time and received by one.
package final class MessageSocket: Sendable {
  /// Its descriptor, which is closed with the last reference to it.
  package let handle: OwnedDescriptor

  /// Takes over a descriptor.
  package init(owning descriptor: Int32) { handle = OwnedDescriptor(descriptor) }

  /// The connection of a descriptor.
  package init(_ handle: OwnedDescriptor) { self.handle = handle }

  /// Two ends of a new connection.
  package static func pair() throws(MessageError) -> (MessageSocket, MessageSocket) {
    var ends: (Int32, Int32) = (-1, -1)
    let result = withUnsafeMutableBytes(of: &ends) { ends in
      postil_socket_pair(ends.baseAddress?.assumingMemoryBound(to: Int32.self))
    }
    guard result == 0 else { throw .notSent(errno) }
    return (MessageSocket(owning: ends.0), MessageSocket(owning: ends.1))
  }

  /// Whether a message has come, or the other end was closed.
  package var isReadable: Bool { isReadable(withinMilliseconds: 0) }

  /// Whether a message comes, or the other end is closed, within a time.
  package func isReadable(withinMilliseconds time: Int32) -> Bool {
    handle.withNumber { postil_is_readable($0, time) }
  }

  /// Closes the connection, also for a thread that waits for a message.
  package func shutDown() { handle.withNumber { _ = shutdown($0, Int32(SHUT_RDWR)) } }

  /// The length of the part that is coded, and of the bytes behind it.
  private struct Head: BitwiseCopyable {
    var code: Int
    var payload: Int
  }

  /// Sends a message.
  ///
  /// - Parameters:
  ///   - descriptors: Up to eight, which the other end gets copies of.
  ///   - deadline: A time of ``MonotonicTime``; `nil` waits as long as it takes.
  package func send<Message: MessageWritable>(
    _ message: Message, payload: [UInt8] = [], descriptors: [OwnedDescriptor] = [],
    deadline: MonotonicTime? = nil
  ) throws(MessageError) {
    var writer = MessageWriter()
    writer.write(message)
    var head = Head(code: writer.bytes.count, payload: payload.count)
    var bytes = withUnsafeBytes(of: &head) { Array($0) }
    bytes += writer.bytes
    try send(bytes, descriptors, deadline)
    guard !payload.isEmpty else { return }
    do throws(MessageError) {
      try send(payload, [], deadline)
    } catch .notSent(let code) {
      // The message itself was.
      throw .system(code)
    }
  }

  private func send(
    _ bytes: [UInt8], _ descriptors: [OwnedDescriptor], _ deadline: MonotonicTime?
  ) throws(MessageError) {
    let (result, code) = withExtendedLifetime(descriptors) {
      handle.withNumber { socket in
        let numbers = descriptors.map(\.number)
        let result = postil_send(
          socket, bytes, bytes.count, numbers, Int32(numbers.count), deadline?.milliseconds ?? -1)
        return (result, errno)
      }
    }
    switch (result, code) {
    case (0, _): return
    case (_, EPIPE), (_, ECONNRESET): throw .closed
    case (_, ETIMEDOUT): throw .timedOut
    case (1, _): throw .notSent(code)
    default: throw .system(code)
    }
  }

  /// A message as it came.
  package struct Received<Message> {
    package let message: Message
    package let payload: [UInt8]
    package let descriptors: [OwnedDescriptor]
  }

  /// Waits for a message of a program, which is trusted.
  ///
  /// - Parameter deadline: A time of ``MonotonicTime``; `nil` waits as long as it takes.
  package func receive<Message: MessageCodable>(
    _: Message.Type, deadline: MonotonicTime? = nil
  ) throws(MessageError) -> Received<Message> {
    let raw = try receive(.ofPrograms, deadline)
    var reader = MessageReader(raw.message)
    return Received(message: try reader.read(), payload: raw.payload, descriptors: raw.descriptors)
  }

  /// Waits for an answer: see ``PeerAnswer``.
  ///
  /// - Parameter deadline: A time of ``MonotonicTime``, which is kept to a second, whatever the other end sends.
  package func receiveAnswer<Answer: PeerAnswer>(
    _: Answer.Type, to question: Answer.Question, deadline: MonotonicTime
  ) throws(MessageError) -> Received<Answer> {
    let raw = try receive(Answer.limits(of: question), deadline)
    var reader = MessageReader(raw.message)
    let answer = try Answer(from: &reader, payload: raw.payload, to: question)
    return Received(message: answer, payload: [], descriptors: raw.descriptors)
  }

  /// A message within limits: nothing is allocated before its size is known to be.
  private func receive(
    _ limits: MessageLimits, _ deadline: MonotonicTime?
  ) throws(MessageError) -> Received<[UInt8]> {
    var head = Head(code: 0, payload: 0)
    var descriptors: [OwnedDescriptor]?
    var failure: MessageError?
    withUnsafeMutableBytes(of: &head) { bytes in
      do throws(MessageError) { descriptors = try receive(into: bytes, deadline) } catch { failure = error }
    }
    if let failure { throw failure }
    guard (0...limits.message).contains(head.code), (0...limits.payload).contains(head.payload),
      descriptors?.count ?? 1 <= limits.descriptors
    else { throw .malformed }
    let message = try bytes(head.code, deadline)
    let payload = try bytes(head.payload, deadline)
    guard let descriptors else { throw .descriptorsLost }
    return Received(message: message, payload: payload, descriptors: descriptors)
  }

  private func bytes(_ count: Int, _ deadline: MonotonicTime?) throws(MessageError) -> [UInt8] {
    guard count > 0 else { return [] }
    var failure: MessageError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      do throws(MessageError) {
        _ = try receive(into: UnsafeMutableRawBufferPointer(buffer), deadline)
        done = count
      } catch { failure = error }
    }
    if let failure { throw failure }
    return bytes
  }

  /// The descriptors that came with the bytes; `nil` if not all of them could be taken.
  private func receive(into buffer: UnsafeMutableRawBufferPointer, _ deadline: MonotonicTime?)
    throws(MessageError) -> [OwnedDescriptor]?
  {
    var (descriptors, count) = ([Int32](repeating: -1, count: 8), Int32(0))
    let (result, code) = handle.withNumber { socket in
      let result = postil_receive(
        socket, buffer.baseAddress, buffer.count, &descriptors, &count, deadline?.milliseconds ?? -1)
      return (result, errno)
    }
    let owned = descriptors.prefix(max(Int(count), 0)).map { OwnedDescriptor($0) }
    try MessageError.check(result, code)
    return count < 0 ? nil : owned
  }
}

extension MessageError {
  /// - Parameters:
  ///   - result: What a function that waits for bytes returned: 0, 1 if the other end was closed, -1.
  ///   - code: The system's error.
  static func check(_ result: Int32, _ code: Int32) throws(MessageError) {
    switch result {
    case 0: return
    case 1: throw .closed
    default: throw code == ETIMEDOUT ? .timedOut : .system(code)
    }
  }
}

/// A descriptor that is closed with the last reference to it. That may be gone before its number is used, if the number is
/// all that is used of it later: see ``withNumber(_:)``.
package final class OwnedDescriptor: Sendable {
  fileprivate let number: Int32

  package init(_ number: Int32) { self.number = number }

  /// Calls `body` with the number of the descriptor, which stays open for so long.
  package func withNumber<Result>(_ body: (Int32) throws -> Result) rethrows -> Result {
    try withExtendedLifetime(self) { try body(number) }
  }

  /// A descriptor to read what another stands for, opened anew: whoever gets it shares neither a place in the file nor locks with the
  /// other. `nil` if the file cannot be opened again.
  package static func reopened(_ number: Int32) -> OwnedDescriptor? {
    let new = open("/proc/self/fd/\(number)", O_RDONLY | O_CLOEXEC)
    return new >= 0 ? OwnedDescriptor(new) : nil
  }

  deinit { close(number) }
}

/// A time of the system's clock that never goes back and stands while the machine sleeps.
package struct MonotonicTime: Sendable, Comparable {
  let milliseconds: Int64

  package static var now: MonotonicTime { MonotonicTime(milliseconds: postil_monotonic_milliseconds()) }

  /// Seconds from now, at least 0.
  package var secondsLeft: Int { max(Int((milliseconds - MonotonicTime.now.milliseconds) / 1_000), 0) }

  package static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
    let (seconds, attoseconds) = duration.components
    let (product, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000)
    guard !isTooLarge else { return MonotonicTime(milliseconds: .max) }
    let (sum, isLate) = time.milliseconds.addingReportingOverflow(
      product + attoseconds / 1_000_000_000_000_000)
    return MonotonicTime(milliseconds: isLate ? .max : sum)
  }

  package static func < (a: MonotonicTime, b: MonotonicTime) -> Bool { a.milliseconds < b.milliseconds }
}

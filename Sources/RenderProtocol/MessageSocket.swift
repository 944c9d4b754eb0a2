import CSystem
import Glibc

/// One end of a connection between a program and a server or worker. Messages are sent by one thread at a time and received by one.
package final class MessageSocket: Sendable {
  package let descriptor: Int32

  /// Takes over a descriptor.
  package init(owning descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Two ends of a new connection.
  package static func pair() throws(MessageError) -> (MessageSocket, MessageSocket) {
    var ends: (Int32, Int32) = (-1, -1)
    let result = withUnsafeMutableBytes(of: &ends) { ends in
      postil_socket_pair(ends.baseAddress?.assumingMemoryBound(to: Int32.self))
    }
    guard result == 0 else { throw .system(errno) }
    return (MessageSocket(owning: ends.0), MessageSocket(owning: ends.1))
  }

  /// Whether a message has come, or the other end was closed.
  package var isReadable: Bool { postil_is_readable(descriptor) }

  /// The length of the part that is coded, and of the bytes behind it.
  private struct Head: BitwiseCopyable {
    var code: Int
    var payload: Int
  }

  /// The most that a message may have of either: a page with more text than this has something wrong with it.
  private static let limit = 1 << 28

  /// Sends a message.
  ///
  /// - Parameter descriptors: Up to eight, which the other end gets copies of.
  package func send<Message: MessageCodable>(
    _ message: Message, payload: [UInt8] = [], descriptors: [Int32] = []
  ) throws(MessageError) {
    var writer = MessageWriter()
    writer.write(message)
    var head = Head(code: writer.bytes.count, payload: payload.count)
    var bytes = withUnsafeBytes(of: &head) { Array($0) }
    bytes += writer.bytes
    guard postil_send(self.descriptor, bytes, bytes.count, descriptors, Int32(descriptors.count)) == 0,
      payload.isEmpty || postil_send(self.descriptor, payload, payload.count, nil, 0) == 0
    else { throw errno == EPIPE || errno == ECONNRESET ? .closed : .system(errno) }
  }

  /// A message as it came.
  package struct Received<Message> {
    package let message: Message
    package let payload: [UInt8]
    package let descriptors: [OwnedDescriptor]
  }

  /// Waits for a message.
  ///
  /// - Parameter deadline: A time of ``MonotonicTime``; `nil` waits as long as it takes.
  package func receive<Message: MessageCodable>(
    _: Message.Type, deadline: MonotonicTime? = nil
  ) throws(MessageError) -> Received<Message> {
    var head = Head(code: 0, payload: 0)
    var descriptors: [OwnedDescriptor] = []
    var failure: MessageError?
    withUnsafeMutableBytes(of: &head) { bytes in
      do throws(MessageError) { descriptors = try receive(into: bytes, deadline) } catch { failure = error }
    }
    if let failure { throw failure }
    guard (0...Self.limit).contains(head.code), (0...Self.limit).contains(head.payload) else {
      throw .malformed
    }
    var reader = MessageReader(try bytes(head.code, deadline))
    let payload = try bytes(head.payload, deadline)
    return Received(message: try reader.read(), payload: payload, descriptors: descriptors)
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

  private func receive(into buffer: UnsafeMutableRawBufferPointer, _ deadline: MonotonicTime?)
    throws(MessageError) -> [OwnedDescriptor]
  {
    var (descriptors, count) = ([Int32](repeating: -1, count: 8), Int32(0))
    let result = postil_receive(
      self.descriptor, buffer.baseAddress, buffer.count, &descriptors, &count, deadline?.milliseconds ?? -1)
    let code = errno
    let owned = descriptors.prefix(Int(count)).map { OwnedDescriptor($0) }
    switch result {
    case 0: return owned
    case 1: throw .closed
    default: throw code == ETIMEDOUT ? .timedOut : .system(code)
    }
  }
}

/// A descriptor that is closed with the last reference to it.
package final class OwnedDescriptor: Sendable {
  package let number: Int32

  package init(_ number: Int32) { self.number = number }

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

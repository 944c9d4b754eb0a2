import Foundation
import PostilRenderProtocol
import Testing

@Suite struct MessageSocketTests {
  @Test func messagesCrossWithPayloadAndDescriptors() throws {
    let (one, other) = try MessageSocket.pair()
    var pipe: [Int32] = [0, 0]
    #expect(Glibc.pipe(&pipe) == 0)
    let (reading, writing) = (OwnedDescriptor(pipe[0]), OwnedDescriptor(pipe[1]))
    let payload = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
    try one.send("first", payload: payload, descriptors: [writing])
    try one.send("second")
    let first = try other.receive(String.self)
    #expect(first.message == "first" && first.payload == payload && first.descriptors.count == 1)
    let second = try other.receive(String.self)
    #expect(second.message == "second" && second.payload.isEmpty && second.descriptors.isEmpty)
    let descriptor = try #require(first.descriptors.first)
    #expect(descriptor.withNumber({ write($0, "x", 1) }) == 1)
    var byte: UInt8 = 0
    #expect(reading.withNumber({ read($0, &byte, 1) }) == 1 && byte == UInt8(ascii: "x"))
  }

  @Test func aClosedEndIsTold() throws {
    var ends: (MessageSocket, MessageSocket?) = try MessageSocket.pair()
    ends.1 = nil
    #expect(ends.0.isReadable)
    #expect(throws: MessageError.closed) { () throws in _ = try ends.0.receive(String.self) }
    #expect(throws: MessageError.closed) { () throws in try ends.0.send("anybody?") }
  }

  @Test func theDeadlineIsKept() throws {
    let (one, other) = try MessageSocket.pair()
    #expect(throws: MessageError.timedOut) { () throws in
      _ = try one.receive(String.self, deadline: .now + .milliseconds(20))
    }
    withExtendedLifetime(other) {}
  }

  @Test func aMessageThatSaysItIsHugeIsMalformed() throws {
    let (one, other) = try MessageSocket.pair()
    let head: [Int] = [.max, -1]
    let count = one.handle.withNumber { socket in
      head.withUnsafeBytes { write(socket, $0.baseAddress, $0.count) }
    }
    #expect(count == 16)
    #expect(throws: MessageError.malformed) { () throws in _ = try other.receive(String.self) }
  }

  /// Whatever the other end sends: a byte after the other would keep a message coming for ever.
  @Test func theDeadlineIsKeptWhileBytesTrickleIn() throws {
    let (one, other) = try MessageSocket.pair()
    let head: [Int] = [60_000, 0]
    let thread = Thread {
      _ = other.handle.withNumber { socket in head.withUnsafeBytes { write(socket, $0.baseAddress, $0.count) }
      }
      var byte: UInt8 = 0
      // Until the connection is closed.
      while other.handle.withNumber({ send($0, &byte, 1, Int32(MSG_NOSIGNAL)) }) == 1 { usleep(500) }
    }
    thread.start()
    #expect(throws: MessageError.timedOut) { () throws in
      _ = try one.receiveAnswer(
        WorkerAnswer.self, to: WorkerQuestion(.tile, renderingLimit: 1), deadline: .now + .milliseconds(20))
    }
    one.shutDown()
  }

  /// Nor does a program wait for one that takes nothing in.
  @Test func theDeadlineIsKeptWhileNothingIsTakenIn() throws {
    let (one, other) = try MessageSocket.pair()
    #expect(throws: MessageError.timedOut) { () throws in
      try one.send(String(repeating: "x", count: 16 << 20), deadline: .now + .milliseconds(20))
    }
    withExtendedLifetime(other) {}
  }
}

import Foundation
import Glibc
import PostilTestSupport
import PostilRenderProtocol
import Synchronization

/// A server, or a worker, that a document has taken over: threads that answer requests honestly, nearly so, or not at all.
final class Liar: Sendable {
  private let random: Mutex<SeededGenerator>
  /// How many answers were sent, by what kind of lie.
  private let told = Mutex<[Lie: Int]>([:])

  enum Lie: CaseIterable {
    case none, numbers, damage, noise, head, payload, flood, silence, trickle, end, descriptors, largest
  }

  init(seed: UInt64) { random = Mutex(SeededGenerator(seed: seed)) }

  var counts: [Lie: Int] { told.withLock(\.self) }

  private func number(_ range: ClosedRange<Int>) -> Int {
    random.withLock { Int.random(in: range, using: &$0) }
  }

  private func odd() -> Int {
    let numbers = [
      Int.min, -1, 0, 1, 2, 255, 1 << 20, (1 << 20) + 1, 1 << 31, 1 << 40, (1 << 40) + 1, 1 << 62, .max,
    ]
    return numbers[number(0...numbers.count - 1)]
  }

  /// Half of the time the truth: without it, nothing that comes later would be reached.
  private func lie() -> Lie {
    let all = Lie.allCases
    let lie = number(0...1) == 0 ? Lie.none : all[number(0...all.count - 1)]
    told.withLock { $0[lie, default: 0] += 1 }
    return lie
  }

  /// The program's end of a connection with a server.
  func server() throws -> MessageSocket {
    let (socket, other) = try MessageSocket.pair()
    Thread.detachNewThread { [self] in
      while let request = try? other.receive(ServerRequest.self) {
        var answer = ServerAnswer()
        if number(0...9) == 0 { answer.updateByteCount = odd() }
        if number(0...9) == 0 { answer.isolation.landlock = odd() }
        if number(0...19) == 0 { answer.failure = failure() }
        // Servers lie less often, since workers are behind them.
        let isHonest = number(0...3) > 0
        guard send(answer, payload: [], on: other, isHonest ? .none : lie()) else { return other.shutDown() }
        switch request.message {
        case .open: break
        case .fork, .work: if let connection = request.descriptors.first { work(MessageSocket(connection)) }
        }
      }
    }
    return socket
  }

  private func work(_ socket: MessageSocket) {
    Thread.detachNewThread { [self] in
      while let request = try? socket.receive(WorkerRequest.self) {
        let lie = lie()
        var (answer, payload) = (WorkerAnswer(), [UInt8]())
        (answer.pages, answer.pagesDrawn, answer.cachedBytes) = ([request.message.page.index], 1, 1 << 16)
        if request.message.kind == .text { payload = text(lie) }
        if lie == .numbers { falsify(&answer) }
        guard send(answer, payload: payload, on: socket, lie) else { return socket.shutDown() }
        if request.message.kind == .direct, let pipe = request.descriptors.first {
          let size = request.message.rect.width * request.message.rect.height * 4
          // Mostly all of the picture.
          let count = number(0...4) == 0 ? number(0...size) : size
          let pixels = [UInt8](repeating: UInt8(number(0...255)), count: count)
          pipe.withNumber { pipe in
            var done = 0
            while done < count {
              let written = pixels[done...].withUnsafeBytes { Glibc.write(pipe, $0.baseAddress, $0.count) }
              if written <= 0 { break }
              done += written
            }
          }
        }
      }
    }
  }

  private func failure() -> RenderFailure {
    RenderFailure(
      RenderFailure.Code(rawValue: UInt8(number(0...6))) ?? .damaged,
      String(repeating: "m", count: number(0...5_000)))
  }

  private func falsify(_ answer: inout WorkerAnswer) {
    switch number(0...6) {
    case 0: answer.cachedBytes = odd()
    case 1: answer.pagesDrawn = odd()
    case 2: answer.pages = (0..<number(0...7_000)).map { _ in odd() }
    case 3:
      answer.messages = (0..<number(0...100)).map { "\($0)" + String(repeating: "x", count: number(0...600)) }
    case 4: answer.snapshots = (0..<number(0...4)).map { _ in odd() }
    case 5: answer.failure = failure()
    default: (answer.cachedBytes, answer.pagesDrawn) = (1 << 40, 1 << 20)
    }
  }

  /// A text, or what could be taken for one.
  private func text(_ lie: Lie) -> [UInt8] {
    let count = lie == .largest ? PackedText.countLimit : number(0...400)
    let letters: [Unicode.Scalar] = ["a", "é", "日", "\u{1F600}", "\n", " "]
    let characters = (0..<count).map { letters[$0 % letters.count] }
    let boxes = (0..<count).map { SIMD4<Float>(Float($0 % 90), 7, Float($0 % 90 + 1), 9) }
    var bytes = PackedText(characters: characters, boxes: boxes).bytes
    if lie == .payload {
      for _ in 0...number(0...3) { bytes[number(0...bytes.count - 1)] = UInt8(number(0...255)) }
    }
    return bytes
  }

  /// Sends an answer in the way of a lie; returns whether the connection goes on.
  private func send(_ answer: some MessageWritable, payload: [UInt8], on socket: MessageSocket, _ lie: Lie)
    -> Bool
  {
    var writer = MessageWriter()
    writer.write(answer)
    var bytes = [writer.bytes.count, payload.count].flatMap { withUnsafeBytes(of: $0, Array.init) }
    bytes += writer.bytes + payload
    switch lie {
    case .none, .numbers, .largest: break
    case .payload: if payload.isEmpty { bytes[8] = 1 }
    case .damage: for _ in 0...number(0...3) { bytes[number(0...bytes.count - 1)] = UInt8(number(0...255)) }
    case .noise: bytes = (0..<number(1...300)).map { _ in UInt8(number(0...255)) }
    case .head:
      bytes.replaceSubrange(0..<16, with: [odd(), odd()].flatMap { withUnsafeBytes(of: $0, Array.init) })
    case .flood:
      for _ in 0..<number(1...2_000) { if !write(bytes, on: socket) { return false } }
    case .silence: return true
    case .trickle:
      for byte in bytes {
        if !write([byte], on: socket) { return false }
        usleep(UInt32(number(0...3_000)))
      }
      return true
    case .end: return write(Array(bytes.prefix(number(0...bytes.count - 1))), on: socket) && false
    case .descriptors:
      return
        (try? socket.send(
          answer, payload: payload, descriptors: (0..<number(1...8)).map { _ in socket.handle },
          deadline: .now + .seconds(60))) != nil
    }
    return write(bytes, on: socket)
  }

  private func write(_ bytes: [UInt8], on socket: MessageSocket) -> Bool {
    socket.handle.withNumber { socket in
      var done = 0
      while done < bytes.count {
        let sent = bytes[done...].withUnsafeBytes {
          Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if sent <= 0 { return false }
        done += sent
      }
      return true
    }
  }
}

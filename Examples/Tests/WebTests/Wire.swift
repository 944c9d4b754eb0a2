import Dispatch
import Foundation
import Synchronization

/// A TCP connection that sends whatever it is told, well formed or not. It reads and writes on threads of its own.
final class Wire: Sendable {
  /// The connection is gone.
  struct Broken: Error {}

  private let socket: Int32
  private let reading = DispatchQueue(label: "reading")
  private let writing = DispatchQueue(label: "writing")
  private let received = Mutex(Data())

  init(port: Int) throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    // A test that waits for something that never comes fails rather than waits for ever.
    var limit = timeval(tv_sec: 600, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Broken() }
  }

  deinit { close(socket) }

  func end() { shutdown(socket, Int32(SHUT_RDWR)) }

  func write(_ data: Data) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      writing.async { [socket] in
        var rest = data
        while !rest.isEmpty {
          let count = rest.withUnsafeBytes {
            send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
          }
          guard count > 0 else {
            continuation.resume(throwing: Broken())
            return
          }
          rest = Data(rest.dropFirst(count))
        }
        continuation.resume()
      }
    }
  }

  func write(_ text: String) async throws { try await write(Data(text.utf8)) }

  /// Exactly so many bytes.
  func read(_ count: Int) async throws -> Data {
    try await take { $0.count >= count ? count : nil }
  }

  /// The bytes up to the end of something, inclusively.
  func read(through end: String) async throws -> Data {
    try await take { $0.range(of: Data(end.utf8)).map { $0.upperBound } }
  }

  /// All that comes until the other side closes.
  func readToEnd() async -> Data {
    while (try? await take { _ in nil }) != nil {}
    return received.withLock { $0 }
  }

  private func take(_ length: @escaping @Sendable (Data) -> Int?) async throws -> Data {
    try await withCheckedThrowingContinuation { continuation in
      reading.async { [self] in
        while true {
          let found = received.withLock { data -> Data? in
            guard let count = length(data) else { return nil }
            defer { data = Data(data.dropFirst(count)) }
            return Data(data.prefix(count))
          }
          if let found { return continuation.resume(returning: found) }
          var buffer = [UInt8](repeating: 0, count: 65_536)
          let count = recv(socket, &buffer, buffer.count, 0)
          guard count > 0 else { return continuation.resume(throwing: Broken()) }
          received.withLock { $0.append(contentsOf: buffer[..<count]) }
        }
      }
    }
  }
}

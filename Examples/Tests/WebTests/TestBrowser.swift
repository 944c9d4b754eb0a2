import Foundation

/// A participant as the server sees it: one end of a WebSocket (RFC 6455).
final class TestBrowser: Sendable {
  /// A message of the server, as far as the tests look at it.
  struct Message: Decodable {
    struct You: Decodable {
      var id: Int
      var name: String
      var color: String
    }

    var type: String
    var you: You?
    var token: String?
    var participants: [You]?
    var participant: You?
    var id: Int?
    var sequence: Int?
    var by: Int?
    var request: Int?
    var action: String?
    var page: Int?
    var version: Int?
    var changed: [String]?
    var removed: [String]?
    var isUnsaved: Bool?
    var revision: Int?
    var method: String?
    var undo: String?
    var redo: String?
    var code: String?
    var message: String?
  }

  /// The server closed the connection.
  struct Closed: Error {
    var code: Int
  }

  /// The server did not open a WebSocket.
  struct Refused: Error {
    var status: Int
  }

  let wire: Wire
  let id: Int
  let token: String
  let welcome: Message

  /// - Parameter token: That of a participant who comes back.
  init(port: Int, name: String, token: String? = nil, headers: String = "") async throws {
    wire = try Wire(port: port)
    try await wire.write(
      """
      GET /session HTTP/1.1\r
      Host: localhost:\(port)\r
      Upgrade: websocket\r
      Connection: Upgrade\r
      Sec-WebSocket-Version: 13\r
      Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
      \(headers)\r

      """)
    let answer = try await TestServer.answer(on: wire)
    guard answer.status == 101 else { throw Refused(status: answer.status) }
    let secret = token.map { #", "token": "\#($0)""# } ?? ""
    try await wire.write(Self.frame(Data(#"{"type": "join", "name": "\#(name)"\#(secret)}"#.utf8)))
    let text = try await Self.readText(wire)
    welcome = try JSONDecoder().decode(Message.self, from: text)
    id = welcome.you?.id ?? 0
    self.token = welcome.token ?? ""
  }

  /// The next message.
  func next() async throws -> Message {
    try JSONDecoder().decode(Message.self, from: try await Self.readText(wire))
  }

  /// The next message of a type; others are passed over.
  func next(_ type: String) async throws -> Message {
    while true {
      let message = try await next()
      if message.type == type { return message }
    }
  }

  /// Sends a message and waits for what becomes of it.
  @discardableResult
  func ask(_ type: String, _ fields: String = "", request: Int = 7) async throws -> Message {
    try await send(type, fields, request: request)
    while true {
      let message = try await next()
      if message.request == request, message.type == "refused" || message.by == id { return message }
      if type == "save", message.type == "saved" { return message }
    }
  }

  func send(_ type: String, _ fields: String = "", request: Int = 7) async throws {
    try await send(#"{"type": "\#(type)", "request": \#(request)\#(fields.isEmpty ? "" : ", " + fields)}"#)
  }

  func send(_ text: String) async throws { try await wire.write(Self.frame(Data(text.utf8))) }

  /// A frame of a client: masked, here with zeros.
  static func frame(_ data: Data, opcode: UInt8 = 1, isLast: Bool = true) -> Data {
    var frame = Data([opcode | (isLast ? 0x80 : 0)])
    switch data.count {
    case ..<126: frame.append(0x80 | UInt8(data.count))
    case ..<65_536:
      frame.append(0x80 | 126)
      withUnsafeBytes(of: UInt16(data.count).bigEndian) { frame.append(contentsOf: $0) }
    default:
      frame.append(0x80 | 127)
      withUnsafeBytes(of: UInt64(data.count).bigEndian) { frame.append(contentsOf: $0) }
    }
    frame.append(contentsOf: [0, 0, 0, 0])
    return frame + data
  }

  private static func readText(_ wire: Wire) async throws -> Data {
    while true {
      let head = try await wire.read(2)
      var length = Int(head[head.startIndex + 1] & 0x7F)
      if length == 126 { length = try await wire.read(2).reduce(0) { $0 << 8 | Int($1) } }
      if length == 127 { length = try await wire.read(8).reduce(0) { $0 << 8 | Int($1) } }
      let data = length > 0 ? try await wire.read(length) : Data()
      switch head[head.startIndex] & 0xF {
      case 1: return data
      case 8: throw Closed(code: data.prefix(2).reduce(0) { $0 << 8 | Int($1) })
      case 9: try await wire.write(frame(data, opcode: 10))
      default: break
      }
    }
  }

  /// The code with which the server closes the connection; what else it says is passed over. 0 if it just goes.
  func closeCode() async -> Int {
    do {
      while true { _ = try await next() }
    } catch let error as Closed {
      return error.code
    } catch {
      return 0
    }
  }
}

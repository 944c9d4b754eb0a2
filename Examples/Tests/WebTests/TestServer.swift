import Foundation
import Postil

@testable import WebDocument
@testable import WebServer

/// A server in this process, at a port that was free.
struct TestServer {
  let file: TestFile
  let session: DocumentSession
  let server: WebServer
  let port: Int

  /// Runs a test with a server, and stops it.
  static func run(
    _ pages: [String?] = ["Hello web", "Second page"], limits: SessionLimits = SessionLimits(),
    rendering: RenderOptions = patientRendering, _ body: (TestServer) async throws -> Void
  ) async throws {
    let file = try TestFile(pages)
    let session = try await DocumentSession(file.url, limits: limits, rendering: rendering)
    var options = ServerOptions()
    options.port = 0
    let server = WebServer(session, options: options)
    let test = TestServer(
      file: file, session: session, server: server, port: try await server.start())
    do {
      try await body(test)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  static var patientRendering: RenderOptions {
    var options = RenderOptions()
    options.deadline = .seconds(3_600)
    options.workerCount = 1
    return options
  }

  /// An answer of the server.
  struct Answer {
    var status: Int
    var headers: String
    var body: Data

    var text: String { String(decoding: body, as: UTF8.self) }
  }

  /// Sends a request as it stands and reads the answer.
  func send(_ request: String) async throws -> Answer {
    let wire = try Wire(port: port)
    try await wire.write(request)
    return try await Self.answer(on: wire)
  }

  static func answer(on wire: Wire) async throws -> Answer {
    let head = String(decoding: try await wire.read(through: "\r\n\r\n"), as: UTF8.self)
    let length =
      head.firstMatch(of: /(?i)\r\ncontent-length: *(\d+)/).flatMap { Int($0.output.1) } ?? 0
    let status = Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0
    let body = status == 101 || length == 0 ? Data() : try await wire.read(length)
    return Answer(status: status, headers: head, body: body)
  }

  /// Asks for a path.
  func get(_ path: String, token: String? = nil, headers: String = "") async throws -> Answer {
    let token = token.map { "Postil-Token: \($0)\r\n" } ?? ""
    return try await send("GET \(path) HTTP/1.1\r\nHost: localhost:\(port)\r\n\(token)\(headers)\r\n")
  }

  /// Whether it still serves the page.
  func isAlive() async throws -> Bool { try await get("/").status == 200 }

  /// Somebody takes part.
  func join(_ name: String, token: String? = nil) async throws -> TestBrowser {
    try await TestBrowser(port: port, name: name, token: token)
  }
}

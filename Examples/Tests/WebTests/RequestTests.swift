import Foundation
import Postil
import Testing

@testable import WebDocument
@testable import WebServer

/// What the page asks for, and what nobody may ask for.
@Suite struct RequestTests {
  @Test func thePageAndItsPartsAreServed() async throws {
    try await TestServer.run { test in
      for asset in Asset.allCases {
        let answer = try await test.get(asset.rawValue)
        #expect(answer.status == 200)
        #expect(answer.body == asset.data && !answer.body.isEmpty)
        #expect(answer.headers.contains("Content-Type: \(asset.mediaType)"))
        #expect(answer.headers.contains("default-src 'self'"))
      }
    }
  }

  @Test func thePagesAreListedWithTheirSizes() async throws {
    try await TestServer.run { test in
      let ada = try await test.join("Ada")
      let answer = try await test.get("/document", token: ada.token)
      struct Outline: Decodable {
        struct Page: Decodable {
          var width: Double
          var height: Double
        }
        var name: String
        var pages: [Page]
      }
      let outline = try JSONDecoder().decode(Outline.self, from: answer.body)
      #expect(outline.name == "plan.pdf")
      #expect(outline.pages.map(\.width) == [612, 612] && outline.pages.map(\.height) == [792, 792])
    }
  }

  @Test(arguments: [("0/0", 512, 512), ("2/0", 200, 512), ("0/3", 512, 48), ("2/3", 200, 48)])
  func tilesArePNGsOfTheRightSize(_ name: String, _ width: Int, _ height: Int) async throws {
    try await TestServer.run { test in
      let ada = try await test.join("Ada")
      let answer = try await test.get("/pages/0/tiles/2/\(name)?v=0", token: ada.token)
      #expect(answer.status == 200)
      #expect(answer.body.prefix(8) == Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
      // IHDR is the first chunk: width and height come 16 bytes from the beginning.
      let size = [16, 20].map { start in answer.body[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
      #expect(size == [width, height])
    }
  }

  @Test func aTileShowsWhatWasDrawn() async throws {
    try await TestServer.run { test in
      let ada = try await test.join("Ada")
      let before = try await test.get("/pages/0/tiles/1/0/0", token: ada.token).body
      try await ada.ask("draw", #""page": 0, "points": [[100, 100], [300, 300]], "width": 5"#)
      let after = try await test.get("/pages/0/tiles/1/0/0", token: ada.token).body
      #expect(before != after)
      try await ada.ask("undo")
      #expect(try await test.get("/pages/0/tiles/1/0/0", token: ada.token).body == before)
    }
  }

  @Test func wordsStandWhereThePageShowsThem() async throws {
    try await TestServer.run { test in
      let ada = try await test.join("Ada")
      struct Word: Decodable {
        var start: Int
        var text: String
        var endsLine: Bool
        var frame: ViewRect
      }
      let answer = try await test.get("/pages/0/words", token: ada.token)
      let words = try JSONDecoder().decode([Word].self, from: answer.body)
      #expect(words.map(\.text) == ["Hello", "web"])
      #expect(words.map(\.start) == [0, 6] && words.map(\.endsLine) == [false, true])
      // The line stands at 700 points from below on a page of 792.
      #expect(words.allSatisfy { $0.frame.y < 92 && $0.frame.y + $0.frame.height > 92 })
    }
  }

  @Test func aSearchFindsAllPages() async throws {
    try await TestServer.run(["Hello web", "Nothing", "web, WEB"]) { test in
      let ada = try await test.join("Ada")
      struct Found: Decodable {
        struct Match: Decodable {
          var page: Int
          var from: Int
          var to: Int
        }
        var matches: [Match]
        var isComplete: Bool
      }
      let answer = try await test.get("/search?text=web&from=1", token: ada.token)
      let found = try JSONDecoder().decode(Found.self, from: answer.body)
      #expect(found.isComplete)
      #expect(found.matches.map(\.page) == [2, 2, 0])
      #expect(found.matches.map { $0.to - $0.from } == [3, 3, 3])
    }
  }

  @Test func onlyParticipantsAreAnswered() async throws {
    try await TestServer.run { test in
      for path in ["/document", "/pages/0/tiles/1/0/0", "/pages/0/words", "/pages/0/marks", "/search?text=a"]
      {
        #expect(try await test.get(path).status == 403)
        #expect(try await test.get(path, token: "guessed").status == 403)
      }
      // Who left is a stranger again.
      let ada = try await test.join("Ada")
      let token = ada.token
      ada.wire.end()
      while await test.session.participantCount > 0 { try await Task.sleep(for: .milliseconds(5)) }
      #expect(try await test.get("/document", token: token).status == 403)
    }
  }

  @Test(arguments: [
    "/pages/2/tiles/1/0/0", "/pages/-1/tiles/1/0/0", "/pages/99999999999999999999/tiles/1/0/0",
    "/pages/0/tiles/1e9/0/0",
    "/pages/0/tiles/-1/0/0", "/pages/0/tiles/0/0/0", "/pages/0/tiles/nan/0/0", "/pages/0/tiles/inf/0/0",
    "/pages/0/tiles/1e400/0/0", "/pages/0/tiles/1/2/0", "/pages/0/tiles/1/0/-1",
    "/pages/0/tiles/1/9223372036854775807/0",
    "/pages/0/tiles/1/0", "/pages/0/tiles/1/0/0/0", "/pages//words", "/pages/2/words", "/pages/x/marks",
    "/pages/7/marks",
    "/search", "/search?text=", "/search?text=%20", "/search?text=a&from=9", "/search?text=a&from=x",
    "/nothing", "//",
  ])
  func whatIsNotThereIsAnError(_ path: String) async throws {
    try await TestServer.run { test in
      let ada = try await test.join("Ada")
      let answer = try await test.get(path, token: ada.token)
      #expect([400, 404].contains(answer.status), "\(path): \(answer.status)")
      #expect(try await test.isAlive())
    }
  }

  @Test(arguments: [
    "/../../../../etc/passwd", "/..", "/%2e%2e/%2e%2e/etc/passwd", "/pages/../../etc/passwd",
    "/style.css/../../etc/passwd",
    "/pages/0/tiles/1/0/..%2f..%2fetc%2fpasswd", "/%00", "/etc/passwd", "/plan.pdf", "/../plan.pdf",
  ])
  func noPathLeadsToAFile(_ path: String) async throws {
    try await TestServer.run { test in
      let ada = try await test.join("Ada")
      let answer = try await test.get(path, token: ada.token)
      // `..` above the top is the top.
      let isPage = answer.status == 200 && answer.body == Asset.page.data
      #expect((400..<500).contains(answer.status) || isPage, "\(path): \(answer.status)")
      #expect(!answer.text.contains("root:") && !answer.text.contains("%PDF"))
      #expect(try await test.isAlive())
    }
  }

  @Test(arguments: [
    "nonsense\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n", "\u{0}\u{0}\u{0}\r\n\r\n",
    "GET http://[ HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
  ])
  func whatIsNoRequestDoesNoHarm(_ request: String) async throws {
    try await TestServer.run { test in
      let wire = try Wire(port: test.port)
      try await wire.write(request)
      wire.end()
      #expect(try await test.isAlive())
    }
  }

  @Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS", "NONSENSE"])
  func nothingIsSentByRequests(_ method: String) async throws {
    try await TestServer.run { test in
      let answer = try await test.send(
        "\(method) / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nbody")
      #expect(answer.status == 405 || answer.status == 501)
      #expect(try await test.isAlive())
    }
  }

  @Test func aBodyOfAGigabyteIsRefusedBeforeItComes() async throws {
    try await TestServer.run { test in
      for method in ["POST", "GET"] {
        let answer = try await test.send(
          "\(method) / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1073741824\r\n\r\nthe first bytes")
        #expect(answer.status == 413)
      }
      #expect(try await test.isAlive())
    }
  }

  @Test func aBodyWithoutALengthIsCounted() async throws {
    try await TestServer.run { test in
      let wire = try Wire(port: test.port)
      try await wire.write(
        "GET / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
      let chunk = Data("10000\r\n".utf8) + Data(count: 65_536) + Data("\r\n".utf8)
      // More than any buffer on the way holds: the server stops reading, and closes.
      var isRefused = false
      for _ in 0..<16_384 {
        do { try await wire.write(chunk) } catch {
          isRefused = true
          break
        }
      }
      #expect(isRefused)
      #expect(try await test.isAlive())
    }
  }

  @Test func otherSitesAreRefused() async throws {
    try await TestServer.run { test in
      let foreign = try await test.send("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n")
      #expect(foreign.status == 421)
      #expect(try await test.send("GET / HTTP/1.0\r\n\r\n").status == 421)
      await #expect(throws: TestBrowser.Refused.self) {
        _ = try await TestBrowser(port: test.port, name: "Eve", headers: "Origin: http://evil.example\r\n")
      }
      let own = "Origin: http://localhost:\(test.port)\r\n"
      let ada = try await TestBrowser(port: test.port, name: "Ada", headers: own)
      #expect(await test.session.participantCount == 1)
      ada.wire.end()
    }
  }

  @Test func aPageThatHangsIsAnErrorAndTheOthersAreShown() async throws {
    try await withSlowPage { test in
      let ada = try await test.join("Ada")
      async let slow = test.get("/pages/0/tiles/1/0/0", token: ada.token)
      while await test.session.members[ada.id]?.requestsInFlight == 0 {
        try await Task.sleep(for: .milliseconds(5))
      }
      // One request at a time was allowed.
      #expect(try await test.get("/pages/1/marks", token: ada.token).status == 429)
      #expect(try await slow.status == 504)
      #expect(try await test.get("/pages/1/tiles/1/0/0", token: ada.token).status == 200)
      #expect(try await test.get("/pages/0/tiles/1/0/0", token: ada.token).status == 504)
      try await ada.send("retry", #""page": 0"#)
      #expect(try await ada.next("retried").page == 0)
    }
  }

  @Test func aRequestThatNobodyWaitsForIsLetGo() async throws {
    try await withSlowPage { test in
      let ada = try await test.join("Ada")
      let wire = try Wire(port: test.port)
      try await wire.write(
        "GET /pages/0/tiles/1/0/0 HTTP/1.1\r\nHost: localhost\r\nPostil-Token: \(ada.token)\r\n\r\n")
      while await test.server.openRequests == 0 { try await Task.sleep(for: .milliseconds(5)) }
      wire.end()
      while await test.server.openRequests > 0 { try await Task.sleep(for: .milliseconds(5)) }
      while try await test.get("/pages/1/marks", token: ada.token).status != 200 {
        try await Task.sleep(for: .milliseconds(5))
      }
      // Nobody waited until the page had timed out.
      #expect(test.session.renderer.statistics.timedOutPages == 0)
    }
  }

  /// A server of a slow page and a quick one, with one request at a time for everybody.
  private func withSlowPage(_ body: (TestServer) async throws -> Void) async throws {
    var rendering = RenderOptions()
    rendering.workerCount = 1
    // Long for the quick page, also on a machine that has other work; short for the slow one.
    rendering.deadline = .seconds(10)
    var limits = SessionLimits()
    limits.requestsInFlight = 1
    try await TestServer.run([nil, "Quick"], limits: limits, rendering: rendering, body)
  }
}

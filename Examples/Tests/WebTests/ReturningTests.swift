import Foundation
import Postil
import Testing

@testable import WebDocument
@testable import WebServer

/// Who goes away and comes back is the same participant.
@Suite struct ReturningTests {
  private static let stroke = #""page": 0, "points": [[10, 10], [10, 200]], "width": 3"#

  private static func leave(_ browser: TestBrowser, _ test: TestServer) async throws {
    let count = await test.session.participantCount
    browser.wire.end()
    while await test.session.participantCount >= count { try await Task.sleep(for: .milliseconds(5)) }
  }

  @Test func whoComesBackCanTakeBackWhatTheyDid() async throws {
    try await TestServer.run { test in
      let grace = try await test.join("Grace")
      let ada = try await test.join("Ada")
      let first = try await ada.ask("draw", Self.stroke).changed ?? []
      let second = try await ada.ask("draw", Self.stroke).changed ?? []
      try await ada.ask("undo")
      try await Self.leave(ada, test)
      #expect(try await grace.next("left").id == ada.id)

      let again = try await test.join("Somebody", token: ada.token)
      #expect(again.welcome.you?.id == ada.id && again.welcome.you?.name == "Ada")
      #expect(again.token == ada.token && again.welcome.participants?.count == 2)
      let history = try await again.next("history")
      #expect(history.undo == "Drawing" && history.redo == "Drawing")
      #expect(try await grace.next("joined").participant?.id == ada.id)
      #expect(try await again.ask("redo").changed == second)
      #expect(try await again.ask("undo").removed == second)
      #expect(try await again.ask("undo").removed == first)
      #expect(try await test.get("/document", token: again.token).status == 200)
    }
  }

  @Test func whoComesTooLateIsNew() async throws {
    var limits = SessionLimits()
    limits.returnTime = .zero
    try await TestServer.run(limits: limits) { test in
      let ada = try await test.join("Ada")
      try await ada.ask("draw", Self.stroke)
      try await Self.leave(ada, test)
      let again = try await test.join("Ada", token: ada.token)
      #expect(again.id != ada.id && again.token != ada.token)
      #expect(try await again.ask("undo").code == "nothing")
    }
  }

  @Test func onlySoManyAreWaitedFor() async throws {
    var limits = SessionLimits()
    limits.participants = 2
    try await TestServer.run(limits: limits) { test in
      var gone: [TestBrowser] = []
      for name in ["Ada", "Grace", "Emmy"] {
        gone.append(try await test.join(name))
        try await Self.leave(gone[gone.count - 1], test)
      }
      #expect(await test.session.members.count == 2)
      #expect(try await test.join("Ada", token: gone[0].token).id != gone[0].id)
    }
  }

  /// The network is lost, and the server does not know it yet; or another tab has the token, too.
  @Test func theNewerConnectionTakesTheOldersPlace() async throws {
    try await TestServer.run { test in
      let ada = try await test.join("Ada")
      let names = try await ada.ask("draw", Self.stroke).changed ?? []
      let again = try await test.join("Ada", token: ada.token)
      #expect(again.id == ada.id)
      #expect(try await ada.next("replaced").type == "replaced")
      #expect(await ada.closeCode() == 1008)
      #expect(await test.session.participantCount == 1)
      #expect(try await again.ask("undo").removed == names)
    }
  }

  @Test(arguments: ["", "{}", #"{"type": "draw"}"#, #"{"type": "join"}"#, #"{"type": "join", "name": 7}"#])
  func whoDoesNotSayWhoTheyAreIsNotLetIn(_ text: String) async throws {
    try await TestServer.run { test in
      let wire = try Wire(port: test.port)
      try await wire.write(
        "GET /session HTTP/1.1\r\nHost: localhost:\(test.port)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
          + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
      #expect(try await TestServer.answer(on: wire).status == 101)
      try await wire.write(TestBrowser.frame(Data(text.utf8)))
      // A frame that closes, with 1008.
      let frame = try await wire.read(4)
      #expect(frame.first == 0x88 && frame.suffix(2) == Data([0x03, 0xF0]))
      #expect(await test.session.participantCount == 0)
    }
  }
}

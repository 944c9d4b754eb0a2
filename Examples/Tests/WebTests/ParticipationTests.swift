import Foundation
import Postil
import Testing

@testable import WebDocument
@testable import WebServer

/// Several people at once, over WebSockets.
@Suite struct ParticipationTests {
  @Test func everybodyHasANameAndAColour() async throws {
    try await TestServer.run { test in
      let ada = try await test.join("Ada Lovelace")
      let nobody = try await test.join(#"\n "#)
      #expect(ada.welcome.you?.name == "Ada Lovelace")
      #expect(nobody.welcome.you?.name == "Guest 2")
      #expect(ada.welcome.you?.color != nobody.welcome.you?.color)
      #expect(nobody.welcome.participants?.map(\.id) == [1, 2])
      #expect(try await ada.next("joined").participant?.id == 2)
      nobody.wire.end()
      #expect(try await ada.next("left").id == 2)
    }
  }

  @Test func allSeeAllEditsInTheSameOrder() async throws {
    try await TestServer.run { test in
      let count = 25
      var browsers: [TestBrowser] = []
      for name in ["Ada", "Grace", "Emmy"] { browsers.append(try await test.join(name)) }
      let seen = try await withThrowingTaskGroup(of: [String].self) { group in
        for browser in browsers {
          group.addTask {
            for number in 0..<count {
              try await browser.send(
                "draw", #""page": 0, "points": [[\#(100 + number), 100], [200, 300]], "width": 2"#)
            }
            var edits: [String] = []
            while edits.count < 3 * count {
              let edit = try await browser.next("edited")
              #expect(edit.sequence == edits.count + 1)
              edits += edit.changed ?? []
            }
            return edits
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(Set(seen).count == 1)
      let page = try test.session.document.page(at: 0)
      #expect(page.annotations.map(\.id.rawValue) == seen.first)
      for author in ["Ada", "Grace", "Emmy"] {
        #expect(page.annotations.filter { $0.author == author }.count == count)
      }
    }
  }

  @Test func whoComesLaterLearnsWhatWasDone() async throws {
    try await TestServer.run { test in
      let ada = try await test.join("Ada")
      try await ada.ask("note", #""page": 1, "x": 50, "y": 60, "text": "Look""#)
      let grace = try await test.join("Grace")
      #expect(grace.welcome.sequence == 1 && grace.welcome.isUnsaved == true)
      let marks = try await test.get("/pages/1/marks", token: grace.token).text
      #expect(marks.contains("\"Look\"") && marks.contains("\"Ada\""))
    }
  }

  @Test(arguments: [
    "", "nonsense", "[]", "{}", #"{"type": "dance"}"#, #"{"type": "draw"}"#,
    #"{"type": "draw", "page": 0, "points": [], "width": 2}"#,
    #"{"type": "draw", "page": 0, "points": [[1]], "width": 2}"#,
    #"{"type": "draw", "page": 0, "points": [[1e300, 2]], "width": 2}"#,
    #"{"type": "draw", "page": 0, "points": [[1e999, 2]], "width": 2}"#,
    #"{"type": "draw", "page": 0, "points": [[1, 2]], "width": 1e9}"#,
    #"{"type": "draw", "page": 0, "points": [[1, 2]], "width": 2, "color": "javascript:"}"#,
    #"{"type": "draw", "page": 9, "points": [[1, 2]], "width": 2}"#,
    #"{"type": "draw", "page": -1, "points": [[1, 2]], "width": 2}"#,
    #"{"type": "highlight", "page": 0, "from": -1, "to": 5}"#,
    #"{"type": "highlight", "page": 0, "from": 5, "to": 2}"#,
    #"{"type": "highlight", "page": 0, "from": 1000, "to": 9223372036854775807}"#,
    #"{"type": "note", "page": 0, "x": 1e9, "y": 0, "text": ""}"#,
    #"{"type": "setText", "page": 0, "id": "nobody", "text": "x"}"#,
    #"{"type": "move", "page": 0, "id": "nobody", "dx": 1, "dy": 1e99}"#,
    #"{"type": "remove", "page": 0, "id": ""}"#, #"{"type": "remove", "page": 0, "id": "../../etc/passwd"}"#,
    #"{"type": "erase", "page": 0, "x": 1, "y": 1, "tolerance": 1e9}"#,
    #"{"type": "undo"}"#, #"{"type": "redo"}"#, #"{"type": "save"}"#, #"{"type": "retry", "page": 77}"#,
    String(repeating: "[", count: 100_000),
  ])
  func whatCannotBeDoneIsRefused(_ text: String) async throws {
    try await TestServer.run { test in
      let ada = try await test.join("Ada")
      try await ada.send(text)
      let refusal = try await ada.next("refused")
      #expect(refusal.message?.isEmpty == false)
      #expect(!test.session.document.hasUnsavedChanges)
      // The participant goes on.
      let edit = try await ada.ask("draw", #""page": 0, "points": [[10, 10]], "width": 2"#)
      #expect(edit.type == "edited")
    }
  }

  @Test func aMessageThatIsTooLongEndsTheConnection() async throws {
    try await TestServer.run { test in
      let ada = try await test.join("Ada")
      try? await ada.wire.write(TestBrowser.frame(Data(repeating: 0x20, count: 1 << 20)))
      #expect([0, 1009].contains(await ada.closeCode()))
      let grace = try await test.join("Grace")
      #expect(try await grace.ask("draw", #""page": 0, "points": [[10, 10]], "width": 2"#).type == "edited")
    }
  }

  @Test func messagesOfBytesEndTheConnection() async throws {
    try await TestServer.run { test in
      let ada = try await test.join("Ada")
      try await ada.wire.write(TestBrowser.frame(Data([1, 2, 3]), opcode: 2))
      #expect(await ada.closeCode() == 1003)
      #expect(try await test.isAlive())
    }
  }

  @Test func oneTooManyIsRefused() async throws {
    var limits = SessionLimits()
    limits.participants = 2
    try await TestServer.run(limits: limits) { test in
      let ada = try await test.join("Ada")
      let grace = try await test.join("Grace")
      do {
        _ = try await test.join("Emmy")
        Issue.record("the third was let in")
      } catch let refusal as TestBrowser.Refused {
        #expect(refusal.status == 503)
      }
      // Whose place is free again when somebody goes.
      grace.wire.end()
      _ = try await ada.next("left")
      while await test.server.openWebSockets > 1 { try await Task.sleep(for: .milliseconds(5)) }
      _ = try await test.join("Emmy")
    }
  }

  @Test func whoSendsTooMuchIsRefusedAndTheOthersGoOn() async throws {
    var limits = SessionLimits()
    limits.messageBurst = 10
    limits.messagesPerSecond = 0.001
    try await TestServer.run(limits: limits) { test in
      let ada = try await test.join("Ada")
      let grace = try await test.join("Grace")
      for _ in 0..<50 { try await ada.send("draw", #""page": 0, "points": [[10, 10]], "width": 2"#) }
      #expect(try await ada.next("refused").code == "tooMany")
      #expect(try test.session.document.page(at: 0).annotations.count == 10)
      #expect(try await grace.ask("draw", #""page": 0, "points": [[10, 10]], "width": 2"#).type == "edited")
    }
  }

  @Test func whoDoesNotReadIsCutOff() async throws {
    var limits = SessionLimits()
    limits.waitingMessages = 4
    let file = try TestFile(["Hello"])
    let session = try await DocumentSession(file.url, limits: limits)
    let slow = try await session.join(as: "Slow")
    let ada = try await session.join(as: "Ada")
    let reading = Task { for await _ in ada.messages {} }
    for _ in 0..<20 {
      await session.receive(#"{"type": "draw", "page": 0, "points": [[9, 9]], "width": 1}"#, from: ada)
    }
    var count = 0
    for await _ in slow.messages { count += 1 }
    #expect(count == 4)
    await session.leave(ada)
    await reading.value
  }
}

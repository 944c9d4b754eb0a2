import Foundation
import Postil
import Testing

@testable import WebDocument
@testable import WebServer

/// Everybody takes back their own edits, where they still fit.
@Suite struct UndoTests {
  private static func stroke(_ x: Int) -> String {
    #""page": 0, "points": [[\#(x), 10], [\#(x), 200]], "width": 3"#
  }

  private static func names(_ test: TestServer) throws -> [String] {
    try test.session.document.page(at: 0).annotations.map(\.id.rawValue)
  }

  @Test func undoTakesBackOnesOwnNewestEdit() async throws {
    try await TestServer.run { test in
      let (ada, grace) = (try await test.join("Ada"), try await test.join("Grace"))
      let first = try await ada.ask("draw", Self.stroke(10)).changed?.first
      let second = try await grace.ask("draw", Self.stroke(20)).changed?.first
      let third = try await ada.ask("draw", Self.stroke(30)).changed?.first
      #expect(try Self.names(test) == [first, second, third].compactMap { $0 })

      #expect(try await ada.ask("undo").removed == [third].compactMap { $0 })
      #expect(try await ada.ask("undo").removed == [first].compactMap { $0 })
      #expect(try await ada.ask("undo").code == "nothing")
      #expect(try Self.names(test) == [second].compactMap { $0 })

      #expect(try await ada.ask("redo").changed == [first].compactMap { $0 })
      #expect(try await grace.ask("undo").removed == [second].compactMap { $0 })
      #expect(try Self.names(test) == [first].compactMap { $0 })
    }
  }

  @Test func whatOthersChangedSinceIsAConflict() async throws {
    try await TestServer.run { test in
      let (ada, grace) = (try await test.join("Ada"), try await test.join("Grace"))
      try await ada.ask("draw", Self.stroke(10))
      let note = try await ada.ask("note", #""page": 0, "x": 50, "y": 60, "text": "one""#)
      let name = try #require(note.changed?.first)
      try await grace.ask("setText", #""page": 0, "id": "\#(name)", "text": "two""#)
      #expect(try await ada.ask("undo").code == "conflict")
      #expect(try test.session.document.page(at: 0).annotation(named: AnnotationID(name))?.contents == "two")
      // The step before it still fits.
      #expect(try await ada.ask("undo").action == "undo")
      #expect(try Self.names(test) == [name])
      // And so does the other's.
      #expect(try await grace.ask("undo").changed == [name])
      #expect(try test.session.document.page(at: 0).annotation(named: AnnotationID(name))?.contents == "one")
    }
  }

  @Test func whatOthersRemovedIsAConflict() async throws {
    try await TestServer.run { test in
      let (ada, grace) = (try await test.join("Ada"), try await test.join("Grace"))
      let name = try #require(try await ada.ask("draw", Self.stroke(10)).changed?.first)
      #expect(
        try await grace.ask("erase", #""page": 0, "x": 10, "y": 100, "tolerance": 2"#).removed == [name])
      #expect(try await ada.ask("undo").code == "conflict")
      #expect(try await grace.ask("undo").changed == [name])
      #expect(try Self.names(test) == [name])
    }
  }

  @Test func aRemovalIsTakenBackToItsPlace() async throws {
    try await TestServer.run { test in
      let ada = try await test.join("Ada")
      var names: [String] = []
      for x in [10, 20, 30] { names += try await ada.ask("draw", Self.stroke(x)).changed ?? [] }
      let before = try test.session.document.page(at: 0).annotations
      try await ada.ask("remove", #""page": 0, "id": "\#(names[1])""#)
      #expect(try Self.names(test) == [names[0], names[2]])
      try await ada.ask("undo")
      #expect(try test.session.document.page(at: 0).annotations == before)
      try await ada.ask("redo")
      #expect(try Self.names(test) == [names[0], names[2]])
    }
  }

  @Test func movesAndHighlightsAreTakenBack() async throws {
    try await TestServer.run { test in
      let ada = try await test.join("Ada")
      let mark = try await ada.ask("highlight", #""page": 0, "from": 0, "to": 5"#)
      let name = try #require(mark.changed?.first)
      let before = try #require(try test.session.document.page(at: 0).annotations.first)
      #expect(before.contents == "Hello" && before.content.kind == .highlight && before.author == "Ada")
      try await ada.ask("move", #""page": 0, "id": "\#(name)", "dx": 10, "dy": 20"#)
      let moved = try #require(try test.session.document.page(at: 0).annotations.first)
      let distance = (
        moved.bounds.center.x - before.bounds.center.x, moved.bounds.center.y - before.bounds.center.y
      )
      #expect(abs(distance.0 - 10) < 0.01 && abs(distance.1 + 20) < 0.01)
      try await ada.ask("undo")
      #expect(try test.session.document.page(at: 0).annotations == [before])
      try await ada.ask("undo")
      #expect(try Self.names(test).isEmpty)
    }
  }

  @Test func aNewEditForgetsWhatWasTakenBack() async throws {
    try await TestServer.run { test in
      let ada = try await test.join("Ada")
      try await ada.ask("draw", Self.stroke(10))
      try await ada.ask("undo")
      try await ada.ask("draw", Self.stroke(20))
      #expect(try await ada.ask("redo").code == "nothing")
    }
  }
}

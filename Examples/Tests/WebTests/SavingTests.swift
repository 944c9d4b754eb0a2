import Foundation
import Postil
import Testing

@testable import WebDocument
@testable import WebServer

/// Saves append: a revision each.
@Suite struct SavingTests {
  @Test func eachSaveAppendsARevision() async throws {
    try await TestServer.run { test in
      let (ada, grace) = (try await test.join("Ada"), try await test.join("Grace"))
      var versions = [try Data(contentsOf: test.file.url)]
      for (number, browser) in [ada, grace].enumerated() {
        try await browser.ask("draw", #""page": 0, "points": [[10, 10], [200, 300]], "width": 2"#)
        let saved = try await browser.ask("save")
        #expect(saved.method == "append" && saved.revision == number + 2 && saved.isUnsaved == false)
        let now = try Data(contentsOf: test.file.url)
        #expect(now.count > versions[number].count && now.starts(with: versions[number]))
        versions.append(now)
      }
      // The other one is told.
      #expect(try await ada.next("saved").by == grace.id)
      #expect(try await ada.ask("save", request: 9).type == "refused")

      let document = try await PDFDocument.open(test.file.url)
      #expect(document.revisionCount == 3)
      #expect(document.pages[0].annotations.map(\.author) == ["Ada", "Grace"])
      #expect(document.pages[0].annotations.allSatisfy { $0.content.kind == .ink })
      #expect(try document.revision(2).pages[0].annotations.map(\.author) == ["Ada"])
      #expect(try document.revision(1).dataRepresentationAndWait() == versions[0])
    }
  }

  @Test func undoGoesOnAfterASave() async throws {
    try await TestServer.run { test in
      let ada = try await test.join("Ada")
      try await ada.ask("draw", #""page": 0, "points": [[10, 10], [200, 300]], "width": 2"#)
      try await ada.ask("save")
      #expect(try await ada.ask("undo").removed?.count == 1)
      try await ada.ask("save")
      #expect(try await PDFDocument.open(test.file.url).pages[0].annotations.isEmpty)
    }
  }

  @Test func annotationsOfTheFileAreTakenBackAfterTheirRemoval() async throws {
    let file = try TestFile(["Hello"])
    let document = try await PDFDocument.open(file.url)
    let note = Annotation(.note(at: PagePoint(x: 72, y: 500)), contents: "Why?", author: "Emmy")
    try document.add([note, note.popup(), note.reply("Because", author: "Ada")], to: document.pageIDs[0])
    try await document.save()

    let session = try await DocumentSession(file.url)
    let before = try session.document.page(at: 0).annotations
    let ada = try await session.join(as: "Ada")
    await session.receive(#"{"type": "remove", "page": 0, "id": "\#(note.id)"}"#, from: ada)
    #expect(try session.document.page(at: 0).annotations.isEmpty)
    await session.receive(#"{"type": "undo"}"#, from: ada)
    #expect(try session.document.page(at: 0).annotations == before)
  }

  @Test func aFileThatAnotherProgramChangedIsNotWrittenOver() async throws {
    try await TestServer.run { test in
      let ada = try await test.join("Ada")
      try await ada.ask("draw", #""page": 0, "points": [[10, 10], [200, 300]], "width": 2"#)
      let other = try await PDFDocument.open(test.file.url)
      try other.rotatePages(other.pageIDs, by: .clockwise90)
      try await other.save()
      let bytes = try Data(contentsOf: test.file.url)
      #expect(try await ada.ask("save").code == "conflict")
      #expect(try Data(contentsOf: test.file.url) == bytes)
    }
  }
}

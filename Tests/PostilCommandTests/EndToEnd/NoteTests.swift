import Foundation
import PostilTestSupport
import Testing

@testable import PostilCommand

@Suite struct NoteTests {
  private func ids(_ tool: Workbench, _ arguments: [String]) async throws -> [String] {
    let result = await tool.run(arguments + ["--json"])
    #expect(result.status == 0, "\(result.errors)")
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    return object?["ids"] as? [String] ?? []
  }

  @Test func notesAnswersAndStatesAreWritten() async throws {
    let tool = try Workbench()
    try tool.makeDocument()
    let note = try await ids(
      tool,
      [
        "note", "@in.pdf", "--page", "2", "--at", "72,700", "--text", "Почему?", "--icon", "help", "--author",
        "Ada",
        "--open", "-o", "@out.pdf",
      ])
    try #require(note.count == 1)
    let answers = try await ids(
      tool,
      [
        "note", "@out.pdf", "--reply-to", note[0], "--text", "Because", "--state", "accepted", "--author",
        "Bo",
        "--in-place",
      ])
    #expect(answers.count == 2)
    let list = try await tool.annotations("out.pdf").map { $0["annotation"] as? [String: Any] ?? [:] }
    #expect(list.map { $0["kind"] as? String } == ["note", "popup", "note", "note"])
    #expect(list[0]["icon"] as? String == "Help" && list[0]["isOpen"] as? Bool == true)
    #expect(list[1]["popupOf"] as? String == note[0] && list[1]["isOpen"] as? Bool == true)
    #expect(list[2]["replyTo"] as? String == note[0] && list[2]["contents"] as? String == "Because")
    #expect(list[3]["state"] as? String == "Accepted" && list[3]["author"] as? String == "Bo")
    #expect(try Tool.qpdfCheck(URL(fileURLWithPath: tool.path("out.pdf"))).status == 0)
  }

  @Test func whatIsNoNoteIsAnError() async throws {
    let tool = try Workbench()
    try tool.makeDocument()
    for wrong in [
      [], ["--page", "1", "--at", "1,2"], ["--page", "1", "--text", "a"], ["--at", "1,2", "--text", "a"],
      ["--page", "1", "--at", "1,2", "--text", "a", "--icon", "Star"],
      ["--page", "1", "--at", "1,2", "--text", "a", "--state", "accepted"], ["--reply-to", "x"],
      ["--reply-to", "x", "--text", "a", "--at", "1,2"], ["--reply-to", "x", "--state", "odd"],
    ] {
      #expect(await tool.run(["note", "@in.pdf", "-o", "@out.pdf"] + wrong).status == 2, "\(wrong)")
    }
    let result = await tool.run(["note", "@in.pdf", "--reply-to", "no", "--text", "a", "-o", "@out.pdf"])
    #expect(result.status == 1 && result.errors.contains("no annotation 'no'"))
    #expect(!tool.exists("out.pdf"))
  }
}

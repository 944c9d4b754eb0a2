import Foundation
import Postil
import PostilTestSupport
import Testing

@testable import PostilCommand

@Suite struct RecoverTests {
  private let tool: Workbench

  init() throws {
    tool = try Workbench()
    try tool.makeDocument()
  }

  /// Edits the document as a program that ends without saving.
  private func edit() throws {
    let options = OpenOptions(journalFolder: URL(fileURLWithPath: tool.path("journal")))
    let document = try PDFDocument.openAndWait(URL(fileURLWithPath: tool.path("in.pdf")), options: options)
    try document.rotatePages([document.pageIDs[1]], by: .clockwise90)
  }

  private func recover(_ arguments: String...) async -> ToolResult {
    await tool.run(["recover"] + arguments + ["--folder", "@journal"])
  }

  @Test func whatWasNotSavedIsListedAndSaved() async throws {
    #expect(await recover("@in.pdf").output == "There is nothing to recover.\n")
    try edit()
    let list = await recover()
    #expect(list.status == 0 && list.output.contains("in.pdf") && list.output.contains("can be recovered"))
    let entries = try await recover("@in.pdf", "--json").json()["recoverable"] as? [[String: Any]]
    #expect(
      entries?.count == 1 && entries?[0]["steps"] as? Int == 1 && entries?[0]["status"] as? String == "ready")
    let original = try tool.data("in.pdf")
    let applied = await recover("@in.pdf", "--apply", "-o", "@out.pdf")
    #expect(applied.status == 0 && applied.output.contains("recovered 1 step"), "\(applied.errors)")
    #expect(try tool.data("out.pdf").starts(with: original) && tool.data("in.pdf") == original)
    let saved = try PDFDocument.openAndWait(URL(fileURLWithPath: tool.path("out.pdf")))
    #expect(try saved.page(at: 1).rotation == .clockwise90)
    #expect(await recover().output == "There is nothing to recover.\n")
  }

  @Test func whatIsDiscardedIsGone() async throws {
    try edit()
    try edit()
    let entries = try await recover("@in.pdf", "--json").json()["recoverable"] as? [[String: Any]]
    #expect(entries?.count == 2)
    let id = try #require(entries?.last?["id"] as? String)
    #expect(await recover("@in.pdf", "--discard", "--id", id).status == 0)
    #expect(await recover("@in.pdf", "--discard", "--id", id).status == 1)
    #expect(await recover("@in.pdf", "--apply", "--in-place").status == 0)
    #expect(await recover().output == "There is nothing to recover.\n")
    #expect(await recover("@in.pdf", "--apply", "--in-place").status == 1)
  }

  @Test func argumentsThatDoNotGoTogetherAreRefused() async {
    #expect(await recover("--apply", "-o", "@out.pdf").status == 2)
    #expect(await recover("@in.pdf", "--apply").status == 2)
    #expect(await recover("@in.pdf", "--apply", "--discard", "--in-place").status == 2)
    #expect(await recover("-", "--discard").status == 2)
  }
}

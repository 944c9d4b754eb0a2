import Foundation
import PostilTestSupport
import Testing

@testable import PostilCommand

@Suite struct ExampleTests {
  /// The examples of help, run one after the other in one folder.
  @Test func theExamplesOfHelpWork() async throws {
    let tool = try Workbench()
    var report = PageDocument(pageCount: 3)
    report.information = ["Author": "Smith"]
    _ = try tool.folder.file("report.pdf", report.data)
    _ = try tool.folder.file("application.pdf", FormDocument().data)
    _ = try tool.folder.file("key.p12", SignTests.key("rsa.p12"))
    setenv(SignCommand.passwordVariable, "postil", 1)
    try tool.write("[{\"edit\": \"rotatePages\", \"pages\": [2], \"by\": 90}]", to: "edits.json")
    try tool.write(
      "[{\"name\": \"person.age\", \"kind\": \"text\", \"page\": 1, \"rect\": [20, 20, 90, 20]}]",
      to: "fields.json")
    try tool.write("# A report\n\nText.\n", to: "report.md")
    for command in PostilTool.commands.map({ $0.description }) {
      let words = shellWords(command.example).dropFirst().map { word in
        word.hasSuffix(".pdf") || word.hasSuffix(".md") || word.hasSuffix(".json") || word.hasSuffix(".png")
          || word.hasSuffix(".xfdf") || word.hasSuffix("/") || word.hasSuffix(".p12")
          ? "@" + word : word
      }
      let result = await tool.run(words)
      #expect(result.status == 0, "\(command.example): \(result.errors)")
    }
  }
}

import CommandArguments
import Foundation
import Postil
import Testing

@testable import WebCommand

/// The password of the document is not on the command line.
@Suite struct DocumentPasswordTests {
  @Test func itIsTheFirstLineOfAFile() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "password-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("geheim wie nie\nanother line\n".utf8).write(to: file)
    let arguments = try WebArguments(["plan.pdf", "--password-file", file.path])
    #expect(try await arguments.password.open { $0 } == "geheim wie nie")
  }

  @Test func aFileThatIsNotThereIsAMistake() async throws {
    let password = DocumentPassword(file: URL(fileURLWithPath: "/nowhere/at/all"))
    await #expect(throws: UsageError.self) { try await password.open { $0 } }
  }

  @Test func theCommandLineTakesNone() {
    #expect(throws: UsageError.self) { try WebArguments(["plan.pdf", "--password", "geheim"]) }
  }
}

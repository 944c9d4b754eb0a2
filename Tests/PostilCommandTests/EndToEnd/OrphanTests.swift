import Foundation
import PostilTestSupport
import Testing

/// The program is built beside the one that runs the tests.
private let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
  .deletingLastPathComponent().appending(path: "postil")

/// The renderer's processes end with the program that started them, however that ends.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: program.path))) struct OrphanTests {
  @Test(.timeLimit(.minutes(60))) func aKilledProgramLeavesNoProcess() async throws {
    let folder = try TemporaryFolder()
    // Enough pages for it not to end by itself.
    let file = try folder.file("in.pdf", PageDocument(pageCount: 5000).data)

    let process = Process()
    process.executableURL = program
    process.arguments = [
      "thumbnails", file.path, "--width", "200", "-o", folder.url.appending(path: "pictures").path,
    ]
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let host = process.processIdentifier
    defer { kill(host, SIGKILL) }

    // The launcher, the document's server, a worker.
    var started: Set<Int32> = []
    while started.count < 3 {
      try #require(process.isRunning, "It ended early.")
      try await Task.sleep(for: .milliseconds(5))
      started = try ProcessTable.descendants(of: host)
    }
    kill(host, SIGKILL)

    while try !started.isDisjoint(with: ProcessTable.parents().keys) {
      try await Task.sleep(for: .milliseconds(5))
    }
  }
}

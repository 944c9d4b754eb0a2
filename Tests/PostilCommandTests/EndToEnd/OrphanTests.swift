import Foundation
import PostilTestSupport
import Testing

/// The program is built beside the one that runs the tests.
private let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
  .deletingLastPathComponent().appending(path: "postil")

/// The renderer's processes end with the program that started them, however that ends.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: program.path))) struct OrphanTests {
  /// The parents of all processes, without those that have ended and that nobody has waited for yet.
  private func parents() throws -> [Int32: Int32] {
    var parents: [Int32: Int32] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: "/proc") {
      // A process may end in between.
      guard let process = Int32(name),
        let status = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8)
      else { continue }
      // The name before it, in parentheses, may have blanks.
      let fields = status[(status.lastIndex(of: ")") ?? status.startIndex)...].split(separator: " ")
      guard fields.count > 2, fields[1] != "Z", let parent = Int32(fields[2]) else { continue }
      parents[process] = parent
    }
    return parents
  }

  /// Processes that one started, that these started, and so on.
  private func descendants(of process: Int32) throws -> Set<Int32> {
    let parents = try parents()
    var found: Set<Int32> = []
    var last: Set<Int32> = [process]
    while !last.isEmpty {
      last = Set(parents.filter { last.contains($0.value) && !found.contains($0.key) }.map(\.key))
      found.formUnion(last)
    }
    return found
  }

  @Test(.timeLimit(.minutes(5))) func aKilledProgramLeavesNoProcess() async throws {
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
      started = try descendants(of: host)
    }
    kill(host, SIGKILL)

    while try !started.isDisjoint(with: parents().keys) { try await Task.sleep(for: .milliseconds(5)) }
  }
}

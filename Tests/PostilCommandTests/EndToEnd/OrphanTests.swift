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

  private func children(of process: Int32) throws -> [Int32] {
    try parents().filter { $0.value == process }.map(\.key)
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

    var server: Int32?
    var workers: [Int32] = []
    while workers.isEmpty {
      try #require(process.isRunning, "It ended early.")
      try await Task.sleep(for: .milliseconds(5))
      server = try children(of: host).first
      workers = try server.map(children(of:)) ?? []
    }
    kill(host, SIGKILL)

    let started = Set(workers + [server].compactMap(\.self))
    #expect(started.count >= 2)
    while try !started.isDisjoint(with: parents().keys) { try await Task.sleep(for: .milliseconds(5)) }
  }
}

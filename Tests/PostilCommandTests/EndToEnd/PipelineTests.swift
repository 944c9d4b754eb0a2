import Foundation
import PostilTestSupport
import Testing

/// The program is built beside the one that runs the tests.
private let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
  .deletingLastPathComponent().appending(path: "postil").path
private let bash = "/bin/bash"
private let canRunPipelines = [program, bash].allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }

/// The program itself, in pipelines of a shell.
@Suite(.enabled(if: canRunPipelines)) struct PipelineTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.file("in.pdf", PageDocument(pageCount: 3).data)
  }

  /// Runs a line in the folder, in which `postil` is the program.
  private func run(_ line: String) throws -> (status: Int32, output: String, errors: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: bash)
    process.arguments = ["-c", "postil() { \"$PROGRAM\" \"$@\"; }\nset -o pipefail\n\(line)"]
    process.environment = ProcessInfo.processInfo.environment.merging(["PROGRAM": program]) { $1 }
    process.currentDirectoryURL = folder.url
    let output = Pipe()
    let errors = folder.url.appending(path: ".errors")
    _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (
      process.terminationStatus, String(decoding: data, as: UTF8.self),
      try String(contentsOf: errors, encoding: .utf8)
    )
  }

  @Test func commandsReadWhatOthersWrite() throws {
    let result = try run(
      """
      cat in.pdf | postil draw - --page 1 --author A --rect 10,10,50,50 -o - \
        | postil rotate - --pages 2 --by 90 -o - | tee out.pdf | postil annotations - --json
      """)
    #expect(result.status == 0, "\(result.errors)")
    let list = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: [[String: Any]]]
    #expect(list?["annotations"]?.map { $0["author"] as? String } == ["A"])
    #expect(try Tool.qpdfCheck(folder.url.appending(path: "out.pdf")).status == 0)
  }

  @Test func editsAndPicturesGoThroughPipes() throws {
    let result = try run(
      """
      echo '[{"edit": "rotatePages", "pages": [1], "by": 90}]' | postil apply in.pdf - -o - \
        | postil render - --page 1 --width 40 -o - | head -c 4 | tail -c 3
      """)
    #expect(result.output == "PNG", "\(result.errors)")
  }

  @Test func aFileOfThatNameIsNamedByItsPath() throws {
    let result = try run(
      "cp in.pdf ./- && postil draw ./- --page 1 --rect 10,10,50,50 -o ./out.pdf </dev/null && postil info ./-"
    )
    #expect(result.status == 0, "\(result.errors)")
    let toFile = try run("postil draw in.pdf --page 1 --rect 10,10,50,50 -o ./- && postil info ./-")
    #expect(toFile.status == 0 && !toFile.output.contains("%PDF"), "\(toFile.errors)")
    #expect(folder.names.contains("-"))
  }

  /// The pipe has no reader from the beginning; with the signal ignored, as in many daemons, and with it as usual.
  @Test(
    arguments: ["", "trap '' PIPE; "],
    ["postil info in.pdf", "postil draw in.pdf --page 1 --line 1,1,9,9 -o -"])
  func aBrokenPipeEndsTheProgramQuietly(prefix: String, command: String) throws {
    let result = try run("\(prefix)exec 3> >(exit 0); wait $!; \(command) >&3; echo $?")
    #expect(result.output == "141\n")
    #expect(!result.errors.contains("postil:"), "\(result.errors)")
  }
}

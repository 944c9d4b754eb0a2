import EditorDriver
import Foundation
import XCTest

final class TemporaryFolderTests: XCTestCase {
  func testAFolderTellsWhoMadeIt() throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    XCTAssertEqual(
      TemporaryFolder.owner(of: folder.lastPathComponent), ProcessInfo.processInfo.processIdentifier)
    XCTAssertNil(TemporaryFolder.owner(of: "postil-something-else"))
    XCTAssertNil(TemporaryFolder.owner(of: "postil-tests-"))
  }

  func testWhatADeadProcessLeftIsRemoved() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["true"]
    try process.run()
    process.waitUntilExit()
    let (left, kept) = (
      try leave("postil-tests-\(process.processIdentifier)-left"), try leave("postil-tests-1-kept")
    )
    defer { try? FileManager.default.removeItem(at: kept) }
    TemporaryFolder.sweep()
    XCTAssertFalse(FileManager.default.fileExists(atPath: left.path))
    XCTAssertTrue(FileManager.default.fileExists(atPath: kept.path))
  }

  private func leave(_ name: String) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: name)
    try FileManager.default.createDirectory(
      at: folder.appending(path: "state"), withIntermediateDirectories: true)
    return folder
  }
}

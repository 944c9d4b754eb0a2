import Foundation
import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct FileMarkTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [0, 1, 100, 65_535, 65_536, 65_537, 200_000])
  func itIsThatOfTheSameBytes(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let url = try folder.file("a", Data(bytes))
    let mark = bytes.withUnsafeBytes { FileMark(of: $0) }
    #expect(FileMark(path: url.path) == mark)
    #expect(FileMark(length: count, end: bytes) == mark)
    #expect(mark.isMark(ofFileAt: url.path, exactly: true))
    try Data(bytes + [1]).write(to: url)
    #expect(!mark.isMark(ofFileAt: url.path, exactly: true))
    #expect(mark.isMark(ofFileAt: url.path, exactly: false))
    guard count > 0 else { return }
    try Data(bytes.dropLast() + [bytes[count - 1] ^ 1]).write(to: url)
    #expect(!mark.isMark(ofFileAt: url.path, exactly: false))
    try Data(bytes.dropLast()).write(to: url)
    #expect(!mark.isMark(ofFileAt: url.path, exactly: false))
    #expect(!mark.isMark(ofFileAt: url.path + "x", exactly: false) && FileMark(path: url.path + "x") == nil)
  }
}

import Foundation
import PostilModel
import PostilTestSupport
import Synchronization
import Testing

@testable import PostilSystem

struct FileIOTests {
  @Test func moreThanAPipeTakesAtOnceIsWritten() throws {
    let pipe = Pipe()
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let read = Mutex(Data())
    let reader = Thread { read.withLock { $0 = (try? pipe.fileHandleForReading.readToEnd()) ?? Data() } }
    reader.start()
    try FileIO.write(bytes, to: pipe.fileHandleForWriting.fileDescriptor)
    try pipe.fileHandleForWriting.close()
    while !reader.isFinished { usleep(1000) }
    #expect(read.withLock { $0 } == Data(bytes))
  }

  @Test func whatCannotBeWrittenIsAnError() throws {
    let error = #expect(throws: PDFError.self) { try FileIO.write([1, 2, 3] as [UInt8], to: -1) }
    #expect(error?.code == .cannotWrite && error?.underlying == SystemError.text(EBADF))
    try FileIO.write([] as [UInt8], to: -1)
  }

  @Test func aFullDiskIsToldFromOtherErrors() throws {
    let full = FileIO.open("/dev/full", O_WRONLY)
    try #require(full >= 0)
    defer { close(full) }
    let error = #expect(throws: PDFError.self) { try FileIO.write([1] as [UInt8], to: full) }
    #expect(error?.code == .diskFull)
  }

  @Test func filesAreReadUpToALimit() throws {
    let folder = try TemporaryFolder()
    let url = try folder.file("a", Data(repeating: 7, count: 300_000))
    #expect(try FileIO.contents(of: url).count == 300_000)
    #expect(try FileIO.contents(of: url, upTo: 300_000).count == 300_000)
    func code(_ url: URL, upTo limit: Int = .max) -> PDFError.Code? {
      let error = #expect(throws: PDFError.self) { try FileIO.contents(of: url, upTo: limit) }
      #expect(error?.url == url)
      return error?.code
    }
    #expect(code(url, upTo: 299_999) == .cannotRead)
    #expect(code(folder.url) == .cannotRead)
    #expect(code(folder.url.appending(path: "none")) == .fileNotFound)
    // A pipe that nobody writes into is empty, and not waited for.
    let pipe = folder.url.appending(path: "pipe")
    try #require(mkfifo(pipe.path, 0o600) == 0)
    #expect(try FileIO.contents(of: pipe).isEmpty)
  }

  @Test func readingEndsWhereTheFileDoes() throws {
    let folder = try TemporaryFolder()
    let file = FileIO.open(try folder.file("a", Data([1, 2, 3, 4, 5])).path, O_RDONLY)
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 8)
    var result = bytes.withUnsafeMutableBytes { FileIO.read(into: $0, from: file, at: 3) }
    #expect(result == (2, 0) && bytes.prefix(2) == [4, 5])
    result = bytes.withUnsafeMutableBytes { FileIO.read(into: $0, from: file) }
    #expect(result == (5, 0) && bytes.prefix(5) == [1, 2, 3, 4, 5])
    result = bytes.withUnsafeMutableBytes { FileIO.read(into: $0, from: -1) }
    #expect(result == (0, EBADF))
  }
}

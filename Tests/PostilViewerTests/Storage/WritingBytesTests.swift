import Foundation
import Synchronization
import Testing

@testable import PostilViewer

/// Writing all of some bytes.
struct WritingBytesTests {
  @Test func whatDoesNotFitAtOnceIsWrittenAllTheSame() throws {
    let pipe = Pipe()
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let read = Mutex(Data())
    let reader = Thread { read.withLock { $0 = (try? pipe.fileHandleForReading.readToEnd()) ?? Data() } }
    reader.start()
    let code = bytes.withUnsafeBytes { $0.write(to: pipe.fileHandleForWriting.fileDescriptor) }
    try pipe.fileHandleForWriting.close()
    #expect(code == 0)
    while !reader.isFinished { usleep(1000) }
    #expect(read.withLock { $0 } == Data(bytes))
  }

  @Test func whatWentWrongIsTold() {
    #expect([UInt8](repeating: 1, count: 3).withUnsafeBytes { $0.write(to: -1) } == EBADF)
    #expect([UInt8]().withUnsafeBytes { $0.write(to: -1) } == 0)
  }
}

import Foundation
import PostilTestSupport
import Testing

@testable import PostilFile
@testable import PostilModel

/// What is known of a file when it is opened anew to free memory.
@Suite struct QPDFReaderTests {
  @Test func aRepairThatWasFoundOutLateIsNotForgotten() throws {
    // The offset of object 3 is off: that shows when the object is read.
    let text = String(decoding: PageDocument().data, as: UTF8.self)
    let data = Data(text.replacingOccurrences(of: "\n3 0 obj", with: "\n9 0 obj").utf8)
    let reader = try QPDFReader(FileBytes(data: data), password: nil)
    #expect(!reader.wasRepaired)
    _ = reader.object(ObjectID(number: 3, generation: 0))
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 20, alignment: 16)
    defer { memory.deallocate() }
    for _ in 0..<400 { _ = reader.object(ObjectID(number: 1, generation: 0)) }
    #expect(reader.wasRepaired)
  }
}

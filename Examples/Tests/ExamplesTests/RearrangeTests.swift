import Postil
import Testing

@testable import Rearrange

@Test func pagesAreMovedAndTurned() throws {
  let sample = try SampleFile()
  #expect(try rearrange(sample.input, savingTo: sample.output) == [3, 1, 2])
  let document = try PDFDocument.openAndWait(sample.output)
  #expect(try (0..<3).map { try document.page(at: $0).rotation } == Array(repeating: .clockwise90, count: 3))
}

import Foundation
import Postil
import Testing

@testable import MarkUp

@Test func marksAreAppended() throws {
  let sample = try SampleFile()
  let report = try markUp(sample.input, savingTo: sample.output)
  #expect(report.method == .append)
  #expect(try Data(contentsOf: sample.output).starts(with: Data(contentsOf: sample.input)))
  let page = try PDFDocument.openAndWait(sample.output).page(at: 0)
  #expect(page.annotations.map(\.subtype) == ["Square", "Ink"])
}

import Foundation
import Testing

@testable import PostilModel

@Suite struct PageLabelTests {
  @Test(arguments: [
    (PageLabel(.decimal, number: 12), "12"), (PageLabel(.upperRoman, number: 1994), "MCMXCIV"),
    (PageLabel(.lowerRoman, number: 4), "iv"), (PageLabel(.upperLetters, number: 27), "AA"),
    (PageLabel(.lowerLetters, prefix: "p-", number: 54), "p-bbb"), (PageLabel(nil, prefix: "Cover"), "Cover"),
    (PageLabel(.lowerRoman, number: 20_000), "20000"), (PageLabel(.upperLetters, number: 0), "0"),
  ])
  func labelsAreWrittenAsTheirStyleSays(label: PageLabel, text: String) {
    #expect(label.text == text)
  }

  @Test func rangesAreAsFewAsItTakes() {
    let labels = [
      PageLabel(nil, prefix: "Cover"), PageLabel(nil, prefix: "Cover"), PageLabel(.lowerRoman),
      PageLabel(.lowerRoman, number: 2), PageLabel(.lowerRoman, number: 4), PageLabel(.decimal, number: 5),
    ]
    let ranges = PageLabelRange.ranges(of: labels)
    #expect(
      ranges == [
        PageLabelRange(from: 0, nil, prefix: "Cover"), PageLabelRange(from: 2, .lowerRoman),
        PageLabelRange(from: 4, .lowerRoman, number: 4), PageLabelRange(from: 5, .decimal, number: 5),
      ])
    #expect(labels.indices.map { PageLabelRange.label(at: $0, in: ranges)?.text } == labels.map(\.text))
    #expect(PageLabelRange.label(at: 3, in: [PageLabelRange(from: 4, .decimal)]) == nil)
  }

  @Test func labelsStayWithTheirPages() throws {
    var state = DocumentState(pageCount: 4)
    let labels = try PageLabels([PageLabelRange(from: 1, .upperRoman)], of: state)
    try state.apply(.setPart(.pageLabels(labels))) { _ in AnnotationList([]) }
    try state.apply(.movePages([PageID(number: 4)], to: 0)) { _ in AnnotationList([]) }
    #expect(state.pages.map { labels.label(of: $0)?.text } == ["III", nil, "I", "II"])
    #expect(!labels.knows(PageID(number: 5)))
    let edit = Edit.setPart(.pageLabels(labels))
    #expect(try JSONDecoder().decode(Edit.self, from: JSONEncoder().encode(edit)) == edit)
  }

  @Test(arguments: [
    [PageLabelRange(from: 0, .decimal), PageLabelRange(from: 0, .decimal)],
    [PageLabelRange(from: 4, .decimal)],
    [PageLabelRange(from: -1, .decimal)], [PageLabelRange(from: 0, .decimal, number: 0)],
    [PageLabelRange(from: 0, .decimal, number: .max)],
  ])
  func rangesThatMakeNoSenseAreRefused(ranges: [PageLabelRange]) {
    #expect(throws: PDFError.self) { try PageLabels(ranges, of: DocumentState(pageCount: 4)) }
  }
}

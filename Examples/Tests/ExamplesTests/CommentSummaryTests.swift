import Foundation
import Postil
import Testing

@testable import CommentSummary

@Test func commentsAreListedAndLeadToTheirPages() async throws {
  let sample = try SampleFile()
  let document = try PDFDocument.openAndWait(sample.input)
  let pages = document.pageIDs
  let place = PageRect(x: 72, y: 600, width: 100, height: 40)
  try document.add(
    Annotation(.rectangle(place), style: .init(color: .red), contents: "Second", author: "Ann"), to: pages[2])
  try document.add(
    Annotation(.rectangle(place), style: .init(color: .red), contents: "First", author: "Bob"), to: pages[0])
  try document.saveAndWait(to: sample.input)

  #expect(try appendCommentSummary(sample.input, savingTo: sample.output) == 2)
  let result = try PDFDocument.openAndWait(sample.output)
  #expect(result.pageCount == 4)
  let text = try await result.text(of: result.pageIDs[3]).string
  let order = ["Bob", "First", "Ann", "Second"].compactMap { text.firstRange(of: $0)?.lowerBound }
  #expect(order.count == 4 && order == order.sorted())
  let links = try result.page(at: 3).annotations.compactMap(\.content.link)
  let names = try Dictionary(
    uniqueKeysWithValues: result.namedDestinations.map { ($0.name, $0.destination.page) })
  let targets = links.map { link -> PageID? in
    switch link.target {
    case .named(let name): return names[name]
    case .place(let place): return place.page
    default: return nil
    }
  }
  #expect(targets == [result.pageIDs[0], result.pageIDs[2]])
}

@Test func withoutCommentsNothingIsAppended() throws {
  let sample = try SampleFile()
  #expect(try appendCommentSummary(sample.input, savingTo: sample.output) == 0)
  #expect(!FileManager.default.fileExists(atPath: sample.output.path))
}

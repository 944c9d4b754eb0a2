import Foundation
import PostilTestSupport
import Testing

@testable import Postil
@testable import PostilModel

/// What is printed of values is short, for people, and says nothing of modules.
@Suite struct DescriptionTests {
  private let page = PageID(number: 3)

  @Test func valuesOfTheModel() {
    let note = Annotation(.note(at: PagePoint(x: 72, y: 700)), id: "n")
    let destination = NamedDestination("here", PageDestination(page))
    let outline = Outline([
      OutlineItem("A", target: .page(page), children: [OutlineItem("B")]),
      OutlineItem("C", target: .named("here")),
    ])
    let values: [(Any, String)] = [
      (outline, "A -> page 3\n  B\nC -> 'here'"), (destination, "here: page 3"),
      (PageLabelRange(from: 4, .lowerRoman, number: 4), "from page 5: iv"),
      (PageLabel(nil, prefix: "x"), "x"),
      (DocumentAttachment(AttachedFile(Data(), name: "a.txt")), "a.txt"),
      (AnnotationChange.remove("n"), "remove n"), (AnnotationChange.add(note), "add \(note)"),
      (
        EditScript([
          .edit(.rotatePages([page], by: .clockwise90)), .undo, .clear(page: page),
          .group(name: nil, [.redo]),
          .erase(page: page, along: [.zero], width: 2.5),
        ]), "Rotate: page 3\nundo\nClear: page 3\nGroup: 1 steps\nErase: page 3, 1 points, width 2.5"
      ),
      (FormField(name: "a.b", kind: .text, value: .text("Ada")), "a.b (text): Ada"),
      (PDFForm(fields: [FormField(name: "a", kind: .text, value: .text(""))]), "1 field"),
      (AnnotationThread.all(in: [note])[0], "\(note)"),
      (TileID(page: page, scale: 1.5, column: 0, row: 2), "page 3 at 1.5: column 0, row 2"),
      (LaterChanges([.init(.annotations), .init(.formValues)]), "formValues, annotations"),
      (LaterChanges([]), "nothing"),
      (LaterChanges.Change(.formValues, pageIndex: 0, field: "amount"), "formValues, page 1, amount"),
      (ModificationLimits(level: .formFilling, locks: [FieldLock(.all)]), "formFilling, 1 lock"),
    ]
    for (value, text) in values { #expect("\(value)" == text) }
  }

  @Test func valuesOfDocuments() async throws {
    let document = try PDFDocument(data: SampleDocument().data)
    let revision = try #require(try document.revisionsAndWait().first)
    #expect("\(revision)" == "revision 1: \(document.fileSize) bytes")
    let other = try PDFDocument(data: SampleDocument().data)
    try other.removePages([other.pageIDs[1]])
    #expect("\(try await document.comparison(with: other))" == "1 page, 0 annotations, 0 fields")
    #expect("\(try await document.comparison(with: document))" == "nothing")
    let renderer = PageRenderer(document, options: .forTests)
    let image = try await renderer.image(of: document.pageIDs[0], scale: 0.5)
    #expect("\(image)" == "150 × 200 pixels")
    let text = try await document.text(of: document.pageIDs[0])
    let match = try #require(try text.matches(of: "page").first ?? text.matches(of: "Page").first)
    #expect("\(match)" == "\"Page\"")
  }
}

import Foundation
import PostilTestSupport
import Testing

@testable import Postil

/// Annotations that answer others or are parts of them.
@Suite struct RelatedAnnotationsTests {
  private let quad = PageQuad(PageRect(x: 20, y: 20, width: 60, height: 12))

  private func dictionaries(_ document: PDFDocument, _ ids: [AnnotationID]) throws -> [PDFValue] {
    try ids.map { try #require(try document.rawValue(of: $0, on: document.pageIDs[0])) }
  }

  @Test func aReplacementIsAGroupInTheFileAndComesBack() throws {
    let folder = try TemporaryFolder()
    let document = try PDFDocument.openAndWait(try folder.file("a.pdf", PageDocument().data))
    let page = document.pageIDs[0]
    let marks = Annotation.replacement(of: [quad], with: "better")
    try document.add(marks, to: page)
    for options in [SaveOptions.incremental(), .rewrite(RewriteOptions())] {
      try document.saveAndWait(options)
      let reopened = try PDFDocument.openAndWait(try #require(document.url))
      let back = try reopened.page(at: 0).annotations
      #expect(back.map(\.content) == marks.map(\.content))
      #expect(back.map(\.relation) == [.part(of: marks[1].id), nil])
      let raw = try dictionaries(reopened, back.map(\.id))
      #expect(raw[0]["RT"] == .name("Group") && raw[0]["IT"] == .name("StrikeOutTextEdit"))
      #expect(raw[1]["IT"] == .name("Replace") && raw[0]["IRT"] != nil && raw[1]["IRT"] == nil)
      try document.update(marks[1].id, on: page) { $0.contents = "even better" }
    }
  }

  @Test func whatBelongsToAnAnnotationGoesWithItBeforeItIsSavedAndAfter() throws {
    let document = try PDFDocument(data: PageDocument().data)
    let page = document.pageIDs[0]
    let marks = Annotation.replacement(of: [quad], with: "better")
    var answer = Annotation(.highlight([quad]), id: "answer")
    answer.relation = .reply(to: marks[0].id)
    try document.add(marks + [answer], to: page)
    try document.remove(marks[1].id, from: page)
    #expect(try document.page(page).annotations.isEmpty)
    try document.undo()
    #expect(try document.page(page).annotations.map(\.id) == marks.map(\.id) + ["answer"])
    try document.remove("answer", from: page)
    #expect(try document.page(page).annotations.count == 2)
  }

  @Test func answersOfOtherProgramsSayWhatTheyAnswer() throws {
    let builder = PDFBuilder(annotations: [
      "<</Subtype/Text/Rect[1 1 9 9]/NM(root)>>", "<</Subtype/Text/Rect[1 1 9 9]/IRT 4 0 R/NM(reply)>>",
      "<</Subtype/Text/Rect[1 1 9 9]/IRT 5 0 R/RT/Group>>", "<</Subtype/Text/Rect[1 1 9 9]/IRT 99 0 R>>",
    ])
    let document = try PDFDocument(data: builder.data())
    let annotations = try document.page(at: 0).annotations
    #expect(annotations.map(\.relation) == [nil, .reply(to: "root"), .part(of: "reply"), nil])
  }

  @Test func aRelationCanBeTakenAway() throws {
    let folder = try TemporaryFolder()
    let builder = PDFBuilder(annotations: [
      "<</Subtype/Square/Rect[1 1 9 9]/NM(root)>>",
      "<</Subtype/Square/Rect[1 1 9 9]/IRT 4 0 R/RT/Group/NM(part)>>",
    ])
    let document = try PDFDocument.openAndWait(try folder.file("a.pdf", builder.data()))
    let page = document.pageIDs[0]
    try document.update("part", on: page) { $0.relation = nil }
    try document.saveAndWait()
    let raw = try dictionaries(try PDFDocument.openAndWait(try #require(document.url)), ["part"])
    #expect(raw[0]["IRT"] == nil && raw[0]["RT"] == nil)
  }
}

import Foundation
import Postil
import PostilTestSupport
import Testing

/// What edits of annotations are taken, of those in a file too.
@Suite struct AnnotationEditsTests {
  private func document(_ annotations: String...) throws -> PDFDocument {
    try PDFDocument(data: PDFBuilder(annotations: annotations).data())
  }

  private func refusal(_ body: () throws -> Void) -> String {
    let error = #expect(throws: PDFError.self) { try body() }
    #expect(error?.code == .notEditable)
    return error?.message ?? ""
  }

  @Test func whatCannotBeKeptIsRefusedWithTheKey() throws {
    let document = try document("<</Subtype/Square/Rect[10 10 90 90]/BE<</S/C>>/NM(cloud)>>")
    let page = try document.page(at: 0)
    var cloud = page.annotations[0]
    cloud.style.color = .red
    #expect(refusal { try document.replace(cloud, on: page.id) }.contains("/BE"))
    // Not by a value made anew either.
    let plain = Annotation(.ellipse(cloud.bounds), id: "cloud")
    #expect(refusal { try document.replace(plain, on: page.id) }.contains("/BE"))
    #expect(!document.hasUnsavedChanges)
    var other = page.annotations[0]
    other.contents = "kept"
    try document.replace(other, on: page.id)
    try document.replace(other.offset(dx: 10, dy: 10), on: page.id)
    let saved = try PDFDocument(data: document.dataRepresentationAndWait()).page(at: 0).annotations[0]
    #expect(saved.foreignKeys == ["BE"] && saved.contents == "kept")
    #expect(saved.content == page.annotations[0].content.offset(dx: 10, dy: 10))
  }

  /// A look for the pointer above it would be the old one. A move keeps it, and undo brings it back.
  @Test func drawingAnewTakesTheLooksForTheMouseAway() throws {
    let look = "/AP<</N 9 0 R/R 9 0 R/D 9 0 R>>"
    var builder = PDFBuilder(annotations: ["<</Subtype/Square/Rect[10 10 90 90]/NM(box)/C[1 0 0]\(look)>>"])
    builder.addStream("0 0 80 80 re f", dictionary: "/Type/XObject/Subtype/Form/BBox[0 0 80 80]", as: 9)
    let document = try PDFDocument(data: builder.data())
    let page = document.pageIDs[0]
    func looks() throws -> [String] {
      let saved = try PDFDocument(data: document.dataRepresentationAndWait())
      let box = try #require(try saved.rawValue(of: "box", on: saved.pageIDs[0]))
      guard case .dictionary(let looks)? = box["AP"] else { return [] }
      return looks.keys.sorted()
    }
    try document.move(["box"], on: page, dx: 5, dy: 5)
    #expect(try looks() == ["D", "N", "R"])
    try document.update("box", on: page) { $0.style.color = .blue }
    #expect(try looks() == ["N"])
    try document.undo()
    #expect(try looks() == ["D", "N", "R"])
  }

  @Test func otherKindsAreMovedDescribedAndBroughtBack() throws {
    let document = try document("<</Subtype/Stamp/Rect[10 10 90 90]/Name/Draft/NM(stamp)/F 4>>")
    let page = try document.page(at: 0)
    var stamp = page.annotations[0]
    stamp.author = "Ada"
    stamp = stamp.offset(dx: 5, dy: 5)
    try document.replace(stamp, on: page.id)
    let saved = try PDFDocument(data: document.dataRepresentationAndWait()).page(at: 0).annotations[0]
    #expect(saved.author == "Ada" && saved.bounds == PageRect(x: 15, y: 15, width: 80, height: 80))
    stamp.style.color = .red
    #expect(refusal { try document.replace(stamp, on: page.id) }.contains("Stamp"))
    while try document.undo() {}
    #expect(try document.page(at: 0).annotations == page.annotations)
  }

  /// Kinds that Postil does not draw at all, with appearances of other programs.
  @Test(arguments: ["Movie", "Screen", "3D", "Sound", "XXOwn"], [SaveOptions.incremental(), .rewrite()])
  func whatIsNotDrawnIsEditedToo(subtype: String, options: SaveOptions) throws {
    var builder = PDFBuilder(annotations: [
      "<</Subtype/\(subtype)/Rect[10 10 90 90]/NM(film)/Popup 5 0 R/AP<</N 9 0 R>>/Foo[1 2]>>",
      "<</Subtype/Popup/Rect[100 10 190 90]/Parent 4 0 R/NM(window)>>",
      "<</Subtype/Text/Rect[10 10 30 30]/IRT 4 0 R/NM(reply)>>",
      "<</Subtype/Text/Rect[10 10 30 30]/NM(apart)>>",
    ])
    builder.addStream("0 0 80 80 re f", dictionary: "/Type/XObject/Subtype/Form/BBox[0 0 80 80]", as: 9)
    let folder = try TemporaryFolder()
    let url = try folder.file("a.pdf", builder.data())
    let document = try PDFDocument.openAndWait(url)
    let page = document.pageIDs[0]
    let before = try document.page(page).annotations
    #expect(before[0].content.unsupported != nil && before[0].subtype == subtype)

    try document.update("film", on: page) { film in
      film.contents = "A text"
      film.author = "Ada"
      film.flags = [.print, .noRotate]
    }
    try document.move(["film"], on: page, dx: 5, dy: -3)
    try document.saveAndWait(options)
    let changed = try PDFDocument.openAndWait(url)
    let film = try #require(try changed.page(at: 0).annotation(named: "film"))
    #expect(film.contents == "A text" && film.author == "Ada" && film.flags == [.print, .noRotate])
    #expect(film.bounds == PageRect(x: 15, y: 7, width: 80, height: 80))
    let raw = try #require(try changed.rawValue(of: "film", on: changed.pageIDs[0]))
    #expect(raw["Foo"] == .array([.integer(1), .integer(2)]) && raw["AP"] != nil)

    try document.remove("film", from: page)
    try document.saveAndWait(options)
    #expect(try PDFDocument.openAndWait(url).page(at: 0).annotations.map(\.id) == ["apart"])
    while try document.undo() {}
    #expect(try document.page(page).annotations == before)
    try document.saveAndWait(options)
    let back = try PDFDocument.openAndWait(url).page(at: 0).annotations
    #expect(back.map(\.id) == before.map(\.id) && back.map(\.subtype) == before.map(\.subtype))
    #expect(
      back[0].contents == nil && back[0].bounds == before[0].bounds && back[2].relation == .reply(to: "film"))
    #expect(try Tool.qpdfCheck(url).status == 0)
  }

  @Test func flagsLock() throws {
    let document = try document()
    let page = try document.page(at: 0).id
    var note = Annotation(.rectangle(PageRect(x: 9, y: 9, width: 50, height: 50)), flags: [.print, .locked])
    try document.add(note, to: page)
    #expect(refusal { try document.replace(note.offset(dx: 1, dy: 1), on: page) }.contains("locked"))
    #expect(refusal { try document.remove(note.id, from: page) }.contains("locked"))
    #expect(try document.removeDrawnAnnotations(on: page) == 0)
    note.contents = "texts may change"
    try document.replace(note, on: page)
    note.flags = [.print, .lockedContents]
    note.style.color = .red
    try document.replace(note, on: page)
    note.contents = "no"
    #expect(refusal { try document.replace(note, on: page) }.contains("lockedContents"))
    note.contents = "texts may change"
    note.flags = [.print, .readOnly]
    try document.replace(note, on: page)
    note.contents = "no"
    #expect(refusal { try document.replace(note, on: page) }.contains("read-only"))
    note.flags = .print
    try document.replace(note, on: page)
    try document.remove(note.id, from: page)
  }

  @Test func withAnAnnotationGoItsPopupAndItsReplies() throws {
    let document = try document(
      "<</Subtype/Square/Rect[10 10 90 90]/NM(root)/Popup 5 0 R>>",
      "<</Subtype/Popup/Rect[100 10 190 90]/Parent 4 0 R/NM(window)>>",
      "<</Subtype/Text/Rect[10 10 30 30]/IRT 4 0 R/NM(reply)>>",
      "<</Subtype/Text/Rect[10 10 30 30]/IRT 6 0 R/NM(answer)/StateModel(Review)/State(Accepted)>>",
      "<</Subtype/Popup/Rect[100 10 190 90]/Parent 7 0 R/NM(other window)>>",
      "<</Subtype/Text/Rect[10 10 30 30]/NM(apart)>>")
    let page = try document.page(at: 0)
    try document.remove("root", from: page.id)
    #expect(try document.page(at: 0).annotations.map(\.id) == ["apart"])
    let saved = try PDFDocument(data: document.dataRepresentationAndWait())
    #expect(try saved.page(at: 0).annotations.map(\.id) == ["apart"])
    try document.undo()
    #expect(try document.page(at: 0).annotations == page.annotations)
  }

  @Test func metadataSubjectAndOpacitiesAreSaved() throws {
    let document = try document()
    var room = Annotation(
      .polygon([PagePoint(x: 10, y: 10), PagePoint(x: 90, y: 10), PagePoint(x: 50, y: 80)]),
      style: AnnotationStyle(color: .red, fill: .yellow, lineWidth: 3, fillOpacity: 0.25), subject: "Room",
      id: "r1")
    room.metadata = ["org.example.floor": "3", "Größe": "20 m²", "": "empty"]
    try document.add(room, to: document.page(at: 0).id)
    let saved = try PDFDocument(data: document.dataRepresentationAndWait())
    var back = try #require(try saved.page(at: 0).annotations.first)
    (back.creationDate, back.modificationDate) = (nil, nil)
    #expect(back == room)
    back.metadata["org.example.floor"] = nil
    try saved.replace(back, on: saved.page(at: 0).id)
    let again = try PDFDocument(data: saved.dataRepresentationAndWait()).page(at: 0).annotations[0]
    #expect(again.metadata == back.metadata && again.content == room.content)
  }
}

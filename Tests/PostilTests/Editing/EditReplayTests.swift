import Foundation
import PostilTestSupport
import Testing

@testable import Postil
@testable import PostilModel

/// Every edit that the history can contain, the ones that take others back included, is written as JSON, read, and applied again:
/// a journal consists of them.
@Suite struct EditReplayTests {
  /// A form, an outline, labels, names and annotations of other programs.
  private static func sample() throws -> PDFDocument {
    let document = try PDFDocument(data: SampleDocument().data)
    let foreign = try PDFDocument(
      data: PDFBuilder(
        annotations: [
          "<</Subtype/Square/Rect[10 10 90 90]/BE<</S/C>>/NM(cloud)>>",
          "<</Subtype/Stamp/Rect[10 10 90 90]/Name/Draft/F 4>>",
          "<</Subtype/Movie/Rect[20 20 60 60]/T(film)/Foo[1 2]>>",
          "<</Subtype/FileAttachment/Rect[0 0 20 20]/FS<</Type/Filespec/F(a.txt)/EF<</F 9 0 R>>>>>>",
          "<</Subtype/Text/Rect[10 10 30 30]/IRT 4 0 R/NM(reply)/Contents(no)>>",
        ]
      ).data())
    try document.insertPagesAndWait(of: foreign, at: 4)
    // From here on it is a document of its own.
    return try PDFDocument(data: document.dataRepresentationAndWait())
  }

  /// What is done, one step of undo each.
  private static func steps() -> [(name: String, body: (PDFDocument) throws -> Void)] {
    let box = Annotation(.rectangle(PageRect(x: 10, y: 10, width: 50, height: 20)), id: "box")
    let ink = Annotation(
      .ink([InkStroke([PagePoint(x: 5, y: 6.125), PagePoint(x: 70, y: 1 / 3), PagePoint(x: 9, y: 8)])]),
      style: AnnotationStyle(color: .red, lineWidth: 3, opacity: 0.3), contents: "é \u{1} \"", id: "ink")
    let field = ["name": FormValue.text("Ада 王")]
    return [
      ("add one", { try $0.add(box, to: $0.pageIDs[0]) }),
      ("add several", { try $0.add([ink, Annotation(box.content)], to: $0.pageIDs[0]) }),
      ("add in the middle", { try $0.add(Annotation(box.content), to: $0.pageIDs[0], at: 2) }),
      ("change one", { try $0.update("box", on: $0.pageIDs[0]) { $0.style.color = .green } }),
      ("change several", { try $0.move(["box", "ink"], on: $0.pageIDs[0], dx: 1, dy: 2) }),
      (
        "change those of other programs",
        { document in
          let page = document.pageIDs[4]
          try document.edit { edit in
            for id in try edit.page(page).annotations.map(\.id) where id != "reply" {
              try edit.update(id, on: page) { $0.contents = "seen" }
            }
            try edit.move(["cloud"], on: page, dx: 5, dy: 5)
          }
        }
      ),
      ("order", { try $0.reorder(["box"], on: $0.pageIDs[0], .toFront) }),
      ("flatten", { try $0.flatten(["ink"], on: $0.pageIDs[0]) }),
      ("flatten a foreign one", { try $0.flatten(["note-1"], on: $0.pageIDs[0]) }),
      ("resize", { try $0.resizePagesAndWait([$0.pageIDs[0], $0.pageIDs[4]], to: .a5) }),
      ("remove one", { try $0.remove("box", from: $0.pageIDs[0]) }),
      (
        "remove all of a page",
        { try $0.remove(try $0.page(at: 4).annotations.map(\.id), from: $0.pageIDs[4]) }
      ),
      ("turn", { try $0.rotatePages([$0.pageIDs[1], $0.pageIDs[3]], by: .clockwise270) }),
      ("move one page", { try $0.movePages([$0.pageIDs[3]], to: 0) }),
      ("move pages", { try $0.movePages([$0.pageIDs[4], $0.pageIDs[0]], to: 1) }),
      ("copy", { try $0.duplicatePages($0.pageIDs.prefix(2)) }),
      ("blank", { try $0.insertBlankPage(width: 200, height: 300.5, at: 1) }),
      ("insert", { try $0.insertPagesAndWait(of: PDFDocument(data: FormDocument().data), at: 2) }),
      (
        "image",
        {
          let image = SampleImage.png(width: 20, height: 10) { _, _ in [255, 0, 0, 255] }
          try $0.insertPage(showing: .init(image), at: 0)
        }
      ),
      ("crop", { try $0.cropPages([$0.pageIDs[2]], to: PageRect(x: 10, y: 10, width: 60, height: 50)) }),
      ("other content", { try $0.apply(.replaceContent($0.pageIDs[3], by: .opened(0))) }),
      ("remove pages", { try $0.removePages([$0.pageIDs[0], $0.pageIDs[5]]) }),
      (
        "information",
        { document in
          var information = document.information
          information.title = "Größe"
          try document.setInformation(information)
        }
      ),
      (
        "outline",
        { try $0.addOutlineItem(OutlineItem("Chapter", target: .page($0.pageIDs[1]))) }
      ),
      ("labels", { try $0.setPageLabels([PageLabelRange(from: 1, .upperRoman, prefix: "x", number: 7)]) }),
      (
        "marks",
        { try $0.setMark(PageMark("p {page}", font: TextFont(size: 6), margin: 4), on: $0.pageIDs.prefix(2)) }
      ),
      ("settings", { try $0.updateSettings { $0.language = "de" } }),
      (
        "attachment",
        {
          try $0.attach(DocumentAttachment(AttachedFile(Data("hi".utf8), name: "a.txt"), relationship: .data))
        }
      ),
      (
        "names",
        { document in
          let place = PageDestination(document.pageIDs[2])
          try document.setNamedDestinations([NamedDestination("here", place)])
        }
      ),
      ("fill", { try $0.fill(field) }),
      ("fill again", { try $0.fill(["name": ""]) }),
      ("remove a field that no page shows", { try $0.apply([.setPart(.removedFields(["hidden"]))]) }),
    ]
  }

  /// The newest step: the edits that take it back, and those that do it again.
  private func newest(_ document: PDFDocument) throws -> (undoing: [Edit], doing: [Edit]) {
    try document.core.withLock { core in
      var (history, state) = (core.history, core.state)
      let edits = try history.undo(in: &state, base: core.base)
      return (Array(edits.prefix(edits.count / 2)), Array(edits.suffix(edits.count / 2)))
    }
  }

  private func written(_ edits: [Edit]) throws -> [Edit] {
    try JSONDecoder().decode([Edit].self, from: JSONEncoder().encode(edits))
  }

  @Test func everyEditIsReadAndAppliedAgain() throws {
    let document = try Self.sample()
    var seen: Set<String> = []
    for (name, body) in Self.steps() {
      let before = document.state
      try body(document)
      let after = document.state
      #expect(before != after, "\(name)")
      let (undoing, doing) = try newest(document)
      let (readUndoing, readDoing) = (try written(undoing), try written(doing))
      for edit in undoing + doing { seen.formUnion(try names(edit)) }

      // As a journal does it.
      try document.replay(.edit(readUndoing, named: name))
      #expect(document.state == before, "\(name), taken back")
      try document.replay(.edit(readDoing, named: name))
      #expect(document.state == after, "\(name), done again")
      // As a program does it.
      try document.apply(readUndoing)
      #expect(document.state == before, "\(name), taken back as edits")
      try document.apply(readDoing)
      #expect(document.state == after, "\(name), done again as edits")
      for _ in 0..<4 { try document.undo() }
      #expect(document.state == after && document.hasUnsavedChanges, "\(name)")
    }
    // The history has the places of moved pages.
    let move = Edit.movePages([document.pageIDs[2]], to: 0)
    #expect(try written([move]) == [move])
    // Those of layers and objects need a file that has some: PageLookTests, ObjectEditingTests.
    let others: Set<String> = ["movePages", "setLayers", "setEntries", "setStream"]
    #expect(Set(Edit.Name.allCases.map(\.rawValue)).subtracting(seen) == others)
    while try document.undo() {}
    #expect(!document.hasUnsavedChanges && document.state == DocumentState(pageCount: 5))
  }

  /// What an edit is called in JSON.
  private func names(_ edit: Edit) throws -> [String] {
    let value = try JSONSerialization.jsonObject(with: JSONEncoder().encode(edit)) as? [String: Any]
    return (value?["edit"] as? String).map { [$0] } ?? []
  }
}

import Foundation
import PostilTestSupport
import Testing

@testable import Postil
@testable import PostilFile

/// Annotations that are added to documents with tags get their place in the structure.
@Suite struct AnnotationTagsTests {
  private let folder: TemporaryFolder
  private let rect = PageRect(x: 20, y: 20, width: 50, height: 50)

  init() throws { folder = try TemporaryFolder() }

  private func open(_ document: ConformingDocument = ConformingDocument()) throws -> PDFDocument {
    try PDFDocument.openAndWait(try folder.file("in.pdf", document.data))
  }

  /// The elements of a saved document, each as its type and its text, with what it holds; elements below in parentheses.
  private func elements(_ document: PDFDocument) throws -> String {
    let url = try #require(document.url)
    let graph = try FileStore(.url(url), password: nil, options: OpenOptions()).graph
    let root = try #require(graph.catalog["StructTreeRoot"]?.reference)
    var owners: [Int: PDFObject] = [:]
    NumberTree.forEach(graph.object(root).dictionary?["ParentTree"], graph) { key, value in
      #expect(owners[key] == nil)
      owners[key] = value
      return true
    }
    func text(_ id: PDFObject, _ parent: ObjectID) -> String {
      if let number = graph.resolve(id).integer { return "\(number)" }
      guard let entries = graph.resolve(id).dictionary else { return "?" }
      if let object = entries["Obj"]?.reference {
        let annotation = graph.object(object).dictionary
        let key = graph.resolve(annotation?["StructParent"]).integer
        #expect(key.flatMap { owners[$0] }?.reference == parent)
        return graph.resolve(annotation?["Subtype"]).name?.description ?? "?"
      }
      if entries["MCID"] != nil { return "content" }
      #expect(entries["P"]?.reference == parent)
      let kids = graph.resolve(entries["K"])
      let list = kids.array ?? (kids.isNull ? [] : entries["K"].map { [$0] } ?? [])
      let inner = id.reference.map { id in list.map { text($0, id) }.joined(separator: " ") } ?? ""
      let alt = graph.text(entries["Alt"]).map { "=\($0)" } ?? ""
      return "\(graph.resolve(entries["S"]).name?.description ?? "?")\(alt)(\(inner))"
    }
    let top = graph.object(root).dictionary?["K"] ?? .null
    return (graph.resolve(top).array ?? [top]).map { text($0, root) }.joined(separator: " ")
  }

  private let plain = "Document(P(0) Figure=A square(1))"

  @Test func annotationsComeBehindWhatIsReadOfTheirPage() throws {
    let document = try open()
    let (first, second) = (document.pageIDs[0], document.pageIDs[1])
    let size = try Data(contentsOf: try #require(document.url)).count
    let before = try document.dataRepresentationAndWait()
    try document.add(Annotation(.rectangle(rect)), to: first)
    try document.add(Annotation(.ellipse(rect), contents: "Round"), to: second)
    try document.add(Annotation(.link(rect, to: .page(second))), to: first)
    let report = try document.saveAndWait(.incremental())
    #expect(report.method == .append && report.warnings == [])
    #expect(
      try elements(document)
        == "Document(P(0) Figure=A square(1) Annot=Rectangle(Square) Link(Link) Annot(Circle))")
    let saved = try PDFDocument.openAndWait(try #require(document.url))
    #expect(try saved.page(at: 0).annotations.map(\.contents) == [nil, "Link to page 2"])
    #expect(try saved.conformityAndWait().findings.isEmpty)
    #expect(try Data(contentsOf: try #require(document.url)).prefix(size) == before)
    let structure = try saved.taggedStructure()
    #expect(structure.tabOrders.values.allSatisfy { $0 == "S" } && structure.tabOrders.count == 2)
  }

  @Test func undoTakesTheElementsAway() throws {
    let document = try open()
    let page = document.pageIDs[0]
    let before = try document.dataRepresentationAndWait()
    try document.add(Annotation(.rectangle(rect), contents: "One"), to: page)
    try document.add(Annotation(.rectangle(rect), contents: "Two"), to: page)
    try document.undo()
    try document.undo()
    #expect(try document.dataRepresentationAndWait() == before)
    try document.redo()
    try document.redo()
    try document.saveAndWait()
    #expect(try elements(document) == "Document(P(0) Figure=A square(1) Annot(Square) Annot(Square))")
    try document.undo()
    try document.saveAndWait(.incremental())
    #expect(try elements(document) == "Document(P(0) Figure=A square(1) Annot(Square))")
    // While one is out of the tree another comes, and then it is back.
    try document.add(Annotation(.ellipse(rect), contents: "Three"), to: page)
    try document.saveAndWait(.incremental())
    #expect(try elements(document) == "Document(P(0) Figure=A square(1) Annot(Square) Annot(Circle))")
    try document.undo()
    try document.undo()
    try document.saveAndWait(.incremental())
    #expect(try elements(document) == plain)
    try document.redo()
    try document.saveAndWait(.incremental())
    #expect(try elements(document) == "Document(P(0) Figure=A square(1) Annot(Square))")
    #expect(try document.conformityAndWait().findings.isEmpty)
  }

  @Test func removedAnnotationsLeaveNothingBehind() throws {
    let document = try open()
    let page = document.pageIDs[0]
    let mark = Annotation(.rectangle(rect), contents: "One")
    try document.add(mark, to: page)
    try document.saveAndWait()
    let saved = try PDFDocument.openAndWait(try #require(document.url))
    try saved.remove(mark.id, from: saved.pageIDs[0])
    try saved.saveAndWait(.incremental())
    #expect(try elements(saved) == plain)
    try saved.undo()
    try saved.saveAndWait(.rewrite())
    #expect(try elements(saved) == "Document(P(0) Figure=A square(1) Annot(Square))")
    try saved.redo()
    try saved.saveAndWait(.rewrite())
    #expect(try elements(saved) == plain)
  }

  @Test func fieldsAreInForms() throws {
    let document = try open()
    let page = document.pageIDs[0]
    try document.addField(NewFormField(.text, named: "name", widgets: [.init(on: page, in: rect)]))
    try document.saveAndWait()
    #expect(try elements(document) == "Document(P(0) Figure=A square(1) Form=name(Widget))")
    let opened = try PDFDocument.openAndWait(try #require(document.url))
    try opened.fill(["name": "Ada"])
    try opened.flattenFormAndWait()
    #expect(try opened.saveAndWait(.incremental()).warnings == [])
    #expect(try elements(opened) == "Document(P(0) Figure=A square(1) Form=name(content))")
    let structure = try PDFDocument.openAndWait(try #require(document.url)).taggedStructure()
    #expect(structure.untagged.isEmpty && structure.elements[0].fullText.contains("Ada"))
    try opened.undo()
    try opened.saveAndWait(.incremental())
    #expect(try elements(opened) == "Document(P(0) Figure=A square(1) Form=name(Widget))")
  }

  @Test func windowsOfNotesAreInTheirElements() throws {
    let document = try open()
    let page = document.pageIDs[0]
    let note = Annotation(.note(at: PagePoint(x: 20, y: 90)), contents: "Look")
    try document.add(note, to: page)
    try document.add(note.popup(in: rect), to: page)
    try document.saveAndWait()
    #expect(try elements(document) == "Document(P(0) Figure=A square(1) Annot=Look(Text Popup))")
  }

  @Test func copiesOfPagesHaveElementsForTheirAnnotations() throws {
    let document = try open()
    try document.add(Annotation(.rectangle(rect), contents: "One"), to: document.pageIDs[0])
    try document.saveAndWait()
    try document.duplicatePages([document.pageIDs[0]])
    try document.saveAndWait()
    let copied = "Document(P(0) Figure=A square(1) Annot(Square))"
    #expect(try elements(document) == copied + " " + copied)
  }

  /// Saved by appending, and anew, so that copies come from the file as it was opened.
  @Test(arguments: [SaveOptions.incremental(), .rewrite()])
  func copiesOfPagesHaveElements(options: SaveOptions) throws {
    let document = try open()
    let page = document.pageIDs[0]
    try document.rotatePages([page], by: .clockwise90)
    try document.saveAndWait(options)
    try document.duplicatePages([page])
    #expect(try document.saveAndWait(options).warnings == [])
    #expect(try elements(document) == plain + " " + plain)
    #expect(try document.conformityAndWait().findings == [])
    try document.removePages([page])
    #expect(try document.saveAndWait(options).warnings == [])
    let opened = try PDFDocument.openAndWait(try #require(document.url))
    #expect(try opened.conformityAndWait().findings == [])
    let structure = try opened.taggedStructure()
    #expect(structure.untagged.isEmpty && !structure.elements.isEmpty)
  }

  @Test func pagesBeforeAllContentBegin() throws {
    let document = try open()
    let page = try document.insertBlankPage(width: 100, height: 100, at: 0)
    try document.add(Annotation(.rectangle(rect), contents: "One"), to: page)
    try document.saveAndWait()
    #expect(try elements(document) == "Document(Annot(Square) P(0) Figure=A square(1))")
  }

  @Test func documentsWithoutTagsGetNone() throws {
    let document = try PDFDocument.openAndWait(
      try folder.file("plain.pdf", PDFBuilder(annotations: []).data()))
    try document.add(Annotation(.rectangle(rect)), to: document.pageIDs[0])
    try document.saveAndWait()
    let graph = try FileStore(
      .url(try #require(document.url)), password: nil, options: OpenOptions()
    ).graph
    #expect(graph.catalog["StructTreeRoot"] == nil)
  }

  /// Trees that lead in circles, or to nothing.
  @Test(arguments: [
    "<</Type/StructElem/S/P/P 12 0 R/Pg 3 0 R/K 0>>", "<</S/P/P 10 0 R/K 12 0 R>>", "null", "[12 0 R]",
  ])
  func damagedTreesAreTakenAsTheyAre(element: String) throws {
    var text = String(decoding: ConformingDocument().data, as: UTF8.self)
    text = text.replacing("<</Type/StructElem/S/P/P 11 0 R/Pg 3 0 R/K 0>>", with: element)
    let document = try PDFDocument.openAndWait(try folder.file("damaged.pdf", Data(text.utf8)))
    try document.add(Annotation(.rectangle(rect), contents: "One"), to: document.pageIDs[0])
    try document.saveAndWait()
    // It has an element that names it, whatever the others lead to.
    let store = try FileStore(.url(try #require(document.url)), password: nil, options: OpenOptions())
    let graph = store.graph
    let root = graph.resolve(graph.catalog["StructTreeRoot"]).dictionary
    let page = try store.page(PageID(number: 1)).dictionary
    let annotation = try #require(graph.resolve(page["Annots"]).array?.first?.reference)
    let key = try #require(graph.object(annotation).dictionary?["StructParent"]?.integer)
    let owner = graph.resolve(NumberTree.value(of: key, in: root?["ParentTree"], graph)).dictionary
    #expect(owner?["S"]?.name == "Annot" && owner?["K"]?.dictionary?["Obj"]?.reference == annotation)
  }
}

extension PDFDocument {
  fileprivate func taggedStructure() throws -> DocumentStructure {
    let input = try #require(try pageFiles(of: nil).first)
    return try StructureReader(input.file).structure(of: input.pages, progress: { _ in }, check: {})
  }
}

extension StructureElement {
  fileprivate var fullText: String {
    kids.map { kid in
      switch kid {
      case .element(let element): element.fullText
      case .content(let content): content.text
      case .annotation: ""
      }
    }.joined(separator: " ")
  }
}

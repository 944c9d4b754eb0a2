import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilFile

/// What names annotations besides their page: the form and the structure tree.
@Suite struct AnnotationListingsTests {
  private let page = PageID(number: 1)
  private let folder: TemporaryFolder
  private let url: URL

  /// A text field that is its widget (10), a group of two radio buttons (11: 12, 13), a field below another (14: 15: 16), a
  /// signature (17), a link (18); all of them in the structure tree.
  init() throws {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R/AcroForm 4 0 R/StructTreeRoot 6 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add(
      "<</Type/Page/Parent 2 0 R/Annots[10 0 R 12 0 R 13 0 R 16 0 R 17 0 R 18 0 R]/StructParents 9>>", as: 3)
    builder.add("<</Fields 5 0 R/CO[10 0 R 15 0 R]/SigFlags 0>>", as: 4)
    builder.add("[10 0 R 11 0 R 14 0 R 17 0 R]", as: 5)
    builder.add("<</Type/StructTreeRoot/K 8 0 R/ParentTree<</Kids[7 0 R 9 0 R]>>>>", as: 6)
    builder.add("<</Limits[0 1]/Nums[0 8 0 R 1 19 0 R]>>", as: 7)
    builder.add(
      "<</S/Form/P 6 0 R/K[<</Type/OBJR/Obj 10 0 R/Pg 3 0 R>> 19 0 R <</Type/OBJR/Obj 12 0 R>>]>>", as: 8)
    builder.add("<</Limits[2 9]/Nums[2 8 0 R 9[8 0 R]]>>", as: 9)
    let box = "/Type/Annot/Rect[10 10 90 90]/P 3 0 R"
    builder.add("<<\(box)/Subtype/Widget/FT/Tx/T(name)/V(value)/NM(text)/StructParent 0>>", as: 10)
    builder.add("<</FT/Btn/Ff 49152/T(choice)/Kids[12 0 R 13 0 R]>>", as: 11)
    builder.add("<<\(box)/Subtype/Widget/Parent 11 0 R/NM(one)/StructParent 2>>", as: 12)
    builder.add("<<\(box)/Subtype/Widget/Parent 11 0 R/NM(two)>>", as: 13)
    builder.add("<</T(outer)/Kids[15 0 R]>>", as: 14)
    builder.add("<</T(inner)/FT/Tx/V(deep)/Parent 14 0 R/Kids[16 0 R]>>", as: 15)
    builder.add("<<\(box)/Subtype/Widget/Parent 15 0 R/NM(deep)>>", as: 16)
    builder.add("<<\(box)/Subtype/Widget/FT/Sig/T(sig)/V 20 0 R/NM(sig)>>", as: 17)
    builder.add("<<\(box)/Subtype/Link/NM(link)/StructParent 1>>", as: 18)
    builder.add("<</S/Link/P 8 0 R/K<</Type/OBJR/Obj 18 0 R>>>>", as: 19)
    builder.add("<</Type/Sig/Filter/Adobe.PPKLite>>", as: 20)
    folder = try TemporaryFolder()
    url = try folder.file("form.pdf", builder.data())
  }

  private func open() throws -> FileStore { try FileStore(.url(url), password: nil, options: OpenOptions()) }

  /// The form's lists: fields, order of calculation, and the kids of the fields that have some.
  private func form(_ store: FileStore) -> [String] {
    let graph = store.graph
    let form = graph.resolve(graph.resolve(graph.trailer["Root"]).dictionary?["AcroForm"]).dictionary
    func name(_ object: PDFObject) -> String {
      let field = graph.resolve(object).dictionary
      let own = graph.resolve(field?["T"]).string ?? graph.resolve(field?["NM"]).string
      let kids = graph.resolve(field?["Kids"]).array.map { "(" + $0.map(name).joined(separator: " ") + ")" }
      return TextString.decode(own ?? []) + (kids ?? "")
    }
    return ["Fields", "CO"].map { key in
      (graph.resolve(form?[PDFName(key)]).array ?? []).map(name).joined(separator: " ")
    }
  }

  /// The numbers of the annotations' names that structure elements have, in the order of the elements.
  private func structure(_ store: FileStore) -> [String] {
    let graph = store.graph
    func names(_ object: PDFObject?) -> [String] {
      let value = graph.resolve(object)
      if let items = value.array { return items.flatMap(names) }
      guard let content = value.dictionary else { return [] }
      if content["Type"]?.name != "OBJR" { return names(content["K"]) }
      return [TextString.decode(graph.resolve(graph.resolve(content["Obj"]).dictionary?["NM"]).string ?? [])]
    }
    let root = graph.resolve(graph.resolve(graph.trailer["Root"]).dictionary?["StructTreeRoot"])
    return names(root.dictionary?["K"])
  }

  private func expectSound() throws {
    let check = try Tool.qpdfCheck(url)
    #expect(check.status == 0, "\(check.output)")
  }

  private static let all = ["name choice(one two) outer(inner(deep)) sig", "name inner(deep)"]

  @Test(arguments: [SaveOptions.incremental(), .rewrite().allowing(breakingSignatures: true)])
  func whatIsRemovedIsNamedNowhere(options: SaveOptions) throws {
    let store = try open()
    #expect(form(store) == Self.all && structure(store) == ["text", "link", "one"])
    var state = store.saved
    try state.apply(.removeAnnotations(["text", "one", "link"], page: page), in: store)
    try store.save(state, to: nil, options: options)
    for store in [store, try open()] {
      #expect(form(store) == ["choice(two) outer(inner(deep)) sig", "inner(deep)"])
      #expect(structure(store) == [])
    }
    try expectSound()
  }

  @Test func aFieldWithoutAWidgetGoesWithThoseAboveIt() throws {
    let store = try open()
    var state = store.saved
    try state.apply(.removeAnnotations(["deep"], page: page), in: store)
    try store.save(state, to: nil, options: .incremental())
    #expect(form(store) == ["name choice(one two) sig", "name"])
    try state.apply(.removeAnnotations(["one"], page: page), in: store)
    try store.save(state, to: nil, options: .incremental())
    #expect(form(store) == ["name choice(two) sig", "name"])
    try state.apply(.removeAnnotations(["two"], page: page), in: store)
    try store.save(state, to: nil, options: .incremental())
    let reopened = try open()
    #expect(form(store) == ["name sig", "name"] && form(reopened) == form(store))
    try expectSound()
  }

  @Test func whatIsBroughtBackHasItsPlaceAgain() throws {
    let store = try open()
    var state = store.saved
    var undo: [Edit] = []
    for id in ["one", "deep", "text", "two", "link"] as [AnnotationID] {
      undo.append(try state.apply(.removeAnnotations([id], page: page), in: store))
      try store.save(state, to: nil, options: .incremental())
    }
    #expect(form(store) == ["sig", ""] && structure(store) == [])
    for edit in undo.reversed() {
      try state.apply(edit, in: store)
      try store.save(state, to: nil, options: .incremental())
      try expectSound()
    }
    for store in [store, try open()] {
      #expect(form(store) == Self.all && structure(store) == ["text", "link", "one"])
    }
  }

  @Test func aFieldIsInTheFormAgainAfterARewrite() throws {
    let store = try open()
    var state = store.saved
    let undo = try state.apply(.removeAnnotations(["text", "deep"], page: page), in: store)
    try store.save(state, to: nil, options: .rewrite().allowing(breakingSignatures: true))
    #expect(form(store) == ["choice(one two) sig", ""])
    try state.apply(undo, in: store)
    try store.save(state, to: nil, options: .incremental())
    for store in [store, try open()] {
      let fields = try #require(form(store).first).split(separator: " ")
      #expect(
        fields.count == 5 && fields.contains("name") && fields.contains { $0.hasPrefix("outer(inner(") })
    }
    try expectSound()
  }

  /// Removing a mark is not meant to remove the signature.
  @Test func aSignatureStaysInTheForm() throws {
    let store = try open()
    var state = store.saved
    try state.apply(.removeAnnotations(["sig", "text"], page: page), in: store)
    try store.save(state, to: nil, options: .incremental())
    #expect(form(store) == ["choice(one two) outer(inner(deep)) sig", "inner(deep)"])
    try expectSound()
  }

  /// Nothing of it is written when annotations change that nothing else names.
  @Test func otherAnnotationsLeaveTheFormAlone() throws {
    let store = try open()
    var state = store.saved
    let note = Annotation(.rectangle(PageRect(x: 9, y: 9, width: 9, height: 9)), id: "note")
    try state.apply(.addAnnotation(note, page: page), in: store)
    try store.save(state, to: nil, options: .incremental())
    try state.apply(.removeAnnotations(["note"], page: page), in: store)
    try store.save(state, to: nil, options: .incremental())
    #expect(form(store) == Self.all && !store.graph.appended.ids.contains(ObjectID(number: 4)))
  }
}

import Foundation
import PostilTestSupport
import Testing

@testable import Postil
@testable import PostilFile

/// The structure tree when pages come from other documents.
@Suite struct StructureMergingTests {
  /// Two pages with a heading each, a table row over both, a form with marked content, a link and an identifier.
  private static func data(
    role: String = "P", language: String = "en", marks: String = "/Marked true", parentTree: Bool = true
  ) -> Data {
    var builder = PDFBuilder()
    builder.add(
      "<</Type/Catalog/Pages 2 0 R/StructTreeRoot 10 0 R/MarkInfo<<\(marks)>>/Lang(\(language))>>", as: 1)
    builder.add("<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add(
      "<</Type/Page/Parent 2 0 R/StructParents 7/Annots[20 0 R]/Resources<</XObject<</F 30 0 R>>>>>>", as: 3)
    builder.add("<</Type/Page/Parent 2 0 R/StructParents 8>>", as: 4)
    let tree = parentTree ? "/ParentTree 11 0 R/ParentTreeNextKey 11" : ""
    builder.add(
      """
      <</Type/StructTreeRoot/K 12 0 R\(tree)/RoleMap<</Text/\(role)>>/ClassMap<</c<</O/Layout/SpaceAfter 1>>>>\
      /IDTree<</Names[(id)15 0 R]>>>>
      """, as: 10)
    builder.add(
      """
      <</Kids[<</Limits[7 8]/Nums[7[13 0 R null 17 0 R]8[14 0 R 18 0 R]]>>\
      <</Limits[9 10]/Nums[9 16 0 R 10[19 0 R]]>>]>>
      """, as: 11)
    builder.add(
      "<</Type/StructElem/S/Document/P 10 0 R/K[13 0 R 14 0 R 15 0 R 16 0 R 19 0 R]>>", as: 12)
    builder.add("<</Type/StructElem/S/H1/P 12 0 R/Pg 3 0 R/K 0/T(One)>>", as: 13)
    builder.add("<</Type/StructElem/S/Text/P 12 0 R/Pg 4 0 R/K[0]/C/c>>", as: 14)
    builder.add(
      "<</Type/StructElem/S/TR/P 12 0 R/ID(id)/K[17 0 R 18 0 R]/XXOther 1 0 R>>", as: 15)
    builder.add(
      "<</Type/StructElem/S/Link/P 12 0 R/Pg 3 0 R/K<</Type/OBJR/Obj 20 0 R>>>>", as: 16)
    builder.add("<</Type/StructElem/S/TH/P 15 0 R/Pg 3 0 R/K 2>>", as: 17)
    builder.add(
      "<</Type/StructElem/S/TD/P 15 0 R/Pg 4 0 R/K 1/A<</O/Table/Headers[(id)]>>>>", as: 18)
    builder.add(
      "<</Type/StructElem/S/Figure/P 12 0 R/K<</Type/MCR/Pg 3 0 R/Stm 30 0 R/MCID 0>>>>", as: 19)
    builder.add(
      "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/StructParent 9/A<</S/URI/URI(x)>>>>", as: 20)
    builder.addStream(
      "/Span<</MCID 0>>BDC EMC", dictionary: "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/StructParents 10",
      as: 30)
    return builder.data()
  }

  /// An element as a line, with those below it; what does not lead back is told.
  private struct Reading {
    let graph: ObjectGraph
    var lines: [String] = []
    var wrong: [String] = []
    var root: PDFDictionary
    private var keys: [Int: PDFObject] = [:]

    init(_ document: PDFDocument) throws {
      let store = try FileStore(
        .data(try document.dataRepresentationAndWait()), password: nil, options: OpenOptions())
      graph = store.graph
      let graph = graph
      root = graph.resolve(graph.catalog["StructTreeRoot"]).dictionary ?? [:]
      var (last, found) = (-1, [Int: PDFObject]())
      var wrong: [String] = []
      NumberTree.forEach(root["ParentTree"], graph) { key, value in
        if key <= last { wrong.append("key \(key)") }
        last = key
        found[key] = value
        return true
      }
      self.wrong = wrong
      keys = found
      let pages = try (0..<store.pageCount).compactMap { try store.openedPage(at: $0).object }
      let places = Dictionary(pages.enumerated().map { ($1, $0 + 1) }) { first, _ in first }
      for kid in graph.resolve(root["K"]).array ?? root["K"].map({ [$0] }) ?? [] {
        read(kid, below: graph.catalog["StructTreeRoot"]?.reference, nil, 0, places)
      }
      if let next = graph.resolve(root["ParentTreeNextKey"]).integer, next <= last {
        self.wrong.append("next")
      }
    }

    private mutating func read(
      _ object: PDFObject, below parent: ObjectID?, _ page: ObjectID?, _ level: Int, _ pages: [ObjectID: Int]
    ) {
      let value = graph.resolve(object)
      let indent = String(repeating: " ", count: level)
      func back(_ key: PDFObject?) -> PDFObject {
        graph.resolve(key).integer.flatMap { keys[$0] } ?? .null
      }
      func check(_ content: Int, _ holder: ObjectID?) {
        let list = graph.resolve(back(holder.flatMap { graph.object($0).dictionary?["StructParents"] })).array
        guard let list, list.indices.contains(content), list[content].reference == parent else {
          wrong.append("content \(content)")
          return
        }
      }
      if let content = value.integer {
        lines.append("\(indent)\(content) on \(page.flatMap { pages[$0] } ?? 0)")
        check(content, page)
        return
      }
      guard let dictionary = value.dictionary else { return wrong.append("kid") }
      if let type = dictionary["S"]?.name {
        if dictionary["P"]?.reference != parent { wrong.append("parent of \(type)") }
        let language = graph.text(dictionary["Lang"]).map { " \($0)" } ?? ""
        lines.append("\(indent)\(type)\(language)")
        let own = dictionary["Pg"]?.reference
        if let own, pages[own] == nil { wrong.append("page of \(type)") }
        let kids = graph.resolve(dictionary["K"])
        for kid in kids.array ?? (kids.isNull ? [] : [dictionary["K"] ?? .null]) {
          read(kid, below: object.reference, own, level + 1, pages)
        }
      } else if let other = dictionary["Obj"]?.reference {
        lines.append("\(indent)object")
        if back(graph.object(other).dictionary?["StructParent"]).reference != parent {
          wrong.append("object")
        }
      } else if let content = dictionary["MCID"]?.integer {
        let page = dictionary["Pg"]?.reference
        lines.append("\(indent)\(content) of form on \(page.flatMap { pages[$0] } ?? 0)")
        check(content, dictionary["Stm"]?.reference ?? page)
      }
    }
  }

  private static let whole = [
    "Document", " H1", "  0 on 1", " Text", "  0 on 2", " TR", "  TH", "   2 on 1", "  TD", "   1 on 2",
    " Link",
    "  object", " Figure", "  0 of form on 1",
  ]

  @Test func aWholeDocumentBringsItsTree() throws {
    let document = try PDFDocument(data: Self.data(role: "P"))
    let other = try PDFDocument(data: Self.data(role: "Span", language: "de"))
    try document.insertPagesAndWait(of: other, at: 2)
    let merged = try Reading(document)
    #expect(merged.wrong == [])
    #expect(merged.lines.prefix(14) == Self.whole[...])
    #expect(
      merged.lines.dropFirst(14) == [
        "Document de", " H1", "  0 on 3", " Text_2", "  0 on 4", " TR", "  TH", "   2 on 3", "  TD",
        "   1 on 4",
        " Link", "  object", " Figure", "  0 of form on 3",
      ])
    let graph = merged.graph
    #expect(
      graph.resolve(merged.root["RoleMap"]).dictionary == ["Text": .name("P"), "Text_2": .name("Span")])
    #expect(graph.resolve(merged.root["ClassMap"]).dictionary?.entries.count == 1)
    let names = NameTree.entries(of: merged.root["IDTree"], graph)
    #expect(Set(names.keys) == [Array("id".utf8), Array("id_2".utf8)])
    let row = graph.resolve(names[Array("id_2".utf8)]).dictionary
    #expect(row?["XXOther"] == nil)
    let cell = graph.resolve(graph.resolve(row?["K"]).array?.last).dictionary
    #expect(
      graph.resolve(graph.resolve(cell?["A"]).dictionary?["Headers"]).array == [.string(Array("id_2".utf8))])
    // The tree that was there is not written again.
    #expect(merged.root["ParentTreeNextKey"]?.integer == 15)
    try document.undo()
    #expect(try Reading(document).lines == Self.whole)
    #expect(try document.dataRepresentationAndWait() == Self.data(role: "P"))
  }

  @Test func itIsAppended() throws {
    let folder = try TemporaryFolder()
    let url = try folder.file("a.pdf", Self.data())
    let before = try Data(contentsOf: url)
    let document = try PDFDocument.openAndWait(url)
    try document.insertPagesAndWait(of: try PDFDocument(data: Self.data(role: "Span")), at: 0)
    try document.saveAndWait()
    #expect(try Data(contentsOf: url).starts(with: before))
    #expect(try Tool.qpdfCheck(url).status == 0)
    let reading = try Reading(document)
    #expect(reading.wrong == [] && reading.lines.count == 28)
    try document.undo()
    try document.saveAndWait()
    try document.redo()
    try document.saveAndWait()
    #expect(try Reading(document).wrong == [])
    #expect(try Tool.qpdfCheck(url).status == 0)
  }

  @Test(arguments: [false, true])
  func pagesBringTheirPart(isDamaged: Bool) throws {
    let source = try PDFDocument(data: Self.data(parentTree: !isDamaged))
    let part = try source.extractPagesAndWait([source.pageIDs[1]])
    let reading = try Reading(part)
    #expect(reading.wrong == [])
    // Cells of a row are there although their content is on another page.
    #expect(
      reading.lines
        == (isDamaged ? [] : ["Document", " Text", "  0 on 1", " TR", "  TH", "  TD", "   1 on 1"]))
    #expect(try part.settings.language == "en")
    // Of all pages the tree is found from its root.
    let all = try Reading(source.extractPagesAndWait(source.pageIDs))
    #expect(all.lines == Self.whole && all.wrong == [])
  }

  @Test func aPageThatComesTwiceHasElementsOfItsOwn() throws {
    let source = try PDFDocument(data: Self.data())
    let document = try PDFDocument()
    try document.insertPagesAndWait(of: source, [source.pageIDs[0], source.pageIDs[0]], at: 0)
    let reading = try Reading(document)
    #expect(reading.wrong == [])
    #expect(
      reading.lines.count { $0.hasSuffix("H1") } == 2 && reading.lines.count { $0.hasSuffix("object") } == 2)
  }

  /// Its own pages would not be read by who believes it.
  @Test func aDocumentWithoutTagsIsNotMarkedAsTagged() throws {
    let document = try PDFDocument(data: PageDocument.tinted().data)
    let count = document.pageCount
    try document.insertPagesAndWait(of: try PDFDocument(data: Self.data()), at: count)
    let reading = try Reading(document)
    #expect(reading.wrong == [] && reading.lines.first == "Document en")
    #expect(reading.graph.resolve(reading.graph.catalog["MarkInfo"]).dictionary?["Marked"]?.boolean != true)
    // Pages of such a document may still name keys of a tree that was lost.
    var first = Int.max
    NumberTree.forEach(reading.root["ParentTree"], reading.graph) { key, _ in
      first = min(first, key)
      return true
    }
    #expect(first > 1_000_000)
  }

  /// What leads in circles, is no element, or has numbers beyond all measure.
  @Test func damagedTreesAreTakenAsFarAsTheyGo() throws {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R/StructTreeRoot 4 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/StructParents 0>>", as: 3)
    builder.add(
      "<</K[5 0 R 5 0 R 99 0 R(x)7 null<</S/P/Pg 3 0 R/K 9>>]/ParentTree 8 0 R/RoleMap<</A/B/B/A>>>>", as: 4)
    builder.add("<</S/A/P 6 0 R/Pg 3 0 R/K[6 0 R 0 0 2000000000 -1]>>", as: 5)
    builder.add("<</S/B/P 5 0 R/Pg 3 0 R/K[5 0 R 4 0 R 3]/ID 12/C[/x 1]/A 5 0 R>>", as: 6)
    builder.add("<</Kids[8 0 R<</Nums[0[5 0 R]9999999999999 5 0 R(a)]>>]/Nums 4>>", as: 8)
    let source = try PDFDocument(data: builder.data())
    for _ in 0..<2 {
      let document = try PDFDocument(data: builder.data())
      try document.insertPagesAndWait(of: source, at: 1)
      try document.insertPagesAndWait(of: source, [source.pageIDs[0]], at: 1)
      #expect(try !document.dataRepresentationAndWait().isEmpty)
    }
    let fresh = try PDFDocument()
    try fresh.insertPagesAndWait(of: source, at: 0)
    let reading = try Reading(fresh)
    #expect(reading.wrong == [])
    #expect(reading.lines == ["A", " B", "  3 on 1", " 0 on 1", "P", " 9 on 1"])
  }
}

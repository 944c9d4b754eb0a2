import Foundation
import Testing

@testable import PostilModel

@Suite struct OutlineTests {
  private func item(_ id: String, _ children: [OutlineItem] = [], page: Int? = nil) -> OutlineItem {
    OutlineItem(
      id, target: page.map { .page(PageID(number: $0)) }, children: children, id: OutlineItem.ID(rawValue: id)
    )
  }

  /// 1 (1.1 (1.1.1) 1.2) 2
  private var sample: Outline {
    Outline([item("1", [item("1.1", [item("1.1.1")]), item("1.2")]), item("2")])
  }

  private func text(_ outline: Outline) -> String {
    outline.flattened.map { String(repeating: ">", count: $0.level) + $0.item.id.rawValue }
      .joined(separator: " ")
  }

  @Test func itemsAreFoundInTheirTree() {
    #expect(text(sample) == "1 >1.1 >>1.1.1 >1.2 2")
    #expect(sample.count == 5 && sample["1.1.1"]?.label == "1.1.1" && sample["3"] == nil)
    #expect(sample.parent(of: "1.1.1")?.id == "1.1" && sample.parent(of: "2") == nil)
    #expect(sample.path(to: "1.2") == [0, 1] && sample.path(to: "2") == [1])
    #expect(Outline(sample.flattened) == sample)
  }

  @Test func itemsAreMovedIndentedAndRemoved() throws {
    var outline = sample
    try outline.indent("2")
    #expect(text(outline) == "1 >1.1 >>1.1.1 >1.2 >2")
    try outline.outdent("1.1")
    #expect(text(outline) == "1 >1.2 >2 1.1 >1.1.1")
    try outline.move("1.1.1", under: "1", at: 0)
    #expect(text(outline) == "1 >1.1.1 >1.2 >2 1.1")
    try outline.move("1.1", at: 0)
    #expect(text(outline) == "1.1 1 >1.1.1 >1.2 >2")
    try outline.insert(item("3"), under: "1.2")
    try outline.update("3") { $0.label = "three" }
    #expect(text(outline) == "1.1 1 >1.1.1 >1.2 >>3 >2" && outline["3"]?.label == "three")
    #expect(try outline.remove("1").children.count == 3)
    #expect(text(outline) == "1.1")
  }

  @Test func whatDoesNotGoIsRefusedAndChangesNothing() throws {
    var outline = sample
    #expect(throws: PDFError.self) { try outline.move("1", under: "1.1.1") }
    #expect(throws: PDFError.self) { try outline.move("1", under: "1") }
    #expect(throws: PDFError.self) { try outline.move("2", at: 2) }
    #expect(throws: PDFError.self) { try outline.indent("1") }
    #expect(throws: PDFError.self) { try outline.outdent("2") }
    #expect(throws: PDFError.self) { try outline.remove("3") }
    #expect(throws: PDFError.self) { try outline.insert(item("3"), under: "9") }
    #expect(outline == sample)
  }

  @Test func depthNumberNamesAndTargetsAreChecked() throws {
    func nested(_ depth: Int) -> Outline {
      Outline((0..<depth).map { Outline.FlatItem(item: item("\($0)"), level: $0) })
    }
    #expect(try nested(Outline.maximumDepth).validated().count == Outline.maximumDepth)
    #expect(throws: PDFError.self) { try nested(Outline.maximumDepth + 1).validated() }
    #expect(throws: PDFError.self) { try Outline([item("1"), item("1")]).validated() }
    #expect(throws: PDFError.self) { try Outline([OutlineItem("a", target: .uri(""))]).validated() }
    #expect(throws: PDFError.self) {
      try Outline((0...Outline.maximumCount).map { item("\($0)") }).validated()
    }
    #expect(try Outline([OutlineItem("a", isOpen: true)]).validated().items[0].isOpen == false)
  }

  @Test func whatLedToPagesThatAreGoneGoesOrLeadsNowhere() {
    let outline = Outline([
      item("1", [item("1.1", page: 1), item("1.2", page: 2)], page: 1),
      item("2", [item("2.1", page: 1)], page: 1),
      item("3"),
    ])
    let left = outline.without { $0 == .page(PageID(number: 1)) }
    #expect(text(left) == "1 >1.2 3" && left["1"]?.target == nil && left["1.2"]?.target != nil)
    #expect(outline.without { _ in false } == outline)
  }

  @Test func anOutlineSurvivesJSON() throws {
    var all = sample
    all.items[0].color = Color(red: 0.1, green: 0, blue: 1)
    all.items[0].isBold = true
    all.items[1].isItalic = true
    all.items[1].origin = .opened(4)
    let targets: [LinkTarget] = [
      .uri("https://example.org"), .named("here"), .foreign("Launch"),
      .place(PageDestination(PageID(number: 2), view: .content)),
      .place(PageDestination(PageID(number: 2), view: .contentWidth(top: 4))),
      .place(PageDestination(PageID(number: 2), view: .contentHeight(left: 5))),
    ]
    all.items += targets.map { OutlineItem("target", target: $0) }
    #expect(try JSONDecoder().decode(Outline.self, from: JSONEncoder().encode(all)) == all)
    let plain = try JSONDecoder().decode(
      Outline.self, from: Data(#"[{"label": "a", "to": {"page": 3}}]"#.utf8))
    #expect(plain.items[0].destination == PageDestination(PageID(number: 3)))
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Outline.self, from: Data(#"[{"label": "a", "colour": "FF0000"}]"#.utf8))
    }
  }
}

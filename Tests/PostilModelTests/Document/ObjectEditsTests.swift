import Foundation
import Testing

@testable import PostilModel

@Suite struct ObjectEditsTests {
  private static let page = PageID(number: 2)
  private static let value = PDFValue.dictionary([
    "A": .array([.integer(1), .real(1.5), .null, .boolean(true), .reference(12), .page(PageID(number: 1))]),
    "B": .string(Data("text".utf8)), "C": .string(Data([0xFF, 0x00])), "D": .name("Größe"),
    "E": .stream(["Type": .name("Own"), "F": .stream([:], Data("inner".utf8))], Data([1, 2, 3])),
  ])

  private func apply(_ edit: Edit, to state: inout DocumentState) throws -> Edit {
    try state.apply(edit) { _ in AnnotationList([]) }
  }

  @Test(arguments: [DocumentObject.catalog, .page(page), .object(12)])
  func anInverseTakesEntriesBack(object: DocumentObject) throws {
    var state = DocumentState(pageCount: 3)
    let opened = state
    let first = try apply(.setEntries(["A": .integer(1), "B": .null], of: object), to: &state)
    let between = state
    let second = try apply(.setEntries(["A": .integer(2), "C": Self.value], of: object), to: &state)
    #expect(state != between && between != opened)
    let redo = try apply(second, to: &state)
    #expect(state == between)
    _ = try apply(redo, to: &state)
    _ = try apply(second, to: &state)
    _ = try apply(first, to: &state)
    #expect(state == opened)
  }

  @Test func anInverseTakesDataBack() throws {
    var state = DocumentState(pageCount: 1)
    let opened = state
    let first = try apply(.setStream(4, to: Data("a".utf8)), to: &state)
    let second = try apply(.setStream(4, to: Data("b".utf8)), to: &state)
    #expect(state.parts.objects.objects[4]?.data == Data("b".utf8))
    _ = try apply(second, to: &state)
    #expect(state.parts.objects.objects[4]?.data == Data("a".utf8))
    _ = try apply(first, to: &state)
    #expect(state == opened)
  }

  @Test func entriesOfPagesGoAndComeWithThem() throws {
    var state = DocumentState(pageCount: 3)
    _ = try apply(.setEntry("Tabs", of: .page(Self.page), to: .name("S")), to: &state)
    let withEntries = state
    let back = try apply(.removePages([Self.page]), to: &state)
    #expect(throws: PDFError.self) {
      try apply(.setEntry("Tabs", of: .page(Self.page), to: .null), to: &state)
    }
    _ = try apply(back, to: &state)
    #expect(state == withEntries)
  }

  @Test(arguments: [
    Edit.setEntries(["V": value, "W": .null, "X": .page(page)], of: .catalog),
    .setEntries(["V": .reference(3)], of: .page(page)), .setEntries([:], of: .object(7)),
    Edit(.setEntries(["V": .some(.integer(1)), "W": PDFValue?.none], of: .object(7))),
    .setStream(4, to: Data([0, 1, 2])), Edit(.setStream(nil, of: 4)),
  ])
  func editsSurviveBeingWritten(edit: Edit) throws {
    let data = try JSONEncoder().encode(edit)
    #expect(try JSONDecoder().decode(Edit.self, from: data) == edit)
    #expect(edit.name == "Change Object" && edit.byteCount > 0)
  }

  @Test func editsAreReadAsTheyAreDocumented() throws {
    let json = """
      [{"edit": "setEntries", "of": {"page": 3}, "entries": {"/Tabs": "/S", "/Dur": null}},
       {"edit": "setEntries", "of": "catalog", "entries": {"/Own": ["12 0 R", "u:text", 1.5]}},
       {"edit": "setStream", "object": 12, "data": "AQI="}]
      """
    let script = try EditScript(json: Data(json.utf8))
    #expect(
      script.steps == [
        .edit(.setEntries(["Tabs": .name("S"), "Dur": .null], of: .page(PageID(number: 3)))),
        .edit(
          .setEntry(
            "Own", of: .catalog,
            to: .array([.reference(12), .string(Data("text".utf8)), .real(1.5)]))),
        .edit(.setStream(12, to: Data([1, 2]))),
      ])
  }

  @Test(arguments: [
    #"{"edit": "setEntries", "of": "trailer", "entries": {}}"#,
    #"{"edit": "setEntries", "of": {"page": 1, "object": 2}, "entries": {}}"#,
    #"{"edit": "setEntries", "of": {}, "entries": {}}"#, #"{"edit": "setEntries", "entries": {}}"#,
    #"{"edit": "setEntries", "of": "catalog", "entries": {"Tabs": 1}}"#,
    #"{"edit": "setEntries", "of": "catalog", "entries": [1]}"#,
    #"{"edit": "setEntries", "of": "catalog", "entries": {"/A": "x 0 R"}}"#,
    #"{"edit": "setEntries", "of": "catalog", "entries": {"/A": "-1 0 R"}}"#,
    #"{"edit": "setEntries", "of": "catalog", "asOpened": ["A"]}"#,
    #"{"edit": "setStream", "object": 1.5}"#, #"{"edit": "setStream", "data": "AQI="}"#,
  ])
  func whatMakesNoSenseIsAnError(json: String) {
    #expect(throws: PDFError.self) { try EditScript(json: Data("[\(json)]".utf8)) }
  }

  @Test func objectsThatEditsNameAreKnown() {
    #expect(Edit.setEntries(["V": Self.value], of: .object(7)).objects == [7, 12])
    #expect(Edit.setEntries(["V": Self.value], of: .catalog).objects == [12])
    #expect(Edit.setStream(4, to: Data()).objects == [4])
    #expect(Edit.setEntry("A", of: .page(Self.page), to: .null).pages == [Self.page])
    #expect(Edit.setEntry("A", of: .object(3), to: .null).pages.isEmpty)
  }
}

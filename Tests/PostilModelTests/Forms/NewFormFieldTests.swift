import Foundation
import Testing

@testable import PostilModel

@Suite struct NewFormFieldTests {
  private static let json = """
    {"fields": [
      {"name": "person.name", "kind": "text", "page": 1, "rect": [72, 700, 200, 20], "value": "Ada", "maximumLength": 30,
       "flags": ["required", "multiline"], "alternateName": "Your name", "mappingName": "n", "defaultValue": "x"},
      {"name": "color", "kind": "radioButtons", "value": "green", "mark": "star", "widgets": [
        {"page": 1, "rect": [72, 660, 14, 14], "value": "red"},
        {"page": 2, "rect": [102, 660, 14, 14], "value": "green", "rotation": 90}]},
      {"name": "country", "kind": "comboBox", "page": 1, "rect": [72, 620, 200, 20], "flags": ["edit"],
       "options": ["France", {"value": "de", "label": "Germany"}], "font": "Times-Roman", "size": 11,
       "color": "000080", "alignment": "center", "background": "FFFFE0",
       "border": {"color": "808080", "width": 2, "style": "dashed"}},
      {"name": "member", "kind": "checkBox", "page": 1, "rect": [72, 600, 12, 12], "value": true},
      {"name": "sign", "kind": "signature", "page": 1, "rect": [72, 500, 200, 60], "border": {}}
    ]}
    """

  @Test func fieldsAreJSON() throws {
    let fields = try NewFormField.fields(json: Data(Self.json.utf8))
    #expect(fields.map(\.kind) == [.text, .radioButtons, .comboBox, .checkBox, .signature])
    #expect(fields[0].flags == [.required, .multiline] && fields[0].maximumLength == 30)
    #expect(fields[0].value == "Ada" && fields[0].defaultValue == "x")
    #expect(fields[0].alternateName == "Your name" && fields[0].mappingName == "n")
    #expect(
      fields[1].widgets.map(\.value) == ["red", "green"] && fields[1].widgets[1].rotation == .clockwise90)
    #expect(fields[1].look.mark == .star)
    #expect(
      fields[2].options == [.init("France"), .init("de", label: "Germany")] && fields[2].flags == .edit)
    #expect(
      fields[2].look
        == FormFieldLook(
          font: .times, size: 11, color: Color(red: 0, green: 0, blue: 128 / 255), alignment: .center,
          background: Color(hex: "FFFFE0"),
          border: .init(color: try #require(Color(hex: "808080")), width: 2, style: .dashed)))
    #expect(fields[3].value == true && fields[4].look.border == .init())
    for field in fields {
      #expect(try JSONDecoder().decode(NewFormField.self, from: JSONEncoder().encode(field)) == field)
      #expect(throws: Never.self) { try field.validated() }
    }
    #expect(try NewFormField.fields(json: Data("[]".utf8)) == [])
  }

  @Test(arguments: [
    (#"[{"kind": "text", "page": 1, "rect": [0, 0, 1, 1]}]"#, "field 1: the key 'name' is missing"),
    (#"[{"name": "a", "page": 1, "rect": [0, 0, 1, 1]}]"#, "the key 'kind' is missing"),
    (#"[{"name": "a", "kind": "box", "page": 1, "rect": [0, 0, 1, 1]}]"#, "there is no 'box'"),
    (#"[{"name": "a", "kind": "text", "rect": [0, 0, 1, 1]}]"#, "the key 'page' is missing"),
    (#"[{"name": "a", "kind": "text", "page": 1, "rect": [0, 0, 1]}]"#, "four numbers"),
    (#"[{"name": "a", "kind": "text", "page": 1, "rect": [0, 0, 1, 1], "widgets": []}]"#, "either 'widgets'"),
    (
      #"[{"name": "a", "kind": "text", "page": 1, "rect": [0, 0, 1, 1], "flags": ["edit"]}]"#,
      "there is no 'edit'"
    ),
    (
      #"[{"name": "a", "kind": "text", "page": 1, "rect": [0, 0, 1, 1], "colour": "red"}]"#, "no key 'colour'"
    ),
    (
      #"[{"name": "a", "kind": "text", "page": 1, "rect": [0, 0, 1, 1], "font": "Verdana"}]"#,
      "there is no 'Verdana'"
    ),
    (
      #"[{"name": "a", "kind": "text", "page": 1, "rect": [0, 0, 1, 1], "border": {"style": "x"}}]"#,
      "there is no 'x'"
    ),
    ("{", "not JSON"), ("", "empty"),
  ])
  func whatMakesNoSenseIsSaid(json: String, words: String) {
    let error = #expect(throws: PDFError.self) { try NewFormField.fields(json: Data(json.utf8)) }
    #expect(error?.code == .invalidArgument)
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }

  @Test(arguments: [
    ("yes", true), ("Yes", true), ("on", true), ("no", false), ("Off", false), ("false", false),
  ])
  func checkBoxesAreWrittenAsOnCommandLines(text: String, isChecked: Bool) throws {
    let json = #"[{"name": "a", "kind": "checkBox", "page": 1, "rect": [0, 0, 9, 9], "value": "\#(text)"}]"#
    let field = try NewFormField.fields(json: Data(json.utf8))[0].validated()
    #expect(field.value == .checked(isChecked))
  }

  @Test func valuesAreThoseOfTheField() throws {
    let rect = PageRect(x: 0, y: 0, width: 10, height: 10)
    let page = PageID(number: 1)
    let box = try NewFormField(.checkBox, named: "a", on: page, in: rect, value: true).validated()
    #expect(box.widgets[0].value == "Yes" && box.value == true)
    let options = [FormField.Option("b", label: "Berta"), .init("a", label: "Anton")]
    let list = try NewFormField(
      .listBox, named: "a", on: page, in: rect, options: options, value: ["Anton"], flags: .sort
    ).validated()
    #expect(list.options.map(\.value) == ["a", "b"] && list.value == ["a"])
    let text = try NewFormField(.text, named: "a", on: page, in: rect, value: "a\r\nb", flags: .multiline)
      .validated()
    #expect(text.value == "a\nb")
  }

  @Test func namesExcludeEachOther() {
    var names = FieldNames(["a.b.c", "a.b.d", "a.b.c"])
    for other in ["a.b.c", "a", "a.b", "a.b.c.e"] { #expect(names.conflict(of: other) != nil, "\(other)") }
    for other in ["a.b.cc", "ab", "b", "A.b.c", "a.c"] {
      #expect(names.conflict(of: other) == nil, "\(other)")
    }
    // It was noted twice.
    names.remove("a.b.c")
    #expect(names.conflict(of: "a.b.c") != nil)
    names.remove("a.b.c")
    #expect(names.conflict(of: "a.b.c") == nil && names.conflict(of: "a.b") != nil)
    names.remove("a.b.d")
    #expect(names.conflict(of: "a") == nil && names.conflict(of: "a.b.d") == nil)
  }
}

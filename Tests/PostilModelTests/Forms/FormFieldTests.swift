import Testing

@testable import PostilModel

@Suite struct FormFieldTests {
  private func field(
    _ kind: FormField.Kind, _ flags: FormFieldFlags = [], limit: Int? = nil, options: [FormField.Option] = [],
    buttons: [String] = []
  ) -> FormField {
    FormField(
      name: "f", kind: kind, value: .text(""), options: options, flags: flags, maximumLength: limit,
      widgets: buttons.enumerated().map { index, value in
        .init(
          page: PageID(number: 1), annotation: AnnotationID("\(index)"), rect: .zero, value: value,
          tabIndex: index)
      })
  }

  private static let languages = [
    FormField.Option("de", label: "Deutsch"), FormField.Option("en", label: "English"),
  ]

  @Test func textsWithinTheirLimit() throws {
    #expect(try field(.text, limit: 3).accepted("abc") == "abc")
    #expect(throws: PDFError.self) { try field(.text, limit: 3).accepted("abcd") }
    #expect(throws: PDFError.self) { try field(.text).accepted("a\nb") }
    #expect(try field(.text, .multiline).accepted("a\r\nb\rc") == "a\nb\nc")
    #expect(throws: PDFError.self) { try field(.text).accepted("a\u{7}") }
    #expect(throws: PDFError.self) { try field(.text).accepted(true) }
  }

  @Test func whatHasNoValueIsRefused() {
    for kind in [FormField.Kind.pushButton, .signature, .unknown] {
      let error = #expect(throws: PDFError.self) { try field(kind).accepted("x") }
      #expect(error?.code == .notEditable)
    }
    let error = #expect(throws: PDFError.self) { try field(.text, .readOnly).accepted("x") }
    #expect(error?.code == .notEditable)
  }

  @Test func checkBoxes() throws {
    let one = field(.checkBox, buttons: ["Ja"])
    #expect(try one.accepted(true) == true)
    #expect(try one.accepted("Ja") == true)
    #expect(try one.accepted("Off") == false)
    #expect(throws: PDFError.self) { try one.accepted("Nein") }
    let error = #expect(throws: PDFError.self) { try one.accepted("on") }
    #expect(error?.message.contains("has no value 'on': give true or false, or 'Ja' or Off") == true)
    let several = field(.checkBox, buttons: ["a", "b"])
    #expect(try several.accepted("b") == "b")
    #expect(throws: PDFError.self) { try several.accepted(true) }
  }

  @Test func radioButtons() throws {
    let radio = field(.radioButtons, buttons: ["red", "green", "red"])
    #expect(radio.buttonValues == ["red", "green"])
    #expect(try radio.accepted("green") == "green")
    #expect(try radio.accepted(false) == false)
    #expect(try radio.accepted("") == false)
    #expect(throws: PDFError.self) { try radio.accepted("blue") }
  }

  @Test func choices() throws {
    let combo = field(.comboBox, .combo, options: Self.languages)
    #expect(try combo.accepted("de") == "de")
    #expect(try combo.accepted("English") == "en")
    #expect(throws: PDFError.self) { try combo.accepted("fr") }
    #expect(try field(.comboBox, [.combo, .edit], options: Self.languages).accepted("fr") == "fr")
    let list = field(.listBox, .multiSelect, options: Self.languages)
    #expect(try list.accepted(["en", "Deutsch", "en"]) == ["de", "en"])
    #expect(throws: PDFError.self) { try list.accepted(["fr"]) }
    #expect(throws: PDFError.self) { try field(.listBox, options: Self.languages).accepted(["de", "en"]) }
  }

  @Test func valuesFromText() {
    #expect(field(.checkBox, buttons: ["Ja"]).value(fromText: "yes") == true)
    #expect(field(.checkBox, buttons: ["yes"]).value(fromText: "yes") == "yes")
    #expect(field(.checkBox, buttons: ["Ja"]).value(fromText: "0") == false)
    #expect(field(.listBox, .multiSelect, options: Self.languages).value(fromText: "de|en") == ["de", "en"])
    #expect(field(.text).value(fromText: "a|b") == "a|b")
  }

  @Test func anUnknownNameGetsAHint() {
    let form = PDFForm(fields: [FormField(name: "Person.Name", kind: .text, value: "")])
    let error = #expect(throws: PDFError.self) { try form.field(named: "Name") }
    #expect(error?.code == .noSuchField)
    #expect(error?.message.contains("Person.Name") == true)
  }
}

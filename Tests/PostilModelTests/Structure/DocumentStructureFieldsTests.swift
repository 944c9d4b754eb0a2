import Testing

@testable import PostilModel

@Suite struct DocumentStructureFieldsTests {
  private let page = PageID(number: 1)

  private func field(_ name: String, _ value: String, y: Double, kind: FormField.Kind = .text) -> FormField {
    FormField(
      name: name, kind: kind, value: .text(value), options: [.init("p", label: "Paris")],
      widgets: [
        .init(
          page: page, annotation: AnnotationID(name), rect: PageRect(x: 100, y: y, width: 80, height: 20),
          value: nil,
          tabIndex: 0)
      ])
  }

  private func paragraph(_ text: String, y: Double) -> StructureElement {
    StructureElement(
      "P",
      kids: [.content(StructureContent(text, on: page, bounds: PageRect(x: 20, y: y, width: 50, height: 12)))]
    )
  }

  @Test func valuesStandBesideTheirLabelsOrBelowWhatIsAbove() {
    var structure = DocumentStructure([
      paragraph("Form", y: 300), paragraph("Name:", y: 200), paragraph("City:", y: 150),
      paragraph("End", y: 20),
    ])
    var secret = field("secret", "hidden", y: 150)
    secret.flags = .password
    structure.addValues(
      of: [
        field("name", "Ada", y: 196), field("city", "p", y: 146, kind: .comboBox),
        field("note", "Hello", y: 80),
        field("empty", " ", y: 80), secret, field("button", "x", y: 80, kind: .pushButton),
      ], on: [page])
    #expect(structure.markdown == "Form\n\nName: Ada\n\nCity: Paris\n\nHello\n\nEnd\n")
  }

  @Test func valuesOfTaggedFieldsStandWhereTheirTagsDo() {
    let tag = StructureElement("Form", kids: [.annotation(AnnotationID("name"), page: page)])
    var structure = DocumentStructure([paragraph("End", y: 20), StructureElement("P", kids: [.element(tag)])])
    structure.addValues(of: [field("name", "Ada", y: 196)], on: [page])
    #expect(structure.markdown == "End\n\nAda\n")
    // Those of other pages are left out.
    structure.addValues(of: [field("name", "Ada", y: 196)], on: [])
    #expect(structure.markdown == "End\n\nAda\n")
  }
}

import Foundation
import Postil

/// The code of "Filling in forms".
extension Snippets {
  static func listFields(_ document: PDFDocument) throws {
    guard let form = try document.form else { return }
    for field in form.fields {
      print(field.name, field.kind, field.value)
    }
  }

  static func addFields(_ document: PDFDocument, _ page: PDFPage) async throws {
    var name = NewFormField(
      .text, named: "person.name", on: page.id, in: PageRect(x: 72, y: 700, width: 200, height: 20),
      flags: .required, look: FormFieldLook(size: 11, border: .init(color: .gray)))
    name.alternateName = "Your name"
    let color = NewFormField(
      .radioButtons, named: "color",
      widgets: [
        .init(on: page.id, in: PageRect(x: 72, y: 660, width: 14, height: 14), value: "red"),
        .init(on: page.id, in: PageRect(x: 102, y: 660, width: 14, height: 14), value: "green"),
      ], value: "green", look: FormFieldLook(border: .init()))
    let signature = NewFormField(
      .signature, named: "signature", on: page.id, in: PageRect(x: 72, y: 560, width: 200, height: 60))
    try document.addFields([name, color, signature])
    try document.fill(["person.name": "Ada Lovelace"])
    try await document.removeField(named: "color")
  }

  static func fillIn(_ document: PDFDocument) async throws {
    try document.fill([
      "person.name": "Ada Lovelace", "member": true, "country": "GB", "languages": ["de", "en"],
    ])
    try await document.save()
  }

  static func flatten(_ document: PDFDocument) async throws {
    let flattened = try await document.flattenForm()
    print(flattened)
  }

  static func exchangeValues(_ document: PDFDocument, _ folder: URL) async throws {
    try await document.formData(as: .json).write(to: folder.appending(path: "values.json"))
    let passedOver = try await document.fill(from: Data(contentsOf: folder.appending(path: "values.json")))
    print(passedOver)
  }

  static func fillInWhatThereIs(_ document: PDFDocument, _ form: PDFForm, _ values: [String: FormValue])
    throws
  {
    try document.fill(values.filter { form[$0.key] != nil })
  }

  static func fillInEach(_ document: PDFDocument, _ folder: URL) async throws {
    let table = try Data(contentsOf: folder.appending(path: "members.csv"))
    for (index, values) in try document.formValues(csv: table).enumerated() {
      try document.fill(values)
      try await document.write(to: folder.appending(path: "\(index + 1).pdf"))
      try document.undo()
    }
  }
}

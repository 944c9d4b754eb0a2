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

  static func fillIn(_ document: PDFDocument) async throws {
    try document.fill([
      "person.name": "Ada Lovelace", "member": true, "country": "GB", "languages": ["de", "en"],
    ])
    try await document.save()
  }

  static func flatten(_ document: PDFDocument) throws {
    let flattened = try document.flattenForm()
    print(flattened)
  }

  static func exchangeValues(_ document: PDFDocument, _ folder: URL) throws {
    try document.formData(as: .json).write(to: folder.appending(path: "values.json"))
    let passedOver = try document.fill(from: Data(contentsOf: folder.appending(path: "values.json")))
    print(passedOver)
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

import Foundation
import Postil
import PostilTestSupport
import Testing

@testable import PostilCommand

@Suite struct FormTests {
  private let bench: Workbench

  init() throws {
    bench = try Workbench()
    _ = try bench.folder.file("form.pdf", FormDocument().data)
  }

  @Test func listsFields() async throws {
    let table = await bench.run("form", "@form.pdf")
    #expect(table.status == 0)
    #expect(table.output.contains("person.secret"))
    #expect(table.output.contains("red|green"))
    let json = try await bench.run("form", "@form.pdf", "--json").json()
    let fields = try #require(json["fields"] as? [[String: Any]])
    #expect(fields.count == 14)
    #expect(fields[0]["name"] as? String == "name")
    #expect(fields[0]["flags"] as? [String] == ["required"])
    #expect(((fields[7]["widgets"] as? [[String: Any]])?[1])?["value"] as? String == "green")
  }

  @Test func aFileWithoutAForm() async throws {
    try bench.makeDocument()
    #expect(await bench.run("form", "@in.pdf").output == "There is no form.\n")
    #expect(await bench.run("fill", "@in.pdf", "--set", "a=b", "-o", "@out.pdf").status == 1)
    #expect(!bench.exists("out.pdf"))
  }

  private static let fields = """
    [{"name": "person.age", "kind": "text", "page": 1, "rect": [20, 50, 100, 20], "value": "36", "flags": ["required"]},
     {"name": "size", "kind": "radioButtons", "value": "M", "border": {}, "widgets": [
       {"page": 1, "rect": [20, 20, 14, 14], "value": "S"}, {"page": 1, "rect": [40, 20, 14, 14], "value": "M"}]}]
    """

  @Test func addsAndRemovesFields() async throws {
    try bench.write(Self.fields, to: "fields.json")
    let result = await bench.run(
      "form", "@form.pdf", "--remove", "name", "--remove", "person.secret", "--add", "@fields.json", "-o",
      "@out.pdf")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("2 fields removed, 2 fields added"), "\(result.output)")
    #expect(try bench.data("out.pdf").starts(with: bench.data("form.pdf")))
    let fields = try #require(
      try await bench.run("form", "@out.pdf", "--json").json()["fields"] as? [[String: Any]])
    #expect(fields.count == 14)
    #expect(!fields.contains { $0["name"] as? String == "name" || $0["name"] as? String == "person.secret" })
    let age = try #require(fields.first { $0["name"] as? String == "person.age" })
    #expect(age["value"] as? String == "36" && age["flags"] as? [String] == ["required"])
    let size = try #require(fields.first { $0["name"] as? String == "size" })
    #expect((size["widgets"] as? [[String: Any]])?.map { $0["value"] as? String } == ["S", "M"])
    let filled = await bench.run("fill", "@out.pdf", "--set", "size=S", "--in-place")
    #expect(filled.status == 0, "\(filled.errors)")
    let json = await bench.run(
      ["form", "@out.pdf", "--remove", "size", "--add", "-", "--in-place", "--json"],
      input: Data(
        #"{"fields": [{"name": "sign", "kind": "signature", "page": 1, "rect": [200, 20, 80, 30]}]}"#.utf8))
    #expect(try json.json()["added"] as? [String] == ["sign"], "\(json.errors)")
    #expect(try json.json()["removed"] as? [String] == ["size"])
  }

  @Test func fieldsThatCannotBeAddedAreNotWritten() async throws {
    for (fields, word) in [
      (
        #"[{"name": "name", "kind": "text", "page": 1, "rect": [1, 1, 9, 9]}]"#,
        "There is a field 'name' already"
      ),
      (#"[{"name": "x", "kind": "text", "page": 7, "rect": [1, 1, 9, 9]}]"#, "page 7"),
      (#"[{"name": "x", "kind": "pushButton", "page": 1, "rect": [1, 1, 9, 9]}]"#, "cannot be added"),
      ("[{}]", "fields.json"),
    ] {
      try bench.write(fields, to: "fields.json")
      let result = await bench.run("form", "@form.pdf", "--add", "@fields.json", "-o", "@out.pdf")
      #expect(result.status == 1 && result.errors.contains(word), "\(result.errors)")
      #expect(!bench.exists("out.pdf"))
    }
    #expect(
      await bench.run("form", "@form.pdf", "--remove", "nme", "-o", "@out.pdf").errors.contains(
        "no field 'nme'"))
    #expect(await bench.run("form", "@form.pdf", "-o", "@out.pdf").status == 2)
  }

  @Test func fillsInByName() async throws {
    let result = await bench.run(
      "fill", "@form.pdf", "--set", "name=Ada=1", "--set", "member=yes", "--set", "tags=two|three", "-o",
      "@out.pdf")
    #expect(result.status == 0, "\(result.errors)")
    let fields = try #require(
      try await bench.run("form", "@out.pdf", "--json").json()["fields"] as? [[String: Any]])
    #expect(fields[0]["value"] as? String == "Ada=1")
    #expect(fields[6]["value"] as? Bool == true)
    #expect(fields[5]["value"] as? [String] == ["two", "three"])
  }

  @Test func whatDoesNotFitIsNotWritten() async throws {
    for (value, word) in [
      ("code=1234567", "6 characters"), ("nme=x", "no field"),
      ("language=fr", "'de' (Deutsch), 'en' (English)"),
    ] {
      let result = await bench.run("fill", "@form.pdf", "--set", value, "-o", "@out.pdf")
      #expect(result.status == 1)
      #expect(result.errors.contains(word), "\(result.errors)")
      #expect(!bench.exists("out.pdf"))
    }
    #expect(await bench.run("fill", "@form.pdf", "-o", "@out.pdf").status == 2)
  }

  @Test(arguments: [
    #"{"name": "Zoë", "tax": 3, "member": true, "tags": ["two"], "fixed": "no"}"#,
    """
    <?xml version="1.0"?><xfdf xmlns="http://ns.adobe.com/xfdf/"><fields><field name="name"><value>Zoë</value></field>
    <field name="tax"><value>3</value></field><field name="member"><value>Ja</value></field>
    <field name="tags"><value>two</value></field><field name="fixed"><value>no</value></field></fields></xfdf>
    """,
    """
    %FDF-1.2
    1 0 obj <</FDF<</Fields[<</T(name)/V(Zo\\353)>> <</T(tax)/V(3)>> <</T(member)/V/Ja>> <</T(tags)/V[(two)]>>
    <</T(fixed)/V(no)>>]>>>> endobj
    trailer <</Root 1 0 R>>
    %%EOF
    """,
  ])
  func fillsInFromFiles(data: String) async throws {
    try bench.write(data, to: "data")
    let result = await bench.run("fill", "@form.pdf", "--data", "@data", "-o", "@out.pdf")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("'fixed'"))
    let fields = try #require(
      try await bench.run("form", "@out.pdf", "--json").json()["fields"] as? [[String: Any]])
    #expect(fields[0]["value"] as? String == "Zoë")
    #expect(fields[6]["value"] as? Bool == true)
    #expect(fields[10]["value"] as? String == "3")
  }

  @Test(arguments: ["values.json", "values.fdf", "values.xfdf"])
  func writesTheValuesIntoAFile(name: String) async throws {
    let filled = await bench.run(
      "fill", "@form.pdf", "--set", "name=Zoë", "--set", "member=yes", "--set", "price=2", "-o", "@filled.pdf"
    )
    #expect(filled.status == 0, "\(filled.errors)")
    #expect(await bench.run("form", "@filled.pdf", "--values", "@\(name)").status == 0)
    let again = await bench.run("fill", "@form.pdf", "--data", "@\(name)", "-o", "@out.pdf")
    #expect(again.status == 0, "\(again.errors)")
    let values = try await bench.run("form", "@out.pdf", "--values", "-").json()
    #expect(values["name"] as? String == "Zoë" && values["member"] as? Bool == true)
    let expected = try await bench.run("form", "@filled.pdf", "--values", "-").json()
    #expect(values as NSDictionary == expected as NSDictionary)
  }

  @Test(arguments: [["@values.csv"], ["@form.pdf"], ["@values.json", "--remove", "name", "-o", "@out.pdf"]])
  func valuesThatCannotBeWritten(words: [String]) async throws {
    #expect(await bench.run(["form", "@form.pdf", "--values"] + words).status == 2)
    #expect(!bench.exists("values.csv") && !bench.exists("values.json"))
  }

  @Test func oneDocumentForEachRow() async throws {
    try bench.write("name,member,tags\n\"Ada, Countess\",yes,one|two\nGrace,no,\n", to: "table.csv")
    let result = await bench.run("fill", "@form.pdf", "--each", "@table.csv", "-o", "@out")
    #expect(result.status == 0, "\(result.errors)")
    for (file, name, member) in [("1.pdf", "Ada, Countess", true), ("2.pdf", "Grace", false)] {
      let json = try await bench.run("form", "@out/\(file)", "--json").json()
      let fields = try #require(json["fields"] as? [[String: Any]])
      #expect(fields[0]["value"] as? String == name)
      #expect(fields[6]["value"] as? Bool == member)
    }
    let merged = await bench.run("fill", "@form.pdf", "--each", "@table.csv", "-o", "@all.pdf")
    #expect(merged.status == 0, "\(merged.errors)")
    #expect(try await bench.run("info", "@all.pdf", "--json").json()["pageCount"] as? Int == 2)
  }

  /// Enough rows for several threads: each file has what its row says, with the values that all share.
  @Test func manyRows() async throws {
    let names = (1...50).map { "Name \($0)" }
    try bench.write("name\n" + names.joined(separator: "\n") + "\n", to: "table.csv")
    let result = await bench.run(
      "fill", "@form.pdf", "--set", "member=yes", "--each", "@table.csv", "-o", "@out", "--json")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try result.json()["documents"] as? Int == 50)
    for (index, name) in names.enumerated() {
      let form = try PDFDocument(data: bench.data("out/\(String(format: "%02d", index + 1)).pdf")).form
      #expect(try form?.field(named: "name").value == .text(name))
      #expect(try form?.field(named: "member").value == .checked(true))
    }
  }

  @Test func rowsBeforeOneThatDoesNotFitAreWritten() async throws {
    var codes = (1...60).map(String.init)
    codes[40] = "12345678"
    try bench.write("code\n" + codes.joined(separator: "\n") + "\n", to: "table.csv")
    let result = await bench.run("fill", "@form.pdf", "--each", "@table.csv", "-o", "@out")
    #expect(result.status == 1 && result.errors.contains("Row 41"), "\(result.errors)")
    for row in 1...40 { #expect(bench.exists("out/\(String(format: "%02d", row)).pdf")) }
    #expect(!bench.exists("out/41.pdf"))
  }

  @Test func flattens() async throws {
    let some = await bench.run(
      "flatten", "@form.pdf", "--fields", "name", "--fields", "color", "-o", "@some.pdf", "--json")
    #expect(some.status == 0, "\(some.errors)")
    #expect(try some.json()["flattened"] as? [String] == ["name", "color"])
    #expect(try await bench.run("form", "@some.pdf", "--json").json()["fields"] as? [Any] != nil)
    let all = await bench.run("flatten", "@some.pdf", "-o", "@all.pdf")
    #expect(all.status == 0, "\(all.errors)")
    #expect(await bench.run("form", "@all.pdf").output == "The form has no fields.\n")
    #expect(try Tool.run("pdftotext", [bench.path("all.pdf"), "-"]).output.contains("Grace"))
  }

  @Test func whereOnlySignaturesAreThereIsNothingToFlatten() async throws {
    let field = "<</Type/Annot/Subtype/Widget/FT/Sig/T(seal)/Rect[0 0 9 9]>>"
    var document = PageDocument()
    document.pages[0].annotations = [field]
    _ = try bench.folder.file("signed.pdf", document.data)
    let result = await bench.run("flatten", "@signed.pdf", "-o", "@flat.pdf")
    #expect(result.status == 3 && !bench.exists("flat.pdf"), "\(result.errors)")
  }

  @Test func aRowThatDoesNotFitIsNamed() async throws {
    try bench.write("code\n1\n12345678\n", to: "table.csv")
    let result = await bench.run("fill", "@form.pdf", "--each", "@table.csv", "-o", "@all.pdf")
    #expect(result.status == 1)
    #expect(result.errors.contains("Row 2"), "\(result.errors)")
    #expect(!bench.exists("all.pdf"))
  }

  @Test func oneFileOfAnEncryptedForm() async throws {
    try bench.write("name\nAda\nGrace\n", to: "table.csv")
    let encrypted = await bench.run(
      "fill", "@form.pdf", "--set", "name=x", "--encrypt-user", "u", "--encrypt-owner", "o", "-o",
      "@secret.pdf")
    #expect(encrypted.status == 0, "\(encrypted.errors)")
    let merged = await bench.run(
      "fill", "@secret.pdf", "--password", "u", "--each", "@table.csv", "-o", "@all.pdf")
    #expect(merged.status == 0, "\(merged.errors)")
    #expect(await bench.run("info", "@all.pdf").status == 5)
    let json = try await bench.run("info", "@all.pdf", "--json", "--password", "u").json()
    #expect(json["pageCount"] as? Int == 2)
  }

  @Test func textWithStylesIsTakenAsText() async throws {
    let rich = "<body xmlns=\"http://www.w3.org/1999/xhtml\"><p>One <b>two</b></p></body>"
    func file(_ value: String) -> String {
      "%FDF-1.2\n1 0 obj\n<</FDF<</Fields[<</T(name)\(value)>>]>>>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n"
    }
    for (value, expected) in [("/RV(\(rich))", "One two"), ("/RV(\(rich))/V(plain)", "plain")] {
      try bench.write(file(value), to: "rich.fdf")
      let result = await bench.run("fill", "@form.pdf", "--data", "@rich.fdf", "-o", "@out.pdf")
      #expect(result.status == 0, "\(result.errors)")
      let values = try await bench.run("form", "@out.pdf", "--values", "-").json()
      #expect(values["name"] as? String == expected)
    }
    for value in ["/RV(<p>)", "/RV/Name"] {
      try bench.write(file(value), to: "rich.fdf")
      let result = await bench.run("fill", "@form.pdf", "--data", "@rich.fdf", "-o", "@no.pdf")
      #expect(
        result.status != 0 && result.errors.contains("'name'") && !bench.exists("no.pdf"), "\(result.errors)")
    }
  }
}

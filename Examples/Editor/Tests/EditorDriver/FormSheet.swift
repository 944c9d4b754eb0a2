import Foundation

/// A form of two pages with a field of every kind, and its labels.
package struct FormSheet {
  /// A field, or a button of one.
  private struct Field {
    var name: String
    var label: String
    /// Left, bottom, right, top.
    var rect: [Int]
    var entries: String
    var page = 1
  }

  /// The buttons of the field "size", which is above them.
  private static let sizes = ["Small", "Medium", "Large"]

  private static let fields: [Field] = [
    Field(name: "name", label: "Name", rect: [160, 740, 400, 762], entries: "/FT/Tx/Ff 2/TU(Your name)"),
    Field(
      name: "born", label: "Born on", rect: [160, 705, 300, 727],
      entries: "/FT/Tx/AA<</F<</S/JavaScript/JS(AFDate_FormatEx\\(\"d mmm yyyy\"\\))>>>>"),
    Field(
      name: "member", label: "Member", rect: [160, 672, 178, 690], entries: "/FT/Btn/AS/Off\(states("Yes"))"),
    Field(
      name: "size.0", label: "Size", rect: [160, 640, 178, 658], entries: "/Parent SIZE\(states("Small"))"),
    Field(name: "size.1", label: "", rect: [200, 640, 218, 658], entries: "/Parent SIZE\(states("Medium"))"),
    Field(name: "size.2", label: "", rect: [240, 640, 258, 658], entries: "/Parent SIZE\(states("Large"))"),
    Field(
      name: "country", label: "Country", rect: [160, 605, 340, 627],
      entries: "/FT/Ch/Ff 131072/Opt[[(de)(Germany)][(it)(Italy)][(no)(Norway)][(es)(Spain)]]/V(de)"),
    Field(
      name: "languages", label: "Languages", rect: [160, 520, 340, 595],
      entries: "/FT/Ch/Ff 2097152/Opt[(English)(French)(German)(Italian)(Spanish)(Swedish)]"),
    Field(name: "story", label: "About you", rect: [160, 440, 500, 510], entries: "/FT/Tx/Ff 4096"),
    Field(name: "pin", label: "Number", rect: [160, 405, 320, 427], entries: "/FT/Tx/Ff 16777216/MaxLen 6"),
    Field(name: "secret", label: "Password", rect: [160, 370, 320, 392], entries: "/FT/Tx/Ff 8192"),
    Field(
      name: "price", label: "Price", rect: [160, 335, 260, 357],
      entries: "/FT/Tx/Q 2/AA<</F<</S/JavaScript/JS(AFNumber_Format\\(2, 0, 0, 0, \"\", true\\))>>>>"),
    Field(name: "tax", label: "Tax", rect: [160, 300, 260, 322], entries: "/FT/Tx/Q 2"),
    Field(
      name: "total", label: "Total", rect: [160, 265, 260, 287],
      entries:
        "/FT/Tx/Q 2/Ff 1/AA<</C<</S/JavaScript/JS(AFSimple_Calculate\\(\"SUM\", new Array\\(\"price\", \"tax\"\\)\\);)>>>>"
    ),
    Field(
      name: "city", label: "City", rect: [160, 740, 340, 762],
      entries: "/FT/Ch/Ff 393216/Opt[(Berlin)(Oslo)(Rome)]", page: 2),
    Field(
      name: "agreed", label: "I agree", rect: [160, 705, 178, 723],
      entries: "/FT/Btn/Ff 2/AS/Off\(states("On"))", page: 2),
  ]

  /// Appearances of a button: a cross if it is on.
  private static func states(_ name: String) -> String { "/AP<</N<</\(name) 8 0 R/Off 9 0 R>>>>" }

  package init() {}

  /// Where a field is on its page: left, bottom, right and top, in points. Radio buttons are `size.0` to `size.2`.
  package static func rect(of name: String) -> [Int] {
    fields.first { $0.name == name }?.rect ?? [0, 0, 0, 0]
  }

  /// The middle of a field on its page.
  package static func middle(of name: String) -> Place {
    let rect = rect(of: name)
    return Place(Double(rect[0] + rect[2]) / 2, Double(rect[1] + rect[3]) / 2)
  }

  /// The file.
  package var data: Data {
    let first = 11
    let numbers = Self.fields.indices.map { "\($0 + first) 0 R" }
    let parent = "\(Self.fields.count + first) 0 R"
    let roots = zip(Self.fields, numbers).filter { !$0.0.name.hasPrefix("size.") }.map(\.1) + [parent]
    func annotations(_ page: Int) -> String {
      zip(Self.fields, numbers).filter { $0.0.page == page }.map(\.1).joined(separator: " ")
    }
    func page(_ number: Int) -> String {
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 7 0 R>>>>"
        + "/Contents \(number + 4) 0 R/Annots[\(annotations(number))]>>"
    }
    let cross = "0.1 0.1 0.5 RG 2 w 4 4 m 14 14 l 4 14 m 14 4 l S"
    var objects = [
      "<</Type/Catalog/Pages 2 0 R/AcroForm 10 0 R>>", "<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]>>", page(1),
      page(2),
      Self.stream(Self.content(1)), Self.stream(Self.content(2)),
      "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
      Self.stream(cross, "/Type/XObject/Subtype/Form/BBox[0 0 18 18]"),
      Self.stream("", "/Type/XObject/Subtype/Form/BBox[0 0 18 18]"),
      "<</Fields[\(roots.joined(separator: " "))]/DA(/Helv 12 Tf 0 0 0.4 rg)/DR<</Font<</Helv 7 0 R>>>>/CO[\(numbers[13])]>>",
    ]
    for field in Self.fields {
      let rect = field.rect.map(String.init).joined(separator: " ")
      let title = field.name.hasPrefix("size.") ? "/AS/Off" : "/T(\(field.name))"
      objects.append(
        "<</Type/Annot/Subtype/Widget/F 4/P \(field.page + 2) 0 R/Rect[\(rect)]/MK<</BC[0.5 0.5 0.5]>>\(title)"
          + field.entries.replacingOccurrences(of: "SIZE", with: parent) + ">>")
    }
    let kids = zip(Self.fields, numbers).filter { $0.0.name.hasPrefix("size.") }.map(\.1).joined(
      separator: " ")
    objects.append("<</FT/Btn/Ff 49152/T(size)/Kids[\(kids)]>>")
    return LongDocument.file(of: objects)
  }

  private static func stream(_ content: String, _ entries: String = "") -> String {
    "<</Length \(content.utf8.count)\(entries)>>\nstream\n\(content)\nendstream"
  }

  /// Labels beside the fields, and their frames.
  private static func content(_ page: Int) -> String {
    let labels = fields.filter { $0.page == page }.map { field in
      let (x, y) = (field.rect[0], field.rect[1])
      return
        "BT /F 11 Tf 60 \(y + 6) Td (\(field.label)) Tj ET 0.6 G 0.5 w \(x) \(y) \(field.rect[2] - x) \(field.rect[3] - y) re S"
    }
    return "BT /F 18 Tf 60 790 Td (Application, page \(page)) Tj ET\n" + labels.joined(separator: "\n")
  }
}

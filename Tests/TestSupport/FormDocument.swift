import Foundation

/// A form of one page with a field of every kind.
package struct FormDocument {
  /// Where each field is on the page: left, bottom, right, top.
  package static let rects: [String: [Double]] = [
    "name": [20, 350, 180, 370], "story": [20, 290, 180, 345], "code": [20, 265, 180, 285],
    "person.secret": [20, 240, 180, 260], "language": [20, 215, 180, 235], "tags": [20, 150, 180, 210],
    "price": [200, 350, 380, 370], "tax": [200, 325, 380, 345], "total": [200, 300, 380, 320],
    "born": [200, 275, 380, 295], "fixed": [200, 250, 380, 270], "turned": [200, 150, 220, 240],
  ]

  /// Entries of the form besides its fields.
  package var form = ""
  /// Entries of the catalog besides its pages and the form.
  package var catalog = ""
  /// Entries of the page besides its annotations.
  package var page = ""

  package init() {}

  package var data: Data {
    var builder = PDFBuilder()
    builder.add(
      """
      <</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[10 0 R 11 0 R 12 0 R 13 0 R 14 0 R 15 0 R 16 0 R 17 0 R 20 0 R 21 0 R \
      22 0 R 23 0 R 24 0 R 25 0 R]/DA(/Helv 12 Tf 0 g)/DR<</Font<</Helv 5 0 R>>>>/CO[22 0 R]\(form)>>\(catalog)>>
      """, as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 400 400]>>", as: 2)
    builder.add(
      """
      <</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<<>>/Annots[10 0 R 11 0 R 12 0 R 33 0 R 14 0 R 15 0 R 16 0 R 30 0 R \
      31 0 R 32 0 R 20 0 R 21 0 R 22 0 R 23 0 R 24 0 R 25 0 R]\(page)>>
      """, as: 3)
    builder.addStream("1 0 0 RG 5 5 390 390 re S", as: 4)
    builder.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>", as: 5)
    func field(_ name: String, _ entries: String, as number: Int, title: String? = nil) {
      let rect = Self.rects[name, default: [0, 0, 1, 1]].map { "\($0)" }.joined(separator: " ")
      builder.add(
        "<</Type/Annot/Subtype/Widget/F 4/P 3 0 R/Rect[\(rect)]\(title ?? "/T(\(name))")\(entries)>>",
        as: number)
    }
    func script(_ key: String, _ source: String) -> String { "/\(key)<</S/JavaScript/JS(\(source))>>" }
    field("name", "/FT/Tx/V(Grace)/TU(Your name)/Ff 2/MK<</BC[0 0 1]>>", as: 10)
    field("story", "/FT/Tx/Ff 4096/DA(/Helv 0 Tf 0 g)", as: 11)
    field("code", "/FT/Tx/Ff 16777216/MaxLen 6", as: 12)
    builder.add("<</T(person)/FT/Tx/Ff 8192/Kids[33 0 R]>>", as: 13)
    field("person.secret", "/Parent 13 0 R", as: 33, title: "/T(secret)")
    field("language", "/FT/Ch/Ff 131072/Opt[[(de)(Deutsch)][(en)(English)]]/V(en)", as: 14)
    field("tags", "/FT/Ch/Ff 2097152/Opt[(one)(two)(three)(four)(five)(six)(seven)]", as: 15)
    let on = builder.addStream(
      "0 0 10 10 re f", dictionary: "/Type/XObject/Subtype/Form/BBox[0 0 20 20]", as: 40)
    let appearance = "/AP<</N<</Ja \(on) 0 R>>>>"
    builder.add(
      "<</Type/Annot/Subtype/Widget/F 4/P 3 0 R/Rect[20 120 40 140]/T(member)/FT/Btn/AS/Off\(appearance)>>",
      as: 16)
    builder.add("<</FT/Btn/Ff 32768/T(color)/Opt[(red)(green)(red)]/Kids[30 0 R 31 0 R 32 0 R]>>", as: 17)
    for (index, number) in [30, 31, 32].enumerated() {
      let left = 60 + 30 * index
      builder.add(
        "<</Type/Annot/Subtype/Widget/F 4/P 3 0 R/Rect[\(left) 120 \(left + 20) 140]/Parent 17 0 R>>",
        as: number)
    }
    field("price", "/FT/Tx/AA<<\(script("F", "AFNumber_Format\\(2, 0, 0, 0, \"$\", true\\);"))>>", as: 20)
    field("tax", "/FT/Tx", as: 21)
    let sum = "AFSimple_Calculate\\(\"SUM\", new Array \\(\"price\", \"tax\"\\)\\);"
    field(
      "total",
      "/FT/Tx/Ff 1/AA<<\(script("C", sum))\(script("F", "AFNumber_Format\\(2, 2, 0, 0, \"\", true\\)"))>>",
      as: 22)
    field("born", "/FT/Tx/AA<<\(script("F", "AFDate_FormatEx\\(\"d mmm yyyy\"\\)"))>>", as: 23)
    field("fixed", "/FT/Tx/Ff 1/V(stays)", as: 24)
    field("turned", "/FT/Tx/MK<</R 90>>", as: 25)
    return builder.data()
  }
}

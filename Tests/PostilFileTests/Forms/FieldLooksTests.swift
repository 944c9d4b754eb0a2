import PostilModel
import PostilTestSupport
import Testing

@testable import PostilFile

/// How the texts of fields look.
@Suite struct FieldLooksTests {
  @Test func looksAreThoseOfTheWidgetTheFieldAndTheForm() throws {
    var builder = PDFBuilder()
    builder.add(
      "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[10 0 R 11 0 R 12 0 R]/DA(/Helv 0 Tf 0 g)>>>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Annots[10 0 R 13 0 R 12 0 R]>>", as: 3)
    let widget = "/Type/Annot/Subtype/Widget/Rect[0 0 100 20]"
    builder.add("<<\(widget)/T(plain)/FT/Tx>>", as: 10)
    builder.add("<</T(own)/FT/Tx/DA(/TiBo 9 Tf 1 0 0 rg)/Kids[13 0 R]>>", as: 11)
    builder.add("<<\(widget)/T(turned)/FT/Tx/MK<</R 90>>/BS<</S/B/W 2>>/DA(nonsense)>>", as: 12)
    builder.add("<<\(widget)/Parent 11 0 R/Q 2>>", as: 13)
    let store = try FileStore(.data(builder.data()), password: nil, options: OpenOptions())
    let looks = try store.fieldLooks(in: store.saved)
    let plain = try #require(looks["plain"])
    #expect(plain.size == 0 && plain.alignment == .left && plain.color == .black && !plain.isTurned)
    let own = try #require(looks["own"])
    #expect(own.size == 9 && own.font.isBold && own.color == Color(red: 1, green: 0, blue: 0))
    #expect(own.alignment == .right)
    #expect(looks["turned"]?.isTurned == true && looks["turned"]?.inset == 4)
  }

  @Test func withoutAFormThereAreNone() throws {
    let store = try FileStore(
      .data(PageDocument(pageCount: 1).data), password: nil, options: OpenOptions())
    #expect(try store.fieldLooks(in: store.saved).isEmpty)
  }
}

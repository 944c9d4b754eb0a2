import Foundation
import PostilTestSupport

/// A page of 400 × 600 points with a secret in each of the thirteen places where one hides that a black box only covers; the
/// secrets begin with `SECRET`.
enum SecretDocument {
  static let secrets = [
    "SECRETSTRUCT", "SECRETALT", "SECRETINLINE", "SECRETFORM", "SECRETPATTERN", "SECRETMASK", "SECRETINVIS",
    "SECRETMID",
    "SECRETCONTENTS", "SECRETSTAMP", "SECRETFIELD", "SECRETTITLE",
  ]

  static var data: Data {
    var builder = PDFBuilder()
    builder.add(
      "<</Type/Catalog/Pages 5 0 R/MarkInfo<</Marked true>>/StructTreeRoot 6 0 R"
        + "/AcroForm<</DA(/F 12 Tf 0 g)/DR<</Font<</F 3 0 R>>>>/Fields[4 0 R]>>>>", as: 1)
    builder.add("<</Title(SECRETTITLE)>>", as: 2)
    builder.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>", as: 3)
    builder.add(
      "<</Type/Annot/Subtype/Widget/FT/Tx/T(f)/V(SECRETFIELD)/F 4/P 8 0 R/Rect[50 150 250 175]/DA(/F 12 Tf 0 g)"
        + "/AP<</N 7 0 R>>>>", as: 4)
    builder.add("<</Type/Pages/Count 1/Kids[8 0 R]>>", as: 5)
    builder.add("<</Type/StructTreeRoot/K[9 0 R]/ParentTree<</Nums[0[9 0 R]]>>>>", as: 6)
    let box = "/BBox[0 -5 200 20]/Resources<</Font<</F 3 0 R>>>>"
    builder.addStream(
      "BT /F 12 Tf 0 0 Td (SECRETSTAMP) Tj ET", dictionary: "/Type/XObject/Subtype/Form\(box)", as: 7)
    builder.add(
      "<</Type/Page/Parent 5 0 R/MediaBox[0 0 400 600]/StructParents 0/Annots[10 0 R 4 0 R]/Contents 11 0 R"
        + "/Resources<</Font<</F 3 0 R>>/XObject<</X 14 0 R>>/Pattern<</P 13 0 R>>"
        + "/ExtGState<</G<</Type/ExtGState/SMask<</S/Luminosity/G 12 0 R>>>>>>>>>>", as: 8)
    builder.add("<</S/P/P 6 0 R/Pg 8 0 R/K 0/ActualText(SECRETSTRUCT)/Alt(SECRETALT)>>", as: 9)
    builder.add(
      "<</Type/Annot/Subtype/Stamp/F 4/P 8 0 R/Rect[50 200 250 225]/Contents(SECRETCONTENTS)/AP<</N 7 0 R>>>>",
      as: 10)
    builder.addStream(
      """
      /P <</MCID 0>> BDC BT /F 12 Tf 50 550 Td (SECRETSTRUCT) Tj ET EMC
      /Span <</ActualText (SECRETINLINE)>> BDC BT /F 12 Tf 50 500 Td (S3CR3T) Tj ET EMC
      q 1 0 0 1 50 450 cm /X Do Q
      /Pattern cs /P scn 50 400 200 20 re f
      q /G gs 0 0 1 rg 50 290 200 30 re f Q
      BT /F 12 Tf 3 Tr 50 350 Td (SECRETINVIS) Tj 0 Tr ET
      BT /F 12 Tf 0 g 50 250 Td [(Left )-10 (SECRETMID)-20 ( Right)] TJ ET
      """, as: 11)
    builder.addStream(
      "BT /F 12 Tf 1 g 50 300 Td (SECRETMASK) Tj ET",
      dictionary: "/Type/XObject/Subtype/Form/BBox[0 0 400 600]/Group<</S/Transparency/CS/DeviceGray>>"
        + "/Resources<</Font<</F 3 0 R>>>>", as: 12)
    builder.addStream(
      "BT /F 12 Tf 0 0 Td (SECRETPATTERN) Tj ET",
      dictionary: "/PatternType 1/PaintType 1/TilingType 1/XStep 200/YStep 25\(box)", as: 13)
    builder.addStream(
      "BT /F 12 Tf 0 0 Td (SECRETFORM) Tj ET", dictionary: "/Type/XObject/Subtype/Form\(box)", as: 14)
    return builder.data(info: 2)
  }
}

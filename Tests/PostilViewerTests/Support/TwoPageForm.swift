import Foundation
import PostilTestSupport

/// A form of two pages of 400 × 500 points, whose second page is far below the first in the tab order.
enum TwoPageForm {
  /// In tab order: a text, a check box that has to be checked, a hidden text; on the second page a text, and a combo box that
  /// takes any text.
  static var data: Data {
    var builder = PDFBuilder()
    builder.add(
      """
      <</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[10 0 R 11 0 R 12 0 R 13 0 R 14 0 R]/DA(/Helv 12 Tf 0 g)\
      /DR<</Font<</Helv 5 0 R>>>>>>>>
      """, as: 1)
    builder.add("<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 400 500]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Resources<<>>/Annots[10 0 R 11 0 R 12 0 R]>>", as: 3)
    builder.add("<</Type/Page/Parent 2 0 R/Resources<<>>/Annots[13 0 R 14 0 R]>>", as: 4)
    builder.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>", as: 5)
    func widget(_ entries: String, page: Int, as number: Int) {
      builder.add("<</Type/Annot/Subtype/Widget/P \(page) 0 R\(entries)>>", as: number)
    }
    widget("/F 4/Rect[20 450 200 470]/T(first)/FT/Tx", page: 3, as: 10)
    let on = builder.addStream(
      "0 0 10 10 re f", dictionary: "/Type/XObject/Subtype/Form/BBox[0 0 20 20]", as: 40)
    widget(
      "/F 4/Rect[20 420 40 440]/T(agree)/TU(I agree)/FT/Btn/Ff 2/AS/Off/AP<</N<</Yes \(on) 0 R>>>>", page: 3,
      as: 11)
    widget("/F 2/Rect[20 390 200 410]/T(unseen)/FT/Tx/Ff 2", page: 3, as: 12)
    widget("/F 4/Rect[20 30 200 50]/T(second)/FT/Tx", page: 4, as: 13)
    widget(
      "/F 4/Rect[220 30 380 50]/T(city)/FT/Ch/Ff 393216/Opt[[(b)(Berlin)][(r)(Rome)]]", page: 4, as: 14)
    return builder.data()
  }
}

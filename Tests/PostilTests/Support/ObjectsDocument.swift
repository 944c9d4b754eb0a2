import Foundation
import PostilTestSupport

/// A document of three pages with objects of all roles, under numbers that tests know: 3 to 5 the pages, 6 and 7 the content and the
/// resources of the first, 8 its font, 11 to 13 data of its own that it leads to, 14 what only the second page leads to.
enum ObjectsDocument {
  static let packet = """
    <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">\
    <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
    xmlns:own="http://example.org/own/" own:thing="opened"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>
    """

  static func data(_ xref: PDFBuilder.Xref = .table, catalog: String = "") -> Data {
    var builder = PDFBuilder()
    builder.add(
      """
      <</Type/Catalog/Pages 2 0 R/AcroForm 20 0 R/Outlines 22 0 R/Metadata 10 0 R/OCProperties 30 0 R/StructTreeRoot 40 0 R\
      /Names 26 0 R/Own(opened)\(catalog)>>
      """, as: 1)
    builder.add("<</Type/Pages/Count 3/Kids[3 0 R 4 0 R 5 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add(
      """
      <</Type/Page/Parent 2 0 R/Contents 6 0 R/Resources 7 0 R/PieceInfo 11 0 R/Tabs/R/Annots[21 0 R 24 0 R]\
      /StructParents 0>>
      """, as: 3)
    builder.add("<</Type/Page/Parent 2 0 R/PieceInfo<</Own 14 0 R>>/Resources 7 0 R>>", as: 4)
    builder.add("<</Type/Page/Parent 2 0 R/Resources 7 0 R>>", as: 5)
    builder.addStream(
      "/P<</MCID 0>>BDC BT /F 24 Tf 20 100 Td (Hello) Tj ET EMC /OC /L BDC 1 0 0 rg 100 20 50 50 re f EMC",
      as: 6)
    builder.add("<</Font<</F 8 0 R>>/Properties<</L 31 0 R>>>>", as: 7)
    builder.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>", as: 8)
    builder.addStream(packet, dictionary: "/Type/Metadata/Subtype/XML", as: 10)
    builder.add("<</Data 12 0 R/List 13 0 R/Kept(kept)/Own(opened)>>", as: 11)
    builder.addStream("3031>", dictionary: "/Filter/ASCIIHexDecode/Own(opened)", as: 12)
    builder.add("[1 2]", as: 13)
    builder.add("<</Own(opened)/Data 12 0 R>>", as: 14)
    builder.add("<</Fields[21 0 R]/DR 27 0 R>>", as: 20)
    builder.add(
      "<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(v)/Rect[20 20 80 40]/P 3 0 R/MK 28 0 R>>", as: 21)
    builder.add("<</Type/Outlines/First 23 0 R/Last 23 0 R/Count 1>>", as: 22)
    builder.add("<</Title(Last)/Parent 22 0 R/Dest[5 0 R/Fit]>>", as: 23)
    builder.add(
      "<</Type/Annot/Subtype/Square/NM(square)/Rect[10 150 60 190]/AP<</N 25 0 R>>/StructParent 1>>", as: 24)
    builder.addStream(
      "0 0 1 rg 0 0 50 40 re f", dictionary: "/Type/XObject/Subtype/Form/BBox[0 0 50 40]", as: 25)
    builder.add("<</Dests<</Names[(a)[3 0 R/Fit]]>>>>", as: 26)
    builder.add("<</Font<</F 8 0 R>>>>", as: 27)
    builder.add("<</CA(x)>>", as: 28)
    builder.add("<</OCGs[31 0 R]/D 32 0 R>>", as: 30)
    builder.add("<</Type/OCG/Name(Layer)>>", as: 31)
    builder.add("<</Order[31 0 R]>>", as: 32)
    builder.add("<</Type/StructTreeRoot/K 41 0 R/ParentTree 43 0 R>>", as: 40)
    builder.add(
      "<</Type/StructElem/S/P/P 40 0 R/Pg 3 0 R/K[0<</Type/OBJR/Obj 24 0 R>>]/A 42 0 R>>", as: 41)
    builder.add("<</O/Layout/Placement/Block>>", as: 42)
    builder.add("<</Nums[0[41 0 R]1 41 0 R]>>", as: 43)
    builder.add("<</Title(A title)>>", as: 50)
    return builder.data(xref, info: 50)
  }
}

import Foundation

/// A document of two pages that keeps PDF/A and PDF/UA-1 as far as it says so, without text: what a test adds may break that.
///
/// Object 3 is the first page with a drawing in a paragraph (12) and one in a figure (13), 4 the second page, which has no content.
/// The root of the structure is 10, its document 11, the list of parents 14, the metadata packet 20.
package struct ConformingDocument {
  /// What the metadata packet says, as properties of `pdfaid` and `pdfuaid`.
  package var claims =
    "<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance><pdfuaid:part>1</pdfuaid:part>"
  package var profile: [UInt8]? = ICCProfile.sRGB
  package var language: String? = "en"
  /// More of the catalog and of the first page.
  package var catalog = ""
  package var page = ""
  package var content =
    "/P <</MCID 0>> BDC 1 0 0 rg 10 10 50 50 re f EMC /Figure <</MCID 1>> BDC 0 g 80 10 50 50 re f EMC"
  package var figure = "/Alt(A square)"
  package var title = "A title"
  package var resources = ""
  /// Objects from 30 on.
  package var more: [String] = []
  package var trailer = "/ID[(0123456789abcdef)(0123456789abcdef)]"

  package init() {}

  /// One that says it is PDF/A of a part alone.
  package init(archive part: Int, _ level: String? = "B") {
    claims =
      "<pdfaid:part>\(part)</pdfaid:part>"
      + (level.map { "<pdfaid:conformance>\($0)</pdfaid:conformance>" } ?? "<pdfaid:rev>2020</pdfaid:rev>")
  }

  /// PDF/A has properties of other schemas described (ISO 19005-2, 6.6.2.3.2).
  private var schemas: String {
    guard claims.contains("pdfaid:part"), claims.contains("pdfuaid:part") else { return "" }
    return """
      <pdfaExtension:schemas xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" \
      xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">\
      <rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>PDF/UA</pdfaSchema:schema>\
      <pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>\
      <pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">\
      <pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType>\
      <pdfaProperty:category>internal</pdfaProperty:category><pdfaProperty:description>Part</pdfaProperty:description>\
      </rdf:li></rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas>
      """
  }

  private var packet: String {
    """
    <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
    xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" \
    xmlns:dc="http://purl.org/dc/elements/1.1/">\(claims)\(schemas)<dc:title><rdf:Alt><rdf:li xml:lang="x-default">\(title)\
    </rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>
    """
  }

  package var data: Data {
    var builder = PDFBuilder()
    builder.trailer = trailer
    if claims.contains("<pdfaid:part>4") { builder.version = "2.0" }
    let spoken = language.map { "/Lang(\($0))" } ?? ""
    let intents =
      profile == nil
      ? "" : "/OutputIntents[<</S/GTS_PDFA1/OutputConditionIdentifier(sRGB)/DestOutputProfile 21 0 R>>]"
    builder.add(
      """
      <</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot 10 0 R/Metadata 20 0 R\
      /ViewerPreferences<</DisplayDocTitle true>>\(spoken)\(intents)\(catalog)>>
      """, as: 1)
    builder.add("<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add(
      "<</Type/Page/Parent 2 0 R/StructParents 0/Contents 5 0 R/Resources<<\(resources)>>\(page)>>", as: 3)
    builder.add("<</Type/Page/Parent 2 0 R/Resources<<>>>>", as: 4)
    builder.addStream(content, as: 5)
    builder.add("<</Type/StructTreeRoot/K 11 0 R/ParentTree 14 0 R/ParentTreeNextKey 1>>", as: 10)
    builder.add("<</Type/StructElem/S/Document/P 10 0 R/K[12 0 R 13 0 R]>>", as: 11)
    builder.add("<</Type/StructElem/S/P/P 11 0 R/Pg 3 0 R/K 0>>", as: 12)
    builder.add("<</Type/StructElem/S/Figure/P 11 0 R/Pg 3 0 R/K 1\(figure)>>", as: 13)
    builder.add("<</Nums[0[12 0 R 13 0 R]]>>", as: 14)
    builder.addStream(packet, dictionary: "/Type/Metadata/Subtype/XML", as: 20)
    if let profile { builder.addStream(bytes: profile, dictionary: "/N 3", as: 21) }
    for (index, object) in more.enumerated() { builder.add(object, as: 30 + index) }
    return builder.data()
  }
}

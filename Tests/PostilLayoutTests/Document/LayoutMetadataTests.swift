import Foundation
import Postil
import PostilLayout
import Testing

@Suite struct LayoutMetadataTests {
  /// A property stands once in a packet (ISO 16684-1), so schemas of one's own join those of PDF/UA.
  @Test func extensionSchemasAreOneList() throws {
    var document = LayoutDocument(title: "T", language: "en") { Heading("T") }
    document.metadata = ["x", "y"].map { name in
      """
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:\(name)="urn:\(name)"><\(name):Kind>1</\(name):Kind></rdf:Description>
      <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/">
      <pdfaExtension:schemas><rdf:Bag><rdf:li>\(name)-schema</rdf:li></rdf:Bag></pdfaExtension:schemas>
      </rdf:Description></rdf:RDF>
      """
    }
    let text = String(decoding: try document.dataAndWait(conformingTo: [.pdfA3b, .pdfUA1]), as: UTF8.self)
    #expect(text.components(separatedBy: "<pdfaExtension:schemas").count == 2)
    for part in ["PDF/UA identification schema", "x-schema", "y-schema", "<x:Kind", "<y:Kind"] {
      #expect(text.contains(part), "\(part)")
    }
    document.metadata = ["no XML"]
    #expect(try PDFDocument(data: document.dataAndWait()).pageCount == 1)
  }
}

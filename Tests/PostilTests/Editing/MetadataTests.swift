import Foundation
import Postil
import PostilTestSupport
import Testing

/// The information dictionary and the metadata packet (XMP), in step.
@Suite struct MetadataTests {
  private static let packet = """
    <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">\
    <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
    xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:own="http://example.org/own/" own:thing="kept" \
    xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:part="2" pdfaid:conformance="B" \
    xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:MetadataDate="2020-01-01T00:00:00Z">\
    <dc:title><rdf:Alt><rdf:li xml:lang="x-default">From the packet</rdf:li></rdf:Alt></dc:title>\
    </rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>
    """

  private func data(_ packet: String, version: String = "1.7", information: String = "/Author(Ada)") -> Data {
    var builder = PDFBuilder(annotations: [])
    builder.version = version
    builder.add("<</Type/Catalog/Pages 2 0 R/Metadata 10 0 R>>", as: 1)
    builder.addStream(packet, dictionary: "/Type/Metadata/Subtype/XML", as: 10)
    let info = builder.add("<<\(information)/Department(Sales)/Trapped/False>>", as: 30)
    return builder.data(info: info)
  }

  private func packet(_ url: URL) throws -> String {
    try Tool.run("pdfinfo", ["-meta", url.path]).output
  }

  @Test(arguments: [SaveOptions.incremental(), .rewrite()])
  func bothSayTheSame(options: SaveOptions) throws {
    let folder = try TemporaryFolder()
    let url = try folder.file("a.pdf", data(Self.packet))
    let document = try PDFDocument.openAndWait(url)
    let opened = document.information
    #expect(
      opened.title == "From the packet" && opened.author == "Ada" && opened.custom == ["Department": "Sales"])
    var information = opened
    (information.title, information.subject) = ("Title", "Straße & more")
    information.modificationDate = Date(timeIntervalSince1970: 1_700_000_000.75)
    information.custom["Department"] = "Support"
    try document.setInformation(information)
    try document.saveAndWait(options)
    let text = try packet(url)
    for part in [
      "<rdf:li xml:lang=\"x-default\">Title</rdf:li>", "Straße &amp; more", "2023-11-14T22:13:20Z",
      "own:thing=\"kept\"", "pdfaid:part=\"2\"",
    ] { #expect(text.contains(part), "\(part)") }
    #expect(!text.contains("2020-01-01"))
    let saved = try PDFDocument.openAndWait(url)
    #expect(saved.information.title == "Title" && saved.information.custom == ["Department": "Support"])
    #expect(saved.information.modificationDate == Date(timeIntervalSince1970: 1_700_000_000))
    #expect(saved.pdfAConformance == "2B")
    try document.undo()
    try document.saveAndWait(options)
    #expect(try packet(url).contains("From the packet") && !packet(url).contains("Straße"))
    #expect(try PDFDocument.openAndWait(url).information == opened)
    #expect(try Tool.qpdfCheck(url).status == 0)
  }

  @Test func anEditOfSomethingElseLeavesThePacketAlone() throws {
    let folder = try TemporaryFolder()
    let url = try folder.file("a.pdf", data(Self.packet))
    let document = try PDFDocument.openAndWait(url)
    try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
    try document.saveAndWait(.rewrite())
    #expect(try packet(url).contains("2020-01-01"))
  }

  /// Entities, and no XML at all: the packet stays to the letter, and the report says so.
  @Test(arguments: ["<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", "<x:xmpmeta", ""])
  func aPacketThatCannotBeReadStays(packet: String) throws {
    let folder = try TemporaryFolder()
    let url = try folder.file("a.pdf", data(packet))
    let document = try PDFDocument.openAndWait(url)
    var information = document.information
    information.title = "New"
    try document.setInformation(information)
    let report = try document.saveAndWait()
    #expect(report.warnings.contains { $0.contains("XMP") })
    #expect(try Data(contentsOf: url).starts(with: data(packet)))
    #expect(try PDFDocument.openAndWait(url).information.title == "New")
  }

  @Test func aDocumentOfTheNewestVersionGetsAPacket() throws {
    let folder = try TemporaryFolder()
    var builder = PDFBuilder(annotations: [])
    for (version, has) in [("1.7", false), ("2.0", true)] {
      builder.version = version
      let url = try folder.file("\(version).pdf", builder.data())
      let document = try PDFDocument.openAndWait(url)
      var information = DocumentInformation()
      information.title = "Title of it"
      try document.setInformation(information)
      try document.saveAndWait()
      #expect(try packet(url).contains("Title of it") == has)
    }
  }

  @Test func whatBreaksAClaimOfPDFAIsSaid() throws {
    let folder = try TemporaryFolder()
    let url = try folder.file("a.pdf", data(Self.packet))
    let document = try PDFDocument.openAndWait(url)
    try document.attach(DocumentAttachment(AttachedFile(Data([1]), name: "a.txt")))
    #expect(try document.saveAndWait().warnings.contains { $0.contains("PDF/A-2b") })
  }

  @Test func keysOfOthersAreRefused() throws {
    let document = try PDFDocument(data: data(Self.packet))
    for key in ["", "Title", "Trapped"] {
      var information = document.information
      information.custom[key] = "x"
      #expect(throws: PDFError.self) { try document.setInformation(information) }
    }
  }
}

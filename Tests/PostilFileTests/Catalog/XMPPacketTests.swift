import Foundation
import PostilModel
import Testing

@testable import PostilFile

@Suite struct XMPPacketTests {
  static let packet = """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:part="2" pdfaid:conformance="B"/>
    <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:own="http://example.org/own/"
      xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:CreatorTool="Writer" xmp:CreateDate="2024-02-29T12:00:00+01:00">
    <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Old &amp; worn</rdf:li><rdf:li xml:lang="de">Alt</rdf:li></rdf:Alt></dc:title>
    <dc:creator><rdf:Seq><rdf:li>Ada</rdf:li><rdf:li>Grace</rdf:li></rdf:Seq></dc:creator>
    <own:thing own:kind="a"><rdf:Bag><rdf:li>kept</rdf:li></rdf:Bag></own:thing>
    </rdf:Description></rdf:RDF></x:xmpmeta>
    <?xpacket end="w"?>
    """

  @Test func propertiesAreReadInAllForms() throws {
    let packet = try #require(XMPPacket(Data(Self.packet.utf8)))
    #expect(packet[.title] == "Old & worn" && packet[.creator] == "Ada; Grace")
    #expect(packet[.creatorTool] == "Writer" && packet[.archivePart] == "2" && packet[.keywords] == nil)
    var information = DocumentInformation()
    information.author = "Somebody"
    information.addMissing(packet)
    #expect(information.title == "Old & worn" && information.author == "Somebody")
    #expect(information.creationDate == Date(timeIntervalSince1970: 1_709_204_400))
  }

  @Test func whatChangesLeavesTheRestAlone() throws {
    var packet = try #require(XMPPacket(Data(Self.packet.utf8)))
    packet.set(.title, to: "New <title>")
    packet.set(.creator, to: "Zoë")
    packet.set(.creatorTool, to: nil)
    packet.set(.keywords, to: "one, two")
    let text = String(decoding: packet.data, as: UTF8.self)
    let again = try #require(XMPPacket(packet.data))
    #expect(again[.title] == "New <title>" && again[.creator] == "Zoë" && again[.creatorTool] == nil)
    #expect(again[.keywords] == "one, two" && again[.archivePart] == "2" && again[.archiveConformance] == "B")
    #expect(text.contains("<rdf:li xml:lang=\"de\">Alt</rdf:li>") && !text.contains("Writer"))
    #expect(text.contains("own:kind=\"a\"") && text.contains("<rdf:li>kept</rdf:li>"))
    #expect(text.hasPrefix("<?xpacket begin=") && text.hasSuffix("<?xpacket end=\"w\"?>"))
    for property in [XMPPacket.Property.title, .creator, .keywords] { packet.set(property, to: nil) }
    #expect(packet[.title] == nil && packet[.creator] == nil && packet[.keywords] == nil)
  }

  @Test func aNewPacketTakesEverything() throws {
    var packet = XMPPacket()
    packet.set(.title, to: "A")
    packet.set(.modifyDate, to: "2026-01-01T00:00:00Z")
    let again = try #require(XMPPacket(packet.data))
    #expect(again[.title] == "A" && again[.modifyDate] == "2026-01-01T00:00:00Z")
  }

  @Test(arguments: [
    "", "no XML", "<a/>", "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"/>",
    "<!DOCTYPE a [<!ENTITY b \"c\">]><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description/></rdf:RDF>",
    "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><a>&b;</a>",
  ])
  func whatIsNoPacketIsNone(text: String) {
    #expect(XMPPacket(Data(text.utf8)) == nil)
  }
}

import Foundation
import PostilXML
import PostilModel
import Testing

@Suite struct XMLReaderTests {
  private func read(_ text: String) throws -> XMLElement { try XMLReader.read(Data(text.utf8)) }

  private func message(_ data: Data) -> String? {
    do {
      _ = try XMLReader.read(data)
      return nil
    } catch let error as PDFError {
      #expect(error.code == .invalidAnnotations)
      return error.message
    } catch {
      Issue.record(error)
      return nil
    }
  }

  private func message(_ text: String) -> String? { message(Data(text.utf8)) }

  @Test func elementsAttributesAndTextComeBack() throws {
    let root = try read(
      "<a xmlns='n' xmlns:p='m' x='1&lt;&#10;' p:y='2'>one<p:b/>&amp;two<![CDATA[<three>]]><c z='é'/></a>")
    #expect(root.name == "a" && root.namespace == "n" && root["x"] == "1<\n" && root["y"] == nil)
    #expect(root.attributes.last == .init("y", "2", namespace: "m", prefix: "p"))
    #expect(root.text == "one&two<three>" && root.elements.map(\.name) == ["b", "c"])
    #expect(root.elements[0].namespace == "m" && root.elements[1]["z"] == "é")
    #expect(try read(XMLWriter.fragment(root)) == root)
  }

  @Test func everyCharacterThatXMLCanHaveComesBack() throws {
    let text = "<>&\"'\r\n\t\u{85}\u{2028}é\u{1F600}\u{10FF80}"
    var element = XMLElement("a", [.init("b", text)])
    element.children = [.text(text)]
    let copy = try XMLReader.read(XMLWriter.document(element))
    #expect(copy.text == text)
    #expect(copy["b"] == text)
    #expect(!XMLWriter.canHold("\u{1}") && !XMLWriter.canHold("\u{FFFE}") && XMLWriter.canHold(text))
    #expect(XMLWriter.fragment(XMLElement("a", [.init("b", "x\u{1}y")])) == "<a b=\"xy\"/>")
  }

  @Test func declarationsOfDocumentTypesAreRefused() throws {
    let laughs = (1...9).map { "<!ENTITY l\($0) '\(String(repeating: "&l\($0 - 1);", count: 10))'>" }
    let bomb = "<!DOCTYPE x [<!ENTITY l0 'ha'>\(laughs.joined())]><x>&l9;</x>"
    let external = "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><x>&e;</x>"
    let remote = "<?xml version='1.0'?>\n<!DOCTYPE x SYSTEM 'http://127.0.0.1:9/x.dtd'><x/>"
    for text in [bomb, external, remote] {
      let message = message(text)
      #expect(message?.contains("document type declaration") == true, "\(message ?? "")")
    }
    #expect(message("<x>&unknown;</x>") != nil)
  }

  @Test func whatIsNotXMLIsRefusedWithItsLine() {
    for text in ["", " ", "no", "<a>", "<a></b>", "<a b='1' b='2'/>", "<a/><b/>", "<a b=1/>", "\u{0}"] {
      #expect(message(text) != nil, "\(text)")
    }
    #expect(message("<a>\n<b>\n</a>")?.contains("line 3") == true)
    #expect(message(Data([0x3C, 0x61, 0x3E, 0xC3, 0x28, 0x3C, 0x2F, 0x61, 0x3E])) != nil)
    #expect(message(Data([0x3C, 0x61, 0x3E, 0xFF, 0xFE, 0x3C, 0x2F, 0x61, 0x3E])) != nil)
    #expect(message("<?xml version='1.0' encoding='UTF-7'?><a/>")?.contains("utf-7") == true)
  }

  @Test func otherEncodingsAreRead() throws {
    for (encoding, name) in [(String.Encoding.utf16, "UTF-16"), (.isoLatin1, "ISO-8859-1")] {
      let text = "<?xml version=\"1.0\" encoding=\"\(name)\"?><a b=\"é\"/>"
      let data = try #require(text.data(using: encoding))
      #expect(try XMLReader.read(data)["b"] == "é")
    }
    #expect(try XMLReader.read(Data("\u{FEFF}<a/>".utf8)).name == "a")
  }

  @Test func limitsAreKeptBeforeMemoryAndTimeAreGone() {
    let deep = String(repeating: "<a>", count: 3_000_000)
    #expect(message(deep)?.contains("too deep") == true)
    let wide = "<a>" + String(repeating: "<b/>", count: 2_100_000) + "</a>"
    #expect(message(wide)?.contains("too many elements") == true)
    let attributes = "<a " + (0..<300_000).map { "a\($0)='' " }.joined() + "/>"
    #expect(message(attributes)?.contains("attributes") == true)
    let hidden = "<!-- ' --><a " + (0..<300).map { "a\($0)='>' " }.joined() + "/>"
    #expect(message(hidden)?.contains("attributes") == true)
    let names = (0..<5).map { level in
      "<a " + (0..<60).map { "xmlns:n\(level)-\($0)='u' " }.joined() + ">"
    }
    #expect(message(names.joined())?.contains("namespaces") == true)
    var limits = XMLReader.Limits()
    limits.bytes = 10
    #expect(throws: PDFError.self) { try XMLReader.read(Data("<abcdefghij/>".utf8), limits: limits) }
  }
}

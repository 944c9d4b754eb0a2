import PostilModel
import Testing

@testable import PostilFile

/// What content says apart from what it shows.
@Suite struct ContentWordsTests {
  private let content = """
    % of SECRETNAME
    /SECRETNAME BMC BT /F 12 Tf (shown SECRETNAME) Tj [(a) -20 (b)] TJ ET EMC
    /X <</N (SECRETNAME) /M [/SECRETNAME]>> DP SECRETNAME
    q 1 0 0 1 0 0 cm % and SECRETNAME again
    BI /W 1 /H 1 /BPC 8 /CS /SECRETNAME ID x EI Q (50 % of it) Tj
    """

  private func matcher() throws -> RedactionMatcher {
    var matcher = RedactionMatcher()
    matcher.add(try SearchNeedle("SECRETNAME", []))
    return matcher
  }

  @Test func wordsAreTold() {
    let words = ContentWords(Array(content.utf8))
    #expect(words.names.isSuperset(of: ["SECRETNAME", "X", "N", "M", "F"]))
    #expect(words.strings == [Array("SECRETNAME".utf8)])
    let others = words.others.map { String(decoding: $0, as: UTF8.self) }
    #expect(others == ["% of SECRETNAME", "SECRETNAME", "% and SECRETNAME again"])
    let glance = ContentWords.glance(at: Array(content.utf8))
    let shown = glance.shown.split(separator: 1).map { String(decoding: $0, as: UTF8.self) }
    #expect(shown == ["shown SECRETNAME", "ab", "50 % of it"])
    #expect(glance.hasOthers && glance.names.isSuperset(of: ["SECRETNAME", "X", "N", "M", "F"]))
  }

  /// Most content has nothing but operations, and need not be read for its words.
  @Test(arguments: [
    ("q 1 0 0 1 0 0 cm BT /F 12 Tf (a (b) %) ' [<41>-5(c)] TJ ET Q", false),
    ("/P <</MCID 0>> BDC EMC", false),
    ("/P <</A (b)>> BDC EMC", true), ("q % c\nQ", true), ("q name Q", true), ("q /N#41me gs T* Q", false),
    ("(", false), ("<", false), ("/", false), ("<<(a)", true),
  ])
  func aGlanceTellsWhetherToRead(content: String, hasOthers: Bool) {
    #expect(ContentWords.glance(at: Array(content.utf8)).hasOthers == hasOthers)
  }

  @Test func wordsAreTakenOutAndTheRestStays() throws {
    let clean = try #require(
      try ContentWords.cleaned(Array(content.utf8), try matcher(), names: ["SECRETNAME": "new"]))
    let text = String(decoding: clean, as: UTF8.self)
    #expect(text.components(separatedBy: "SECRETNAME").count == 2, "\(text)")
    #expect(text.contains("/new BMC BT /F 12 Tf (shown SECRETNAME) Tj [(a) -20 (b)] TJ ET EMC"))
    #expect(text.contains("(50 % of it) Tj") && text.contains("1 0 0 1 0 0 cm") && text.contains("ID x\nEI"))
    #expect(try ContentWords.cleaned(Array("q (a % b) Tj Q % c".utf8), try matcher(), names: [:]) == nil)
  }

  /// Nobody shows what no operator follows.
  @Test func operandsWithoutAnOperatorAreWords() throws {
    let bytes = Array("q Q (SECRETNAME)".utf8)
    #expect(
      ContentWords.glance(at: bytes).hasOthers && ContentWords(bytes).others == [Array(" (SECRETNAME)".utf8)])
    #expect(try ContentWords.cleaned(bytes, try matcher(), names: [:]) == Array("q Q".utf8))
    #expect(ContentWords(Array("q Q \n".utf8)).others.isEmpty)
  }

  /// JPEG 2000 has boxes for them.
  @Test func notesInBoxesAreTakenOut() throws {
    func box(_ type: String, _ contents: [UInt8]) -> [UInt8] {
      [0, 0, 0, UInt8(contents.count + 8)] + Array(type.utf8) + contents
    }
    let head = box("jP  ", [0x0D, 0x0A, 0x87, 0x0A])
    let picture = box("jp2c", [0xFF, 0x4F, 0xFF, 0xD9])
    let notes = try #require(ImageNotes(head + box("xml ", Array("SECRETNAME".utf8)) + picture))
    #expect(notes.texts == [Array("SECRETNAME".utf8)] && notes.without == head + picture && notes.isShorter)
  }

  @Test func notesOfPicturesAreTakenOut() throws {
    let comment: [UInt8] = [0xFF, 0xFE, 0, 12] + Array("SECRETNAME".utf8)
    let samples: [UInt8] = [0xFF, 0xDA, 0, 2, 1, 2, 3, 0xFF, 0xD9]
    let header: [UInt8] =
      [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]
    let notes = try #require(ImageNotes(header + comment + samples))
    #expect(notes.texts == [Array("SECRETNAME".utf8)] && notes.without == header + samples)
    let packed = try #require(Flate.compress(Array("SECRETNAME".utf8)))
    let program: [UInt8] = [0xFF, 0xED, 0, UInt8(packed.count + 2)] + packed
    #expect(ImageNotes(header + program + samples)?.texts.contains(Array("SECRETNAME".utf8)) == true)
    // Behind samples, and in what other markers have more than they have to; a small picture goes too.
    let late = try #require(ImageNotes(header + samples.dropLast(2) + comment + [0xFF, 0xD9]))
    #expect(late.texts.count == 1 && late.without == header + samples)
    var longer = header + Array("SECRETNAME".utf8)
    (longer[5], longer[18], longer[19]) = (26, 2, 1)
    #expect(ImageNotes(longer + samples)?.texts == [Array("SECRETNAME".utf8)])
    #expect(ImageNotes(longer + samples)?.without == header + samples)
    #expect(ImageNotes(header + samples)?.isShorter == false)
    #expect(ImageNotes([1, 2, 3]) == nil)
    #expect(ImageNotes([0xFF, 0xD8, 0xFF, 0xFE, 0xFF])?.texts == [])
  }
}

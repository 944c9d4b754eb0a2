import PostilModel
import Testing

@testable import PostilFile

/// What bytes may say to who reads them, and what is left of them once something is taken out.
@Suite struct StringReadingTests {
  private let matcher: RedactionMatcher

  init() throws {
    var matcher = RedactionMatcher()
    matcher.add(try SearchNeedle("SECRETNAME", []))
    matcher.add(try SearchNeedle("John Doe", []))
    self.matcher = matcher
  }

  /// The same name, hidden in other ways.
  @Test(arguments: [
    "SECRETNAME", "http://a/SECRET%4EAME", "http://a/SECRET%254EAME", "%u0053ECRETNAME",
    "mailto:John%20Doe@x",
    "http://a/?q=John+Doe", "<p>SECRET<b>NAME</b></p>", "<p>&#83;ECRETNAME</p>", "<p>&#x53;ECRETNAME</p>",
    "&#83ECRETNAME", "&lt;p&gt;SECRET&lt;b&gt;NAME&lt;/b&gt;", "<p>John</p><p>Doe</p>", "John<br/>Doe",
    "<w:t>SECRET</w:t></w:r><w:r><w:t>NAME</w:t>", "John&nbsp;Doe", "<![CDATA[SECRETNAME]]>",
    "<a title='&#83;ECRETNAME'/>",
    "var a = '\\x53ECRETNAME'", "'\\u0053ECRETNAME'", "'\\u{53}ECRETNAME'", "'\\123ECRETNAME'",
    "'SECRET\\\nNAME'",
    "'SECRET' + 'NAME'", "\"SECRET\"\n  + \"NAME\"", "5345435245544E414D45", "<5345 4352 4554 4E41 4D45>",
    "FEFF005300450043005200450054004E0041004D0045", "data:text/plain;base64,U0VDUkVUTkFNRQ==",
    "SECRET\u{AD}NAME",
    "SECRET\u{200B}NAME",
  ])
  func aTextIsFoundAndTakenOut(text: String) throws {
    #expect(matcher.hasMatch(inReadingsOf: text))
    let clean = try #require(matcher.cleaned(text))
    #expect(!matcher.hasMatch(inReadingsOf: clean), "\(clean)")
    let bytes = try #require(matcher.cleaned(TextString.encode(text)))
    #expect(!matcher.hasMatch(inReadingsOf: bytes))
  }

  @Test(arguments: [
    "", "a", "SECRET NAME", "100 % of it", "a < b & c > d", "C:\\new", "1 + 1", "<p>SECRET</p> <p>NAME</p>",
  ])
  func whatDoesNotMatchStays(text: String) {
    #expect(matcher.cleaned(text) == nil)
    #expect(matcher.cleaned(TextString.encode(text)) == nil)
  }

  @Test func onlyWhatMatchesGoes() {
    #expect(matcher.cleaned("http://a/SECRET%4EAME?b=%20") == "http://a/[redacted]?b=%20")
    #expect(matcher.cleaned("by SECRETNAME, 2026") == "by [redacted], 2026")
    #expect(matcher.cleaned("say('\\x53ECRETNAME');") == "say('[redacted]');")
  }

  /// The encodings of a string that say so, and those that do not.
  @Test func everyEncodingIsRead() throws {
    let utf16 = Array("xSECRETNAME".utf16)
    let big = utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let little = utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let strings: [[UInt8]] = [
      [0xFE, 0xFF] + big, [0xFF, 0xFE] + little, [0xEF, 0xBB, 0xBF] + Array("SECRETNAME".utf8), big, little,
      [0x20] + big, [0xFE, 0xFF] + Array("SECRETNAME".utf8),
    ]
    for bytes in strings {
      let clean = try #require(matcher.cleaned(bytes), "\(bytes)")
      #expect(!matcher.hasMatch(inReadingsOf: clean))
    }
    var umlauts = RedactionMatcher()
    umlauts.add(try SearchNeedle("Müller’s", []))
    for bytes in [Array("Müller’s".utf8), [0x4D, 0xFC, 0x6C, 0x6C, 0x65, 0x72, 0x92, 0x73]] as [[UInt8]] {
      #expect(umlauts.cleaned(bytes) != nil)
    }
  }

  /// The escapes that say what language follows (ISO 32000-2, 7.9.2.2.2), with the letters in one unit and in several.
  @Test func languagesAreNoPartOfAText() {
    func units(_ text: String) -> [UInt8] { text.utf16.reduce(into: []) { $0 += [0, UInt8($1)] } }
    func decoded(_ language: [UInt8]) -> String {
      var bytes: [UInt8] = [0xFE, 0xFF]
      bytes += units("SECRET") + [0, 0x1B]
      bytes += language + [0, 0x1B]
      bytes += units("NAME")
      return TextString.decode(bytes)
    }
    #expect(decoded(Array("en".utf8)) == "SECRETNAME")
    #expect(decoded(Array("enUS".utf8)) == "SECRETNAME")
    #expect(decoded([0, 0x65, 0, 0x6E]) == "SECRETNAME")
    #expect(TextString.decode([0xFE, 0xFF, 0, 0x41, 0, 0x1B, 0, 0x42]) == "AB")
  }

  /// Strings and shown text of two bytes a letter, whatever stands before them and in whichever order the bytes are.
  @Test(arguments: [
    "SECRETNAME", "SECRET\u{200B}NAME", "\u{FF33}ECRETNAME", "\u{1B}en\u{1B}SECRETNAME",
    "SECRET\u{1B}deDE\u{1B}NAME", "漢字 SECRETNAME", "John\u{A0}Doe",
  ])
  func wideTextIsFound(text: String) {
    let units = Array(text.utf16)
    let (big, little) = (
      units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
      units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    )
    // Zeros make it look like UTF-16 where most of its characters are no Latin.
    let zeros = [UInt8](repeating: 0, count: 20)
    for bytes in [
      [0xFE, 0xFF] + big, [0xFF, 0xFE] + little, zeros + big, zeros + little, [1] + zeros + big,
    ] {
      #expect(matcher.hasMatch(inReadingsOf: bytes))
      #expect(matcher.hasMatch(inShown: bytes))
    }
  }

  /// Who sees a page sees the escapes on it.
  @Test func escapesAreShownAsTheyStand() {
    let text = Array("SECRET%4EAME".utf8)
    #expect(matcher.hasMatch(inReadingsOf: text) && !matcher.hasMatch(inShown: text))
  }

  @Test func wholeWordsAreHeeded() throws {
    var matcher = RedactionMatcher()
    matcher.add(try SearchNeedle("SECRETNAME", .wholeWords))
    #expect(matcher.cleaned("xSECRETNAMEy") == nil && matcher.cleaned("x SECRETNAME y") == "x [redacted] y")
  }

  /// What takes the place of a text must not match itself.
  @Test func thePlaceholderIsLeftOutWhereItMatches() throws {
    var matcher = RedactionMatcher()
    matcher.add(try SearchNeedle("red", .ignoringCase))
    #expect(matcher.cleaned("a red rose") == "a  rose")
    var all = RedactionMatcher()
    all.add(try RedactionPattern("."))
    #expect(all.cleaned("anything") == "")
  }

  /// Escapes within escapes cost no more than their length, and long texts are read in parts.
  @Test func contrivedTextsCostLittle() {
    let percents = "%25" + String(repeating: "25", count: 2000) + "53ECRETNAME"
    _ = matcher.cleaned(percents)
    #expect(matcher.cleaned(String(repeating: "<", count: 20_000) + "SECRETNAME") != nil)
    let long = String(repeating: "word ", count: 60_000)
    #expect(!matcher.hasMatch(inReadingsOf: long))
    #expect(matcher.hasMatch(inReadingsOf: long + "SECRETNAME" + long))
    #expect(matcher.hasMatch(inReadingsOf: [UInt8]((long + "SECRET%4EAME" + long).utf8)))
  }
}

import Testing

@testable import PostilFile
@testable import PostilModel

@Suite struct HiddenLettersTests {
  @Test(arguments: [
    ("%53mith", true), ("%u0053mith", true), ("100 % sure", false), ("&#83;mith", true), ("&eacute;", true),
    ("R&D", false), ("Smi<b>th", true), ("a < b", false), ("\\123mith", true), ("\\u0053mith", true),
    ("\\n", false),
    ("'Smi' + \"th\"", true), ("'Smi', 'th'", false), ("536D 6974 68", true), ("536D", false),
    ("536D 6974 6X", false),
    ("data:;base64,U21pdGg=", true), ("\\xscale", false), ("\\usefont", false), ("\\u{53}", true),
    ("\\x53", true),
    ("%unit", false), ("a\\x", false), ("", false),
  ])
  func escapesAndMarkupMayHideLetters(text: String, mayHide: Bool) {
    #expect(HiddenLetters.areIn(Array(text.utf8)) == mayHide)
  }

  @Test func backslashesThatStandForNoLetterAreTakenOut() {
    func plain(_ text: String) -> String? {
      HiddenLetters.withoutPlainBackslashes(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(plain("Smith") == nil)
    #expect(plain("S\\mi\\\nth\\n\\\\") == "Smith\n\\")
  }

  /// What one escape hides in another is found.
  @Test(arguments: [
    "S\\mith", "%\\x353mith", "&\\#83;mith", "\\\\u0053mith", "Smi\\'+\\'th", "'Smi\\'\\+'th'",
  ])
  func escapesInEscapesAreFound(text: String) throws {
    var matcher = RedactionMatcher()
    matcher.add(try SearchNeedle("Smith", []))
    #expect(matcher.hasMatch(inReadingsOf: text))
    #expect(matcher.hasMatch(inReadingsOf: Array(text.utf8)))
  }
}

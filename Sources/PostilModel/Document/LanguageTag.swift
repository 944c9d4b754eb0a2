/// Names of languages as in BCP 47 (ISO 32000-2, 14.9.2).
package enum LanguageTag {
  /// Whether a text has the form of one, roughly: words of up to eight letters, and digits behind the first.
  package static func isWellFormed(_ tag: String) -> Bool {
    tag.split(separator: "-", omittingEmptySubsequences: false).enumerated().allSatisfy { index, part in
      (1...8).contains(part.utf8.count)
        && part.utf8.allSatisfy { byte in
          let isLetter = (0x41...0x5A).contains(byte & 0xDF)
          return isLetter || (index > 0 && (0x30...0x39).contains(byte))
        }
    }
  }
}

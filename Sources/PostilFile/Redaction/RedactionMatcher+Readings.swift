import PostilModel

/// Looking for matches in all that bytes may say, and taking them out.
extension RedactionMatcher {
  /// Longer texts are read in parts, which overlap by what a match may have: all readings of a part are in memory at once.
  private static let longestPart = 1 << 18
  private static let overlap = 1 << 12
  /// How often a text is cleaned before nothing of it is kept: what is left of one may match once more.
  private static let mostRounds = 8
  /// What takes the place of a match.
  private static let placeholder = Array("[redacted]".unicodeScalars)

  /// How many bytes have nothing that matches in any case. A byte may be several letters: "…" is three.
  private var shortest: Int { patterns.isEmpty ? (texts.map(\.count).min() ?? 0) / 3 : 0 }

  /// Those of its texts that have so many characters, without patterns: bytes that are no text do not have them by chance.
  func texts(ofAtLeast count: Int) -> RedactionMatcher {
    var result = RedactionMatcher()
    for text in texts where text.count >= count { result.add(text) }
    return result
  }

  /// What takes the place of a match: nothing where the usual words would match themselves.
  private var placeholder: [Unicode.Scalar] { ranges(in: Self.placeholder).isEmpty ? Self.placeholder : [] }

  /// What matches in a text as it is, or with its escapes and markup undone, as ranges of its scalars; empty if nothing does.
  private func rangesOfReadings(in scalars: [Unicode.Scalar]) -> [Range<Int>] {
    for reading in StringReading.plain(scalars).all {
      let found = ranges(in: reading.scalars)
      if !found.isEmpty { return found.map(reading.source) }
    }
    return []
  }

  /// Whether anything may match in a reading of a text in an encoding that keeps ASCII. `false` is certain: most texts have not even
  /// the letters.
  private func mayMatch(inReadingsOf text: [UInt8]) -> Bool {
    guard patterns.isEmpty else { return true }
    var text = text
    for _ in 0...StringReading.deepest {
      if HiddenLetters.areIn(text) || mayMatch(inBytes: text) { return true }
      guard let next = HiddenLetters.withoutPlainBackslashes(text) else { return false }
      text = next
    }
    return false
  }

  private func mayMatch(inBytes text: [UInt8]) -> Bool { texts.contains { $0.mayMatch(inBytes: text) } }

  /// Whether anything may match in bytes, in whatever encoding. `false` is certain.
  private func mayMatch(inEncodingsOf bytes: [UInt8], _ mayMatch: ([UInt8]) -> Bool) -> Bool {
    guard patterns.isEmpty,
      let forms = TextEncodings.asciiForms(of: bytes, keepsOthers: !texts.allSatisfy(\.isASCII))
    else { return true }
    return forms.contains(where: mayMatch)
  }

  private func hasMatch(inEncodingsOf bytes: [UInt8]) -> Bool {
    mayMatch(inEncodingsOf: bytes, mayMatch(inReadingsOf:))
      && TextEncodings(bytes).texts.contains { hasMatch(inReadingsOf: $0) }
  }

  /// Whether something matches in what operators show, in whatever encoding. Escapes in it are shown as they stand.
  ///
  /// - Complexity: O(bytes).
  func hasMatch(inShown bytes: [UInt8]) -> Bool {
    guard !isEmpty, bytes.count >= shortest else { return false }
    return parts(of: bytes).contains { part in
      mayMatch(inEncodingsOf: part, mayMatch(inBytes:))
        && TextEncodings(part).texts.contains(where: hasMatch(in:))
    }
  }

  /// Whether something matches in a text in any of its readings.
  ///
  /// - Complexity: O(scalars).
  func hasMatch(inReadingsOf text: String) -> Bool {
    guard !isEmpty, mayMatch(inReadingsOf: Array(text.utf8)) else { return false }
    let scalars = Array(text.unicodeScalars)
    guard scalars.count > Self.longestPart else { return !rangesOfReadings(in: scalars).isEmpty }
    return stride(from: 0, to: scalars.count, by: Self.longestPart).contains { start in
      let end = min(start + Self.longestPart + Self.overlap, scalars.count)
      return !rangesOfReadings(in: Array(scalars[start..<end])).isEmpty
    }
  }

  /// Whether something matches in a name that somebody chose: in none of the standard's.
  func hasMatch(inName name: PDFName) -> Bool {
    !StandardNames.contains(name) && hasMatch(inReadingsOf: name.bytes)
  }

  /// Whether something matches in bytes, in whatever encoding and reading.
  func hasMatch(inReadingsOf bytes: [UInt8]) -> Bool {
    guard !isEmpty, bytes.count >= shortest else { return false }
    return parts(of: bytes).contains(where: hasMatch(inEncodingsOf:))
  }

  private func parts(of bytes: [UInt8]) -> some Sequence<[UInt8]> {
    // A mark at the start says how all of it is encoded; of an even place, so that units of UTF-16 stay whole.
    let mark = [[0xFE, 0xFF], [0xFF, 0xFE], [0xEF, 0xBB, 0xBF]].first { bytes.starts(with: $0) } ?? []
    return stride(from: 0, to: bytes.count, by: 4 * Self.longestPart).lazy.map { start in
      let end = min(start + 4 * Self.longestPart + 4 * Self.overlap, bytes.count)
      return (start == 0 ? [] : mark) + bytes[start..<end]
    }
  }

  /// A text without what matches in it, in whatever reading; `nil` if nothing does.
  func cleaned(_ text: String) -> String? {
    guard !isEmpty, hasMatch(inReadingsOf: text) else { return nil }
    var scalars = Array(text.unicodeScalars)
    guard scalars.count <= Self.longestPart else { return string(placeholder) }
    for _ in 0..<Self.mostRounds {
      let found = rangesOfReadings(in: scalars)
      guard !found.isEmpty else { return string(scalars) }
      scalars = replacing(found, in: scalars)
    }
    return string(placeholder)
  }

  /// A string of a file (ISO 32000-2, 7.9.2) without what matches in it, in whatever encoding and reading; `nil` if nothing does.
  func cleaned(_ bytes: [UInt8]) -> [UInt8]? {
    guard !isEmpty, !bytes.isEmpty, bytes.count >= shortest,
      mayMatch(inEncodingsOf: bytes, mayMatch(inReadingsOf:))
    else { return nil }
    var result = bytes
    for round in 0..<Self.mostRounds {
      guard let clean = TextEncodings(result).texts.lazy.compactMap({ cleaned($0) }).first else {
        return round == 0 ? nil : result
      }
      result = TextString.encode(clean)
    }
    return TextString.encode(string(placeholder))
  }

  private func replacing(_ ranges: [Range<Int>], in scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    let placeholder = placeholder
    var result: [Unicode.Scalar] = []
    var end = 0
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.upperBound > end {
      result += scalars[end..<max(range.lowerBound, end)]
      if range.lowerBound >= end { result += placeholder }
      end = range.upperBound
    }
    return result + scalars[end...]
  }

  private func string(_ scalars: [Unicode.Scalar]) -> String { String(String.UnicodeScalarView(scalars)) }
}

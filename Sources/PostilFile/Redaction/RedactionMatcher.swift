package import PostilModel

/// What a redaction removes wherever it is: texts, and whatever looks like its patterns. The one place that says what matches
/// in a text, whether a page shows it or a string of the file says it.
package struct RedactionMatcher: Sendable {
  /// Texts.
  package private(set) var texts: [SearchNeedle] = []
  /// What texts look like.
  package private(set) var patterns: [RedactionPattern] = []

  package init() {}

  /// Whether nothing would ever match.
  package var isEmpty: Bool { texts.isEmpty && patterns.isEmpty }

  package mutating func add(_ text: SearchNeedle) { texts.append(text) }

  package mutating func add(_ pattern: RedactionPattern) {
    if !patterns.contains(pattern) { patterns.append(pattern) }
  }

  /// What matches in a text whose lines end with line feeds, as ranges of its scalars, in no order; they may overlap.
  ///
  /// - Complexity: O(scalars) for a text; as the regular expression's for a pattern.
  package func ranges(in scalars: [Unicode.Scalar]) -> [Range<Int>] {
    guard !scalars.isEmpty, mayMatch(in: scalars) else { return [] }
    var result: [Range<Int>] = []
    var page: PageText?
    var folded: [SearchOptions: FoldedText] = [:]
    for text in texts {
      let known = folded[text.options] ?? FoldedText(scalars, text.options)
      folded[text.options] = known
      guard known.contains(text) else { continue }
      let all = page ?? PageText(characters: scalars, boxes: scalars.map { _ in SIMD4(0, 0, 1, 1) })
      page = all
      result += all.ranges(of: text, in: known)
    }
    guard !patterns.isEmpty else { return result }
    let unfolded = UnfoldedText(scalars)
    for pattern in patterns {
      result += pattern.matches(in: scalars)
      if let unfolded { result += pattern.matches(in: unfolded.scalars).map(unfolded.source) }
    }
    return result
  }

  /// Whether anything may match in a text, wherever its words and lines end. `false` is certain.
  ///
  /// - Complexity: O(scalars).
  func mayMatch(in scalars: [Unicode.Scalar]) -> Bool {
    !patterns.isEmpty || texts.contains { $0.mayMatch(in: scalars) }
  }

  /// Whether anything matches in the text of a page.
  package func hasMatch(in text: PageText) -> Bool { !ranges(in: text.characters).isEmpty }

  /// Whether anything matches in a text.
  package func hasMatch(in text: String) -> Bool { !ranges(in: Array(text.unicodeScalars)).isEmpty }
}

/// A text as a pattern means it: without hyphens that only a line's end brought, and with the letters that ligatures,
/// presentation forms and the like stand for.
private struct UnfoldedText {
  private(set) var scalars: [Unicode.Scalar] = []
  private var sources: [Int] = []

  /// `nil` if that is how the text is.
  init?(_ text: [Unicode.Scalar]) {
    guard text.contains(where: { $0.value > 0x7F || $0 == "\n" }) else { return nil }
    let folded = FoldedText(text, [])
    for (value, source) in zip(folded.scalars, folded.sources) {
      switch value {
      case FoldedText.breakingHyphen: continue
      case FoldedText.breakWithoutSpace: append("\n", source)
      default: if let scalar = Unicode.Scalar(value) { append(scalar, source) }
      }
    }
    guard scalars != text else { return nil }
  }

  private mutating func append(_ scalar: Unicode.Scalar, _ source: Int) {
    scalars.append(scalar)
    sources.append(source)
  }

  /// The range of the text that a range of these scalars came from.
  func source(_ range: Range<Int>) -> Range<Int> {
    sources[range.lowerBound]..<sources[range.upperBound - 1] + 1
  }
}

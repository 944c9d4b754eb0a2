/// What is searched for, made comparable once for all pages.
package struct SearchNeedle: Sendable {
  let scalars: [UInt32]
  private let filter: SearchFilter
  package let options: SearchOptions
  /// How many characters it has at least, once made comparable.
  package var count: Int { scalars.count }

  /// - Throws: ``PDFError`` with code `.invalidArgument` if there is nothing to search for.
  package init(_ text: String, _ options: SearchOptions) throws(PDFError) {
    var folding = TextFolding(options)
    var scalars: [UInt32] = []
    for scalar in text.unicodeScalars where scalar != .softHyphen {
      if scalar.isSpace {
        if scalars.last != FoldedText.space { scalars.append(FoldedText.space) }
      } else {
        folding.fold(scalar) { folded in
          scalars.append(folded.value)
          if folded.isDiacritic { scalars.sortLastDiacritic() }
        }
      }
    }
    if scalars.last == FoldedText.space { scalars.removeLast() }
    if scalars.first == FoldedText.space { scalars.removeFirst() }
    guard !scalars.isEmpty else {
      throw PDFError(.invalidArgument, "There is nothing to search for: give a text with a letter in it.")
    }
    self.scalars = scalars
    filter = SearchFilter(folded: scalars)
    self.options = options
  }

  /// Whether none of its letters is beyond ASCII.
  package var isASCII: Bool { filter.isASCII }

  /// Whether it may stand in a text. `false` is certain, and told quickly.
  ///
  /// - Complexity: O(characters).
  package func mayMatch(in text: [Unicode.Scalar]) -> Bool { filter.mayMatch(in: text, options) }

  /// Whether it may stand in a text of an encoding in which characters of ASCII are bytes of their own. `false` is certain, and told
  /// quickly.
  ///
  /// - Complexity: O(bytes).
  package func mayMatch(inBytes bytes: [UInt8]) -> Bool { filter.mayMatch(inBytes: bytes) }

  /// A text in UTF-16 as ``mayMatch(inBytes:)`` may be asked about it.
  ///
  /// - Parameter keepsOthers: Whether any of the needles that it is asked about is not ``isASCII``.
  /// - Complexity: O(units).
  package static func asciiBytes(of units: [UInt16], keepsOthers: Bool) -> [UInt8] {
    SearchFilter.asciiBytes(of: units, keepsOthers: keepsOthers)
  }
}

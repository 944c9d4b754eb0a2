extension PageText {
  /// All places where a text stands on the page, in reading order; they do not overlap.
  ///
  /// - White space matches any white space, the end of a line included.
  /// - A word that is hyphenated at the end of a line is found with and without its hyphen, as one match
  ///   with a rectangle for each line.
  /// - Ligatures match their letters; typographic quotation marks and hyphens match those of keyboards.
  ///
  /// - Parameters:
  ///   - text: What to search for. White space around it is left out.
  ///   - options: What counts as the same.
  /// - Throws: ``PDFError`` with code `.invalidArgument` if there is nothing but white space, and characters that show nothing, to
  ///   search for.
  /// - Complexity: O(*n*) in the number of characters of the page for all but contrived texts.
  public func matches(of text: String, options: SearchOptions = []) throws(PDFError) -> [TextSelection] {
    matches(of: try SearchNeedle(text, options))
  }

  package func matches(of needle: SearchNeedle) -> [TextSelection] {
    matches(of: needle, in: FoldedText(characters, needle.options))
  }

  /// - Parameter folded: The text of the page as the needle's options make it.
  package func matches(of needle: SearchNeedle, in folded: FoldedText) -> [TextSelection] {
    var directions = LineDirections()
    return ranges(of: needle, in: folded).compactMap { selection(of: $0, &directions) }
  }

  /// The ranges of ``matches(of:in:)``.
  package func ranges(of needle: SearchNeedle, in folded: FoldedText) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var index = 0
    while index < folded.scalars.count {
      guard let end = folded.end(of: needle.scalars, at: index), let range = range(folded, index..<end),
        !needle.options.contains(.wholeWords) || isWhole(range),
        characters[range].contains(where: { $0 != "\n" })
      else {
        index += 1
        continue
      }
      ranges.append(range)
      // What became several letters is one character still.
      while index < folded.scalars.count, folded.sources[index] < range.upperBound { index += 1 }
    }
    return ranges
  }

  /// The characters of a match; `nil` if it ends between a letter and a mark on it.
  private func range(_ folded: FoldedText, _ match: Range<Int>) -> Range<Int>? {
    if match.upperBound < folded.scalars.count,
      Unicode.Scalar(folded.scalars[match.upperBound])?.isDiacritic == true
    {
      return nil
    }
    var end = folded.sources[match.upperBound - 1] + 1
    // Marks that the options leave out.
    while end < count, characters[end].isDiacritic { end += 1 }
    return folded.sources[match.lowerBound]..<end
  }

  private func isWhole(_ range: Range<Int>) -> Bool {
    var before = range.lowerBound - 1
    var after = range.upperBound
    // A soft hyphen is within a word, at the end of a line too.
    while before >= 0, isWithinWord(before) { before -= 1 }
    while after < count, isWithinWord(after) { after += 1 }
    return (before < 0 || !characters[before].isWordPart) && (after >= count || !characters[after].isWordPart)
  }

  private func isWithinWord(_ index: Int) -> Bool {
    let isBreak = characters[index] == "\n" && index > 0 && characters[index - 1] == .softHyphen
    return isBreak || characters[index] == .softHyphen || characters[index].isInvisible
  }
}

extension FoldedText {
  /// Whether a needle stands anywhere, as a part of a word or a whole one: whether it is worth looking for matches.
  package func contains(_ needle: SearchNeedle) -> Bool {
    scalars.indices.contains { end(of: needle.scalars, at: $0) != nil }
  }

  /// Where a needle that begins at an index ends; `nil` if it does not stand there.
  func end(of needle: [UInt32], at start: Int) -> Int? {
    let first = scalars[start] == Self.breakingHyphen ? Self.hyphen : scalars[start]
    return first == needle.first ? end(of: needle[...], at: start, isStart: true) : nil
  }

  private func end(of needle: ArraySlice<UInt32>, at start: Int, isStart: Bool) -> Int? {
    var (index, rest) = (start, needle)
    while let wanted = rest.first {
      guard index < scalars.count else { return nil }
      let isFirst = isStart && index == start
      switch scalars[index] {
      case wanted: rest.removeFirst()
      case Self.breakingHyphen where wanted == Self.hyphen:
        // The hyphen may be meant, with a space after it or without, or only end the line.
        rest.removeFirst()
        if rest.first == Self.space, let end = end(of: rest.dropFirst(), at: index + 1, isStart: false) {
          return end
        }
      case Self.breakWithoutSpace where wanted == Self.space: rest.removeFirst()
      case Self.breakingHyphen where !isFirst, Self.breakWithoutSpace where !isFirst: break
      default: return nil
      }
      index += 1
    }
    return index
  }
}

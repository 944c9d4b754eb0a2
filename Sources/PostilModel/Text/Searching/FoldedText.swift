/// A page's text made comparable, and where each of its characters came from.
package struct FoldedText {
  /// Characters, or one of the marks below, which are no Unicode.
  package private(set) var scalars: [UInt32] = []
  /// The place in the text of the page; never falls.
  package private(set) var sources: [Int] = []

  /// A hyphen that may be there for the line's end only: it is "", "-" or "- ".
  package static let breakingHyphen: UInt32 = 0x11_0000
  /// The end of a line where no space need be: it is "" or " ".
  package static let breakWithoutSpace: UInt32 = 0x11_0001
  static let space: UInt32 = 0x20
  static let hyphen: UInt32 = 0x2D

  package init(_ characters: [Unicode.Scalar], _ options: SearchOptions) {
    scalars.reserveCapacity(characters.count + characters.count / 8)
    sources.reserveCapacity(scalars.capacity)
    var folding = TextFolding(options)
    var index = 0
    while index < characters.count {
      if characters[index].isSpace {
        index = appendSpace(from: index, in: characters)
      } else if characters[index] == .softHyphen {
        if scalars.last != Self.breakingHyphen { append(Self.breakingHyphen, from: index) }
        index += 1
      } else {
        folding.fold(characters[index]) { append($0, from: index) }
        index += 1
      }
    }
  }

  private mutating func append(_ scalar: UInt32, from source: Int) {
    scalars.append(scalar)
    sources.append(source)
  }

  private mutating func append(_ scalar: Unicode.Scalar, from source: Int) {
    append(scalar.value, from: source)
    if scalar.isDiacritic { scalars.sortLastDiacritic() }
  }

  /// Takes in white space from an index, and returns where it ends.
  private mutating func appendSpace(from start: Int, in characters: [Unicode.Scalar]) -> Int {
    var end = start
    var isBreak = false
    while end < characters.count, characters[end].isSpace {
      isBreak = isBreak || characters[end].value == 0x0A
      end += 1
    }
    guard isBreak, start > 0, end < characters.count else {
      append(Self.space, from: start)
      return end
    }
    let (before, after) = (characters[start - 1], characters[end])
    if scalars.last == Self.breakingHyphen { return end }
    if scalars.last == Self.hyphen, start > 1, characters[start - 2].isWordPart, after.isWordPart {
      scalars[scalars.count - 1] = Self.breakingHyphen
    } else {
      // Lines of Korean end between words, or between any two syllables, also those behind numbers and other scripts.
      let maySplitWord =
        (before.isHangul && after.isWordPart) || (before.isWordPart && after.isHangul)
      let needsSpace = !(before.allowsBreakAfter || before.joinsLine(beginningWith: after) || maySplitWord)
      append(needsSpace ? Self.space : Self.breakWithoutSpace, from: start)
    }
    return end
  }
}

extension [UInt32] {
  /// Puts the diacritic at the end in its place among those before it, so that their order does not matter.
  mutating func sortLastDiacritic() {
    var index = count - 1
    while index > 0, let a = Unicode.Scalar(self[index - 1]), let b = Unicode.Scalar(self[index]),
      a.isDiacritic,
      a.properties.canonicalCombiningClass.rawValue > b.properties.canonicalCombiningClass.rawValue
    {
      swapAt(index - 1, index)
      index -= 1
    }
  }
}

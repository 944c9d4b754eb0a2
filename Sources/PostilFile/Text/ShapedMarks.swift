import PostilModel

/// Marks on letters as fonts that are shaped have them: glyphs without a width that follow the letter, or, where what runs from right to
/// left is painted from the left, come before it. Where they stand says less: over the edge of a letter, or over the next one.
extension [PlacedText] {
  /// Whether letters that are written from the right are painted in that order, each before the last one: `false` if they are painted
  /// from the left.
  var isPaintedLeftward: Bool {
    guard contains(where: \.isRightToLeft) else { return false }
    var balance = 0
    var last: PlacedText?
    for unit in self where unit.isRightToLeft && !unit.isShapedMark {
      if let last { balance += last.isFollowedLeftward(by: unit).map { $0 ? 1 : -1 } ?? 0 }
      last = unit
    }
    return balance > 0
  }

  /// The units in the order in which they are painted, with the marks that follow their letters on these.
  func withShapedMarks(isLeftward: Bool) -> [PlacedText] {
    guard contains(where: \.isShapedMark) else { return self }
    var result: [PlacedText] = []
    result.reserveCapacity(count)
    // Marks whose letter comes next.
    var waiting: [PlacedText] = []
    for index in indices {
      var unit = self[index]
      guard unit.isShapedMark else {
        if !waiting.isEmpty {
          for mark in waiting.reversed() {
            if unit.mayHave(mark) { unit.add(mark.text) } else { result.append(mark) }
          }
          waiting = []
        }
        result.append(unit)
        continue
      }
      if unit.isRightToLeft, !isLeftwardAround(index, else: isLeftward) {
        waiting.append(unit)
      } else if let last = result.indices.last, result[last].mayHave(unit) {
        result[last].add(unit.text)
      } else {
        // Where it stands tells its letter.
        result.append(unit)
      }
    }
    return result + waiting
  }

  /// Whether the letters beside a mark are painted from the right.
  private func isLeftwardAround(_ index: Int, else usual: Bool) -> Bool {
    guard let before = self[..<index].last(where: { !$0.isShapedMark }),
      let behind = self[(index + 1)...].first(where: { !$0.isShapedMark }), before.isRightToLeft,
      behind.isRightToLeft
    else { return usual }
    return before.isFollowedLeftward(by: behind) ?? usual
  }
}

extension PlacedText {
  /// How wide a mark may be, in sizes.
  private static let widestMark = 0.05

  /// Whether it is nothing but marks that take no room.
  fileprivate var isShapedMark: Bool {
    guard glyphWidth < Self.widestMark * size, let first = text.first, first.value >= 0x300 else {
      return false
    }
    return text.allSatisfy { $0.properties.generalCategory == .nonspacingMark }
  }

  /// Whether a mark stands so near that it may be on this letter.
  fileprivate func mayHave(_ mark: PlacedText) -> Bool {
    guard !text.isEmpty, !isSpace else { return false }
    let reach = mark.isRightToLeft ? 0.5 * size : 0.15 * size
    return mark.from > from - 0.7 * size && mark.from < to + reach
  }

  /// Whether the letter that is painted next stands right before this one; `nil` if neither before nor behind it.
  fileprivate func isFollowedLeftward(by other: PlacedText) -> Bool? {
    let (left, right) = (abs(from - other.to), abs(other.from - to))
    return min(left, right) < 0.5 * size && left != right ? left < right : nil
  }
}

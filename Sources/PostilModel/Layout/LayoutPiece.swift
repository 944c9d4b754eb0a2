/// A part of a line that is set in one way, and leads to one place.
struct LayoutPiece {
  /// How a piece differs from what is around it.
  struct Look: Equatable {
    /// The link that it leads from, by its place among those of the page.
    var link: Int?
    var isBold = false
    var isItalic = false
    var isMonospaced = false
  }

  var text: String
  var look: Look
  /// The box around its letters, in page space; `nil` if it is white space.
  var box: SIMD4<Float>?

  /// Puts another piece behind it.
  ///
  /// - Returns: Whether it belongs to this one: it has the same look, or is white space.
  mutating func append(_ other: LayoutPiece) -> Bool {
    guard other.look == look || other.box == nil && other.look.link == look.link else { return false }
    text += other.text
    if let added = other.box { box = box.map { $0.union(added) } ?? added }
    return true
  }

  /// The pieces of a line.
  ///
  /// - Parameters:
  ///   - runs: The styles of the line.
  ///   - cut: A place in the text where a piece ends in any case.
  static func pieces(
    of range: Range<Int>, _ runs: ArraySlice<TextStyles.Run>, cut: Int?, links: [Int], in layout: PageLayout
  ) -> [LayoutPiece] {
    var pieces: [LayoutPiece] = []
    func append(_ part: Range<Int>, _ look: Look) {
      let scalars = layout.text.characters[part]
      guard !scalars.isEmpty else { return }
      let isBlank = scalars.allSatisfy(\.isSpace)
      let piece = LayoutPiece(
        text: PageText.string(of: scalars), look: look,
        box: isBlank ? nil : PageText.union(of: layout.text.boxes, in: part))
      if part.lowerBound != cut, let last = pieces.indices.last, pieces[last].append(piece) { return }
      pieces.append(piece)
    }
    var runs = runs
    var start = range.lowerBound
    while start < range.upperBound {
      while let run = runs.first, run.range.upperBound <= start { runs = runs.dropFirst() }
      var (end, look) = (range.upperBound, Look())
      if let run = runs.first, run.range.lowerBound < end {
        if run.range.lowerBound > start {
          end = run.range.lowerBound
        } else {
          end = min(run.range.upperBound, end)
          let style = layout.text.styles.styles[run.style]
          look = Look(isBold: style.isBold, isItalic: style.isItalic, isMonospaced: style.isMonospaced)
        }
      }
      if let cut, start < cut { end = min(end, cut) }
      for part in parts(start..<end, links, layout) {
        look.link = part.link
        append(part.range, look)
      }
      start = end
    }
    return pieces
  }

  /// The parts of a range that lead somewhere, and those between.
  private static func parts(
    _ range: Range<Int>, _ links: [Int], _ layout: PageLayout
  ) -> [(range: Range<Int>, link: Int?)] {
    guard !links.isEmpty, !range.isEmpty else { return [(range, nil)] }
    var parts: [(range: Range<Int>, link: Int?)] = []
    for index in range {
      let middle = PageRect(layout.text.boxes[index]).center
      let link = links.first { layout.links[$0].rect.contains(middle) }
      if let last = parts.indices.last, parts[last].link == link {
        parts[last].range = parts[last].range.lowerBound..<index + 1
      } else {
        parts.append((index..<index + 1, link))
      }
    }
    return parts
  }
}

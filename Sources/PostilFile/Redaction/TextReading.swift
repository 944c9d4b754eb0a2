import PostilModel

/// Finds what is to be removed from the text of contents, by our own reading of them.
final class TextReading {
  private let matcher: RedactionMatcher
  let context: ContentContext
  /// Patterns and groups of masks that were read, which say the same wherever they are used.
  private var known: [ObjectID: Found] = [:]
  private var knownTexts: [String: Bool] = [:]
  private var knownNames: [PDFName: Bool] = [:]
  /// Streams that were read as parts of other contents.
  private(set) var streams: Set<ObjectID> = []

  init(_ context: ContentContext, _ matcher: RedactionMatcher) {
    (self.context, self.matcher) = (context, matcher)
  }

  /// What was found in a content.
  struct Found: Sendable {
    var hits = GlyphHits()
    /// Where it stands, in the space that the interpreter leads to.
    var quads: [PageQuad] = []
    var used = UsedByContent()
  }

  /// Notes streams that others read as parts of other contents.
  func noteRead(_ more: Set<ObjectID>) { streams.formUnion(more) }

  /// Reads the content of a page.
  ///
  /// - Parameter skippingForms: Forms whose names begin so are passed over.
  /// - Throws: As ``read(_:_:squeezed:skippingForms:)``.
  func read(_ page: PageEntry, skippingForms: PDFName? = nil) throws -> Found {
    guard !matcher.isEmpty else { return Found() }
    return try read(
      context.objects.content(ofPage: page.withInherited), of: page, skippingForms: skippingForms)
  }

  /// - Parameter bytes: The content of the page.
  func read(_ bytes: [UInt8], of page: PageEntry, skippingForms: PDFName? = nil) throws -> Found {
    let resources = context.objects.resolve(page.withInherited["Resources"]).dictionary ?? [:]
    return try read(
      bytes, ContentInterpreter(context, resources: resources), skippingForms: skippingForms)
  }

  /// Whether nothing matches in a content beside what it shows.
  func isPlain(_ bytes: [UInt8]) -> Bool {
    let glance = ContentWords.glance(at: bytes)
    return !glance.hasOthers
      && !glance.names.contains { name in
        if let known = knownNames[name] { return known }
        let result = matcher.hasMatch(inName: name)
        knownNames[name] = result
        return result
      }
  }

  /// Reads a content.
  ///
  /// - Parameters:
  ///   - content: What it is interpreted with.
  ///   - squeezed: Whether texts are also found without regard to spaces and ends of lines.
  /// - Throws: ``ContentParser/Failure``; ``PDFError`` if a stream cannot be read, or the CMap of a font is missing.
  func read(
    _ bytes: [UInt8], _ content: ContentInterpreter, squeezed: Bool = false, skippingForms: PDFName? = nil
  ) throws -> Found {
    guard !matcher.isEmpty else { return Found() }
    var others: [(stream: Int, operation: Int, hits: GlyphHits)] = []
    var usedByOthers = UsedByContent()
    let page = PageGlyphs(skippingForms: skippingForms) { [unowned self] painted, stream in
      let found = try self.other(painted)
      usedByOthers.formUnion(found.used, borrows: painted.resources == nil)
      if !found.hits.isEmpty { others.append((stream, painted.operation, found.hits)) }
    }
    try ContentWalk(page, stopsAtDamage: true).interpret(bytes, content)
    streams.formUnion(page.forms)
    if let name = page.missingMap {
      throw PDFError(
        .unsupported,
        "There is text whose CMap, \(name), is not on this machine, so nobody can tell what it says: "
          + "install Debian's package poppler-data. Nothing was written.")
    }
    var used = page.used
    used.formUnion(usedByOthers, borrows: true)
    let glyphs = found(in: page, squeezed: squeezed)
    let marks = page.marks.filter { $0.texts.contains(where: says) }
    guard !glyphs.isEmpty || !marks.isEmpty || !others.isEmpty else { return Found(used: used) }
    var hits = page.streams.map { _ in GlyphHits() }
    for index in glyphs {
      let glyph = page.glyphs[index]
      hits[glyph.stream].glyphs[glyph.operation, default: []].insert(glyph.index)
    }
    for mark in marks { hits[mark.stream].marks.insert(mark.operation) }
    for other in others { hits[other.stream].streams[other.operation] = other.hits }
    // Streams stand behind those that paint them.
    for index in page.streams.indices.dropFirst().reversed() where !hits[index].isEmpty {
      let stream = page.streams[index]
      hits[stream.parent].streams[stream.operation] = hits[index]
    }
    return Found(hits: hits[0], quads: page.quads(of: glyphs), used: used)
  }

  /// Reads a stream that a content paints; see ``read(_:_:squeezed:skippingForms:)``.
  func read(_ stream: PaintedStream, squeezed: Bool = false) throws -> Found {
    guard !matcher.isEmpty else { return Found() }
    return try read(try context.decoded(stream.object), ContentInterpreter(stream), squeezed: squeezed)
  }

  /// Whether something matches in a text; tags and descriptions repeat.
  private func says(_ text: String) -> Bool {
    if let known = knownTexts[text] { return known }
    let result = matcher.hasMatch(in: text)
    if knownTexts.count < 10_000 { knownTexts[text] = result }
    return result
  }

  /// What was found in a pattern or the group of a mask.
  private func other(_ stream: PaintedStream) throws -> Found {
    if let known = stream.id.flatMap({ known[$0] }) { return known }
    var stream = stream
    stream.matrix = .identity
    let found = try read(stream)
    if let id = stream.id {
      known[id] = found
      streams.insert(id)
    }
    return found
  }

  // MARK: - Readings

  /// The glyphs that match in any of the ways in which a content can be read.
  private func found(in page: PageGlyphs, squeezed: Bool) -> Set<Int> {
    var result: Set<Int> = []
    for drawn in page.hasDrawings ? [false, true] : [false] {
      // Where the letters do not follow each other, spaces do not matter.
      if page.hasDrawings || matcher.mayMatch(in: page.scalars) {
        add(GlyphReading(page, drawn: drawn), page, [:], to: &result)
        if squeezed { add(GlyphReading(page, drawn: drawn, squeezed: true), page, [:], to: &result) }
      }
      if !page.replacements.isEmpty {
        add(GlyphReading(page, drawn: drawn, replaced: true), page, [:], to: &result)
      }
      let seen = page.lines(drawn: drawn)
      if matcher.mayMatch(in: page.scalars(of: seen)) {
        add(GlyphReading(page, seen.lines), page, seen.twins, to: &result)
        add(GlyphReading(page, seen.lines, joinsSpaced: true), page, seen.twins, to: &result)
      }
      if page.scalars.contains(where: \.isRightToLeft) {
        add(GlyphReading(page, seen.lines, backwards: true), page, seen.twins, to: &result)
      }
    }
    return result
  }

  private func add(
    _ reading: GlyphReading?, _ page: PageGlyphs, _ twins: [Int: [Int]], to result: inout Set<Int>
  ) {
    guard let reading else { return }
    for source in matcher.ranges(in: reading.scalars).joined().map({ reading.sources[$0] }) {
      if source >= 0 {
        result.insert(Int(source))
        if let others = twins[Int(source)] { result.formUnion(others) }
      } else if source < -1 {
        let replacement = page.replacements[Int(-2 - source)]
        result.formUnion(replacement.firstGlyph..<replacement.endGlyph)
      }
    }
  }
}

extension PageGlyphs {
  /// What lines say, without what is between their glyphs.
  fileprivate func scalars(of lines: Lines) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    result.reserveCapacity(scalars.count)
    for line in lines.lines { for index in line { result += scalars[glyphs[index].text] } }
    return result
  }

  /// Boxes around glyphs: one for those that stand side by side, as high as letters are.
  fileprivate func quads(of found: Set<Int>) -> [PageQuad] {
    var result: [PageQuad] = []
    var last: (glyph: Glyph, from: Double)?
    for line in lines().lines + (hasDrawings ? lines(drawn: true).lines : []) {
      last = nil
      for index in line {
        guard found.contains(index) else {
          last = nil
          continue
        }
        let glyph = glyphs[index]
        guard let inverse = glyph.matrix.inverse else { continue }
        // As one box, if the glyph before it lies in the same direction and at the same height.
        var box = glyph.letterBox
        if let last, !glyph.isVertical, abs(last.glyph.size - glyph.size) < 0.05 * glyph.size {
          let start = inverse.apply(last.glyph.matrix.apply(last.from, 0))
          if abs(start.y) < 0.1, start.x < box.minX, box.minX - start.x < 1000 {
            box = PageRect(
              corner: PagePoint(x: start.x, y: min(box.minY, last.glyph.letterBox.minY)),
              corner: PagePoint(x: box.maxX, y: max(box.maxY, last.glyph.letterBox.maxY)))
            result.removeLast()
          }
        }
        let corners = [
          glyph.matrix.apply(box.minX, box.maxY), glyph.matrix.apply(box.maxX, box.maxY),
          glyph.matrix.apply(box.minX, box.minY), glyph.matrix.apply(box.maxX, box.minY),
        ]
        guard corners.allSatisfy(\.isUsable) else { continue }
        result.append(
          PageQuad(
            upperLeft: corners[0], upperRight: corners[1], lowerLeft: corners[2], lowerRight: corners[3]))
        last = (glyph, box.minX)
      }
    }
    return result
  }
}

package import PostilModel

/// Characters of a page and their boxes, in page space: left, bottom, right, top.
package struct PageCharacters: Sendable {
  package private(set) var characters: [Unicode.Scalar] = []
  package private(set) var boxes: [SIMD4<Float>] = []
  package private(set) var styles = TextStyles()

  /// Adds what follows on another line.
  mutating func append(
    _ characters: [Unicode.Scalar], _ boxes: [SIMD4<Float>], _ styles: TextStyles = TextStyles()
  ) {
    guard !characters.isEmpty else { return }
    if !self.characters.isEmpty {
      self.characters.append("\n")
      self.boxes.append(.zero)
    }
    self.styles.append(styles, at: self.characters.count)
    self.characters += characters
    self.boxes += boxes
  }
}

/// Reads the text of a file's pages: what a reader sees of their contents and of their annotations, and text that is painted in no color,
/// as under scanned pages. It has its own view of the objects; one thread at a time.
package final class PageTextReader {
  let contents: PageContents
  /// Whether readers draw fields themselves, whatever appearance they have (ISO 32000-2, table 224).
  private let needsAppearances: Bool

  /// Opens the file once more, for reading only.
  ///
  /// - Throws: ``PDFError`` as opening a document.
  package init(_ file: OpenedFile) throws {
    contents = try PageContents(file)
    let form = contents.objects.form
    needsAppearances = contents.objects.resolve(form?["NeedAppearances"]).boolean == true
  }

  /// Reads the layers from now on that are seen after some were switched.
  package func show(_ layers: LayerVisibility) { contents.show(layers) }

  /// The text of a page's content.
  ///
  /// - Parameters:
  ///   - index: The page's place in the file.
  ///   - check: Called every few milliseconds; what it throws ends the reading.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, `.damaged` if nothing of the page can be read, `.unsupported` if it has too
  ///   much; what `check` throws.
  /// - Complexity: O(bytes of what the page shows).
  package func content(ofPage index: Int, check: @escaping @Sendable () throws -> Void) throws
    -> PageCharacters
  {
    try contents.read(index, check: check) { page in
      let glyphs = PageGlyphs()
      try contents.interpret(page, ContentWalk(glyphs))
      var result = PageCharacters()
      add(glyphs, within: page.area, to: &result)
      return result
    }
  }

  /// The text of a page's annotations and fields, as they appear; of those that readers draw themselves, because they have no appearance
  /// or another value than it shows, what they contain.
  ///
  /// - Parameters and errors: As ``content(ofPage:check:)``.
  package func annotations(ofPage index: Int, check: @escaping @Sendable () throws -> Void) throws
    -> PageCharacters
  {
    try contents.read(index, check: check) { page in
      let (graph, area) = (page.source.graph, page.area)
      var result = PageCharacters()
      try contents.forEachShownAnnotation(of: page) { annotation, appearance in
        var shown = PageCharacters()
        if let appearance {
          let glyphs = PageGlyphs()
          try ContentWalk(glyphs).paint(appearance)
          add(glyphs, within: area, to: &shown)
        } else if graph.resolve(annotation["AP"]).dictionary?["N"] != nil {
          // What it shows has no extent.
          return
        }
        if shown.characters.isEmpty || needsAppearances, let text = content(of: annotation, graph),
          !shown.says(text)
        {
          shown = PageCharacters(text, in: graph.rect(annotation["Rect"]), within: area)
        }
        result.append(shown.characters, shown.boxes, shown.styles)
      }
      return result
    }
  }

  /// What an annotation of a kind that readers draw contains.
  private func content(of annotation: PDFDictionary, _ graph: ObjectGraph) -> String? {
    switch graph.resolve(annotation["Subtype"]).name {
    case "FreeText": return graph.text(annotation["Contents"])
    case "Widget":
      return FormFieldReader(objects: graph).shownText(graph.withEntriesOfFields(annotation))
    default: return nil
    }
  }

  /// Adds what glyphs show within an area.
  private func add(_ glyphs: PageGlyphs, within area: PageRect, to result: inout PageCharacters) {
    let layout = PageTextLayout(glyphs, TextLines(glyphs, glyphs.seen(in: area)).lines)
    result.append(layout.characters, layout.boxes, layout.styles)
  }
}

extension PageCharacters {
  /// The most characters of an annotation without an appearance.
  private static let longest = 10_000

  /// The lines of a text, one under the other in a rectangle, each from its left to its right.
  fileprivate init(_ text: String, in rect: PageRect?, within area: PageRect) {
    guard let rect, rect.intersection(area)?.isEmpty == false else { return }
    let lines = text.split(whereSeparator: \.isNewline)
    var left = Self.longest
    for (index, line) in lines.enumerated() where left > 0 {
      let scalars = line.unicodeScalars.prefix(left).map { $0.isSpace ? " " : $0 }
        .filter { $0.properties.generalCategory != .control }
      left -= scalars.count
      guard !scalars.isEmpty else { continue }
      let (width, height) = (rect.width / Double(scalars.count), rect.height / Double(lines.count))
      let top = rect.maxY - Double(index) * height
      let boxes = scalars.indices.map { place in
        let x = rect.minX + Double(place) * width
        return SIMD4<Float>(Float(x), Float(top - height), Float(x + width), Float(top))
      }
      append(scalars, boxes)
    }
  }

  /// Whether they are a text, without regard to spaces.
  fileprivate func says(_ text: String) -> Bool {
    characters.lazy.filter { !$0.isSpace }.elementsEqual(text.unicodeScalars.lazy.filter { !$0.isSpace })
  }
}

extension PageGlyphs {
  /// The glyphs that are seen in an area.
  func seen(in area: PageRect) -> some Sequence<Int> {
    glyphs.indices.lazy.filter { self.glyphs[$0].isSeen(in: area) }
  }
}

extension PageGlyphs.Glyph {
  /// Whether it is in no hidden layer, and a part of it that matters lies in an area.
  fileprivate func isSeen(in area: PageRect) -> Bool {
    guard !isInHiddenLayer else { return false }
    let middle = letterBox.center
    return [start, end, matrix.apply(middle.x, middle.y)].contains(where: area.contains)
  }
}

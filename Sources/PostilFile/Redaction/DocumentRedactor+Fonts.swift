import PostilModel

/// What fonts tell of letters that no text shows any more: subsets list the letters in the order of their first use, which spells
/// what was removed.
extension DocumentRedactor {
  /// Leaves out of fonts of which glyphs were removed what belongs to codes that nothing shows any more: entries of their maps
  /// (`/ToUnicode`), encodings and widths, and the drawings of Type 3 fonts. Lists of a whole subset (`/CharSet`, `/CIDSet`) go.
  ///
  /// Fonts that fields are filled in with stay as they are: any letter may be wanted of them.
  func reduceFonts() throws {
    let fonts = run.touchedFonts.subtracting(fontsOfForm())
    guard !fonts.isEmpty else { return }
    let shown = try ShownCodes(self, fonts)
    for id in fonts.sorted() {
      guard var font = changes.object(id).dictionary else { continue }
      let old = font
      let codes = shown.used.codes[id]?.all ?? []
      try reduce(&font, to: codes, run.context.font(.reference(id)))
      if font != old { changes.set(id, to: .dictionary(font)) }
    }
  }

  /// The fonts of the form's fields (ISO 32000-2, 12.7.3).
  private func fontsOfForm() -> Set<ObjectID> {
    let form = changes.form
    let resources = changes.resolve(form?["DR"]).dictionary
    return Set(
      changes.resolve(resources?["Font"]).dictionary?.entries.compactMap(\.value.reference) ?? [])
  }

  private func reduce(_ font: inout PDFDictionary, to codes: Set<FontCodes.Code>, _ known: GlyphFont?) throws
  {
    guard let known else { return }
    if font["ToUnicode"] != nil {
      let map = ToUnicodeMap(
        codes.compactMap { code in known.mappedText(of: code.value).map { (code.value, code.length, $0) } })
      font["ToUnicode"] = .reference(changes.add(Flate.stream([:], map.bytes)))
    }
    if known.isComposite {
      reduceDescendant(of: &font, to: Set(codes.map { known.character($0.value, length: $0.length) }))
    } else {
      let used = Set(codes.map { Int($0.value) })
      reduceEncoding(of: &font, to: used)
      reduceWidths(of: &font, to: used)
      withoutSubset(&font)
      if known.isType3 { try reduceDrawings(of: &font) }
    }
  }

  /// Codes without a glyph of their own have that of the base encoding: no text shows them.
  private func reduceEncoding(of font: inout PDFDictionary, to codes: Set<Int>) {
    guard var encoding = changes.resolve(font["Encoding"]).dictionary, encoding["Differences"] != nil else {
      return
    }
    var items: [PDFObject] = []
    var next: Int?
    for (code, name) in GlyphDrawings.names(of: font, changes).sorted(by: { $0.key < $1.key })
    where codes.contains(code) {
      if next != code { items.append(.integer(code)) }
      items.append(.name(name))
      next = code + 1
    }
    encoding["Differences"] = .array(items)
    font["Encoding"] = .dictionary(encoding)
  }

  private func reduceWidths(of font: inout PDFDictionary, to codes: Set<Int>) {
    guard let widths = changes.resolve(font["Widths"]).array,
      let first = changes.resolve(font["FirstChar"]).integer, (0...255).contains(first)
    else { return }
    font["Widths"] = .array(
      widths.enumerated().map { codes.contains(first + $0.offset) ? $0.element : .integer(0) })
  }

  private func withoutSubset(_ font: inout PDFDictionary) {
    guard var descriptor = changes.resolve(font["FontDescriptor"]).dictionary,
      descriptor["CharSet"] != nil || descriptor["CIDSet"] != nil
    else { return }
    descriptor["CharSet"] = nil
    descriptor["CIDSet"] = nil
    font["FontDescriptor"] = .reference(changes.add(.dictionary(descriptor)))
  }

  /// The widths of a composite font's glyphs that are still shown (ISO 32000-2, 9.7.4.3), sorted.
  private func reduceDescendant(of font: inout PDFDictionary, to characters: Set<Int>) {
    guard let list = changes.resolve(font["DescendantFonts"]).array,
      var descendant = changes.resolve(list.first).dictionary
    else { return }
    withoutSubset(&descendant)
    let metrics = CharacterMetrics(descendant, changes)
    if descendant["W"] != nil {
      descendant["W"] = .array(
        characters.sorted().flatMap { character -> [PDFObject] in
          [.integer(character), .array([.number(metrics.width(character) * 1000)])]
        })
    }
    if descendant["W2"] != nil {
      descendant["W2"] = .array(
        characters.sorted().flatMap { character -> [PDFObject] in
          let vertical = metrics.vertical(character)
          return [
            .integer(character),
            .numbers([vertical.advance * 1000, vertical.x * 1000, vertical.y * 1000]),
          ]
        })
    }
    font["DescendantFonts"] = .array([.reference(changes.add(.dictionary(descendant)))])
  }

  /// Drawings may be anything: those that no text uses any more go, with what they alone paint.
  private func reduceDrawings(of font: inout PDFDictionary) throws {
    guard let drawings = changes.resolve(font["CharProcs"]).dictionary else { return }
    let names = Set(GlyphDrawings.names(of: font, changes).values)
    for drawing in drawings.entries where !names.contains(drawing.key) {
      if let id = drawing.value.reference { run.replaced.insert(id) }
    }
    let kept = PDFDictionary(drawings.entries.filter { names.contains($0.key) })
    font["CharProcs"] = .dictionary(kept)
    guard kept != drawings, let resources = changes.resolve(font["Resources"]).dictionary else { return }
    font["Resources"] = .dictionary(try resourcesOfDrawings(in: font, of: resources))
  }

  /// The resources of a Type 3 font that its drawings use.
  func resourcesOfDrawings(in font: PDFDictionary, of resources: PDFDictionary) throws -> PDFDictionary {
    let used = ContentNames()
    let place = "A font"
    for drawing in changes.resolve(font["CharProcs"]).dictionary?.entries ?? [] {
      try used.add(run.decoded(drawing.value, place), resources, run, place)
    }
    return used.pruned(resources, changes)
  }
}

/// The codes that a document's contents show in some fonts.
private final class ShownCodes: PaintVisitor {
  private(set) var used = UsedByContent()

  /// A stream with the font that it begins with.
  private struct Use: Hashable {
    let stream: ObjectID
    let font: ObjectID?
    /// The resources around it, if it uses them.
    let resources: ContentResources?
  }
  private let run: RedactionRun

  init(_ redactor: DocumentRedactor, _ fonts: Set<ObjectID>) throws {
    run = redactor.run
    for known in redactor.used.values { used.formUnion(known, in: fonts) }
    let walk = ContentWalk(self, stopsAtDamage: true)
    try redactor.forEachContent(but: Set(redactor.used.keys)) { content, resources, place in
      do {
        try walk.interpret(content, ContentInterpreter(redactor.run.context, resources: resources))
      } catch let failure as ContentParser.Failure {
        throw redactor.run.refusal("its content cannot be read at byte \(failure.position)", place)
      }
    }
  }

  func visit(_ event: ContentEvent, _ operation: ContentOperation, _ content: ContentInterpreter) {
    if case .showText(let shown) = event { used.show(shown) }
  }

  func paint(_ stream: PaintedStream, _ walk: ContentWalk) throws {
    // It may show text in the font that is set around it, and may use the resources there; else it is a content by itself.
    guard let id = stream.id else { return }
    let font = stream.state?.font
    let borrows = !run.borrowedNames(of: stream).isEmpty
    guard font != nil || borrows else { return }
    try walk.enter(
      stream, once: Use(stream: id, font: font?.id, resources: borrows ? stream.content.resources : nil))
  }
}

import PostilModel

/// A content stream that a content paints at a place of it.
struct PaintedStream {
  enum Kind {
    /// A form XObject (ISO 32000-2, 8.10), with its name among the resources.
    case form(PDFName)
    /// The cell of a tiling pattern (8.7.3) that a color is set to.
    case pattern
    /// The group of a soft mask (11.6.5.2) that is set.
    case maskGroup
    /// The procedure of a Type 3 font's glyph that shows text itself (9.6.4), with the font and the code.
    case glyph(font: ObjectID?, code: UInt32)
    /// An annotation's appearance (12.5.5), or another stream that no content paints.
    case appearance
  }

  let kind: Kind
  /// The reference to it, and its number. That is stored: taken out of the reference where it is needed, the optimizer of Swift 6.3 fails.
  let object: PDFObject
  let id: ObjectID?
  let dictionary: PDFDictionary
  /// The resources that are its own: without any it uses those of the content (7.8.3).
  let resources: PDFDictionary?
  /// From its space to that which places are wanted in.
  var matrix: Affine
  /// The state that it begins with, but for the matrix; `nil`: that of a page. Of all that is painted forms alone take on what holds
  /// around them (8.10.1).
  var state: ContentState?
  /// What paints it, and where the operation that does begins there.
  private(set) var content: ContentInterpreter
  let operation: Int

  /// Whether it is in a layer that is hidden: itself, or what paints it. Only where a form is painted does its own layer count.
  var isHidden: Bool {
    if case .form = kind { return content.hides(dictionary) }
    return content.isHidden
  }

  /// The same where nothing is around it: no names are known but those of its own resources.
  var alone: PaintedStream {
    var alone = self
    (alone.content, alone.state) = (ContentInterpreter(content.context, resources: [:]), nil)
    return alone
  }

  /// Whether its bounding box (`BBox`) cuts off what it paints in the space that is asked for: forms, and so appearances, are painted once.
  var isCutOff: Bool {
    switch kind {
    case .form, .appearance: true
    case .pattern, .maskGroup, .glyph: false
    }
  }

  /// What says that it is painted as a transparency group (11.6.6); `nil` if it is not.
  var group: PDFDictionary? { content.context.objects.resolve(dictionary["Group"]).dictionary }

  /// Whether it may be interpreted: it does not contain itself, and is not too deep.
  var mayBeEntered: Bool { content.mayEnter(id) }
}

extension PaintedStream {
  /// A stream that no content paints.
  ///
  /// - Parameters:
  ///   - matrix: From its space to that which places are wanted in.
  ///   - content: What has the resources that count if it has none.
  init(
    _ object: PDFObject, _ dictionary: PDFDictionary, matrix: Affine = .identity,
    within content: ContentInterpreter
  ) {
    self.init(.appearance, object, dictionary, matrix, within: content)
  }

  /// The procedure of a glyph.
  init(
    _ drawing: GlyphDrawings.Drawing, of glyph: ShownText.Glyph, _ font: GlyphFont,
    within content: ContentInterpreter, _ operation: Int
  ) {
    self.init(
      kind: .glyph(font: font.id, code: glyph.glyph.code), object: drawing.stream,
      id: drawing.stream.reference,
      dictionary: content.context.objects.resolve(drawing.stream).dictionary ?? [:],
      resources: drawing.resources, matrix: drawing.matrix.then(content.state.glyphMatrix(glyph.matrix)),
      state: nil, content: content, operation: operation)
  }

  fileprivate init(
    _ kind: Kind, _ object: PDFObject, _ dictionary: PDFDictionary, _ matrix: Affine,
    _ state: ContentState? = nil,
    within content: ContentInterpreter, _ operation: Int = 0
  ) {
    self.init(
      kind: kind, object: object, id: object.reference, dictionary: dictionary,
      resources: content.context.objects.resolve(dictionary["Resources"]).dictionary, matrix: matrix,
      state: state, content: content, operation: operation)
  }
}

extension ContentInterpreter {
  /// The stream that an event paints, or sets to be painted with; `nil` if it is none.
  func stream(paintedBy event: ContentEvent, _ operation: ContentOperation) -> PaintedStream? {
    let objects = context.objects
    let place = operation.range.lowerBound
    switch event {
    case .paintForm(let name, let object, let dictionary):
      return PaintedStream(
        .form(name), object, dictionary, ownMatrix(dictionary).then(state.matrix), state, within: self, place)
    case .setColor(_, let name?): return pattern(name, place)
    case .setGraphicsState(_, let value):
      guard let mask = objects.resolve(objects.resolve(value).dictionary?["SMask"]).dictionary,
        let group = mask["G"], case .stream(let dictionary, _) = objects.resolve(group)
      else { return nil }
      return PaintedStream(
        .maskGroup, group, dictionary, ownMatrix(dictionary).then(state.matrix), within: self, place)
    default: return nil
    }
  }

  /// The cell of a tiling pattern; `nil` if the name stands for none.
  func pattern(_ name: PDFName, _ operation: Int) -> PaintedStream? {
    guard let pattern = resources.value("Pattern", name),
      case .stream(let dictionary, _) = context.objects.resolve(pattern)
    else { return nil }
    return PaintedStream(
      .pattern, pattern, dictionary, ownMatrix(dictionary).then(base), within: self, operation)
  }

  private func ownMatrix(_ stream: PDFDictionary) -> Affine {
    Affine(context.objects.numbers(stream["Matrix"])) ?? .identity
  }
}

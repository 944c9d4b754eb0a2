import PostilModel

/// What a content stream does at an operation, told with the state that holds there.
enum ContentEvent {
  /// `q`, and a `Q` that ends one.
  case save, restore
  /// `cm`, and the state of lines and colors without names.
  case setState
  /// A color that may be a pattern (`sc`, `scn`, `SC`, `SCN`), with the pattern's name.
  case setColor(isFill: Bool, pattern: PDFName?)
  /// `cs` and `CS`.
  case setColorSpace(PDFName)
  /// `gs`, with what the name stands for.
  case setGraphicsState(PDFName, PDFObject?)
  case beginText, endText
  /// Spacing, scale, leading, rise and mode of text.
  case setTextState
  case setFont(PDFName)
  /// A line or matrix of its own for the text that comes.
  case moveText
  case showText(ShownText)
  /// The path is ``ContentInterpreter/path``.
  case paintPath(ContentPath.Painting)
  case paintForm(PDFName, PDFObject, PDFDictionary)
  case paintImage(PDFName, PDFObject, PDFDictionary)
  case paintInlineImage(PDFDictionary)
  case shade(PDFName)
  case beginMark(ContentMark)
  case endMark(ContentMark)
  /// Marked points; operators that no reader knows; and whatever has not the operands that it needs.
  case nothing
}

extension ContentEvent {
  /// What an operation names of the resources, by category (ISO 32000-2, table 34).
  func resource(_ operation: ContentOperation) -> (category: PDFName, name: PDFName)? {
    switch self {
    case .setFont(let name): ("Font", name)
    case .paintForm(let name, _, _), .paintImage(let name, _, _): ("XObject", name)
    case .setGraphicsState(let name, _): ("ExtGState", name)
    case .shade(let name): ("Shading", name)
    case .setColorSpace(let name): ("ColorSpace", name)
    case .setColor(_, let name): name.map { ("Pattern", $0) }
    case .beginMark(let mark): mark.name.map { ("Properties", $0) }
    case .paintInlineImage(let entries): entries["ColorSpace"]?.name.map { ("ColorSpace", $0) }
    case .nothing:
      operation.op == .markPointWithProperties
        ? operation.operands.last?.name.map { ("Properties", $0) } : nil
    default: nil
    }
  }
}

/// A sequence of marked content (ISO 32000-2, 14.6).
struct ContentMark {
  let tag: PDFObject?
  /// The properties, and the name that they have among the resources.
  let properties: PDFDictionary?
  let name: PDFName?
  /// Where the operation that begins it stands in the stream.
  let operation: Range<Int>
  /// Whether it is of a layer that is hidden (8.11.3.2).
  let isHidden: Bool

  /// Its number in the structure of the stream (14.7.5).
  var number: Int? { properties?["MCID"]?.integer }
}

/// Whoever goes along with an interpreter.
protocol ContentVisitor: AnyObject {
  /// Called for each operation but those that only add to a path. State that the operation sets is set already.
  func visit(_ event: ContentEvent, _ operation: ContentOperation, _ content: ContentInterpreter) throws
}

/// Follows the state of a content stream (ISO 32000-2, 7.8.2): that of a page, form, tiling pattern, glyph procedure or appearance,
/// operation by operation. It decides nothing: what an operation means to a client is up to the visitor. Into the streams that it paints
/// goes a ``ContentWalk``.
final class ContentInterpreter {
  let context: ContentContext
  let resources: ContentResources
  private(set) var state: ContentState
  /// The text matrix: where the next glyph stands.
  private(set) var textMatrix = Affine.identity
  private var lineMatrix = Affine.identity
  private(set) var isInText = false
  private(set) var path = ContentPath()
  /// The marked content that is open, the innermost last, and how much of it is of hidden layers.
  private(set) var marks: [ContentMark] = []
  private var hiddenMarks = 0
  private let hiddenLayers: HiddenLayers
  private let isInHiddenLayer: Bool
  /// The stream.
  private(set) var source: [UInt8] = []
  /// How many streams this one lies in.
  let depth: Int
  /// From the space that patterns are placed in (8.7.3.1) to that of ``ContentState/matrix``.
  let base: Affine
  /// The streams that are being interpreted, this one last.
  private let ancestors: [ObjectID]
  private var saved: [ContentState] = []

  /// For a content that stands alone.
  ///
  /// - Parameter hiddenLayers: The layers that count as hidden.
  init(_ context: ContentContext, resources: PDFDictionary, hiddenLayers: HiddenLayers = .none) {
    self.context = context
    self.resources = ContentResources(resources, context.objects)
    (self.hiddenLayers, isInHiddenLayer) = (hiddenLayers, false)
    (base, state) = (.identity, ContentState())
    (depth, ancestors) = (0, [])
  }

  /// For a stream that another content paints.
  init(_ stream: PaintedStream) {
    let parent = stream.content
    context = parent.context
    resources =
      stream.resources.map { ContentResources($0, parent.context.objects, within: parent.resources) }
      ?? parent.resources
    (hiddenLayers, isInHiddenLayer) = (parent.hiddenLayers, stream.isHidden)
    base = stream.matrix
    state = stream.state ?? ContentState()
    state.matrix = base
    // What is painted with a pattern of the content around belongs to that.
    (state.fill, state.stroke) = (state.fill.inherited, state.stroke.inherited)
    if stream.isCutOff, let box = context.objects.rect(stream.dictionary["BBox"]),
      let bounds = PageRect.bounding(base.corners(of: box))
    {
      state.clip.cut(at: bounds)
    }
    depth = parent.depth + 1
    ancestors = parent.ancestors + (stream.id.map { [$0] } ?? [])
  }

  /// Whether a stream may be interpreted inside of this one: it does not contain itself, and is not too deep.
  func mayEnter(_ stream: ObjectID?) -> Bool {
    depth < ContentContext.deepest && stream.map { !ancestors.contains($0) } ?? true
  }

  /// Whether what is painted here is in a layer that is hidden.
  var isHidden: Bool { isInHiddenLayer || hiddenMarks > 0 }

  /// Whether an XObject that is painted here is: its own layer counts too (8.11.3.3).
  func hides(_ object: PDFDictionary) -> Bool { isHidden || hiddenLayers.hide(object["OC"]) }

  /// Goes through a content stream.
  ///
  /// - Throws: ``ContentParser/Failure`` if it cannot be read on; what the budget and the visitor throw.
  func interpret(_ bytes: [UInt8], _ visitor: some ContentVisitor) throws {
    source = bytes
    try context.count(ContentContext.stream + bytes.count / 4)
    try bytes.withUnsafeBytes { buffer in
      var parser = ContentParser(buffer)
      while let operation = try parser.next() {
        try context.count(ContentContext.operation)
        guard !path.take(operation) else { continue }
        let event = try event(of: operation)
        try visitor.visit(event, operation, self)
        if case .paintPath = event {
          if path.clip != nil, let bounds = path.bounds(state.matrix) { state.clip.cut(at: bounds) }
          path = ContentPath()
        }
      }
    }
    let end = ContentOperation(op: nil, operands: [], range: bytes.count..<bytes.count)
    if isInText {
      isInText = false
      try visitor.visit(.endText, end, self)
    }
    while let mark = endMark() { try visitor.visit(.endMark(mark), end, self) }
    while let last = saved.popLast() {
      state = last
      try visitor.visit(.restore, end, self)
    }
  }

  private func object(_ object: PDFObject?) -> PDFObject { context.objects.resolve(object) }

  // MARK: - State

  /// Sets what an operation sets, and says what it does.
  private func event(of operation: ContentOperation) throws -> ContentEvent {
    guard let op = operation.op else { return .nothing }
    switch op {
    case .save:
      guard saved.count < ContentContext.mostSaved else {
        throw PDFError(.unsupported, "its states are nested too deep")
      }
      saved.append(state)
      return .save
    case .restore:
      guard let last = saved.popLast() else { return .nothing }
      state = last
      return .restore
    case .concatenate:
      guard let matrix = Affine(operation.numbers(6)) else { return .nothing }
      state.matrix = matrix.then(state.matrix)
    case .lineWidth: state.lineWidth = operation.number ?? state.lineWidth
    case .lineCap: state.lineCap = operation.number.flatMap { Int(exactly: $0) } ?? state.lineCap
    case .lineJoin: state.lineJoin = operation.number.flatMap { Int(exactly: $0) } ?? state.lineJoin
    case .miterLimit: state.mitreLimit = operation.number ?? state.mitreLimit
    case .dash: setDashes(operation.operands.first, operation.operands.last)
    case .flatness, .renderingIntent, .glyphWidth, .glyphWidthAndBox, .beginCompatibility,
      .endCompatibility:
      break
    case .fillGray, .fillRGB, .fillCMYK: state.fill.setDevice(operation.operands)
    case .strokeGray, .strokeRGB, .strokeCMYK: state.stroke.setDevice(operation.operands)
    case .fillSpace, .strokeSpace:
      guard let name = operation.operands.last?.name else { return .nothing }
      let space = try context.colorSpace(resources.value("ColorSpace", name) ?? .name(name))
      if op == .fillSpace { try state.fill.set(space, context) } else { try state.stroke.set(space, context) }
      return .setColorSpace(name)
    case .fillColor, .fillColorOrPattern: return try setColor(isFill: true, operation)
    case .strokeColor, .strokeColorOrPattern: return try setColor(isFill: false, operation)
    case .graphicsState: return setGraphicsState(operation)
    case .beginText, .endText, .characterSpacing, .wordSpacing, .horizontalScale, .leading, .font,
      .renderingMode, .rise, .moveLine, .moveLineSettingLeading, .textMatrix, .nextLine, .show, .showList,
      .showOnNextLine, .showOnNextLineSpaced:
      return try textEvent(op, operation)
    case .shade:
      guard let name = operation.operands.last?.name else { return .nothing }
      return .shade(name)
    case .inlineImage:
      guard operation.imageData != nil, let entries = operation.operands.first?.dictionary else {
        return .nothing
      }
      return .paintInlineImage(entries)
    case .paintObject: return paintObject(operation)
    case .beginMark, .beginMarkWithProperties: return .beginMark(try beginMark(op, operation))
    case .endMark: return endMark().map { .endMark($0) } ?? .nothing
    case .markPoint, .markPointWithProperties: return .nothing
    case .stroke, .closeAndStroke, .fill, .fillOld, .fillEvenOdd, .fillAndStroke, .fillEvenOddAndStroke,
      .closeFillAndStroke, .closeFillEvenOddAndStroke, .endPath:
      return ContentPath.Painting(op).map { .paintPath($0) } ?? .nothing
    case .moveTo, .lineTo, .curveTo, .curveFromCurrent, .curveToEnd, .closePath, .rectangle, .clip,
      .clipEvenOdd:
      return .nothing
    }
    return .setState
  }

  private func setColor(isFill: Bool, _ operation: ContentOperation) throws -> ContentEvent {
    let name = operation.operands.last?.name
    var color = isFill ? state.fill : state.stroke
    if let name {
      let type = object(object(resources.value("Pattern", name)).dictionary?["PatternType"]).integer
      color.set(ContentColor.Pattern(name, type: type, operation))
    } else {
      try color.set(operation.operands, context)
    }
    if isFill { state.fill = color } else { state.stroke = color }
    return .setColor(isFill: isFill, pattern: name)
  }

  private func setDashes(_ lengths: PDFObject?, _ phase: PDFObject?) {
    let lengths = (object(lengths).array ?? []).compactMap { object($0).number }
    state.dashes = lengths.contains { $0 > 0 } ? lengths : []
    state.dashPhase = object(phase).number ?? 0
  }

  private func setGraphicsState(_ operation: ContentOperation) -> ContentEvent {
    guard let name = operation.operands.last?.name else { return .nothing }
    let value = resources.value("ExtGState", name)
    if let dictionary = object(value).dictionary {
      if let width = object(dictionary["LW"]).number { state.lineWidth = width }
      if let cap = object(dictionary["LC"]).integer { state.lineCap = cap }
      if let join = object(dictionary["LJ"]).integer { state.lineJoin = join }
      if let limit = object(dictionary["ML"]).number { state.mitreLimit = limit }
      if let dashes = object(dictionary["D"]).array, dashes.count == 2 { setDashes(dashes[0], dashes[1]) }
      if let font = object(dictionary["Font"]).array, font.count == 2 {
        state.font = context.font(font[0])
        state.fontSize = object(font[1]).number ?? 0
      }
      if let modes = context.objects.names(dictionary["BM"]) {
        // Of several the first that is known (11.6.3); nobody has others than these.
        let known = modes.first(where: ContentState.blendModes.contains)
        state.blendMode = known == "Normal" || known == "Compatible" ? nil : known
      }
      if let alpha = object(dictionary["ca"]).number { state.fillAlpha = alpha }
      if let alpha = object(dictionary["CA"]).number { state.strokeAlpha = alpha }
      let mask = object(dictionary["SMask"])
      if !mask.isNull { state.hasSoftMask = mask.dictionary != nil }
    }
    return .setGraphicsState(name, value)
  }

  private func paintObject(_ operation: ContentOperation) -> ContentEvent {
    guard let name = operation.operands.last?.name, let reference = resources.value("XObject", name),
      case .stream(let dictionary, _) = object(reference)
    else { return .nothing }
    let isForm = object(dictionary["Subtype"]).name == "Form"
    return isForm ? .paintForm(name, reference, dictionary) : .paintImage(name, reference, dictionary)
  }

  private func beginMark(_ op: ContentOperator, _ operation: ContentOperation) throws -> ContentMark {
    guard marks.count < ContentContext.mostMarks else {
      throw PDFError(.unsupported, "its marked content is nested too deep")
    }
    let operand = op == .beginMarkWithProperties ? operation.operands.last : nil
    let value = operand?.name.map { resources.value("Properties", $0) } ?? operand
    let tag = operation.operands.first
    let isHidden = tag?.name == "OC" && hiddenLayers.hide(value)
    let mark = ContentMark(
      tag: tag, properties: object(value).dictionary, name: operand?.name,
      operation: operation.range, isHidden: isHidden)
    marks.append(mark)
    hiddenMarks += isHidden ? 1 : 0
    return mark
  }

  private func endMark() -> ContentMark? {
    guard let mark = marks.popLast() else { return nil }
    hiddenMarks -= mark.isHidden ? 1 : 0
    return mark
  }

  // MARK: - Text

  private func textEvent(_ op: ContentOperator, _ operation: ContentOperation) throws -> ContentEvent {
    switch op {
    case .beginText:
      isInText = true
      setPosition(.identity)
      return .beginText
    case .endText:
      isInText = false
      return .endText
    case .characterSpacing: state.characterSpacing = operation.number ?? state.characterSpacing
    case .wordSpacing: state.wordSpacing = operation.number ?? state.wordSpacing
    case .horizontalScale: state.horizontalScale = operation.number.map { $0 / 100 } ?? state.horizontalScale
    case .leading: state.leading = operation.number ?? state.leading
    case .rise: state.rise = operation.number ?? state.rise
    case .renderingMode:
      state.renderingMode = operation.number.flatMap { Int(exactly: $0) } ?? state.renderingMode
    case .font:
      guard operation.operands.count >= 2, let name = operation.operands[operation.operands.count - 2].name,
        let size = operation.operands.last?.number
      else { return .nothing }
      state.font = resources.value("Font", name).flatMap(context.font)
      state.fontSize = size
      return .setFont(name)
    case .moveLine, .moveLineSettingLeading:
      guard let n = operation.numbers(2) else { return .nothing }
      if op == .moveLineSettingLeading { state.leading = -n[1] }
      moveLine(n[0], n[1])
      return .moveText
    case .textMatrix:
      guard let matrix = Affine(operation.numbers(6)) else { return .nothing }
      setPosition(matrix)
      return .moveText
    case .nextLine:
      moveLine(0, -state.leading)
      return .moveText
    case .show:
      guard let string = operation.operands.last?.string else { return .nothing }
      return try show([.string(string)])
    case .showOnNextLine:
      guard let string = operation.operands.last?.string else { return .nothing }
      moveLine(0, -state.leading)
      return try show([.string(string)])
    case .showOnNextLineSpaced:
      guard operation.operands.count >= 3, let string = operation.operands.last?.string else {
        return .nothing
      }
      let spacing = operation.operands[operation.operands.count - 3].number
      state.wordSpacing = spacing ?? state.wordSpacing
      state.characterSpacing =
        operation.operands[operation.operands.count - 2].number ?? state.characterSpacing
      moveLine(0, -state.leading)
      return try show([.string(string)])
    case .showList:
      guard let list = operation.operands.last?.array else { return .nothing }
      return try show(
        list.compactMap { item in item.string.map { .string($0) } ?? item.number.map { .move($0) } })
    default: return .nothing
    }
    return .setTextState
  }

  private func moveLine(_ x: Double, _ y: Double) {
    setPosition(Affine.translation(x, y).then(lineMatrix))
  }

  private func setPosition(_ matrix: Affine) { (lineMatrix, textMatrix) = (matrix, matrix) }

  private func show(_ items: [ShownText.Item]) throws -> ContentEvent {
    let text = ShownText(items, state, substitute: context.substitute, &textMatrix)
    try context.count(text.glyphs.count)
    return .showText(text)
  }
}

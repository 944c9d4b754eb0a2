import PostilModel

/// Removes what is painted in some areas from a content stream, and what was found in its text. What else is painted is written as it
/// was.
final class ContentRedactor: ContentVisitor {
  let run: RedactionRun
  let content: ContentInterpreter
  /// The areas, in the space that the state's matrix leads to.
  let areas: [RedactedArea]
  /// What is removed wherever it stands.
  let hits: GlyphHits
  /// How much the boxes of letters have to overlap an area, in the same space.
  let tolerance: Double
  /// What the content is of, for messages.
  let place: String
  /// What marked content of it belongs to: a page or a form.
  let owner: ObjectID?
  var resources: KeptResources
  var output = ContentOutput()
  /// Whether anything is other than it was.
  var isChanged = false
  var text = RewrittenText()
  private var marks: [OpenMark] = []
  /// Patterns that a color is set to, by the operation that sets it, and where that is written: it stays only if something is
  /// painted with it.
  private var pendingPatterns: [Int: (piece: Int, name: PDFName)] = [:]
  /// What took the place of patterns that are meshes; `nil`: they stay.
  var meshPatterns: [PDFName: PDFName?] = [:]
  /// Streams that stay as they are, with what they use of the resources.
  var kept: Set<ObjectID> = []

  var state: ContentState { content.state }
  var path: ContentPath { content.path }

  init(
    _ run: RedactionRun, _ content: ContentInterpreter, areas: [RedactedArea], hits: GlyphHits, place: String,
    owner: ObjectID?, tolerance: Double = 0.1
  ) {
    (self.run, self.content, self.areas, self.hits) = (run, content, areas, hits)
    (self.place, self.owner, self.tolerance) = (place, owner, tolerance)
    resources = KeptResources(content.resources)
  }

  /// The content without what is to be removed.
  ///
  /// - Throws: ``PDFError`` with code `.unsupported` and the place if something cannot be removed for certain.
  func redact(_ bytes: [UInt8]) throws -> (content: [UInt8], resources: PDFDictionary) {
    do { try content.interpret(bytes, self) } catch let failure as ContentParser.Failure {
      throw run.refusal("its content cannot be read at byte \(failure.position)", place)
    }
    for pattern in pendingPatterns.values { output.replacePiece(pattern.piece, by: []) }
    if isChanged { run.replaced.formUnion(resources.released.compactMap(\.reference)) }
    return (output.bytes, resources.remaining)
  }

  func object(_ object: PDFObject?) -> PDFObject { run.changes.resolve(object) }

  // MARK: - Operations

  /// Writes an operation as it was, without operands that it does not have.
  func keep(_ operation: ContentOperation) {
    if let usual = operation.withoutStrayOperands {
      output.write(usual.bytes[...])
    } else {
      output.write(bytes(of: operation.range))
      output.write("\n")
    }
  }

  func bytes(of range: Range<Int>) -> ArraySlice<UInt8> { content.source[range] }

  func visit(_ event: ContentEvent, _ operation: ContentOperation, _ content: ContentInterpreter) throws {
    if let (category, name) = event.resource(operation) { resources.see(category, name) }
    switch event {
    case .save, .setState, .setTextState: keep(operation)
    case .restore: if operation.op == nil { output.write("\nQ\n") } else { keep(operation) }
    case .setColor(let isFill, let name):
      try setColor(isFill: isFill, name, content.stream(paintedBy: event, operation), operation)
    case .setColorSpace(let name):
      resources.use("ColorSpace", name)
      keep(operation)
    case .setGraphicsState(let name, let value):
      try setGraphicsState(name, value, content.stream(paintedBy: event, operation), operation)
    case .beginText:
      endText()
      text.isOpen = true
      keep(operation)
    case .endText:
      if operation.op == .endText { keep(operation) }
      endText()
    case .setFont(let name):
      resources.use("Font", name)
      keepNames(of: state.font)
      keep(operation)
    case .moveText: moveText(operation)
    case .showText(let shown): try show(shown, operation)
    case .paintPath(let painting): try paint(painting, operation)
    case .paintForm(let name, _, _):
      guard let form = content.stream(paintedBy: event, operation) else { return }
      try paintForm(name, form, operation)
    case .paintImage(let name, let reference, let dictionary):
      guard !content.hides(dictionary) else { return drop() }
      // Programs in PostScript, which no reader runs any more.
      guard object(dictionary["Subtype"]).name == "Image" || areas.isEmpty else { return touchMarks() }
      usePatterns(fill: true, stroke: false)
      try paintImage(name, reference, dictionary, operation)
    case .paintInlineImage(let entries): try paintInlineImage(entries, operation)
    case .shade(let name): try shade(name, operation)
    case .beginMark(let mark): beginMark(mark)
    case .endMark: endMark()
    // Readers choose a font.
    case .nothing where operation.op == .font && operation.operands.allSatisfy { $0.number != nil }:
      keep(operation)
    // It paints nothing: it is left out of what is written anew.
    case .nothing: break
    }
  }

  /// A clip that leaves out areas, for what is painted next; between `q` and `Q`.
  func clip(out polygons: [ConvexPolygon], around bounds: PageRect) {
    guard let inverse = state.matrix.inverse else { return }
    for polygon in polygons {
      let outer = ConvexPolygon(bounds.union(polygon.bounds).insetBy(-2 - tolerance))
      for part in [outer, polygon] {
        for (index, point) in part.points.enumerated() {
          let point = inverse.apply(point)
          output.write([point.x, point.y], index == 0 ? "m" : "l")
        }
        output.write("h\n")
      }
      output.write("W* n\n")
    }
  }

  // MARK: - Colors

  private func setColor(
    isFill: Bool, _ pattern: PDFName?, _ cell: PaintedStream?, _ operation: ContentOperation
  ) throws {
    guard var name = pattern else { return keep(operation) }
    let color = isFill ? state.fill.pattern : state.stroke.pattern
    guard let color else {
      guard let mesh = try patternWithoutMesh(name) else {
        resources.use("Pattern", name)
        return keep(operation)
      }
      isChanged = true
      resources.use("Pattern", mesh)
      return output.write(
        ContentOperation(
          op: operation.op, operands: operation.operands.dropLast() + [.name(mesh)], range: 0..<0
        ).bytes)
    }
    var bytes = Array(bytes(of: operation.range)) + [10]
    let found = hits.streams[color.operation] ?? GlyphHits()
    if !found.isEmpty || run.looksEverywhere || removesAllText, let cell,
      let new = try redactedStream(cell, areas: [], hits: found, matrix: .identity)
    {
      name = resources.addUnused("Pattern", new)
      bytes =
        ContentOperation(
          op: operation.op, operands: operation.operands.dropLast() + [.name(name)], range: 0..<0
        ).bytes
    }
    pendingPatterns[color.operation] = (output.writePiece(bytes), name)
  }

  /// Notes that something is painted with the pattern that a color is set to.
  func usePatterns(fill: Bool, stroke: Bool) {
    for color in [fill ? state.fill.pattern : nil, stroke ? state.stroke.pattern : nil].compactMap(\.self) {
      if let pattern = pendingPatterns.removeValue(forKey: color.operation) {
        resources.use("Pattern", pattern.name)
        keepNames(of: content.pattern(pattern.name, color.operation))
      }
    }
  }

  /// Sets a color to its pattern without what it would paint in areas.
  func setRedactedPattern(_ color: ContentColor.Pattern, isFill: Bool, on bounds: PageRect) throws {
    let name: PDFName
    let found = hits.streams[color.operation] ?? GlyphHits()
    let cell = content.pattern(color.name, color.operation)
    if let cell, let new = try redactedPattern(cell, found, on: bounds) {
      name = resources.add("Pattern", new)
    } else {
      name = color.name
      resources.use("Pattern", name)
      keepNames(of: cell)
    }
    for operand in color.operands.dropLast() + [.name(name)] {
      output.write(operand)
      output.write(" ")
    }
    output.write(isFill ? "scn\n" : "SCN\n")
  }

  /// Tiles that lie in areas; if there are more, only text is taken out of the cell.
  private static let mostTiles = 64.0

  /// A tiling pattern (ISO 32000-2, 8.7.3) without what its tiles would show in areas; `nil` if that is nothing.
  private func redactedPattern(
    _ cell: PaintedStream, _ hits: GlyphHits, on bounds: PageRect
  ) throws -> PDFObject? {
    let dictionary = cell.dictionary
    guard let inverse = cell.matrix.inverse, let box = run.changes.rect(dictionary["BBox"]) else {
      return nil
    }
    let steps = (object(dictionary["XStep"]).number ?? 0, object(dictionary["YStep"]).number ?? 0)
    let (x, y) = (
      abs(steps.0) > 1e-6 ? abs(steps.0) : box.width, abs(steps.1) > 1e-6 ? abs(steps.1) : box.height
    )
    guard x > 0, y > 0 else { return nil }
    var moved: [RedactedArea] = []
    for area in areas {
      guard let shared = area.polygon.bounds.intersection(bounds) else { continue }
      let seen = ConvexPolygon(shared).map(inverse).bounds
      let columns =
        ((seen.minX - box.maxX) / x).rounded(
          .up)...max(((seen.minX - box.maxX) / x).rounded(.up), ((seen.maxX - box.minX) / x).rounded(.down))
      let rows =
        ((seen.minY - box.maxY) / y).rounded(
          .up)...max(((seen.minY - box.maxY) / y).rounded(.up), ((seen.maxY - box.minY) / y).rounded(.down))
      let count = (columns.upperBound - columns.lowerBound + 1) * (rows.upperBound - rows.lowerBound + 1)
      guard count.isFinite, count <= Self.mostTiles else {
        return try redactedStream(cell, areas: [], hits: hits, matrix: .identity, textOnly: true)
      }
      for column in stride(from: columns.lowerBound, through: columns.upperBound, by: 1) {
        for row in stride(from: rows.lowerBound, through: rows.upperBound, by: 1) {
          moved.append(area.map(inverse).map(.translation(-column * x, -row * y)))
        }
      }
    }
    return try redactedStream(
      cell, areas: moved, hits: hits, matrix: .identity, tolerance: tolerance / max(cell.matrix.scale, 1e-9))
  }

  // MARK: - Forms, and what is like them

  /// The stream of a form, pattern or soft mask without what is to be removed, as a new object; `nil` if that is nothing.
  ///
  /// - Parameter matrix: From its space to that of the areas, if that is not the one that places of this content are in.
  func redactedStream(
    _ stream: PaintedStream, areas: [RedactedArea], hits: GlyphHits, matrix: Affine? = nil,
    textOnly: Bool = false, tolerance: Double? = nil
  ) throws -> PDFObject? {
    var stream = stream
    stream.matrix = matrix ?? stream.matrix
    guard stream.mayBeEntered else {
      // What paints itself is not painted.
      guard content.depth < ContentContext.deepest else {
        throw run.refusal("its forms are nested too deep", place)
      }
      return nil
    }
    let inner = ContentRedactor(
      run, ContentInterpreter(stream), areas: areas, hits: hits, place: place, owner: stream.id,
      tolerance: tolerance ?? self.tolerance)
    inner.removesAllText = textOnly || removesAllText
    inner.isKnockout = object(object(stream.dictionary["Group"]).dictionary?["K"]).boolean == true
    let (content, remaining) = try inner.redact(try run.decoded(stream.object, place))
    guard inner.isChanged else { return nil }
    isChanged = true
    var dictionary = stream.dictionary
    dictionary["Resources"] = .dictionary(remaining)
    for key in RedactionRun.encodingKeys + RedactionRun.keysBesideContent { dictionary[key] = nil }
    let new = run.changes.add(Flate.stream(dictionary, content))
    if let id = stream.id { run.noteReplaced(id, by: new) }
    return .reference(new)
  }

  /// The name of what is painted over areas.
  static let overlayName: PDFName = "RedactionOverlay"
  /// Whether what is painted over areas is passed over.
  var skipsOverlay = false
  /// Whether all text is removed, wherever it is.
  var removesAllText = false
  /// Whether it is of a knockout group (ISO 32000-2, 11.4.6), whose colours readers get wrong where something is clipped in it.
  var isKnockout = false

  private func setGraphicsState(
    _ name: PDFName, _ value: PDFObject?, _ group: PaintedStream?, _ operation: ContentOperation
  ) throws {
    guard var dictionary = object(value).dictionary else { return keep(operation) }
    if dictionary["Font"] != nil { keepNames(of: state.font) }
    guard var mask = object(dictionary["SMask"]).dictionary, let group,
      let form = try redactedStream(
        group, areas: areas, hits: hits.streams[operation.range.lowerBound] ?? GlyphHits())
    else {
      resources.use("ExtGState", name)
      keepNames(of: group)
      return keep(operation)
    }
    mask["G"] = form
    dictionary["SMask"] = .dictionary(mask)
    if let id = value?.reference { run.replaced.insert(id) }
    let new = resources.add("ExtGState", .reference(run.changes.add(.dictionary(dictionary))))
    output.write(.name(new))
    output.write(" gs\n")
  }

  private func paintForm(_ name: PDFName, _ form: PaintedStream, _ operation: ContentOperation) throws {
    guard !form.isHidden else { return drop() }
    if skipsOverlay, name.description.hasPrefix(Self.overlayName.description) {
      resources.use("XObject", name)
      return keep(operation)
    }
    usePatterns(fill: true, stroke: true)
    let found = hits.streams[operation.range.lowerBound] ?? GlyphHits()
    guard !areas.isEmpty || !found.isEmpty || run.looksEverywhere || removesAllText else {
      resources.use("XObject", name)
      keepNames(of: form)
      return keep(operation)
    }
    let new: PDFObject?
    let use = form.id.flatMap { id in
      areas.isEmpty && !removesAllText ? RedactionRun.FormUse(form: id, hits: found) : nil
    }
    if let use, let known = run.formsWithoutAreas[use] {
      new = known
      if new != nil { isChanged = true }
    } else {
      // What its box cuts off is not shown, but is there for those who read the text.
      new = try redactedStream(form, areas: areas, hits: found)
      if let use { run.formsWithoutAreas[use] = .some(new) }
    }
    guard let new else {
      resources.use("XObject", name)
      keepNames(of: form)
      return keep(operation)
    }
    touchMarks()
    output.write(.name(resources.add("XObject", new)))
    output.write(" Do\n")
  }

  /// Leaves something out that is in a hidden layer.
  func drop() {
    isChanged = true
    run.report.hiddenItems += 1
  }

  // MARK: - Marked content

  /// Marked content (ISO 32000-2, 14.6) whose end was not written yet.
  private struct OpenMark {
    let mark: ContentMark
    let piece: Int
    var isTouched = false
  }

  /// Whether all that is painted here is in a layer that is hidden and to be removed.
  var isHidden: Bool { content.isHidden }

  private func beginMark(_ mark: ContentMark) {
    let piece = output.writePiece(Array(bytes(of: mark.operation)) + [10])
    marks.append(OpenMark(mark: mark, piece: piece))
  }

  private func endMark() {
    guard let open = marks.popLast() else { return }
    if open.mark.isHidden {
      // The layer goes with its content.
      output.replacePiece(open.piece, by: [])
      isChanged = true
      return
    }
    output.write("EMC\n")
    let mark = open.mark
    let isFound = hits.marks.contains(mark.operation.lowerBound)
    let telling = RedactionRun.telling(of: mark)
    let says = !telling.isEmpty
    guard isFound || open.isTouched && says else {
      if let name = mark.name { resources.use("Properties", name) }
      return
    }
    isChanged = true
    // A tag may be any name.
    let tag = mark.tag?.name.flatMap { run.matcher.hasMatch(in: $0.description) ? nil : $0 } ?? "Span"
    var bytes = PDFSerializer.bytes(of: .name(tag)) + [32]
    if var properties = mark.properties {
      for key in telling {
        properties[key] = nil
        run.report.strings += 1
      }
      bytes += PDFSerializer.bytes(
        of: mark.name == nil
          ? .dictionary(properties) : .name(resources.add("Properties", .dictionary(properties))))
      bytes += Array(" BDC\n".utf8)
    } else {
      run.report.strings += 1
      bytes += Array("BMC\n".utf8)
    }
    output.replacePiece(open.piece, by: bytes)
  }

  /// Notes that something was removed from the marked content that is open.
  func touchMarks() {
    isChanged = true
    // What is open around one that was touched before was touched with it.
    for index in marks.indices.reversed() {
      guard !marks[index].isTouched else { break }
      marks[index].isTouched = true
      if let number = marks[index].mark.number, let owner {
        run.touchedContent.insert(.init(owner: owner, number: number))
      }
    }
  }
}

import PostilModel

/// Removes what is painted in some areas from a content stream. What is painted elsewhere is written as it was.
final class ContentRedactor {
  let run: RedactionRun
  /// The areas, in the space that ``ContentState/matrix`` leads to.
  let areas: [RedactedArea]
  /// How much the boxes of letters have to overlap an area, in the same space.
  let tolerance: Double
  /// What the content is of, for messages.
  let place: String
  /// What marked content of it belongs to: a page or a form.
  let owner: ObjectID?
  var resources: ContentResources
  var output = ContentOutput()
  var state: ContentState
  private var saved: [ContentState] = []
  /// Whether anything is other than it was.
  var isChanged = false
  var path = ContentPath()
  var text = TextObject()
  private var marks: [MarkedContent] = []
  private var pendingPatterns: [Int: PDFName] = [:]
  private var depth: Int
  /// From the space that patterns are placed in to that of the areas.
  let base: Affine
  private(set) var source: [UInt8] = []

  private static let mostSaved = 100_000
  static let deepest = 24

  init(
    _ run: RedactionRun, areas: [RedactedArea], resources: PDFDictionary, matrix: Affine, place: String,
    owner: ObjectID?, depth: Int = 0, tolerance: Double = 0.1, inheriting: ContentState? = nil
  ) {
    (self.run, self.areas, self.place, self.owner, self.depth) = (run, areas, place, owner, depth)
    self.tolerance = tolerance
    self.resources = ContentResources(resources, run.changes)
    base = matrix
    state = inheriting ?? ContentState(matrix: matrix)
    state.matrix = matrix
    // What is painted with a pattern of the content around belongs to that.
    state.fillPattern = nil
    state.strokePattern = nil
  }

  /// The content without what lies in the areas.
  ///
  /// - Throws: ``PDFError`` with code `.unsupported` and the place if something cannot be removed for certain.
  func redact(_ bytes: [UInt8]) throws -> (content: [UInt8], resources: PDFDictionary) {
    source = bytes
    try bytes.withUnsafeBytes { buffer in
      var parser = ContentParser(buffer)
      do {
        while let operation = try parser.next() {
          try run.count()
          try take(operation)
        }
      } catch let failure as ContentParser.Failure {
        throw run.refusal("its content cannot be read at byte \(failure.position)", place)
      }
    }
    endText()
    while !marks.isEmpty { endMark() }
    for _ in saved { output.write("\nQ\n") }
    for piece in pendingPatterns.keys { output.replacePiece(piece, by: []) }
    return (output.bytes, resources.remaining)
  }

  func object(_ object: PDFObject?) -> PDFObject { run.changes.resolve(object) }

  // MARK: - Operations

  /// Writes an operation as it was.
  func keep(_ operation: ContentOperation) {
    output.write(source[operation.range])
    output.write("\n")
  }

  func bytes(of range: Range<Int>) -> ArraySlice<UInt8> { source[range] }

  private func take(_ operation: ContentOperation) throws {
    if try takePath(operation) || takeText(operation) { return }
    switch operation.name {
    case "q":
      guard saved.count < Self.mostSaved else { throw run.refusal("its states are nested too deep", place) }
      saved.append(state)
      keep(operation)
    case "Q":
      guard let last = saved.popLast() else { return }
      state = last
      keep(operation)
    case "cm":
      guard let matrix = Affine(operation.numbers(6)) else { return }
      state.matrix = matrix.then(state.matrix)
      keep(operation)
    case "w":
      state.lineWidth = operation.numbers(1)?[0] ?? state.lineWidth
      keep(operation)
    case "j":
      state.hasMitres = operation.numbers(1)?[0] == 0
      keep(operation)
    case "M":
      state.mitreLimit = operation.numbers(1)?[0] ?? state.mitreLimit
      keep(operation)
    case "d":
      setDashes(operation.operands.first, operation.operands.last)
      keep(operation)
    case "J", "i", "ri", "d0", "d1", "BX", "EX": keep(operation)
    case "g", "rg", "k":
      state.fillPattern = nil
      keep(operation)
    case "G", "RG", "K":
      state.strokePattern = nil
      keep(operation)
    case "cs", "CS":
      if operation.name == "cs" { state.fillPattern = nil } else { state.strokePattern = nil }
      if let name = operation.operands.last?.name { resources.use("ColorSpace", name) }
      keep(operation)
    case "sc", "scn", "SC", "SCN": try setColor(operation)
    case "gs": try setGraphicsState(operation)
    case "sh": shade(operation)
    case "Do": try paintObject(operation)
    case "BI": try paintInlineImage(operation)
    case "BMC", "BDC": beginMark(operation)
    case "EMC": endMark()
    // Marked points, and what no reader knows, paint nothing: they are left out of what is written anew.
    default: break
    }
  }

  private func setDashes(_ lengths: PDFObject?, _ phase: PDFObject?) {
    let lengths = (object(lengths).array ?? []).compactMap { object($0).number }
    state.dashes = lengths.contains { $0 > 0 } ? lengths : []
    state.dashPhase = object(phase).number ?? 0
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

  // MARK: - Colours

  private func setColor(_ operation: ContentOperation) throws {
    let isFill = operation.name == "sc" || operation.name == "scn"
    var color: ContentState.PatternColor?
    if var name = operation.operands.last?.name {
      if isTiling(name) {
        var operation = operation
        if run.looksEverywhere || removesAllText, let value = resources.value("Pattern", name),
          case .stream(var dictionary, _) = object(value),
          let new = try redactedStream(value, &dictionary, areas: [], matrix: .identity)
        {
          name = resources.addUnused("Pattern", new)
          operation = ContentOperation(
            name: operation.name, operands: operation.operands.dropLast() + [.name(name)], range: 0..<0)
        }
        let piece = output.writePiece(
          operation.range.isEmpty ? operation.bytes : Array(source[operation.range]) + [10])
        pendingPatterns[piece] = name
        color = .init(name: name, operands: operation.operands, operation: piece)
      } else {
        resources.use("Pattern", name)
        keep(operation)
      }
    } else {
      keep(operation)
    }
    if isFill { state.fillPattern = color } else { state.strokePattern = color }
  }

  private func isTiling(_ name: PDFName) -> Bool {
    let pattern = object(resources.value("Pattern", name)).dictionary
    return object(pattern?["PatternType"]).integer == 1
  }

  /// Notes that something is painted with the pattern that a colour is set to.
  func usePatterns(fill: Bool, stroke: Bool) {
    for color in [fill ? state.fillPattern : nil, stroke ? state.strokePattern : nil].compactMap(\.self) {
      if pendingPatterns.removeValue(forKey: color.operation) != nil { resources.use("Pattern", color.name) }
    }
  }

  /// Sets a colour to its pattern without what it would paint in areas.
  func setRedactedPattern(_ color: ContentState.PatternColor, isFill: Bool, on bounds: PageRect) throws {
    let object = resources.value("Pattern", color.name) ?? .null
    let name: PDFName
    if let new = try redactedPattern(object, on: bounds) {
      name = resources.add("Pattern", new)
    } else {
      name = color.name
      resources.use("Pattern", name)
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
  private func redactedPattern(_ pattern: PDFObject, on bounds: PageRect) throws -> PDFObject? {
    guard case .stream(var dictionary, _) = object(pattern) else { return nil }
    let own = Affine(run.changes.numbers(dictionary["Matrix"])) ?? .identity
    let matrix = own.then(base)
    guard let inverse = matrix.inverse, let box = run.changes.rect(dictionary["BBox"]) else { return nil }
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
        return try redactedStream(pattern, &dictionary, areas: [], matrix: .identity, textOnly: true)
      }
      for column in stride(from: columns.lowerBound, through: columns.upperBound, by: 1) {
        for row in stride(from: rows.lowerBound, through: rows.upperBound, by: 1) {
          moved.append(area.map(inverse).map(.translation(-column * x, -row * y)))
        }
      }
    }
    return try redactedStream(
      pattern, &dictionary, areas: moved, matrix: .identity, tolerance: tolerance / max(matrix.scale, 1e-9))
  }

  // MARK: - Forms, and what is like them

  /// The stream of a form, pattern or soft mask without what lies in areas, as a new object; `nil` if nothing was in them.
  func redactedStream(
    _ reference: PDFObject, _ dictionary: inout PDFDictionary, areas: [RedactedArea], matrix: Affine,
    textOnly: Bool = false, tolerance: Double? = nil, inheriting: ContentState? = nil
  ) throws -> PDFObject? {
    guard depth < Self.deepest else { throw run.refusal("its forms are nested too deep", place) }
    let own = object(dictionary["Resources"]).dictionary
    let inner = ContentRedactor(
      run, areas: areas, resources: own ?? resources.dictionary, matrix: matrix, place: place,
      owner: reference.reference, depth: depth + 1, tolerance: tolerance ?? self.tolerance,
      inheriting: inheriting)
    inner.removesAllText = textOnly || removesAllText
    inner.isInHiddenLayer = isHidden
    inner.isKnockout = object(object(dictionary["Group"]).dictionary?["K"]).boolean == true
    let (content, remaining) = try inner.redact(try run.decoded(reference, place))
    guard inner.isChanged else { return nil }
    if let id = reference.reference { run.replaced.insert(id) }
    isChanged = true
    dictionary["Resources"] = .dictionary(remaining)
    for key in RedactionRun.encodingKeys + RedactionRun.privateKeys { dictionary[key] = nil }
    return .reference(run.changes.add(Flate.stream(dictionary, content)))
  }

  /// The name of what is painted over areas.
  static let overlayName: PDFName = "RedactionOverlay"
  /// Whether what is painted over areas is passed over.
  var skipsOverlay = false
  /// Whether all text is removed, wherever it is.
  var removesAllText = false
  /// Whether it is of a knockout group (ISO 32000-2, 11.4.6), whose colours readers get wrong where something is clipped in it.
  var isKnockout = false
  /// Whether all of the content is in a layer that is hidden and to be removed.
  var isInHiddenLayer = false

  private func setGraphicsState(_ operation: ContentOperation) throws {
    guard let name = operation.operands.last?.name else { return }
    let value = resources.value("ExtGState", name) ?? .null
    guard var dictionary = object(value).dictionary else { return keep(operation) }
    if let width = object(dictionary["LW"]).number { state.lineWidth = width }
    if let join = object(dictionary["LJ"]).integer { state.hasMitres = join == 0 }
    if let limit = object(dictionary["ML"]).number { state.mitreLimit = limit }
    if let dashes = object(dictionary["D"]).array, dashes.count == 2 { setDashes(dashes[0], dashes[1]) }
    if let font = object(dictionary["Font"]).array, font.count == 2 {
      state.font = run.font(font[0])
      state.fontSize = object(font[1]).number ?? 0
    }
    guard var mask = object(dictionary["SMask"]).dictionary,
      case .stream(var group, _) = object(mask["G"]), let reference = mask["G"],
      let form = try redactedStream(
        reference, &group, areas: areas,
        matrix: (Affine(run.changes.numbers(group["Matrix"])) ?? .identity).then(state.matrix))
    else {
      resources.use("ExtGState", name)
      return keep(operation)
    }
    mask["G"] = form
    dictionary["SMask"] = .dictionary(mask)
    if let id = value.reference { run.replaced.insert(id) }
    let new = resources.add("ExtGState", .reference(run.changes.add(.dictionary(dictionary))))
    output.write(.name(new))
    output.write(" gs\n")
  }

  private func shade(_ operation: ContentOperation) {
    guard !isHidden else { return drop() }
    if let name = operation.operands.last?.name { resources.use("Shading", name) }
    guard !areas.isEmpty else { return keep(operation) }
    isChanged = true
    output.write("q\n")
    let bounds = areas.map(\.polygon.bounds).reduce(areas[0].polygon.bounds) { $0.union($1) }
    clip(out: areas.map(\.polygon), around: bounds.insetBy(-100_000))
    keep(operation)
    output.write("Q\n")
  }

  private func paintObject(_ operation: ContentOperation) throws {
    guard let name = operation.operands.last?.name, let reference = resources.value("XObject", name),
      case .stream(var dictionary, _) = object(reference)
    else { return }
    guard !isHidden, !run.isHidden(dictionary["OC"]) else { return drop() }
    if skipsOverlay, name.description.hasPrefix(Self.overlayName.description) { return keep(operation) }
    guard object(dictionary["Subtype"]).name == "Form" else {
      // Programs in PostScript, which no reader runs any more.
      guard object(dictionary["Subtype"]).name == "Image" || areas.isEmpty else { return touchMarks() }
      usePatterns(fill: true, stroke: false)
      return try paintImage(name, reference, dictionary, operation)
    }
    usePatterns(fill: true, stroke: true)
    guard !areas.isEmpty || run.looksEverywhere || removesAllText else {
      resources.use("XObject", name)
      return keep(operation)
    }
    // What its box cuts off is not shown, but is there for those who read the text.
    let matrix = (Affine(run.changes.numbers(dictionary["Matrix"])) ?? .identity).then(state.matrix)
    let new: PDFObject?
    if areas.isEmpty, !removesAllText, let id = reference.reference, let known = run.formsWithoutAreas[id] {
      new = known
      if new != nil { isChanged = true }
    } else {
      new = try redactedStream(reference, &dictionary, areas: areas, matrix: matrix, inheriting: state)
      if areas.isEmpty, !removesAllText, let id = reference.reference {
        run.formsWithoutAreas[id] = .some(new)
      }
    }
    guard let new else {
      resources.use("XObject", name)
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

  /// ISO 32000-2, 14.6.
  private struct MarkedContent {
    let piece: Int
    let tag: PDFObject?
    /// The properties, and the name that they have among the resources.
    let properties: PDFDictionary?
    let name: PDFName?
    let isHidden: Bool
    var isTouched = false
  }

  var isHidden: Bool { isInHiddenLayer || marks.contains { $0.isHidden } }

  private func beginMark(_ operation: ContentOperation) {
    var properties: PDFDictionary?
    var isHidden = false
    var name: PDFName?
    if operation.name == "BDC", let operand = operation.operands.last {
      name = operand.name
      let value = name.flatMap { resources.value("Properties", $0) } ?? operand
      properties = object(value).dictionary
      isHidden = operation.operands.first?.name == "OC" && run.isHidden(value)
    }
    let piece = output.writePiece(Array(source[operation.range]) + [10])
    marks.append(
      MarkedContent(
        piece: piece, tag: operation.operands.first, properties: properties, name: name, isHidden: isHidden))
  }

  private func endMark() {
    guard let mark = marks.popLast() else { return }
    if mark.isHidden {
      // The layer goes with its content.
      output.replacePiece(mark.piece, by: [])
      isChanged = true
      return
    }
    output.write("EMC\n")
    let secret = mark.properties.map { properties in
      RedactionRun.replacementKeys.contains { properties[$0] != nil }
        && (mark.isTouched
          || RedactionRun.replacementKeys.contains { run.hasMatch(run.changes.resolve(properties[$0])) })
    }
    guard secret == true, var properties = mark.properties else {
      if let name = mark.name { resources.use("Properties", name) }
      return
    }
    for key in RedactionRun.replacementKeys where properties[key] != nil {
      properties[key] = nil
      run.report.strings += 1
    }
    isChanged = true
    let operand: PDFObject =
      mark.name == nil ? .dictionary(properties) : .name(resources.add("Properties", .dictionary(properties)))
    output.replacePiece(
      mark.piece,
      by: PDFSerializer.bytes(of: mark.tag ?? .name("Span")) + [32] + PDFSerializer.bytes(of: operand)
        + Array(" BDC\n".utf8))
  }

  /// Notes that something was removed from the marked content that is open.
  func touchMarks() {
    isChanged = true
    for index in marks.indices {
      marks[index].isTouched = true
      if let number = marks[index].properties?["MCID"]?.integer, let owner {
        run.touchedContent.insert(.init(owner: owner, number: number))
      }
    }
  }
}

import PostilModel

/// Finds out what of a page poppler is known to draw wrong, by what its content and the appearances of its annotations paint. Of pages
/// with much content only the beginning is read: a page whose weakness comes later is drawn by poppler, as it would be without this.
final class PopplerWeaknessCheck: PaintVisitor {
  private(set) var found: Set<PopplerWeakness> = []

  /// How much work a page may be: a few milliseconds, which reads half a million bytes of content.
  private static let mostWork = 400_000
  /// Bytes of a content behind which are not read.
  private static let mostContent = 1 << 20
  /// The longest side of an image that cairo draws, in pixels.
  private static let longestSide = 32_767
  /// How many results poppler's functions have at most.
  private static let mostColorants = 32
  /// Modes that leave a color on white paper as it is: there it does not matter whether paper is a backdrop.
  private static let harmlessOnPaper: Set<PDFName> = ["Multiply", "Darken"]
  /// Thinner strokes hardly show what is below them, in points.
  private static let visibleStroke = 1.5

  private let objects: any ObjectSource
  private let page: PageRect
  /// What is behind what is painted.
  private enum Backdrop {
    case paper
    /// Nothing: an isolated group, whose first painted area has this place.
    case nothing(first: Int)
    /// What was painted between two places, before a group began that is not isolated.
    case painted(first: Int, end: Int)
  }
  private var backdrop = Backdrop.paper
  private var areas = PaintedAreas()
  /// Whether colors are joined as inks.
  private var isInCMYK: Bool
  /// Whether what is painted is an element of a group that knocks out and is not isolated.
  private var isInKnockout = false
  /// Whether something of the page may have a blend mode: otherwise nobody asks what was painted where.
  private let mayBlend: Bool

  /// A stream with what of the state around decides what is wrong in it: contents paint the same one again and again.
  private struct Entered: Hashable {
    let stream: ObjectID?
    let hasSoftMask: Bool
    let isTransparent: Bool
    let blendMode: PDFName?
    let isInCMYK: Bool

    init(_ stream: PaintedStream, _ state: ContentState, isInCMYK: Bool) {
      self.stream = stream.id
      self.isInCMYK = isInCMYK
      (hasSoftMask, blendMode) = (state.hasSoftMask, state.blendMode)
      isTransparent = state.fillAlpha < 1 || state.strokeAlpha < 1
    }
  }
  private var looked: Set<ObjectID> = []
  /// Where the streams of the page's content end that are not passed yet.
  private var ends: ArraySlice<Int> = []

  /// - Complexity: O(content), up to a limit.
  static func weaknesses(of page: PDFDictionary, _ graph: ObjectGraph) -> Set<PopplerWeakness> {
    let check = PopplerWeaknessCheck(page, graph)
    let context = ContentContext(graph, mostWork: mostWork, mostContent: mostContent)
    let shown = ShownPage(dictionary: page, context: context, hiddenLayers: HiddenLayers(graph))
    let walk = ContentWalk(check)
    // Too much work ends it; what was found counts. Layers of the content are looked at too: they may be switched.
    try? check.look(at: shown, walk)
    try? shown.forEachAnnotation { _, appearance in
      if let appearance { try walk.paint(appearance) }
    }
    return check.found
  }

  private init(_ page: PDFDictionary, _ graph: ObjectGraph) {
    objects = graph
    self.page = graph.rect(page["CropBox"]) ?? graph.rect(page["MediaBox"]) ?? .zero
    isInCMYK = Self.isCMYK(graph.resolve(page["Group"]).dictionary?["CS"], graph) ?? false
    mayBlend = ResourceSurvey(page, graph).items.contains { item in
      guard case .graphicsState(let state) = item.kind, let modes = graph.names(state["BM"]) else {
        return false
      }
      return modes.contains { $0 != "Normal" }
    }
  }

  /// Whether a space is one of four inks; `nil` if there is none.
  private static func isCMYK(_ space: PDFObject?, _ objects: any ObjectSource) -> Bool? {
    let space = objects.resolve(space)
    return space.isNull ? nil : ContentColorSpace.partCount(space, objects) == 4
  }

  private func look(at page: ShownPage, _ walk: ContentWalk) throws {
    let content = try page.content()
    ends = content.ends.dropLast()
    defer { ends = [] }
    try page.interpret(content, walk)
  }

  // MARK: - What is painted

  func visit(_ event: ContentEvent, _ operation: ContentOperation, _ content: ContentInterpreter) throws {
    if content.depth == 0, !ends.isEmpty { look(atEndsIn: operation, content) }
    look(atName: event.resource(operation)?.name, operation, content)
    let state = content.state
    switch event {
    case .setFont(let name): try look(atFont: content.resources.value("Font", name), content)
    case .setColorSpace(let name): look(atSpace: content.resources.value("ColorSpace", name))
    case .setColor(_, let name?):
      let pattern = objects.resolve(content.resources.value("Pattern", name))
      if case .dictionary(let dictionary) = pattern { look(atShading: dictionary["Shading"]) }
    case .paintPath(let painting): paint(painting, content)
    case .paintImage(_, let reference, let dictionary):
      try look(atImage: reference, dictionary, content.context)
      let isStencil = objects.resolve(dictionary["ImageMask"]).boolean == true
      if isStencil, state.hasSoftMask { found.insert(.softMask) }
      let hasMask = isStencil || dictionary["SMask"] != nil || dictionary["Mask"] != nil
      paint(Self.box(of: Self.unit, state.matrix), state, isOpaque: !hasMask)
    case .paintInlineImage(let entries):
      let isStencil = entries["ImageMask"]?.boolean == true
      if isStencil, state.hasSoftMask { found.insert(.softMask) }
      paint(Self.box(of: Self.unit, state.matrix), state, isOpaque: !isStencil)
    case .shade(let name):
      let isMesh = look(atShading: content.resources.value("Shading", name))
      if isMesh, state.fillAlpha < 1 { found.insert(.transparentMesh) }
      paint(nil, state, isOpaque: false)
    case .showText(let text):
      let (isFilled, isStroked) = state.glyphPainting
      guard text.letterCount > 0, isFilled || isStroked else { return }
      if state.hasSoftMask { found.insert(.softMask) }
      let place = state.glyphMatrix(text.start)
      paint(Self.box(of: Self.unit, place), state, isOpaque: false)
    case .nothing where operation.op == .concatenate || operation.op == .textMatrix:
      if operation.operands.count < 6 { found.insert(.missingNumbers) }
    default: break
    }
  }

  private static let unit = PageRect(x: 0, y: 0, width: 1, height: 1)

  private static func box(of rect: PageRect, _ matrix: Affine) -> PageRect? {
    .bounding(matrix.corners(of: rect))
  }

  private func paint(_ painting: ContentPath.Painting, _ content: ContentInterpreter) {
    guard painting.isSeen else { return }
    let state = content.state
    if state.hasSoftMask, painting.stroke || state.fill.pattern != nil { found.insert(.softMask) }
    if painting.stroke, let pattern = state.stroke.pattern {
      look(atStrokePattern: content.resources.value("Pattern", pattern.name))
    }
    if painting.fill, painting.stroke, state.strokeAlpha < 1,
      state.lineWidth * state.matrix.scale > Self.visibleStroke
    {
      found.insert(.transparentStroke)
    }
    guard mayBlend else { return }
    let points = content.path.elements.flatMap(\.points).map { state.matrix.apply($0) }
    guard let box = PageRect.bounding(points) else { return }
    let corners = [
      PagePoint(x: box.minX, y: box.minY), PagePoint(x: box.maxX, y: box.minY),
      PagePoint(x: box.minX, y: box.maxY),
      PagePoint(x: box.maxX, y: box.maxY),
    ]
    let isRectangle = points.count < 6 && corners.allSatisfy(points.contains)
    let reach = painting.stroke ? state.lineWidth * state.matrix.scale / 2 : 0
    paint(
      painting.fill ? box : box.insetBy(-reach), state,
      isOpaque: painting.fill && isRectangle && state.fill.pattern == nil)
  }

  /// Remembers what is painted, and looks how it is joined with what is below.
  ///
  /// - Parameters:
  ///   - box: Where it is painted; `nil` if that is not known.
  ///   - isOpaque: Whether it covers all of the box by itself.
  private func paint(_ box: PageRect?, _ state: ContentState, isOpaque: Bool) {
    guard mayBlend else { return }
    let box = (box?.isUsable == true ? box : nil)?.intersection(page) ?? page
    if let mode = state.blendMode {
      if isInCMYK, mode != "Multiply" { found.insert(.blendingInCMYK) }
      switch backdrop {
      case .paper where !Self.harmlessOnPaper.contains(mode):
        if !found.contains(.blendingOnPaper), !areas.cover(box) { found.insert(.blendingOnPaper) }
      case .painted(let first, let end):
        if !found.contains(.blendingInGroup), areas.touch(box, from: first, to: end) {
          found.insert(.blendingInGroup)
        }
      default: break
      }
    }
    areas.add(box, isOpaque: isOpaque && state.fillAlpha >= 1 && state.blendMode == nil && !state.hasSoftMask)
  }

  func paint(_ stream: PaintedStream, _ walk: ContentWalk) throws {
    let outer = (backdrop, isInCMYK, isInKnockout)
    defer { (backdrop, isInCMYK, isInKnockout) = outer }
    var stream = stream
    switch stream.kind {
    case .form: beginGroup(of: &stream)
    // They are painted elsewhere: in a cell, or a mask.
    case .pattern, .maskGroup: (backdrop, isInKnockout) = (.nothing(first: areas.count), false)
    case .glyph, .appearance: break
    }
    let isNew = try walk.enter(
      stream, once: Entered(stream, stream.state ?? ContentState(), isInCMYK: isInCMYK))
    if case .pattern = stream.kind { return }
    // What is in it was looked at; where it is painted counts.
    if !isNew, let box = objects.rect(stream.dictionary["BBox"]).flatMap({ Self.box(of: $0, stream.matrix) })
    {
      paint(box, stream.state ?? ContentState(), isOpaque: false)
    }
  }

  /// Begins what a form does as a group (11.6.6).
  private func beginGroup(of form: inout PaintedStream) {
    guard let group = form.group, var state = form.state else { return }
    if state.blendMode != nil {
      if isInKnockout { found.insert(.blendingInKnockout) }
      paint(
        objects.rect(form.dictionary["BBox"]).flatMap { Self.box(of: $0, form.matrix) }, state,
        isOpaque: false)
    }
    // Blending in groups that knock out PDFium draws wrong, too.
    let isIsolated = objects.resolve(group["I"]).boolean == true
    // Others have that of what they are painted in.
    if isIsolated { isInCMYK = Self.isCMYK(group["CS"], objects) ?? isInCMYK }
    let isKnockout = objects.resolve(group["K"]).boolean == true
    isInKnockout = isKnockout && !isIsolated
    if isIsolated || isKnockout {
      backdrop = .nothing(first: areas.count)
    } else {
      switch backdrop {
      case .paper: backdrop = .painted(first: 0, end: areas.count)
      case .nothing(let first), .painted(let first, _): backdrop = .painted(first: first, end: areas.count)
      }
    }
    state.beginGroup()
    form.state = state
  }

  // MARK: - Resources

  /// Whether an object is looked at for the first time.
  private func isNew(_ object: PDFObject?) -> Bool {
    object?.reference.map { looked.insert($0).inserted } ?? (object != nil)
  }

  private func look(atStrokePattern reference: PDFObject?) {
    guard let dictionary = objects.resolve(reference).dictionary, let box = objects.rect(dictionary["BBox"])
    else { return }
    func exceeds(_ side: Double, _ key: PDFName) -> Bool {
      objects.resolve(dictionary[key]).number.map { side > 1.01 * abs($0) } ?? false
    }
    if exceeds(box.width, "XStep") || exceeds(box.height, "YStep") { found.insert(.strokedPattern) }
  }

  /// Returns whether it is a mesh.
  @discardableResult
  private func look(atShading reference: PDFObject?) -> Bool {
    guard let dictionary = objects.resolve(reference).dictionary else { return false }
    let space = objects.resolve(dictionary["ColorSpace"]).array ?? []
    if space.count > 1, objects.resolve(space[0]).name == "DeviceN",
      objects.resolve(space[1]).array?.count ?? 0 > Self.mostColorants
    {
      found.insert(.manyColorants)
    }
    return (4...7).contains(objects.resolve(dictionary["ShadingType"]).integer ?? 0)
  }

  private func look(atSpace reference: PDFObject?) {
    guard let space = objects.resolve(reference).array, space.count > 1 else { return }
    if objects.resolve(space[0]).name == "Separation", objects.resolve(space[1]).name == "None" {
      found.insert(.noColorant)
    }
  }

  private func look(atImage reference: PDFObject, _ image: PDFDictionary, _ context: ContentContext) throws {
    guard isNew(reference) else { return }
    try look(atSamples: reference, image, context)
    guard let mask = image["SMask"], case .stream(let dictionary, _) = objects.resolve(mask) else { return }
    if dictionary["Matte"] != nil { found.insert(.matteImage) }
    if isNew(mask) { try look(atSamples: mask, dictionary, context) }
  }

  private func look(atSamples reference: PDFObject, _ image: PDFDictionary, _ context: ContentContext) throws
  {
    let stages = (try? StreamDecoder.stages(of: image, objects.resolve)) ?? []
    let bits = objects.resolve(image["BitsPerComponent"]).integer
    if bits == 16, stages.contains(where: { $0.parameters?["Predictor"]?.integer == 2 }) {
      found.insert(.deepImage)
    }
    let sides = [image["Width"], image["Height"]].compactMap { objects.resolve($0).integer }
    if sides.contains(where: { $0 > Self.longestSide }) { found.insert(.longImage) }
    switch stages.last?.name {
    case "JPXDecode"?:
      if objects.resolve(image["SMaskInData"]).integer ?? 0 > 0 { found.insert(.maskInImage) }
    case "JBIG2Decode"? where stages.count == 1: try look(atJBIG2: reference, image, context)
    default: break
    }
  }

  private func look(atJBIG2 reference: PDFObject, _ image: PDFDictionary, _ context: ContentContext) throws {
    let parameters = objects.resolve(image["DecodeParms"])
    let shared = objects.resolve(parameters.array?.first ?? parameters).dictionary?["JBIG2Globals"]
    for stream in [shared, reference].compactMap(\.self) {
      // Segments are found by their lengths, so what they hold is not gone through; a stream that is the image's own has one filter.
      let bytes =
        stream == reference
        ? reference.reference.flatMap { try? objects.streamData($0) }
        : try? objects.decoded(stream, limit: StreamLimit.small)
      guard let bytes else { continue }
      try context.count(bytes.count / 64)
      if JBIG2Segments(bytes).contains(where: { $0.isHuffman || $0.skipsCells }) { found.insert(.jbig2Image) }
    }
  }

  // MARK: - Fonts

  private func look(atFont reference: PDFObject?, _ content: ContentInterpreter) throws {
    guard let font = objects.resolve(reference).dictionary, isNew(reference) else { return }
    switch objects.resolve(font["Subtype"]).name {
    case "Type3"?:
      let resources = objects.resolve(font["Resources"]).dictionary ?? content.resources.dictionary
      if try GlyphProcedures(font, resources, content.context).haveColors { found.insert(.coloredGlyphs) }
    case "Type0"?:
      look(atFontFileOf: objects.resolve(objects.resolve(font["DescendantFonts"]).array?.first).dictionary)
    default: look(atFontFileOf: font)
    }
  }

  private func look(atFontFileOf font: PDFDictionary?) {
    guard let descriptor = objects.resolve(font?["FontDescriptor"]).dictionary,
      let file = descriptor["FontFile"] ?? descriptor["FontFile2"] ?? descriptor["FontFile3"],
      let start = try? objects.decoded(file, limit: 4, excess: .cutOff)
    else { return }
    let isKnown = Self.startsOfFonts.contains { start.starts(with: $0) }
    if !isKnown { found.insert(.damagedFont) }
  }

  /// What font programs begin with: Type 1, as text and in segments; CFF; TrueType and OpenType, alone and several in a file.
  private static let startsOfFonts: [[UInt8]] = [
    Array("%!".utf8), [0x80, 1], [1, 0], [0, 1, 0, 0], Array("true".utf8), Array("OTTO".utf8),
    Array("ttcf".utf8),
  ]

  // MARK: - Syntax

  private func look(atName name: PDFName?, _ operation: ContentOperation, _ content: ContentInterpreter) {
    guard let name, name.description.utf8.contains(UInt8(ascii: "#")) else { return }
    var rest = content.source[operation.range][...]
    while let sign = rest.firstIndex(of: UInt8(ascii: "#")) {
      let digits = rest.dropFirst(sign - rest.startIndex + 1).prefix(2)
      if digits.count < 2 || digits.contains(where: { ByteClass.hexValue($0) == nil }) {
        found.insert(.unescapedName)
      }
      rest = rest[(sign + 1)...]
    }
  }

  /// Looks whether a stream of the page's content ends within a string of an operation.
  private func look(atEndsIn operation: ContentOperation, _ content: ContentInterpreter) {
    while let end = ends.first, end < operation.range.upperBound {
      ends.removeFirst()
      if end > operation.range.lowerBound, Self.isInString(end, operation.range, content.source) {
        found.insert(.dividedString)
      }
    }
  }

  private static func isInString(_ place: Int, _ range: Range<Int>, _ source: [UInt8]) -> Bool {
    source.withUnsafeBytes { bytes in
      var parser = PDFParser(UnsafeRawBufferPointer(rebasing: bytes[range]))
      parser.isContent = true
      while let byte = parser.current, parser.position + range.lowerBound < place {
        guard byte == UInt8(ascii: "(") || byte == UInt8(ascii: "<") else {
          parser.position += 1
          continue
        }
        // A dictionary, whose strings are looked at one by one.
        if parser.skip("<<") { continue }
        guard parser.object() != nil else { return false }
        if parser.position + range.lowerBound > place { return true }
      }
      return false
    }
  }
}

import PostilModel

/// Goes along with the contents of pages, forms and appearances, and has the checker look at the colors, fonts, images and forms that
/// they use, and at whether what they show is tagged.
final class ConformityContent: PaintVisitor {
  /// The spaces of the colors, and the font, that hold at a place.
  private struct State {
    var fill: PDFObject = .name("DeviceGray")
    var stroke: PDFObject = .name("DeviceGray")
    var font: PDFObject?
  }

  private let checker: ConformityChecker
  private var objects: any ObjectSource { checker.objects }
  private var state = State()
  private var saved: [State] = []
  /// Marked content that is open: whether each is tagged, or an artifact.
  private var marks: [Mark] = []
  private enum Mark { case tagged, artifact, other }
  private var languages = 0
  /// Whether each mark that is open tells a language.
  private var tellsLanguage: [Bool] = []
  /// Whether what is painted is a part of a page, where tags are, and not of an appearance.
  private let isPage: Bool
  /// The elements that numbers of marked content lead to in the stream that is read: those of a page, and of forms that say so.
  private var elements: [PDFObject]
  /// The stream that is read; `nil` for the content of a page.
  private var stream: ObjectID?
  /// What page and groups blend in, in the part of the standard that counts it.
  private var groupSpaces: [String]

  /// - Parameters:
  ///   - holder: The page, or the form that an annotation shows.
  ///   - isPage: Whether it is the page.
  init(_ checker: ConformityChecker, of holder: PDFDictionary, isPage: Bool) {
    self.checker = checker
    self.isPage = isPage
    elements = isPage ? checker.contentElements(of: holder) : []
    groupSpaces = checker.groupSpace(of: holder).map { [$0] } ?? []
  }

  func visit(_ event: ContentEvent, _ operation: ContentOperation, _ content: ContentInterpreter) throws {
    let resources = content.resources
    if checker.archive.map({ $0.part < 4 }) == true {
      for operand in operation.operands { checker.checkLimits(operand, of: stream) }
    }
    switch event {
    case .save:
      saved.append(state)
      if saved.count > 28, checker.archive.map({ $0.part < 4 }) == true {
        checker.report(.limits, "Graphics states are nested deeper than 28.", stream)
      }
    case .restore: state = saved.popLast() ?? state
    case .setState:
      switch operation.op {
      case .fillGray: state.fill = .name("DeviceGray")
      case .fillRGB: state.fill = .name("DeviceRGB")
      case .fillCMYK: state.fill = .name("DeviceCMYK")
      case .strokeGray: state.stroke = .name("DeviceGray")
      case .strokeRGB: state.stroke = .name("DeviceRGB")
      case .strokeCMYK: state.stroke = .name("DeviceCMYK")
      case .renderingIntent: checkIntent(operation.operands.last)
      default: break
      }
    case .setColorSpace(let name):
      let space = resources.value("ColorSpace", name) ?? .name(name)
      if operation.op == .fillSpace { state.fill = space } else { state.stroke = space }
    case .setColor(_, let pattern):
      guard let pattern, case .dictionary(let entries) = objects.resolve(resources.value("Pattern", pattern))
      else { return }
      use(objects.resolve(entries["Shading"]).dictionary?["ColorSpace"], resources)
    case .setGraphicsState(_, let value): checkState(value)
    case .setFont(let name): state.font = resources.value("Font", name)
    case .showText(let shown):
      guard !shown.glyphs.isEmpty else { return }
      if let font = state.font {
        let isSeen = content.state.renderingMode != 3
        checkFont(font, isSeen: isSeen)
        checker.checkGlyphs(of: shown, font, isSeen: isSeen)
      }
      let painting = content.state.glyphPainting
      if painting.fill { use(state.fill, resources) }
      if painting.stroke { use(state.stroke, resources) }
      checkTagged("a text")
      if isPage, checker.isUniversal, !checker.hasLanguage, !checker.hasElementLanguage, languages == 0 {
        checker.report(.language, "That of a text on the page is not.")
      }
    case .paintPath(let painting):
      if painting.fill { use(state.fill, resources) }
      if painting.stroke { use(state.stroke, resources) }
      if painting.isSeen { checkTagged("a drawing") }
    case .shade(let name):
      if let shading = objects.resolve(resources.value("Shading", name)).dictionary {
        use(shading["ColorSpace"], resources)
      }
      checkTagged("a shading")
    case .paintInlineImage(let entries):
      let isMask = entries["ImageMask"]?.boolean == true
      use(isMask ? state.fill : entries["ColorSpace"], resources)
      checkInlineImage(entries)
      checkTagged("a picture")
    case .paintImage(_, let reference, let dictionary):
      if objects.resolve(dictionary["Subtype"]).name == "PS" {
        return checker.report(.forms, "There is PostScript.", reference.reference)
      }
      if objects.resolve(dictionary["ImageMask"]).boolean == true { use(state.fill, resources) }
      checkImage(reference, dictionary, resources)
      checkTagged("a picture")
    case .beginMark(let mark): begin(mark)
    case .endMark:
      _ = marks.popLast()
      if tellsLanguage.popLast() == true { languages -= 1 }
    case .nothing:
      if operation.op == nil { checker.report(.operators, "There is another one.", stream) }
    case .paintForm, .beginText, .endText, .setTextState, .moveText: break
    }
  }

  // MARK: - Tags

  private func begin(_ mark: ContentMark) {
    let isTold = mark.properties?["Lang"] != nil
    if checker.isUniversal, let language = objects.text(mark.properties?["Lang"]) {
      checker.checkLanguageTag(language, stream)
    }
    tellsLanguage.append(isTold)
    if isTold { languages += 1 }
    guard isPage else { return marks.append(.other) }
    if mark.tag?.name == "Artifact" {
      if marks.contains(.tagged) {
        checker.report(.taggedContent, "An artifact is in tagged content.", stream)
      }
      marks.append(.artifact)
    } else if let number = mark.number, elements.indices.contains(number),
      !objects.resolve(elements[number]).isNull
    {
      if marks.contains(.artifact) {
        checker.report(.taggedContent, "There are tags in an artifact.", stream)
      }
      marks.append(.tagged)
    } else {
      marks.append(.other)
    }
  }

  private func checkTagged(_ what: String) {
    guard isPage, checker.isUniversal, !marks.contains(where: { $0 != .other }) else { return }
    checker.report(.taggedContent, "Not so \(what).", stream)
  }

  // MARK: - Forms, patterns and masks

  /// Looks at a form, pattern or mask, once for the state that it is painted in, on all pages.
  func paint(_ painted: PaintedStream, _ walk: ContentWalk) throws {
    let outer = (state, saved, marks, languages, tellsLanguage, stream, groupSpaces, elements)
    defer { (state, saved, marks, languages, tellsLanguage, stream, groupSpaces, elements) = outer }
    let dictionary = painted.dictionary
    // What is no part of the page's own content is not tagged, and need not be.
    let isTagged: Bool
    switch painted.kind {
    case .form: isTagged = dictionary["StructParent"] != nil
    case .maskGroup where checker.archive != nil: isTagged = true
    case .pattern: (isTagged, state) = (true, State())
    case .maskGroup, .glyph, .appearance: return
    }
    guard let id = painted.id else { return }
    let isMarked = isTagged || marks.contains { $0 != .other }
    let visit = ConformityChecker.Visit(
      object: id, isTagged: isMarked,
      spaces: [state.fill, state.stroke].map { "\($0)" } + groupSpaces.suffix(1))
    guard checker.visited.insert(visit).inserted else {
      if checker.transparentForms.contains(id) { checker.noteTransparency("transparency in a form", id) }
      return
    }
    let transparency = checker.transparency
    checker.transparency = nil
    defer {
      if checker.transparency != nil { checker.transparentForms.insert(id) }
      checker.transparency = transparency ?? checker.transparency
    }
    checker.checkGroup(dictionary, id)
    useSpace(ofGroupOf: dictionary, content: dictionary["Resources"])
    if objects.resolve(dictionary["Subtype2"]).name == "PS" || dictionary["PS"] != nil {
      checker.report(.forms, "There is PostScript.", id)
    }
    if dictionary["OPI"] != nil { checker.report(.forms, "There is an OPI entry.", id) }
    if dictionary["Ref"] != nil {
      checker.report(.forms, "One refers to another file.", id)
      checker.report(.references, "One does.", id)
    }
    elements = checker.contentElements(of: dictionary)
    if isTagged { marks.append(.tagged) }
    (saved, stream) = ([], id)
    if let space = checker.groupSpace(of: dictionary) { groupSpaces.append(space) }
    try walk.enter(painted)
  }

  private func checkState(_ value: PDFObject?) {
    guard let entries = objects.resolve(value).dictionary else { return }
    if let font = objects.resolve(entries["Font"]).array?.first { state.font = font }
    guard let archive = checker.archive else { return }
    let place = value?.reference ?? stream
    if entries["TR"] != nil { checker.report(.graphicsStates, "One has TR.", place) }
    if let transfer = entries["TR2"], objects.resolve(transfer).name != "Default" {
      checker.report(.graphicsStates, "One has TR2.", place)
    }
    if archive.part > 1 {
      for key in ["HTP", "HTO"] as [PDFName] where entries[key] != nil {
        if (key == "HTP") == (archive.part < 4) {
          checker.report(.graphicsStates, "One has \(key).", place)
        }
      }
    }
    if let intent = entries["RI"] { checkIntent(intent) }
    if let halftone = objects.resolve(entries["HT"]).dictionary {
      let type = objects.resolve(halftone["HalftoneType"]).integer
      if type != 1 && type != 5 || halftone["HalftoneName"] != nil {
        checker.report(.halftones, "One is not so.", entries["HT"]?.reference ?? place)
      }
    }
    let mask = objects.resolve(entries["SMask"])
    if !mask.isNull, mask.name != "None" { checker.noteTransparency("a soft mask", place) }
    for mode in objects.names(entries["BM"]) ?? [] where mode != "Normal" && mode != "Compatible" {
      checker.noteTransparency("the blend mode \(mode)", place)
    }
    if archive.part > 1, let mode = objects.resolve(entries["BM"]).name, !Self.blendModes.contains(mode) {
      checker.report(.transparency, "There is no blend mode \(mode).", place)
    }
    for key in ["CA", "ca"] as [PDFName] {
      if let opacity = objects.resolve(entries[key]).number, abs(opacity - 1) >= 0.000_001 {
        checker.noteTransparency("the opacity \(opacity)", place)
      }
    }
  }

  /// ISO 32000-1, tables 136 and 137.
  private static let blendModes: Set<PDFName> = [
    "Normal", "Compatible", "Multiply", "Screen", "Overlay", "Darken", "Lighten", "ColorDodge", "ColorBurn",
    "HardLight", "SoftLight", "Difference", "Exclusion", "Hue", "Saturation", "Color", "Luminosity",
  ]

  private func checkIntent(_ value: PDFObject?) {
    guard let name = objects.resolve(value).name, !Self.intents.contains(name) else { return }
    checker.report(.renderingIntents, "There is \(name).", stream)
  }

  private static let intents: Set<PDFName> = [
    "RelativeColorimetric", "AbsoluteColorimetric", "Perceptual", "Saturation",
  ]

  private func checkInlineImage(_ entries: PDFDictionary) {
    guard let archive = checker.archive else { return }
    if objects.resolve(entries["Interpolate"]).boolean == true {
      checker.report(.images, "One is interpolated.", stream)
    }
    let filters = objects.names(entries["Filter"]) ?? []
    if filters.contains("LZW") || filters.contains("LZWDecode") {
      // Part 1 forbids them too, wherever they are (ISO 19005-1, 6.1.10).
      checker.report(archive.part == 1 ? .filters : .inlineFilters, "One has the filter LZWDecode.", stream)
    }
  }

  private func checkImage(_ reference: PDFObject, _ dictionary: PDFDictionary, _ resources: ContentResources)
  {
    let place = reference.reference
    let mask = objects.resolve(dictionary["SMask"])
    if mask.isStream || (objects.resolve(dictionary["SMaskInData"]).integer ?? 0) > 0 {
      checker.noteTransparency("a picture with a soft mask", place)
    }
    guard checker.isInScope(place) else { return }
    let isMask = objects.resolve(dictionary["ImageMask"]).boolean == true
    if !isMask { use(dictionary["ColorSpace"], resources) }
    if dictionary["Alternates"] != nil { checker.report(.images, "One has alternates.", place) }
    if dictionary["OPI"] != nil { checker.report(.images, "One has an OPI entry.", place) }
    if objects.resolve(dictionary["Interpolate"]).boolean == true {
      checker.report(.images, "One is interpolated.", place)
    }
    if let intent = dictionary["Intent"] { checkIntent(intent) }
    let bits = objects.resolve(dictionary["BitsPerComponent"]).integer
    let usual = checker.archive?.part == 1 ? [1, 2, 4, 8] : [1, 2, 4, 8, 16]
    if let bits, !(isMask ? [1] : usual).contains(bits) {
      checker.report(.images, "One has \(bits) bits.", place)
    }
    if let mask = dictionary["SMask"], case .stream(let entries, _) = objects.resolve(mask) {
      if objects.resolve(entries["Interpolate"]).boolean == true {
        checker.report(.images, "One is interpolated.", mask.reference)
      }
    }
  }

  // MARK: - Colors

  /// Counts the space that a group blends in as one that is used, unless resources say what it stands for. Part 1 has no groups, and
  /// in part 4 it is an output intent of its own.
  fileprivate func useSpace(ofGroupOf holder: PDFDictionary, content resources: PDFObject?) {
    guard let part = checker.archive?.part, part == 2 || part == 3,
      let group = objects.resolve(holder["Group"]).dictionary,
      let name = objects.resolve(group["CS"]).name, let standard = Self.defaults[name],
      objects.resolve(objects.resolve(resources).dictionary?["ColorSpace"]).dictionary?[standard] == nil,
      !isAllowed(name.description)
    else { return }
    checker.report(.deviceColors, "A group blends in \(name).", stream)
  }

  private static let defaults: [PDFName: PDFName] = [
    "DeviceGray": "DefaultGray", "DeviceRGB": "DefaultRGB", "DeviceCMYK": "DefaultCMYK",
  ]

  private func use(_ space: PDFObject?, _ resources: ContentResources) {
    guard checker.archive != nil, let space else { return }
    checkInks(space)
    for device in devices(of: space, resources, depth: 0) where !isAllowed(device) {
      checker.report(.deviceColors, "There are colors of \(device).", stream)
    }
  }

  /// Of several inks each that is no process color is described by itself (ISO 32000-2, 8.6.6.5).
  private func checkInks(_ space: PDFObject) {
    guard checker.applies(.inks), let list = objects.resolve(space).array, list.count >= 4,
      objects.resolve(list[0]).name == "DeviceN", let names = objects.names(list[1])
    else { return }
    let attributes = list.count > 4 ? objects.resolve(list[4]).dictionary : nil
    let process = objects.resolve(attributes?["Process"]).dictionary
    let known = Set(objects.names(process?["Components"]) ?? []).union([
      "Cyan", "Magenta", "Yellow", "Black", "None",
    ])
    let described = objects.resolve(attributes?["Colorants"]).dictionary
    for name in names where !known.contains(name) && described?[name] == nil {
      checker.report(.inks, "Not so \(name).", space.reference ?? stream)
    }
  }

  /// The spaces of devices that a space is, or has behind it.
  private func devices(
    of space: PDFObject, _ resources: ContentResources, depth: Int
  ) -> Set<String> {
    guard depth < 8 else { return [] }
    let value = objects.resolve(space)
    if let name = value.name {
      switch name {
      case "DeviceGray", "G": return hasDefault("DefaultGray", resources) ? [] : ["DeviceGray"]
      case "DeviceRGB", "RGB": return hasDefault("DefaultRGB", resources) ? [] : ["DeviceRGB"]
      case "DeviceCMYK", "CMYK": return hasDefault("DefaultCMYK", resources) ? [] : ["DeviceCMYK"]
      default:
        guard let named = resources.value("ColorSpace", name), named.name != name else { return [] }
        return devices(of: named, resources, depth: depth + 1)
      }
    }
    guard let list = value.array, let family = objects.resolve(list.first).name else { return [] }
    let place =
      switch family {
      case "DeviceGray", "DeviceRGB", "DeviceCMYK", "G", "RGB", "CMYK": 0
      case "Indexed", "I", "Pattern": 1
      case "Separation", "DeviceN": 2
      default: -1
      }
    guard list.indices.contains(place) else { return [] }
    return devices(of: list[place], resources, depth: depth + 1)
  }

  /// Whether a stream's own resources say what a space of a device stands for (ISO 32000-2, 8.6.5.6): those of the stream around do not
  /// count.
  private func hasDefault(_ name: PDFName, _ resources: ContentResources) -> Bool {
    resources.entries("ColorSpace")[name] != nil
  }

  private func isAllowed(_ device: String) -> Bool {
    var output = checker.outputSpace
    if checker.archive?.part == 4 {
      output = checker.page.flatMap { checker.outputSpace(of: $0.entries) } ?? output
      if let group = groupSpaces.last,
        (device == "DeviceRGB" && group == "RGB ") || (device == "DeviceCMYK" && group == "CMYK")
      {
        return true
      }
    }
    switch device {
    case "DeviceRGB": return output == "RGB "
    case "DeviceCMYK": return output == "CMYK"
    default: return output != nil
    }
  }

  private func checkFont(_ font: PDFObject, isSeen: Bool) {
    if let id = font.reference {
      guard checker.visited.insert(.init(object: id, isTagged: isSeen)).inserted else { return }
    }
    checker.checkFont(font, isSeen: isSeen)
  }
}

extension ConformityChecker {
  /// The space that a group blends in: `RGB `, `CMYK` or `GRAY`; `nil` if it says none.
  func groupSpace(of holder: PDFDictionary) -> String? {
    guard let group = objects.resolve(holder["Group"]).dictionary else { return nil }
    let space = objects.resolve(group["CS"])
    if let name = space.name {
      return ["DeviceRGB": "RGB ", "DeviceCMYK": "CMYK", "DeviceGray": "GRAY"][name.description]
    }
    guard let list = space.array, list.count > 1 else { return nil }
    switch objects.resolve(list[0]).name {
    case "CalRGB": return "RGB "
    case "CalGray": return "GRAY"
    case "ICCBased":
      switch objects.resolve(objects.resolve(list[1]).dictionary?["N"]).integer {
      case 1: return "GRAY"
      case 3: return "RGB "
      case 4: return "CMYK"
      default: return nil
      }
    default: return nil
    }
  }

  /// The elements that the marked content of a page or form belongs to, by its numbers (ISO 32000-2, 14.7.5.4).
  func contentElements(of holder: PDFDictionary) -> [PDFObject] {
    guard isUniversal, let key = objects.resolve(holder["StructParents"]).integer else { return [] }
    return objects.resolve(owners[key]).array ?? []
  }

  // MARK: - Contents

  /// Looks at what a page paints: all of it, or the streams that are in the scope, each by itself.
  func checkContents(of page: Page, _ context: ContentContext) throws {
    let resources = objects.resolve(page.entries["Resources"]).dictionary ?? [:]
    func read(_ bytes: [UInt8]) throws {
      let visitor = ConformityContent(self, of: page.entries, isPage: true)
      context.begin {}
      defer { context.end() }
      try ContentWalk(visitor).interpret(bytes, ContentInterpreter(context, resources: resources))
    }
    if isInScope(page.object) {
      ConformityContent(self, of: page.entries, isPage: true)
        .useSpace(ofGroupOf: page.entries, content: page.entries["Resources"])
    }
    guard let scope else {
      guard let bytes = try? objects.content(ofPage: page.entries) else { return }
      return try read(bytes)
    }
    for stream in objects.references(in: page.entries["Contents"])
    where scope.contains(stream) && visited.insert(Visit(object: stream)).inserted {
      guard objects.object(stream).isStream,
        let bytes = try? objects.decodedStream(stream, limit: StreamLimit.content)
      else { continue }
      try read(bytes)
    }
  }

  /// Looks at what an annotation shows.
  func checkAppearanceContents(of annotation: PDFDictionary, _ context: ContentContext) throws {
    guard let normal = objects.resolve(annotation["AP"]).dictionary?["N"] else { return }
    let looks = objects.resolve(normal)
    let streams = looks.isStream ? [normal] : (looks.dictionary?.entries.map(\.value) ?? [])
    for reference in streams {
      guard case .stream(let dictionary, _) = objects.resolve(reference), isInScope(reference.reference)
      else {
        continue
      }
      checkGroup(dictionary, reference.reference)
      let visitor = ConformityContent(self, of: dictionary, isPage: false)
      visitor.useSpace(ofGroupOf: dictionary, content: dictionary["Resources"])
      context.begin {}
      defer { context.end() }
      let outer = ContentInterpreter(context, resources: [:])
      try ContentWalk(visitor).enter(PaintedStream(reference, dictionary, within: outer))
    }
  }
}

import PostilModel

extension ContentRedactor {
  private enum Cover { case none, part([ConvexPolygon]), whole }

  /// How much of an image lies in areas.
  private var imageCover: Cover {
    let frame = ConvexPolygon(hullOf: state.matrix.corners(of: PageRect(x: 0, y: 0, width: 1, height: 1)))
    let touched = areas.map(\.polygon).filter { $0.overlaps(frame, by: tolerance) }
    if touched.isEmpty { return .none }
    return touched.contains { $0.contains(frame) } ? .whole : .part(touched)
  }

  func paintImage(
    _ name: PDFName, _ reference: PDFObject, _ dictionary: PDFDictionary, _ operation: ContentOperation
  ) throws {
    switch imageCover {
    case .none:
      resources.use("XObject", name)
      keep(operation)
    case .whole:
      if let id = reference.reference { run.replaced.insert(id) }
      removeImage()
    case .part(let polygons):
      if let id = reference.reference { run.replaced.insert(id) }
      try paint(try blanked(reference, dictionary, polygons))
    }
  }

  private func removeImage() {
    touchMarks()
    run.report.images += 1
  }

  private func paint(_ image: PDFObject) throws {
    touchMarks()
    run.report.images += 1
    output.write(.name(resources.add("XObject", image)))
    output.write(" Do\n")
  }

  func paintInlineImage(_ operation: ContentOperation) throws {
    guard !isHidden else { return drop() }
    guard let data = operation.imageData, let entries = operation.operands.first?.dictionary else { return }
    usePatterns(fill: true, stroke: false)
    switch imageCover {
    case .none:
      if let name = entries["ColorSpace"]?.name { resources.use("ColorSpace", name) }
      keep(operation)
    case .whole: removeImage()
    case .part(let polygons):
      var dictionary = entries
      dictionary["Type"] = .name("XObject")
      dictionary["Subtype"] = .name("Image")
      dictionary["ColorSpace"] = entries["ColorSpace"].map(longSpace)
      dictionary["Filter"] = entries["Filter"].map(Self.longFilter)
      try paint(try blanked(.stream(dictionary, .encoded(Array(bytes(of: data)))), dictionary, polygons))
    }
  }

  // MARK: - Blanking

  /// An image with the samples in polygons blanked, coded without loss.
  private func blanked(
    _ image: PDFObject, _ dictionary: PDFDictionary, _ polygons: [ConvexPolygon]
  ) throws -> PDFObject {
    let isMask = object(dictionary["ImageMask"]).boolean == true
    var dictionary = dictionary
    for key in ["Mask", "SMask"] as [PDFName] {
      guard let mask = dictionary[key], case .stream(let own, _) = object(mask) else { continue }
      // Nothing is painted there.
      let isInverted = key == "Mask" && isDecodedInverted(own)
      dictionary[key] = try blanked(
        mask, own, polygons, ones: key == "Mask" && !isInverted, isMask: key == "Mask")
    }
    for key in ["Alternates"] + RedactionRun.privateKeys { dictionary[key] = nil }
    let isInverted = isDecodedInverted(dictionary)
    let parts = isMask ? 1 : parts(of: dictionary["ColorSpace"])
    let isLight = isMask || (parts == 3 || parts == nil || isGrey(dictionary["ColorSpace"]))
    return try blanked(image, dictionary, polygons, ones: isLight != isInverted, isMask: isMask, parts: parts)
  }

  private func blanked(
    _ image: PDFObject, _ entries: PDFDictionary, _ polygons: [ConvexPolygon], ones: Bool, isMask: Bool,
    parts: Int? = 1
  ) throws -> PDFObject {
    var dictionary = entries
    guard let inverse = state.matrix.inverse else {
      throw run.refusal("an image in an area has no extent", place)
    }
    let filters = object(entries["Filter"])
    let names = filters.name.map { [$0] } ?? (filters.array ?? []).compactMap { object($0).name }
    guard let data = try? run.changes.decoded(image, limit: StreamLimit.picture, losses: true) else {
      let format = names.last?.description ?? "unknown"
      guard var samples = try painted(image, &dictionary, format) else { return image }
      for polygon in polygons { samples.blank(polygon.map(inverse), ones: true) }
      return .reference(run.changes.add(Flate.stream(dictionary, samples.bytes)))
    }
    let isJPEG = names.last == "DCTDecode"
    if isJPEG { dictionary["BitsPerComponent"] = .integer(8) }
    guard var samples = ImageSamples(dictionary, data, parts: isJPEG ? nil : parts, run.changes) else {
      throw run.refusal("an image that lies partly in an area is not as its entries say", place)
    }
    for polygon in polygons { samples.blank(polygon.map(inverse), ones: ones) }
    for key in RedactionRun.encodingKeys { dictionary[key] = nil }
    return .reference(run.changes.add(Flate.stream(dictionary, samples.bytes)))
  }

  /// The samples of an image whose filter is not known here, as a renderer paints them, and the image's entries for them;
  /// `nil` if a renderer has to paint it first.
  private func painted(
    _ image: PDFObject, _ dictionary: inout PDFDictionary, _ format: String
  ) throws -> ImageSamples? {
    let isMask = object(dictionary["ImageMask"]).boolean == true
    guard object(dictionary["Mask"]).array == nil, object(dictionary["SMaskInData"]).integer ?? 0 == 0 else {
      throw run.refusal(
        "an image in the format \(format) with transparent colours lies partly in an area: make the area so large that it holds all of it",
        place)
    }
    let request = try UndecodedImage(image, dictionary, run.changes) {
      run.refusal("an image in the format \(format) lies partly in an area and cannot be read: \($0)", place)
    }
    guard let painted = run.paintedImages[request.key] else {
      if !run.undecoded.contains(where: { $0.key == request.key }) { run.undecoded.append(request) }
      return nil
    }
    let isBilevel = isMask || painted.isBilevel
    let isGrey = isBilevel || painted.isGrey
    for key in RedactionRun.encodingKeys + ["Decode", "Intent"] { dictionary[key] = nil }
    dictionary["Width"] = .integer(painted.width)
    dictionary["Height"] = .integer(painted.height)
    dictionary["BitsPerComponent"] = .integer(isBilevel ? 1 : 8)
    if !isMask { dictionary["ColorSpace"] = .name(isGrey ? "DeviceGray" : "DeviceRGB") }
    let bytes = isBilevel ? painted.bits : isGrey ? painted.greys : painted.pixels
    return ImageSamples(dictionary, bytes, parts: isGrey ? 1 : 3, run.changes)
  }

  private func isDecodedInverted(_ dictionary: PDFDictionary) -> Bool {
    guard let decode = run.changes.numbers(dictionary["Decode"]), decode.count >= 2 else { return false }
    return decode[0] > decode[1]
  }

  private func isGrey(_ space: PDFObject?) -> Bool {
    let space = object(space)
    let name = space.name ?? object(space.array?.first).name
    if name == "ICCBased" { return parts(of: space) == 1 }
    return name == "DeviceGray" || name == "CalGray"
  }

  /// How many colorants a colour space has; `nil` if that is not known.
  private func parts(of space: PDFObject?) -> Int? {
    let space = object(space)
    let list = space.array ?? []
    switch space.name ?? object(list.first).name {
    case "DeviceGray", "CalGray", "Indexed", "Separation": return 1
    case "DeviceRGB", "CalRGB", "Lab": return 3
    case "DeviceCMYK": return 4
    case "ICCBased": return list.count > 1 ? object(object(list[1]).dictionary?["N"]).integer : nil
    case "DeviceN": return list.count > 1 ? object(list[1]).array?.count : nil
    default: return nil
    }
  }

  // MARK: - Inline images

  private static let spaces: [PDFName: PDFName] = [
    "G": "DeviceGray", "RGB": "DeviceRGB", "CMYK": "DeviceCMYK", "I": "Indexed",
  ]
  private static let filters: [PDFName: PDFName] = [
    "AHx": "ASCIIHexDecode", "A85": "ASCII85Decode", "LZW": "LZWDecode", "Fl": "FlateDecode",
    "RL": "RunLengthDecode", "CCF": "CCITTFaxDecode", "DCT": "DCTDecode",
  ]

  /// The colour space of an inline image as other images have it.
  private func longSpace(_ space: PDFObject) -> PDFObject {
    switch space {
    case .name(let name): Self.spaces[name].map { .name($0) } ?? resources.value("ColorSpace", name) ?? space
    case .array(let items): .array(items.map { $0.name.flatMap { Self.spaces[$0] }.map { .name($0) } ?? $0 })
    default: space
    }
  }

  private static func longFilter(_ filter: PDFObject) -> PDFObject {
    switch filter {
    case .name(let name): .name(filters[name] ?? name)
    case .array(let items): .array(items.map(longFilter))
    default: filter
    }
  }
}

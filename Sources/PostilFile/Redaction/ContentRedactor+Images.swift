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

  func paintInlineImage(_ entries: PDFDictionary, _ operation: ContentOperation) throws {
    guard !isHidden else { return drop() }
    guard let data = operation.imageData else { return }
    usePatterns(fill: true, stroke: false)
    switch imageCover {
    case .none:
      if let name = entries["ColorSpace"]?.name { resources.use("ColorSpace", name) }
      let trimmed = InlineImage.trimmed(entries, Array(bytes(of: data)), run.changes) {
        resources.value("ColorSpace", $0)
      }
      guard let trimmed else { return keep(operation) }
      run.noteCut(trimmed.surplus)
      isChanged = true
      output.write(trimmed.operation)
      output.write("\n")
    case .whole: removeImage()
    case .part(let polygons):
      let dictionary = InlineImage.entries(entries) { resources.value("ColorSpace", $0) }
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
    let size = pixelCount(dictionary)
    // Of a scan in layers the mask is often much finer than what is seen through it, down to a single pixel.
    var finest = size
    for key in ["Mask", "SMask"] as [PDFName] {
      guard let mask = dictionary[key], case .stream(let own, _) = object(mask) else { continue }
      finest = max(finest, pixelCount(own))
      // Nothing is painted there: ones of a stencil, zeros of what is opaque or not, unless they are inverted.
      dictionary[key] = try blanked(
        mask, own, polygons, ones: (key == "Mask") != isDecodedInverted(own), isMask: key == "Mask",
        isCoarse: pixelCount(own) < size)
    }
    // Files that belong to an image (ISO 32000-2, 14.13), data that it was drawn from, say, are of all of it.
    if let files = dictionary["AF"] { run.report.attachments += object(files).array?.count ?? 1 }
    for key in ["Alternates", "AF"] + RedactionRun.keysBesideContent { dictionary[key] = nil }
    let isInverted = isDecodedInverted(dictionary)
    let parts = isMask ? 1 : space(dictionary).parts
    let isLight = isMask || (parts == 3 || parts == nil || space(dictionary).isGray)
    return try blanked(
      image, dictionary, polygons, ones: isLight != isInverted, isMask: isMask, parts: parts,
      isCoarse: size < finest)
  }

  private func blanked(
    _ image: PDFObject, _ entries: PDFDictionary, _ polygons: [ConvexPolygon], ones: Bool, isMask: Bool,
    parts: Int? = 1, isCoarse: Bool
  ) throws -> PDFObject {
    var dictionary = entries
    guard let inverse = state.matrix.inverse else {
      throw run.refusal("an image in an area has no extent", place)
    }
    let names = run.changes.names(entries["Filter"]) ?? []
    let isJPEG = names.last == "DCTDecode"
    if isJPEG { dictionary["BitsPerComponent"] = .integer(8) }
    let layout = ImageSamples.Layout(dictionary, parts: isJPEG ? nil : parts, run.changes)
    let data = try? layout.map {
      let limit = $0.size ?? StreamLimit.picture
      return try run.changes.decoded(image, limit: limit, excess: .cutOff, losses: true)
    }
    guard let data else {
      let format = names.last?.description ?? "unknown"
      guard let (values, keepsSpace) = try painted(image, &dictionary, format, parts: parts) else {
        return image
      }
      var samples = values
      blank(
        &samples, &dictionary, polygons.map { $0.map(inverse) }, ones: ones || !keepsSpace, isCoarse: isCoarse
      )
      return written(samples, dictionary, image)
    }
    guard let layout, var samples = ImageSamples(layout, consume data) else {
      throw run.refusal("an image that lies partly in an area is not as its entries say", place)
    }
    blank(&samples, &dictionary, polygons.map { $0.map(inverse) }, ones: ones, isCoarse: isCoarse)
    for key in RedactionRun.encodingKeys { dictionary[key] = nil }
    return written(samples, dictionary, image)
  }

  /// An image with blanked samples. A check only looks whether they were blank already.
  private func written(_ samples: ImageSamples, _ dictionary: PDFDictionary, _ image: PDFObject) -> PDFObject
  {
    guard !run.isCheck else {
      run.hasPixelsLeft = run.hasPixelsLeft || samples.isChanged
      return image
    }
    return .reference(run.changes.add(Flate.stream(dictionary, samples.bytes)))
  }

  private func pixelCount(_ dictionary: PDFDictionary) -> Int {
    let (width, height) = (
      object(dictionary["Width"]).integer ?? 0, object(dictionary["Height"]).integer ?? 0
    )
    return (0...1 << 20).contains(width) && (0...1 << 20).contains(height) ? width * height : 0
  }

  /// Pixels that are larger, in points, are divided before those in an area are blanked.
  private static let largestPixel = 2.0
  /// No image becomes larger by that, in pixels.
  private static let mostPixels = 1 << 24

  private func blank(
    _ samples: inout ImageSamples, _ dictionary: inout PDFDictionary, _ polygons: [ConvexPolygon], ones: Bool,
    isCoarse: Bool
  ) {
    if isCoarse { return samples.blankCoarsely(polygons, ones: ones) }
    func parts(_ length: Double, _ count: Int) -> Int {
      let size = length / Double(count)
      return size > Self.largestPixel && size < 1e6 ? Int((size / Self.largestPixel * 4).rounded(.up)) : 1
    }
    let matrix = state.matrix
    var columns = parts((matrix.a * matrix.a + matrix.b * matrix.b).squareRoot(), samples.width)
    var rows = parts((matrix.c * matrix.c + matrix.d * matrix.d).squareRoot(), samples.height)
    while columns * rows * samples.width * samples.height > Self.mostPixels, columns > 1 || rows > 1 {
      (columns, rows) = (max(columns / 2, 1), max(rows / 2, 1))
    }
    if columns > 1 || rows > 1, polygons.contains(where: { [samples] in samples.isDivided(by: $0) }) {
      samples.divide(columns: columns, rows: rows)
    }
    dictionary["Width"] = .integer(samples.width)
    dictionary["Height"] = .integer(samples.height)
    for polygon in polygons { samples.blank(polygon, ones: ones) }
  }

  /// The samples of an image whose filter is not known here, as a renderer paints them, and the image's entries for them;
  /// `nil` if a renderer has to paint it first.
  ///
  /// The renderer is asked for the values of the colorants, so that the image keeps its colour space, wherever it can tell them.
  private func painted(
    _ image: PDFObject, _ dictionary: inout PDFDictionary, _ format: String, parts: Int?
  ) throws -> (ImageSamples, keepsSpace: Bool)? {
    let isMask = object(dictionary["ImageMask"]).boolean == true
    let isBits = isMask || format == "CCITTFaxDecode" || format == "JBIG2Decode"
    let space = object(dictionary["ColorSpace"])
    let isIndexed = object(space.array?.first).name == "Indexed"
    // JPEG 2000 has a color space of its own where the entry is missing.
    let values =
      isBits ? 1 : space.isNull || isIndexed ? nil : parts.flatMap { $0 == 1 || $0 == 3 ? $0 : nil }
    guard values != nil || object(dictionary["Mask"]).array == nil,
      object(dictionary["SMaskInData"]).integer ?? 0 == 0
    else {
      throw run.refusal(
        "an image in the format \(format) with transparent colours lies partly in an area: make the area so large that it holds all of it",
        place)
    }
    let request = try UndecodedImage(image, dictionary, parts: values, isBilevel: isBits, run.changes) {
      run.refusal("an image in the format \(format) lies partly in an area and cannot be read: \($0)", place)
    }
    guard let painted = run.paintedImages[request.key] else {
      if !run.undecoded.contains(where: { $0.key == request.key }) { run.undecoded.append(request) }
      return nil
    }
    let isBilevel = isBits || (values == nil && painted.isBilevel)
    let isGrey = values.map { $0 == 1 } ?? (isBilevel || painted.isGrey)
    for key in RedactionRun.encodingKeys { dictionary[key] = nil }
    if values == nil { for key in ["Decode", "Intent"] as [PDFName] { dictionary[key] = nil } }
    dictionary["Width"] = .integer(painted.width)
    dictionary["Height"] = .integer(painted.height)
    dictionary["BitsPerComponent"] = .integer(isBilevel ? 1 : 8)
    if values == nil { dictionary["ColorSpace"] = .name(isGrey ? "DeviceGray" : "DeviceRGB") }
    let bytes = isBilevel ? painted.bits : isGrey ? painted.greys : painted.pixels
    let layout = ImageSamples.Layout(dictionary, parts: isGrey ? 1 : 3, run.changes)
    return layout.flatMap { ImageSamples($0, bytes) }.map { ($0, values != nil) }
  }

  private func isDecodedInverted(_ dictionary: PDFDictionary) -> Bool {
    guard let decode = run.changes.numbers(dictionary["Decode"]), decode.count >= 2 else { return false }
    return decode[0] > decode[1]
  }

  private func space(_ dictionary: PDFDictionary) -> ImageColorSpace {
    ImageColorSpace(dictionary["ColorSpace"], run.changes)
  }
}

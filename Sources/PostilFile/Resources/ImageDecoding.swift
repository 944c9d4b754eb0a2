import Foundation
import PostilModel

/// Makes a file of an image: its data as they are where a file of their kind shows the same, pixels otherwise.
package struct ImageDecoding {
  /// What an image has become.
  package enum Outcome: Sendable {
    case file(ImageFile)
    case pixels(ImagePixels)
    /// A renderer has to paint these first.
    case needs([UndecodedImage])
  }

  private let objects: ObjectGraph
  private let painted: [[UInt8]: PaintedImage]
  private var needed: [UndecodedImage] = []

  init(_ objects: ObjectGraph, _ painted: [[UInt8]: PaintedImage]) {
    (self.objects, self.painted) = (objects, painted)
  }

  private static func failure(_ reason: String, _ code: PDFError.Code = .damaged) -> PDFError {
    PDFError(code, "The image cannot be read: \(reason). The others can be.")
  }

  mutating func outcome(of image: ImageEntries, check: () throws -> Void) throws -> Outcome {
    guard image.width > 0, image.height > 0 else { throw Self.failure("it has no size") }
    let hasMask = image.mask("SMask") != nil || !objects.resolve(image.dictionary["Mask"]).isNull
    if image.isStencil || !hasMask, let file = try fileAsItIs(image) { return .file(file) }
    try check()
    let colors = try colors(of: image)
    try check()
    let alpha = image.isStencil ? nil : try alpha(of: image, colors)
    try check()
    guard needed.isEmpty else { return .needs(needed) }
    guard let colors else { throw Self.failure("nothing can be made of its data") }
    return .pixels(try pixels(image, colors, alpha))
  }

  // MARK: - Data as they are

  /// The image's own data, if a file of them shows the same.
  private func fileAsItIs(_ image: ImageEntries) throws -> ImageFile? {
    guard !image.isStencil, let last = image.filters.last, last == "DCTDecode" || last == "JPXDecode" else {
      return nil
    }
    let space = image.space
    if last == "JPXDecode" {
      guard space.family == nil || space.parts == 1 || space.parts == 3 else { return nil }
      switch space.family == nil ? .gray(profile: nil) : space.meaning {
      case .gray, .rgb: break
      default: return nil
      }
      let data = try encoded(image)
      let isBoxed = data.starts(with: [0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20])
      guard isBoxed || data.starts(with: [0xFF, 0x4F, 0xFF, 0x51]) else { return nil }
      return ImageFile(.jpeg2000, Data(data))
    }
    let data = try encoded(image)
    guard let (format, layout) = ImageLayout.read(Array(data.prefix(ImageLayout.longestHead))),
      format == .jpeg
    else { return nil }
    let parts = layout.colors
    let decode = image.decode(parts: parts, bits: 8, isIndexed: space.family == "Indexed")
    let isInverted = decode?.allSatisfy { $0.first == 1 && $0.last == 0 } == true
    let transform = try? StreamDecoder.stages(of: image.dictionary, objects.resolve).last?
      .parameters?["ColorTransform"]?.integer
    let isRight: Bool
    switch (space.family == nil ? nil : space.meaning, parts) {
    case (nil, 1), (.gray, 1): isRight = decode == nil
    // What the filter's parameters say counts only where the data say nothing.
    case (nil, 3), (.rgb, 3): isRight = decode == nil && (layout.isAdobe || transform != 0)
    // Programs take such values for inks, or the other way round where Adobe's segment is.
    case (.other, 4) where space.parts == 4 && space.family != "DeviceN":
      isRight = decode == nil ? !layout.isAdobe && transform != 1 : isInverted && layout.isAdobe
    default: isRight = false
    }
    return isRight ? ImageFile(.jpeg, Data(data)) : nil
  }

  /// The data with all filters undone but the last.
  private func encoded(_ image: ImageEntries) throws -> [UInt8] {
    guard image.filters.count > 1 else { return try data(image) }
    let filters = objects.resolve(image.dictionary["Filter"]).array ?? []
    var dictionary = PDFDictionary()
    dictionary["Filter"] = .array(filters.dropLast())
    dictionary["DecodeParms"] = image.dictionary["DecodeParms"]
    return try objects.decoded(.stream(dictionary, .encoded(data(image))), limit: StreamLimit.picture)
  }

  private func data(_ image: ImageEntries) throws -> [UInt8] {
    if case .stream(_, .encoded(let bytes)) = image.object { return bytes }
    guard let id = image.object.reference else { throw Self.failure("it has no data") }
    return try objects.streamData(id)
  }

  // MARK: - Colors

  private enum Colors {
    case samples(ImageSamples, ImageColorSpace.Meaning)
    case painted(PaintedImage)
  }

  /// - Returns: `nil` if a renderer has to paint it first.
  private mutating func colors(of image: ImageEntries) throws -> Colors? {
    let isNamed = image.space.family != nil
    let meaning: ImageColorSpace.Meaning =
      image.isStencil ? .gray(profile: nil) : isNamed ? image.space.meaning : .other
    switch (meaning, image.filters.last) {
    case (_, "DCTDecode") where !isNamed && !image.isStencil:
      guard let samples = try? samples(image, parts: nil) else { return try paintedColors(image) }
      return samples.parts == 1
        ? .samples(samples, .gray(profile: nil))
        : samples.parts == 3 ? .samples(samples, .rgb(profile: nil)) : try paintedColors(image)
    case (_, "JPXDecode") where !isNamed: return try paintedColors(image)
    case (.other, _) where isNamed: return try paintedColors(image)
    // Without a color space samples are grey, as most readers take them.
    case (.other, _): return try samples(image, parts: 1).map { .samples($0, .gray(profile: nil)) }
    case (.rgb, let filter):
      if filter == "JPXDecode" { return try levels(image, parts: 3).map { .samples($0, meaning) } }
      if hasOddTransform(image) { return try paintedColors(image) }
      return try samples(image, parts: 3).map { .samples($0, meaning) } ?? paintedColors(image)
    case (.indexed, "JPXDecode"): return try paintedColors(image)
    case (.gray, "JPXDecode"): return try levels(image, parts: 1).map { .samples($0, meaning) }
    case (.gray, _), (.indexed, _):
      if image.isBilevel { return try levels(image, parts: 1).map { .samples($0, meaning) } }
      return try samples(image, parts: 1).map { .samples($0, meaning) } ?? paintedColors(image)
    }
  }

  /// Whether the parameters of JPEG say of its colors what its decoder does not ask for.
  private func hasOddTransform(_ image: ImageEntries) -> Bool {
    guard image.filters.last == "DCTDecode",
      let stages = try? StreamDecoder.stages(of: image.dictionary, objects.resolve)
    else { return false }
    return stages.last?.parameters?["ColorTransform"]?.integer == 0
  }

  /// The samples of an image whose filters are undone here.
  ///
  /// - Parameter parts: How many colorants there must be.
  /// - Returns: `nil` if a JPEG has another size or other colorants than the image says.
  /// - Throws: ``PDFError`` if there are too many or too few.
  private func samples(_ image: ImageEntries, parts: Int?) throws -> ImageSamples? {
    let isJPEG = image.filters.last == "DCTDecode"
    var dictionary = image.dictionary
    if isJPEG { dictionary["BitsPerComponent"] = .integer(8) }
    guard let layout = ImageSamples.Layout(dictionary, parts: isJPEG ? nil : parts ?? 1, objects) else {
      throw Self.failure("it has more samples than can be read, or of another size than any", .unsupported)
    }
    let data = try objects.decoded(
      image.object, limit: layout.size ?? StreamLimit.picture, excess: .cutOff, losses: true)
    guard let samples = ImageSamples(layout, data), isJPEG ? parts.map({ $0 == samples.parts }) ?? true : true
    else {
      guard !isJPEG else { return nil }
      throw Self.failure("its data end before half of it")
    }
    return samples
  }

  /// The values of an image that a renderer decodes, without regard to its color space.
  private mutating func levels(_ image: ImageEntries, parts: Int) throws -> ImageSamples? {
    guard let picture = try picture(image, parts: parts) else { return nil }
    let bits = image.isBilevel ? 1 : 8
    let bytes = bits == 1 ? picture.bits : parts == 1 ? picture.greys : picture.pixels
    return ImageSamples(width: picture.width, height: picture.height, parts: parts, bits: bits, bytes)
  }

  private mutating func paintedColors(_ image: ImageEntries) throws -> Colors? {
    try picture(image, parts: nil).map { .painted($0) }
  }

  private mutating func picture(_ image: ImageEntries, parts: Int?) throws -> PaintedImage? {
    let request = try UndecodedImage(
      image.object, image.dictionary, parts: parts, isBilevel: image.isBilevel,
      ObjectChanges(objects, nextNumber: RewriteWriter.firstNewNumber)
    ) { Self.failure($0, .unsupported) }
    if let known = painted[request.key] { return known }
    if !needed.contains(where: { $0.key == request.key }) { needed.append(request) }
    return nil
  }

  // MARK: - Transparency

  /// The opacity of pixels, and the color that they were mixed with; `nil` if all are opaque, or a renderer has to paint first.
  private mutating func alpha(
    of image: ImageEntries, _ colors: Colors?
  ) throws -> (plane: BytePlane, matte: [Double]?)? {
    if let mask = image.mask("SMask") {
      guard let samples = try maskSamples(mask) else { return nil }
      let decode = mask.decode(parts: 1, bits: samples.bits, isIndexed: false)
      return (BytePlane(samples, decode: decode), objects.numbers(mask.dictionary["Matte"]))
    }
    if let mask = image.mask("Mask") {
      guard let samples = try maskSamples(mask) else { return nil }
      // Ones of a stencil are not painted.
      var plane = BytePlane(samples, decode: mask.decode(parts: 1, bits: samples.bits, isIndexed: false))
      plane.invert()
      return (plane, nil)
    }
    guard let key = objects.numbers(image.dictionary["Mask"]), let colors else { return nil }
    return (try opacity(image, colors, key), nil)
  }

  private mutating func maskSamples(_ mask: ImageEntries) throws -> ImageSamples? {
    guard mask.width > 0, mask.height > 0 else { throw Self.failure("its mask has no size") }
    if mask.isBilevel || mask.filters.last == "JPXDecode" { return try levels(mask, parts: 1) }
    guard let samples = try samples(mask, parts: 1) else {
      throw Self.failure("its mask is not as it says")
    }
    return samples
  }

  /// Colors in a range are not painted (ISO 32000-2, 8.9.6.4).
  private func opacity(_ image: ImageEntries, _ colors: Colors, _ key: [Double]) throws -> BytePlane {
    let known: ImageSamples?
    switch colors {
    case .samples(let samples, _): known = samples
    case .painted:
      known =
        image.isBilevel || image.filters.last == "JPXDecode"
        ? nil : try samples(image, parts: image.space.parts)
    }
    guard let samples = known else {
      throw Self.failure("colors of a format that is decoded elsewhere are to be transparent", .unsupported)
    }
    guard key.count >= 2 * samples.parts else { throw Self.failure("its transparent colors are none") }
    let ranges = (0..<samples.parts).map { part in
      let (low, high) = (key[2 * part], key[2 * part + 1])
      return (low: UInt16(min(max(low, 0), 65_535)), high: UInt16(min(max(high, 0), 65_535)))
    }
    let parts = samples.parts
    let values = [UInt8](unsafeUninitializedCapacity: samples.width * samples.height) { target, count in
      count = samples.width * samples.height
      var place = 0
      samples.forEachRow { row in
        for column in 0..<samples.width {
          let isMasked = (0..<parts).allSatisfy { part in
            let value = row[column * parts + part]
            return value >= ranges[part].low && value <= ranges[part].high
          }
          target[place] = isMasked ? 0 : 255
          place += 1
        }
      }
    }
    return BytePlane(samples.width, samples.height, parts: 1, values)
  }

  // MARK: - Pixels

  private func pixels(
    _ image: ImageEntries, _ colors: Colors, _ alpha: (plane: BytePlane, matte: [Double]?)?
  ) throws -> ImagePixels {
    guard let alpha else { return try opaque(image, colors) }
    var (plane, profile) = try plane(image, colors)
    if let matte = alpha.matte { plane.unmix(matte, alpha.plane) }
    // Of a scan in layers one is much finer than the other.
    var (width, height) = (
      max(plane.width, alpha.plane.width), max(plane.height, alpha.plane.height)
    )
    if width * height * (plane.parts + 1) > StreamLimit.picture {
      (width, height) = (plane.width, plane.height)
    }
    guard width * height * (plane.parts + 1) <= StreamLimit.picture else {
      throw Self.failure("it has more pixels than can be kept with their transparency", .unsupported)
    }
    let rows = plane.resized(width, height).with(alpha.plane.resized(width, height))
    return ImagePixels(
      width, height, depth: 8, plane.parts == 1 ? .grayAndAlpha : .rgbAndAlpha, rows, profile: profile)
  }

  private func opaque(_ image: ImageEntries, _ colors: Colors) throws -> ImagePixels {
    guard case .samples(let samples, let meaning) = colors else {
      let (plane, _) = try plane(image, colors)
      return ImagePixels(
        plane.width, plane.height, depth: 8, plane.parts == 1 ? .gray : .rgb, plane.values)
    }
    let (width, height, bits) = (samples.width, samples.height, samples.bits)
    let decode = decode(image, samples, meaning)
    switch meaning {
    case .gray(let profile):
      guard let decode else {
        return ImagePixels(width, height, depth: bits, .gray, samples.bytes, profile: profile)
      }
      guard decode[0] != .init(first: 1, last: 0) else {
        return ImagePixels(width, height, depth: bits, .gray, samples.bytes.map { ~$0 }, profile: profile)
      }
      return ImagePixels(
        width, height, depth: 8, .gray, BytePlane(samples, decode: decode).values, profile: profile)
    case .rgb(let profile):
      guard decode != nil || bits < 8 else {
        return ImagePixels(width, height, depth: bits, .rgb, samples.bytes, profile: profile)
      }
      return ImagePixels(
        width, height, depth: 8, .rgb, BytePlane(samples, decode: decode).values, profile: profile)
    case .indexed(let base, let table, let parts):
      guard bits <= 8 else { throw Self.failure("its places in a table of colors have 16 bits") }
      let map = Self.places(bits: bits, decode)
      let last = max(table.count / parts - 1, 0)
      let palette = map.flatMap { place in
        (0..<3).map { table[min(place, last) * parts + (parts == 3 ? $0 : 0)] }
      }
      var profile: [UInt8]?
      if case .rgb(let own) = base { profile = own }
      return ImagePixels(width, height, depth: bits, .palette(palette), samples.bytes, profile: profile)
    case .other: throw Self.failure("nothing can be made of its colors")
    }
  }

  /// All colors as eight bits, and their profile.
  private func plane(_ image: ImageEntries, _ colors: Colors) throws -> (BytePlane, profile: [UInt8]?) {
    switch colors {
    case .painted(let picture):
      return (
        picture.isGrey
          ? BytePlane(picture.width, picture.height, parts: 1, picture.greys)
          : BytePlane(picture.width, picture.height, parts: 3, picture.pixels), nil
      )
    case .samples(let samples, let meaning):
      let decode = decode(image, samples, meaning)
      switch meaning {
      case .gray(let profile), .rgb(let profile): return (BytePlane(samples, decode: decode), profile)
      case .indexed(let base, let table, let parts):
        guard samples.bits <= 8 else { throw Self.failure("its places in a table of colors have 16 bits") }
        let profile: [UInt8]? =
          switch base {
          case .gray(let own), .rgb(let own): own
          default: nil
          }
        let map = Self.places(bits: samples.bits, decode)
        return (BytePlane(samples, table: table, parts: parts, map: map), profile)
      case .other: throw Self.failure("nothing can be made of its colors")
      }
    }
  }

  private func decode(
    _ image: ImageEntries, _ samples: ImageSamples, _ meaning: ImageColorSpace.Meaning
  ) -> [ImageEntries.ClosedOrReversed]? {
    // Not looked at in JPEG 2000 (ISO 32000-2, table 87).
    guard image.filters.last != "JPXDecode" else { return nil }
    let isIndexed = if case .indexed = meaning { true } else { false }
    return image.decode(parts: samples.parts, bits: samples.bits, isIndexed: isIndexed)
  }

  /// The places in a table of colors that values stand for.
  private static func places(bits: Int, _ decode: [ImageEntries.ClosedOrReversed]?) -> [Int] {
    let most = (1 << bits) - 1
    guard let ends = decode?.first else { return Array(0...most) }
    return (0...most).map { value in
      let place = ends.first + Double(value) / Double(most) * (ends.last - ends.first)
      return Int(min(max(place.rounded(), 0), 255))
    }
  }
}

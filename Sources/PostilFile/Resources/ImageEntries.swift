import PostilModel

/// What an image says of itself (ISO 32000-2, table 87).
struct ImageEntries {
  let object: PDFObject
  let dictionary: PDFDictionary
  let space: ImageColorSpace
  let isStencil: Bool
  /// The names of its filters in the order in which they are undone.
  let filters: [PDFName]
  private let objects: any ObjectSource

  init(_ object: PDFObject, _ dictionary: PDFDictionary, _ objects: any ObjectSource) {
    (self.object, self.dictionary, self.objects) = (object, dictionary, objects)
    space = ImageColorSpace(dictionary["ColorSpace"], objects)
    isStencil = objects.resolve(dictionary["ImageMask"]).boolean == true
    filters = (try? StreamDecoder.stages(of: dictionary, objects.resolve).map(\.name)) ?? []
  }

  private func size(_ key: PDFName) -> Int {
    objects.resolve(dictionary[key]).integer.flatMap { (1...1 << 20).contains($0) ? $0 : nil } ?? 0
  }

  var width: Int { size("Width") }
  var height: Int { size("Height") }

  /// Bits of a colorant; `nil` if only the data say it.
  var bits: Int? {
    if isStencil || isBilevel { return 1 }
    let value = objects.resolve(dictionary["BitsPerComponent"]).integer
    let known = value.flatMap { [1, 2, 4, 8, 16].contains($0) ? $0 : nil }
    return filters.last == "JPXDecode" ? known : filters.last == "DCTDecode" ? 8 : known ?? 8
  }

  /// Whether its format has a bit for each pixel.
  var isBilevel: Bool { filters.last == "CCITTFaxDecode" || filters.last == "JBIG2Decode" }

  var transparency: DocumentImage.Transparency? {
    guard !isStencil else { return nil }
    if objects.resolve(dictionary["SMask"]).isStream { return .softMask }
    if filters.last == "JPXDecode", objects.resolve(dictionary["SMaskInData"]).integer ?? 0 != 0 {
      return .softMask
    }
    let mask = objects.resolve(dictionary["Mask"])
    return mask.isStream ? .stencilMask : mask.array?.isEmpty == false ? .colorKey : nil
  }

  /// The mask of a kind, with its entries.
  func mask(_ key: PDFName) -> ImageEntries? {
    guard let mask = dictionary[key], case .stream(let own, _) = objects.resolve(mask) else { return nil }
    return ImageEntries(mask, own, objects)
  }

  /// The ends that the values of each colorant are spread between; `nil` if those are the usual ones.
  func decode(parts: Int, bits: Int, isIndexed: Bool) -> [ClosedOrReversed]? {
    guard let numbers = objects.numbers(dictionary["Decode"]), numbers.count >= 2 * parts,
      numbers.allSatisfy({ abs($0) < 1e6 })
    else { return nil }
    let usual = ClosedOrReversed(first: 0, last: isIndexed ? Double((1 << bits) - 1) : 1)
    let ends = (0..<parts).map { ClosedOrReversed(first: numbers[2 * $0], last: numbers[2 * $0 + 1]) }
    return ends.allSatisfy { $0 == usual } ? nil : ends
  }

  /// The ends of a range that may lead downwards.
  struct ClosedOrReversed: Hashable {
    let first: Double
    let last: Double
  }
}

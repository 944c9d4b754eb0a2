import PostilModel

/// The samples of an image (ISO 32000-2, 8.9), row by row, each beginning at a byte.
struct ImageSamples {
  var width: Int
  var height: Int
  /// How many colorants a pixel has.
  let parts: Int
  /// How many bits a colorant has.
  let bits: Int
  var rowLength: Int
  var bytes: [UInt8]
  /// Whether anything was blanked that was not blank.
  var isChanged = false

  /// What an image says of its samples.
  struct Layout {
    let width: Int
    let height: Int
    let bits: Int
    /// How many colorants there are; `nil` if only the data tell.
    let parts: Int?

    /// - Returns: `nil` if the image is none, or larger than ``StreamLimit/picture``.
    init?(_ dictionary: PDFDictionary, parts: Int?, _ objects: any ObjectSource) {
      func integer(_ key: PDFName) -> Int? { objects.resolve(dictionary[key]).integer }
      guard let width = integer("Width"), let height = integer("Height"), (1...1 << 20).contains(width),
        (1...1 << 20).contains(height), width * height <= StreamLimit.picture,
        parts.map((1...32).contains) ?? true
      else { return nil }
      let isMask = objects.resolve(dictionary["ImageMask"]).boolean == true
      let bits = isMask ? 1 : integer("BitsPerComponent") ?? 8
      guard [1, 2, 4, 8, 16].contains(bits) else { return nil }
      (self.width, self.height, self.bits, self.parts) = (width, height, bits, parts)
      guard size ?? 0 <= StreamLimit.picture else { return nil }
    }

    /// How many bytes the samples take, if that is known. Readers do not look at more.
    var size: Int? { parts.map { rowLength(parts: $0) * height } }

    fileprivate func rowLength(parts: Int) -> Int { (width * parts * bits + 7) / 8 }
  }

  /// Samples that another decoder made, without gaps but for those at the ends of rows.
  ///
  /// - Returns: `nil` if they are not as many as they have to be.
  init?(width: Int, height: Int, parts: Int, bits: Int, _ bytes: [UInt8]) {
    let rowLength = (width * parts * bits + 7) / 8
    guard bytes.count == rowLength * height else { return nil }
    (self.width, self.height, self.parts, self.bits) = (width, height, parts, bits)
    (self.rowLength, self.bytes) = (rowLength, bytes)
  }

  /// - Parameter bytes: What is missing of them is taken for zeros, as readers do, what there is more of them is left out.
  /// - Returns: `nil` if the data do not fit what the image says of itself.
  init?(_ layout: Layout, _ bytes: consuming [UInt8]) {
    let (width, height, bits) = (layout.width, layout.height, layout.bits)
    let known =
      layout.parts ?? (bits == 8 && bytes.count % (width * height) == 0 ? bytes.count / (width * height) : 0)
    guard (1...32).contains(known) else { return nil }
    let rowLength = layout.rowLength(parts: known)
    let size = rowLength * height
    guard size <= StreamLimit.picture, bytes.count >= size / 2 else { return nil }
    if bytes.count > size { bytes.removeLast(bytes.count - size) }
    if bytes.count < size { bytes += repeatElement(0, count: size - bytes.count) }
    (self.width, self.height, self.parts, self.bits) = (width, height, known, bits)
    (self.rowLength, self.bytes) = (rowLength, bytes)
  }
}

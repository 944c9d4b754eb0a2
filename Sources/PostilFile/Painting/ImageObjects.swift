import Foundation
import PostilGraphics
package import PostilModel

/// The images that annotations show, as image XObjects (ISO 32000-2, 8.9.5): each is written once, and found again in later
/// saves until the file is written anew.
final class ImageObjects {
  private let changes: ObjectChanges
  private(set) var known: [Data: ObjectID]
  private var profiles: [[UInt8]: ObjectID] = [:]
  /// Whether the document keeps PDF/A-1, which knows no profiles of version 4 and no samples of 16 bits (ISO 19005-1, 6.2.3).
  private let isFirstArchive: Bool

  init(_ changes: ObjectChanges, known: [Data: ObjectID] = [:], isFirstArchive: Bool = false) {
    (self.changes, self.known, self.isFirstArchive) = (changes, known, isFirstArchive)
  }

  /// - Throws: ``PDFError`` with code `.invalidArgument` if the image is damaged.
  func object(of image: Appearance.Image) throws -> ObjectID {
    if let known = known[image.data] { return known }
    let object = image.format == .jpeg ? try jpeg(image) : try png(image)
    let id = changes.add(object)
    known[image.data] = id
    return id
  }

  private static func dictionary(
    _ width: Int, _ height: Int, _ space: PDFObject, depth: Int
  ) -> PDFDictionary {
    [
      "Type": .name("XObject"), "Subtype": .name("Image"), "Width": .integer(width),
      "Height": .integer(height), "ColorSpace": space, "BitsPerComponent": .integer(depth),
    ]
  }

  /// The color space of an image with so many parts of a color: that of its profile (ISO 32000-2, 8.6.5.5), if it has one that is
  /// usable and says more than that colors are those of sRGB.
  private func space(of image: Appearance.Image, parts: Int) -> PDFObject {
    let device: PDFName = parts == 1 ? "DeviceGray" : parts == 4 ? "DeviceCMYK" : "DeviceRGB"
    guard let profile = ImageProfile.read(image),
      ColorProfile.isUsable(profile, parts: parts, newest: isFirstArchive ? 2 : 4),
      !ColorProfile.isSRGB(profile)
    else { return .name(device) }
    let id =
      profiles[profile]
      ?? changes.add(Flate.stream(["N": .integer(parts), "Alternate": .name(device)], profile))
    profiles[profile] = id
    return .array([.name("ICCBased"), .reference(id)])
  }

  /// The file as it is: readers decode it (ISO 32000-2, 7.4.8).
  private func jpeg(_ image: Appearance.Image) throws -> PDFObject {
    try image.requireReadable()
    let layout = image.layout
    let space = space(of: image, parts: layout.colors)
    var dictionary = Self.dictionary(layout.width, layout.height, space, depth: layout.depth)
    if layout.isInvertedCMYK { dictionary["Decode"] = .numbers([1, 0, 1, 0, 1, 0, 1, 0]) }
    dictionary["Filter"] = .name("DCTDecode")
    return .stream(dictionary, .encoded([UInt8](image.data)))
  }

  private func png(_ image: Appearance.Image) throws -> PDFObject {
    let pixels = try DecodedImage(png: image)
    let parts = image.layout.colors & 2 == 0 ? 1 : 3
    let space = space(of: image, parts: parts)
    if let samples = samples(of: image) {
      var dictionary = Self.dictionary(pixels.width, pixels.height, space, depth: image.layout.depth)
      dictionary["Filter"] = .name("FlateDecode")
      dictionary["DecodeParms"] = .dictionary([
        "Predictor": .integer(15), "Colors": .integer(parts), "Columns": .integer(pixels.width),
        "BitsPerComponent": .integer(image.layout.depth),
      ])
      return .stream(dictionary, .encoded(samples))
    }
    // Colors are written as levels of gray where all of them are, unless a profile has three parts.
    let isProfiled = space.name == nil && (parts == 3 || pixels.isGrey)
    return Self.object(pixels, changes, in: isProfiled ? space : nil)
  }

  /// The compressed rows of a PNG, where a PDF file can have the same (ISO 32000-2, 7.4.4.4): of samples that are decoded to 8 bits
  /// otherwise, and lose something or take more room; `nil` for others, and for rows in another order or with transparent colors.
  private func samples(of image: Appearance.Image) -> [UInt8]? {
    let layout = image.layout
    let depths = layout.colors == 0 ? [1, 2, 4, 16] : layout.colors == 2 ? [16] : []
    guard !layout.isInterlaced, depths.contains(layout.depth), layout.depth < 16 || !isFirstArchive else {
      return nil
    }
    var result: [UInt8] = []
    var isTransparent = false
    PNGChunks.forEach(in: image.data) { kind, content in
      if kind == "tRNS" { isTransparent = true }
      if kind == "IDAT" { result += content }
      return !isTransparent
    }
    return isTransparent || result.isEmpty ? nil : result
  }

  /// An image of pixels, with their opacity as a soft mask (ISO 32000-2, 11.6.5.2).
  ///
  /// - Parameter space: The color space of its profile, with as many parts as its file has; `nil` without one.
  static func object(
    _ pixels: DecodedImage, _ changes: ObjectChanges, in space: PDFObject? = nil
  ) -> PDFObject {
    func dictionary(_ space: PDFObject) -> PDFDictionary {
      Self.dictionary(pixels.width, pixels.height, space, depth: 8)
    }
    let parts = space.flatMap { ContentColorSpace.partCount($0, changes) } ?? (pixels.isGrey ? 1 : 3)
    var image = dictionary(space ?? .name(pixels.isGrey ? "DeviceGray" : "DeviceRGB"))
    if !pixels.alpha.isEmpty {
      image["SMask"] = .reference(
        changes.add(Flate.stream(dictionary(.name("DeviceGray")), pixels.alpha)))
    }
    let isSpread = pixels.isGrey && parts == 3
    return Flate.stream(image, isSpread ? pixels.colors.flatMap { [$0, $0, $0] } : pixels.colors)
  }
}

extension Appearance.Image {
  /// - Throws: ``PDFError`` with code `.invalidArgument` if a PNG cannot be decoded, or a JPEG has no end. The latter is decoded by
  ///   readers alone.
  /// - Complexity: O(bytes and pixels).
  package func requireReadable() throws {
    switch format {
    case .png: _ = try DecodedImage(png: self)
    case .jpeg:
      guard data.withUnsafeBytes({ JPEG.end(of: $0) }) == nil else { return }
      throw PDFError(
        .invalidArgument,
        "The JPEG image is damaged, a part of it is missing: save it anew with another program.")
    }
  }
}

import Foundation
import PostilGraphics
import PostilModel

/// The images that annotations show, as image XObjects (ISO 32000-2, 8.9.5): each is written once, and found again in later
/// saves until the file is written anew.
final class ImageObjects {
  private let changes: ObjectChanges
  private(set) var known: [Data: ObjectID]

  init(_ changes: ObjectChanges, known: [Data: ObjectID] = [:]) {
    (self.changes, self.known) = (changes, known)
  }

  /// - Throws: ``PDFError`` with code `.invalidArgument` if the image is damaged.
  func object(of image: Appearance.Image) throws -> ObjectID {
    if let known = known[image.data] { return known }
    let object = image.format == .jpeg ? jpeg(image) : try png(image)
    let id = changes.add(object)
    known[image.data] = id
    return id
  }

  private static func dictionary(_ image: Appearance.Image, _ space: String, depth: Int) -> PDFDictionary {
    [
      "Type": .name("XObject"), "Subtype": .name("Image"), "Width": .integer(image.layout.width),
      "Height": .integer(image.layout.height), "ColorSpace": .name(PDFName(space)),
      "BitsPerComponent": .integer(depth),
    ]
  }

  /// The file as it is: readers decode it (ISO 32000-2, 7.4.8).
  private func jpeg(_ image: Appearance.Image) -> PDFObject {
    let layout = image.layout
    let space = layout.colors == 1 ? "DeviceGray" : layout.colors == 4 ? "DeviceCMYK" : "DeviceRGB"
    var dictionary = Self.dictionary(image, space, depth: layout.depth)
    if layout.isInvertedCMYK { dictionary["Decode"] = .numbers([1, 0, 1, 0, 1, 0, 1, 0]) }
    dictionary["Filter"] = .name("DCTDecode")
    return .stream(dictionary, .encoded([UInt8](image.data)))
  }

  private func png(_ image: Appearance.Image) throws -> PDFObject {
    let pixels = try DecodedImage(png: image)
    var dictionary = Self.dictionary(image, pixels.isGrey ? "DeviceGray" : "DeviceRGB", depth: 8)
    if !pixels.alpha.isEmpty {
      let mask = Self.dictionary(image, "DeviceGray", depth: 8)
      dictionary["SMask"] = .reference(changes.add(Flate.stream(mask, pixels.alpha)))
    }
    return Flate.stream(dictionary, pixels.colors)
  }
}

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
    let object = image.format == .jpeg ? jpeg(image) : Self.object(try DecodedImage(png: image), changes)
    let id = changes.add(object)
    known[image.data] = id
    return id
  }

  private static func dictionary(_ width: Int, _ height: Int, _ space: String, depth: Int) -> PDFDictionary {
    [
      "Type": .name("XObject"), "Subtype": .name("Image"), "Width": .integer(width),
      "Height": .integer(height),
      "ColorSpace": .name(PDFName(space)), "BitsPerComponent": .integer(depth),
    ]
  }

  /// The file as it is: readers decode it (ISO 32000-2, 7.4.8).
  private func jpeg(_ image: Appearance.Image) -> PDFObject {
    let layout = image.layout
    let space = layout.colors == 1 ? "DeviceGray" : layout.colors == 4 ? "DeviceCMYK" : "DeviceRGB"
    var dictionary = Self.dictionary(layout.width, layout.height, space, depth: layout.depth)
    if layout.isInvertedCMYK { dictionary["Decode"] = .numbers([1, 0, 1, 0, 1, 0, 1, 0]) }
    dictionary["Filter"] = .name("DCTDecode")
    return .stream(dictionary, .encoded([UInt8](image.data)))
  }

  /// An image of pixels, with their opacity as a soft mask (ISO 32000-2, 11.6.5.2).
  static func object(_ pixels: DecodedImage, _ changes: ObjectChanges) -> PDFObject {
    func dictionary(_ space: String) -> PDFDictionary {
      Self.dictionary(pixels.width, pixels.height, space, depth: 8)
    }
    var image = dictionary(pixels.isGrey ? "DeviceGray" : "DeviceRGB")
    if !pixels.alpha.isEmpty {
      image["SMask"] = .reference(changes.add(Flate.stream(dictionary("DeviceGray"), pixels.alpha)))
    }
    return Flate.stream(image, pixels.colors)
  }
}

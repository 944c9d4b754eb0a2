package import Foundation
import PostilModel

/// An image in a format that is not known here (CCITT, JBIG2, JPEG 2000), for a renderer: a document of one page that shows it,
/// one point to a pixel.
package struct UndecodedImage: Sendable {
  /// Tells the image from others: a digest of all that says how it looks.
  package let key: [UInt8]
  package let document: Data
  package let width: Int
  package let height: Int

  /// Larger ones are refused.
  private static let largest = 1 << 26

  /// - Parameters:
  ///   - parts: How many colorants there are, if their values are wanted and not the colours that the image's own colour space
  ///     makes of them: 1 or 3.
  ///   - isBilevel: Whether its format has a bit for each pixel.
  ///   - refusal: Makes an error of a reason.
  init(
    _ image: PDFObject, _ dictionary: PDFDictionary, parts: Int?, isBilevel: Bool, _ changes: ObjectChanges,
    refusal: (String) -> PDFError
  ) throws {
    guard let width = changes.resolve(dictionary["Width"]).integer,
      let height = changes.resolve(dictionary["Height"]).integer, width > 0, height > 0, width < 1 << 15,
      height < 1 << 15, width * height <= Self.largest
    else { throw refusal("its size is none that can be painted") }
    (self.width, self.height) = (width, height)
    let data: [UInt8]
    if let id = image.reference {
      data = try changes.streamData(id)
    } else if case .stream(_, .encoded(let bytes)) = image {
      data = bytes
    } else {
      throw refusal("it has no data")
    }
    var entries = dictionary
    for key in ["SMask", "Mask", "Alternates", "OC", "Length"] as [PDFName] { entries[key] = nil }
    if let parts {
      for key in ["ImageMask", "Decode", "Intent"] as [PDFName] { entries[key] = nil }
      entries["ColorSpace"] = .name(parts == 1 ? "DeviceGray" : "DeviceRGB")
      if isBilevel { entries["BitsPerComponent"] = .integer(1) }
    }
    let picture = changes.add(.stream(entries, .encoded(data)))
    let content = changes.add(.stream([:], .encoded(Array("\(width) 0 0 \(height) 0 0 cm /I Do".utf8))))
    let (pages, page) = (changes.allocate(), changes.allocate())
    changes.set(
      page,
      to: .dictionary([
        "Type": .name("Page"), "Parent": .reference(pages), "Contents": .reference(content),
        "MediaBox": .array([.integer(0), .integer(0), .integer(width), .integer(height)]),
        "Resources": .dictionary(["XObject": .dictionary(["I": .reference(picture)])]),
      ]))
    changes.set(
      pages,
      to: .dictionary(["Type": .name("Pages"), "Kids": .array([.reference(page)]), "Count": .integer(1)]))
    let catalog = changes.add(.dictionary(["Type": .name("Catalog"), "Pages": .reference(pages)]))
    document = try FileCollector(changes, root: catalog, hasIdentifier: false).data()
    key = document.withUnsafeBytes { Digest.sha256($0) }
  }
}

/// The pixels of an image as a renderer painted them.
package struct PaintedImage: Sendable {
  let width: Int
  let height: Int
  /// Red, green and blue.
  let pixels: [UInt8]
  let isGrey: Bool
  let isBilevel: Bool

  /// - Parameter picture: Rows of pixels of 32 bits: blue, green, red, and what does not matter.
  package init(width: Int, height: Int, _ picture: UnsafeRawBufferPointer, bytesPerRow: Int) {
    (self.width, self.height) = (width, height)
    var (isGrey, isBilevel) = (true, true)
    pixels = [UInt8](unsafeUninitializedCapacity: width * height * 3) { target, count in
      count = width * height * 3
      var index = 0
      for row in 0..<height {
        for column in 0..<width {
          let place = row * bytesPerRow + column * 4
          let (red, green, blue) = (picture[place + 2], picture[place + 1], picture[place])
          if red != green || green != blue { isGrey = false }
          if !isGrey || (red != 0 && red != 255) { isBilevel = false }
          (target[index], target[index + 1], target[index + 2]) = (red, green, blue)
          index += 3
        }
      }
    }
    (self.isGrey, self.isBilevel) = (isGrey, isBilevel)
  }

  /// One byte a pixel.
  var greys: [UInt8] {
    (0..<width * height).map {
      let (red, green, blue) = (Int(pixels[3 * $0]), Int(pixels[3 * $0 + 1]), Int(pixels[3 * $0 + 2]))
      return UInt8((red * 77 + green * 150 + blue * 29) >> 8)
    }
  }

  /// One bit a pixel, rows beginning at bytes: ones where it is light.
  var bits: [UInt8] {
    let greys = greys
    let rowLength = (width + 7) / 8
    var result = [UInt8](repeating: 0, count: rowLength * height)
    for row in 0..<height {
      for column in 0..<width where greys[row * width + column] >= 128 {
        result[row * rowLength + column / 8] |= 0x80 >> UInt8(column % 8)
      }
    }
    return result
  }
}

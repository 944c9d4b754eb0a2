public import Foundation

extension Appearance {
  /// An image as its file has it: PNG, with transparency, or JPEG. The bytes of a JPEG are saved as they are. Colors are those of the
  /// ICC profile that the file has, if that can be used, up to 4 MB.
  ///
  /// Equal images are saved once, however many annotations show them.
  public struct Image: Sendable, Hashable {
    /// What kind of file it is.
    public enum Format: Sendable, Hashable {
      /// Portable Network Graphics.
      case png
      /// JPEG (ISO/IEC 10918-1).
      case jpeg
    }

    /// The file.
    public let data: Data
    /// Its kind.
    public let format: Format
    /// How it is stored: the size, and how it has to be turned to be upright.
    package let layout: ImageLayout

    /// The width in pixels, upright.
    public var width: Int { layout.isSideways ? layout.height : layout.width }
    /// The height in pixels, upright.
    public var height: Int { layout.isSideways ? layout.width : layout.height }

    /// The most pixels that an image may have: more would take gigabytes to show.
    public static let mostPixels = 64_000_000

    /// Reads the head of an image. What it shows is read when an annotation with it is added to a document, or a page is made of it.
    ///
    /// - Throws: ``PDFError`` with code `.invalidArgument` if it is neither PNG nor JPEG (baseline or progressive, of one, three or
    ///   four components), is damaged at its beginning, or has more than ``mostPixels`` or 65,535 pixels a side.
    /// - Complexity: O(bytes), of which the first 4 MB count at most.
    public init(_ data: Data) throws(PDFError) {
      let bytes = [UInt8](data.prefix(ImageLayout.longestHead))
      guard let (format, layout) = ImageLayout.read(bytes) else {
        throw PDFError(.invalidArgument, "This is no image that can be used: give a PNG or JPEG file.")
      }
      let (width, height) = (layout.width, layout.height)
      guard width > 0, height > 0, width <= 65_535, height <= 65_535, width * height <= Self.mostPixels else {
        throw PDFError(
          .invalidArgument,
          "The image has \(width) × \(height) pixels; up to \(Self.mostPixels / 1_000_000) million can be used: make it smaller."
        )
      }
      self.data = data
      self.format = format
      self.layout = layout
    }

    /// The size that nobody said, in points: 96 pixels an inch, less if it would be wider or higher than the limits.
    package func usualSize(width widest: Double, height highest: Double) -> (width: Double, height: Double) {
      let (width, height) = (Double(max(width, 1)), Double(max(height, 1)))
      let scale = min(0.75, widest / width, highest / height)
      return (width * scale, height * scale)
    }
  }
}

/// What the head of an image file says.
package struct ImageLayout: Sendable, Hashable {
  package var width: Int
  package var height: Int
  /// Bits of a part of a color.
  package var depth: Int
  /// The color type of a PNG, or the number of components of a JPEG.
  package var colors: Int
  /// Whether the rows of a PNG are in another order.
  package var isInterlaced = false
  /// Whether the parts of a JPEG's colors are CMYK as Adobe's programs write it: the other way round.
  package var isInvertedCMYK = false
  /// Whether a JPEG has a segment of Adobe's programs, which says what its components are.
  package var isAdobe = false
  /// How the stored picture is turned: 1 to 8 (Exif 2.3, orientation).
  package var orientation = 1

  /// Whether the upright picture has width and height the other way round.
  package var isSideways: Bool { orientation > 4 }

  /// So much of a file is looked at.
  package static let longestHead = 4 << 20

  package static func read(_ bytes: [UInt8]) -> (Appearance.Image.Format, ImageLayout)? {
    png(bytes).map { (.png, $0) } ?? jpeg(bytes).map { (.jpeg, $0) }
  }

  private static func number(_ bytes: some RandomAccessCollection<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  // MARK: - PNG

  /// The signature, and the first chunk.
  private static func png(_ bytes: [UInt8]) -> ImageLayout? {
    let start: [UInt8] = [
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52,
    ]
    guard bytes.starts(with: start), bytes.count >= 29 else { return nil }
    return ImageLayout(
      width: number(bytes[16..<20]), height: number(bytes[20..<24]), depth: Int(bytes[24]),
      colors: Int(bytes[25]), isInterlaced: bytes[28] != 0)
  }

  // MARK: - JPEG

  /// The segments before the picture's data: the frame header says the size.
  private static func jpeg(_ bytes: [UInt8]) -> ImageLayout? {
    guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
    var (place, orientation, isAdobe) = (2, 1, false)
    while place + 4 <= bytes.count {
      guard bytes[place] == 0xFF else { return nil }
      let marker = bytes[place + 1]
      if marker == 0xFF {
        place += 1
        continue
      }
      let length = number(bytes[place + 2..<place + 4])
      let end = place + 2 + length
      guard length >= 2, end <= bytes.count else { return nil }
      let segment = Array(bytes[place + 4..<end])
      switch marker {
      // Baseline and progressive frames; readers of PDF know no others (ISO 32000-2, 7.4.8).
      case 0xC0...0xC2:
        guard segment.count >= 6, segment[0] == 8, [1, 3, 4].contains(segment[5]) else { return nil }
        return ImageLayout(
          width: number(segment[3..<5]), height: number(segment[1..<3]), depth: Int(segment[0]),
          colors: Int(segment[5]), isInvertedCMYK: isAdobe && segment[5] == 4, isAdobe: isAdobe,
          orientation: orientation)
      case 0xE1: orientation = exifOrientation(segment) ?? orientation
      case 0xEE: isAdobe = isAdobe || segment.starts(with: Array("Adobe".utf8))
      // Frames of other processes, the picture's data, and the end.
      case 0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF, 0xDA, 0xD9: return nil
      default: break
      }
      place = end
    }
    return nil
  }

  /// The orientation of an Exif segment: an entry of a TIFF directory.
  private static func exifOrientation(_ segment: [UInt8]) -> Int? {
    guard segment.starts(with: Array("Exif\0\0".utf8)) else { return nil }
    let tiff = Array(segment.dropFirst(6))
    guard tiff.count >= 8 else { return nil }
    let isLittle = tiff[0] == 0x49
    func value(_ place: Int, _ count: Int) -> Int? {
      guard place >= 0, place + count <= tiff.count else { return nil }
      let bytes = tiff[place..<place + count]
      return isLittle ? number(bytes.reversed()) : number(bytes)
    }
    guard let directory = value(4, 4), let count = value(directory, 2) else { return nil }
    for index in 0..<count {
      let entry = directory + 2 + index * 12
      guard let tag = value(entry, 2) else { return nil }
      if tag == 0x0112, let orientation = value(entry + 8, 2) {
        return (1...8).contains(orientation) ? orientation : nil
      }
    }
    return nil
  }
}

extension ImageLayout {
  /// From the unit square that a reader paints the stored picture into to the unit square of the upright one: six numbers.
  package var uprightMatrix: [Double] {
    switch orientation {
    case 2: [-1, 0, 0, 1, 1, 0]
    case 3: [-1, 0, 0, -1, 1, 1]
    case 4: [1, 0, 0, -1, 0, 1]
    case 5: [0, -1, -1, 0, 1, 1]
    case 6: [0, -1, 1, 0, 0, 1]
    case 7: [0, 1, 1, 0, 0, 0]
    case 8: [0, 1, -1, 0, 1, 0]
    default: [1, 0, 0, 1, 0, 0]
    }
  }
}

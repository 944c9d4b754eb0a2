public import Foundation
public import PostilModel

/// An image that pages paint (ISO 32000-2, 8.9), with the places where they do: see ``PDFDocument/images(on:progress:)``.
public struct DocumentImage: Sendable, Hashable, Identifiable {
  /// A place where an image is painted.
  public struct Place: Sendable, Hashable {
    /// The page.
    public var page: PageID
    /// The corners of the image in page space, named as in the image: its first row leads from the upper left to the upper right one. Of an
    /// image in a pattern, those of its first cell. A clipping path, and the edges of the page, may hide some or all of it.
    public var quad: PageQuad
    /// Pixels an inch along the rows of the image; 0 if it is painted without extent.
    public var horizontalResolution: Double
    /// Pixels an inch along its columns.
    public var verticalResolution: Double

    /// The smallest rectangle around it, in page space.
    public var bounds: PageRect { quad.bounds }
  }

  /// What makes pixels of an image transparent.
  public enum Transparency: String, Sendable, Hashable, CaseIterable {
    /// A soft mask (`/SMask`, or one in the data of a JPEG 2000 image).
    case softMask
    /// A stencil mask (`/Mask`).
    case stencilMask
    /// A range of colors (`/Mask`).
    case colorKey
  }

  /// What tells an image from all others of a document.
  public struct ID: Sendable, Hashable {
    /// A source of the file that it is in.
    package let source: PageSource
    /// The page whose content it stands in, by its place in the file, for inline images of pages.
    let page: Int?
    let key: PageResources.ImageKey
  }

  /// What tells it from others.
  public let id: ID
  /// The number of its object in the file that it comes from; `nil` for an inline image.
  public let objectNumber: Int?
  /// Where it is painted: on the pages that were asked for, in their order.
  public internal(set) var places: [Place]
  /// How many pixels a row has, as the image says; 0 if it says nothing that can be.
  public let width: Int
  /// How many rows there are.
  public let height: Int
  /// How many bits a colorant has: 1, 2, 4, 8 or 16; `nil` if only its data say it (JPEG 2000).
  public let bitsPerComponent: Int?
  /// The family of its color space, `DeviceRGB` or `ICCBased` for example; `nil` for a stencil, and if its data say it.
  public let colorSpace: String?
  /// How many colorants its color space has; `nil` if only its data say it.
  public let componentCount: Int?
  /// The names of its filters in the order in which they are undone, `FlateDecode` for example.
  public let filters: [String]
  /// Whether it is a stencil (`/ImageMask`), through which the color of the content is painted.
  public let isStencil: Bool
  /// What makes pixels of it transparent; `nil`: nothing.
  public let transparency: Transparency?
  /// How many bytes its data take in the file, before filters are undone; `nil` if it does not say.
  public let byteCount: Int?

  /// An inline image itself.
  let inline: PDFObject?

  /// Whether it stands in a content stream, and is no object.
  public var isInline: Bool { objectNumber == nil }

  /// The same with its places in another order; those with equal numbers stay in theirs.
  package func withPlaces(sortedBy number: (Place) -> Int) -> DocumentImage {
    var copy = self
    let numbers = places.map(number)
    copy.places = places.indices.sorted { (numbers[$0], $0) < (numbers[$1], $1) }.map { places[$0] }
    return copy
  }

  init(_ image: PageResources.Image, id: ID, _ objects: any ObjectSource) {
    let entries = ImageEntries(image.object, image.dictionary, objects)
    self.id = id
    if case .object(let object) = image.key {
      (objectNumber, inline) = (object.number, nil)
      byteCount = objects.resolve(image.dictionary["Length"]).integer.flatMap { $0 < 0 ? nil : $0 }
    } else {
      (objectNumber, inline) = (nil, image.object)
      if case .stream(_, .encoded(let bytes)) = image.object {
        byteCount = bytes.count
      } else {
        byteCount = nil
      }
    }
    places = []
    (width, height, bitsPerComponent) = (entries.width, entries.height, entries.bits)
    (isStencil, filters) = (entries.isStencil, entries.filters.map(\.description))
    colorSpace = entries.isStencil ? nil : entries.space.family?.description
    componentCount = entries.isStencil ? 1 : entries.space.parts
    transparency = entries.transparency
  }
}

/// An image as a file of its own: see ``PDFDocument/file(of:)``.
public struct ImageFile: Sendable, Hashable {
  /// What kind of file it is.
  public enum Format: String, Sendable, Hashable, CaseIterable {
    /// JPEG (ISO/IEC 10918-1).
    case jpeg
    /// JPEG 2000 (ISO/IEC 15444-1).
    case jpeg2000
    /// Portable Network Graphics (ISO/IEC 15948).
    case png
  }

  /// Its kind.
  public let format: Format
  /// The file.
  public let data: Data

  /// Makes one.
  package init(_ format: Format, _ data: Data) { (self.format, self.data) = (format, data) }

  /// What the names of such files end with: `jpg`, `jp2`, `j2k` (JPEG 2000 without a file's boxes), or `png`.
  public var fileExtension: String {
    switch format {
    case .jpeg: "jpg"
    case .jpeg2000: data.starts(with: [0xFF, 0x4F, 0xFF, 0x51]) ? "j2k" : "jp2"
    case .png: "png"
    }
  }
}

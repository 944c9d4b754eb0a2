import PostilModel

/// The color space of an image (ISO 32000-2, 8.6), as far as samples are told apart by it.
struct ImageColorSpace {
  /// What samples stand for.
  indirect enum Meaning {
    /// Levels of grey; the ICC profile that says how light they are, if there is one and it fits.
    case gray(profile: [UInt8]?)
    /// Levels of red, green and blue.
    case rgb(profile: [UInt8]?)
    /// Places in a table of such colors, which has `parts` bytes for each.
    case indexed(Meaning, table: [UInt8], parts: Int)
    /// Colors that a renderer has to make of them.
    case other
  }

  private let space: PDFObject
  private let objects: any ObjectSource

  init(_ space: PDFObject?, _ objects: any ObjectSource) {
    self.space = objects.resolve(space)
    self.objects = objects
  }

  private var items: [PDFObject] { space.array ?? [] }

  /// Its family: `DeviceGray`, `ICCBased` and the like; `nil` if the image names none.
  var family: PDFName? { space.name ?? objects.resolve(items.first).name }

  /// How many colorants it has; `nil` if that is not known.
  var parts: Int? { ContentColorSpace.partCount(space, objects) }

  private func stream(_ object: PDFObject) -> PDFDictionary? { objects.resolve(object).dictionary }

  var isGray: Bool {
    family == "ICCBased" ? parts == 1 : family == "DeviceGray" || family == "CalGray"
  }

  /// What samples stand for. Reads the profile or the table.
  var meaning: Meaning {
    guard family == "Indexed", items.count >= 4 else { return plainMeaning }
    let base = ImageColorSpace(items[1], objects)
    let parts: Int
    let meaning = base.plainMeaning
    switch meaning {
    case .gray: parts = 1
    case .rgb: parts = 3
    default: return .other
    }
    guard let highest = objects.resolve(items[2]).integer, (0...255).contains(highest) else { return .other }
    let lookup = objects.resolve(items[3])
    let bytes = lookup.string ?? (try? objects.decoded(items[3], limit: StreamLimit.small)) ?? []
    // What is missing is taken for zeros, as readers do.
    let size = (highest + 1) * parts
    return .indexed(
      meaning, table: Array(bytes.prefix(size)) + repeatElement(0, count: max(0, size - bytes.count)),
      parts: parts)
  }

  /// The same for a space that is not indexed.
  private var plainMeaning: Meaning {
    switch family {
    case "DeviceGray", "CalGray": return .gray(profile: nil)
    case "DeviceRGB", "CalRGB": return .rgb(profile: nil)
    case "ICCBased":
      guard items.count > 1, parts == 1 || parts == 3 else { return .other }
      let profile = (try? objects.decoded(items[1], limit: Self.largestProfile)) ?? []
      let kind = profile.count > 128 ? Array(profile[16..<20]) : []
      switch parts {
      case 1: return .gray(profile: kind == Array("GRAY".utf8) ? profile : nil)
      case 3 where kind == Array("RGB ".utf8):
        return .rgb(profile: ColorProfile.isSRGB(profile) ? nil : profile)
      // A profile that says nothing leaves the space that is named beside it, of which only Lab is something else.
      case 3 where kind == Array("Lab ".utf8): return .other
      default:
        let alternate = ImageColorSpace(stream(items[1])?["Alternate"], objects)
        return alternate.family == "Lab" ? .other : .rgb(profile: nil)
      }
    default: return .other
    }
  }

  /// Larger profiles are left out.
  private static let largestProfile = 4 << 20
}

// MARK: - Inline images

/// Images that stand in a content stream (ISO 32000-2, 8.9.7), written as others are.
enum InlineImage {
  private static let spaces: [PDFName: PDFName] = [
    "G": "DeviceGray", "RGB": "DeviceRGB", "CMYK": "DeviceCMYK", "I": "Indexed",
  ]
  private static let filters: [PDFName: PDFName] = [
    "AHx": "ASCIIHexDecode", "A85": "ASCII85Decode", "LZW": "LZWDecode", "Fl": "FlateDecode",
    "RL": "RunLengthDecode", "CCF": "CCITTFaxDecode", "DCT": "DCTDecode",
  ]

  /// The entries of an image XObject.
  ///
  /// - Parameter space: The color space of a name among the resources.
  static func entries(_ entries: PDFDictionary, _ space: (PDFName) -> PDFObject?) -> PDFDictionary {
    var dictionary = entries
    dictionary["Type"] = .name("XObject")
    dictionary["Subtype"] = .name("Image")
    dictionary["ColorSpace"] = entries["ColorSpace"].map { longSpace($0, space) }
    dictionary["Filter"] = entries["Filter"].map(longFilter)
    dictionary["Length"] = nil
    return dictionary
  }

  /// A color space with the names that it has elsewhere.
  static func longSpace(_ space: PDFObject, _ named: (PDFName) -> PDFObject?) -> PDFObject {
    switch space {
    case .name(let name): spaces[name].map { .name($0) } ?? named(name) ?? space
    case .array(let items):
      .array(
        items.map { item in
          guard let name = item.name else { return item }
          return spaces[name].map { .name($0) } ?? named(name) ?? item
        })
    default: space
    }
  }

  private static func longFilter(_ filter: PDFObject) -> PDFObject {
    switch filter {
    case .name(let name): .name(filters[name] ?? name)
    case .array(let items): .array(items.map(longFilter))
    default: filter
    }
  }
}

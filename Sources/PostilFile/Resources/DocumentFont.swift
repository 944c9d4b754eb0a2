public import PostilModel

/// A font in which pages show text (ISO 32000-2, 9.5): see ``PDFDocument/fonts(on:progress:)``.
public struct DocumentFont: Sendable, Hashable, Encodable {
  /// The types of fonts (ISO 32000-2, tables 108 and 115).
  public enum Kind: String, Sendable, Hashable, CaseIterable, Codable {
    /// Glyphs that PostScript's Type 1 describes.
    case type1
    /// One of a family of Type 1 fonts with axes (`MMType1`).
    case multipleMaster
    /// Glyphs that TrueType describes.
    case trueType
    /// Glyphs that are content streams.
    case type3
    /// A composite font (Type 0), with glyphs as in Type 1.
    case cidType0
    /// A composite font (Type 0), with glyphs as in TrueType.
    case cidType2
    /// Of no type that the standard has.
    case unknown
  }

  /// How the program of an embedded font is written (ISO 32000-2, table 124).
  public enum Program: String, Sendable, Hashable, CaseIterable, Codable {
    /// Type 1 (`FontFile`).
    case type1
    /// TrueType (`FontFile2`).
    case trueType
    /// Compact Font Format (`FontFile3`).
    case cff
    /// OpenType (`FontFile3`).
    case openType
    /// Content streams: the glyphs of a Type 3 font.
    case contentStreams
  }

  /// The name as the file has it, `ABCDEF+Times-Roman` for a subset; `nil` if it has none, as most Type 3 fonts.
  public let name: String?
  /// The type.
  public let kind: Kind
  /// How its program is written; `nil` if the file does not have it, and readers take another font.
  public let program: Program?
  /// The name of its encoding or character map, `WinAnsiEncoding` or `Identity-H` for example; `nil` if the font's own counts, or the map
  /// stands in the file.
  public let encoding: String?
  /// Whether the file says itself what codes stand for: by differences from the encoding, or a map of its own.
  public let hasOwnEncoding: Bool
  /// Whether the file says what text its codes mean (`/ToUnicode`).
  public let hasToUnicode: Bool
  /// The number of its object in the file that it comes from; `nil` if it has none.
  public let objectNumber: Int?
  /// The pages that show text in it, of those that were asked for, in their order.
  public internal(set) var pages: [PageID]

  /// Whether the file has its glyphs.
  public var isEmbedded: Bool { program != nil }

  /// Whether only some of its glyphs are in the file, as the name says: it begins with six capital letters and a plus.
  public var isSubset: Bool { name != baseName }

  /// The name without what marks a subset.
  public var baseName: String? { name.map(FontFace.withoutSubsetTag) }

  /// The same with its pages in another order.
  package func withPages(sortedBy number: (PageID) -> Int) -> DocumentFont {
    var copy = self
    copy.pages.sort { number($0) < number($1) }
    return copy
  }

  init(_ font: PDFDictionary, number: Int?, _ objects: any ObjectSource) {
    let subtype = objects.resolve(font["Subtype"]).name
    let descendant =
      subtype == "Type0"
      ? objects.resolve(objects.resolve(font["DescendantFonts"]).array?.first).dictionary : nil
    let whole = descendant ?? font
    switch descendant.map({ objects.resolve($0["Subtype"]).name }) ?? subtype {
    case "Type1": kind = .type1
    case "MMType1": kind = .multipleMaster
    case "TrueType": kind = .trueType
    case "Type3": kind = .type3
    case "CIDFontType0": kind = .cidType0
    case "CIDFontType2": kind = .cidType2
    default: kind = .unknown
    }
    let baseFont = objects.resolve(font["BaseFont"]).name ?? objects.resolve(whole["BaseFont"]).name
    name = (baseFont ?? (kind == .type3 ? objects.resolve(font["Name"]).name : nil))?.description
    program =
      kind == .type3
      ? .contentStreams : Self.program(objects.resolve(whole["FontDescriptor"]).dictionary, objects)
    let encoding = objects.resolve(font["Encoding"])
    switch encoding {
    case .name(let name): (self.encoding, hasOwnEncoding) = (name.description, false)
    case .stream: (self.encoding, hasOwnEncoding) = (nil, true)
    case .dictionary(let entries):
      self.encoding = objects.resolve(entries["BaseEncoding"]).name?.description
      hasOwnEncoding = objects.resolve(entries["Differences"]).array?.isEmpty == false
    default: (self.encoding, hasOwnEncoding) = (nil, false)
    }
    let map = objects.resolve(font["ToUnicode"])
    hasToUnicode = map.isStream || map.name != nil
    (objectNumber, pages) = (number, [])
  }

  private static func program(_ descriptor: PDFDictionary?, _ objects: any ObjectSource) -> Program? {
    guard let descriptor else { return nil }
    func stream(_ key: PDFName) -> PDFDictionary? {
      guard case .stream(let dictionary, _) = objects.resolve(descriptor[key]) else { return nil }
      return dictionary
    }
    if stream("FontFile") != nil { return .type1 }
    if stream("FontFile2") != nil { return .trueType }
    return stream("FontFile3").map { objects.resolve($0["Subtype"]).name == "OpenType" ? .openType : .cff }
  }
}

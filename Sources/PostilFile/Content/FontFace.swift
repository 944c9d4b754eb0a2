import PostilModel

/// What the letters of a font look like, by its name and its descriptor (ISO 32000-2, 9.8).
struct FontFace: Hashable {
  /// Without the tag of a subset.
  var name = ""
  var isBold = false
  var isItalic = false
  var isMonospaced = false

  /// Bits of `/Flags` (table 121).
  private static let fixedPitch = 1 << 0
  private static let italic = 1 << 6
  private static let forceBold = 1 << 18
  /// Weights from here on are bold (`/FontWeight`).
  private static let boldWeight = 600.0

  init() {}

  init(_ font: PDFDictionary, _ objects: any ObjectSource) {
    let descendant = objects.resolve(objects.resolve(font["DescendantFonts"]).array?.first).dictionary
    let descriptor = objects.resolve((descendant ?? font)["FontDescriptor"]).dictionary ?? [:]
    let own = objects.resolve(font["BaseFont"]).name ?? objects.resolve(font["Name"]).name
    name = Self.withoutSubsetTag(own?.description ?? "")
    let flags = objects.resolve(descriptor["Flags"]).integer ?? 0
    let weight = objects.resolve(descriptor["FontWeight"]).number ?? 0
    let words = name.lowercased()
    func says(_ parts: [String]) -> Bool { parts.contains { words.contains($0) } }
    isBold =
      flags & Self.forceBold != 0 || weight >= Self.boldWeight
      || says(["bold", "black", "heavy", "demi", "cmbx", "sfbx", "ecbx", "lmbx"])
      || words.hasSuffix("-bd") || words.hasSuffix("-medi") || words.hasSuffix("-b")
    isItalic =
      flags & Self.italic != 0 || objects.resolve(descriptor["ItalicAngle"]).number.map { $0 != 0 } == true
      || says(["italic", "oblique", "slanted", "cmti", "cmsl", "sfti", "ecti", "-ital"])
    isMonospaced =
      flags & Self.fixedPitch != 0
      || says(["mono", "courier", "consolas", "typewriter", "menlo", "cmtt", "sftt", "ectt", "lmtt", "fixed"])
  }

  /// A name without the six capitals and the plus sign of a subset (9.9.2).
  static func withoutSubsetTag(_ name: String) -> String {
    let bytes = Array(name.utf8.prefix(7))
    guard bytes.count == 7, bytes[6] == UInt8(ascii: "+"),
      bytes[..<6].allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
    else { return name }
    return String(name.dropFirst(7))
  }
}

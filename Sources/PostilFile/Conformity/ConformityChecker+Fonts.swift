import PostilModel

/// Fonts that show text.
extension ConformityChecker {
  private static let kinds: Set<PDFName> = [
    "Type1", "MMType1", "TrueType", "Type3", "Type0", "CIDFontType0", "CIDFontType2",
  ]
  private static let programs: Set<PDFName> = ["Type1C", "CIDFontType0C", "OpenType"]

  /// - Parameter isSeen: Whether it shows text that is painted, and not only there to be found.
  func checkFont(_ entry: PDFObject, isSeen: Bool) {
    guard let font = objects.resolve(entry).dictionary else { return }
    let place = entry.reference
    let kind = objects.resolve(font["Subtype"]).name
    let name = objects.resolve(font["BaseFont"]).name
    if objects.resolve(font["Type"]).name != "Font" { report(.fontEntries, "One has no Type.", place) }
    guard let kind, Self.kinds.contains(kind) else {
      return report(.fontEntries, "One is of kind \(kind?.description ?? "none").", place)
    }
    guard kind != "Type3" else { return }
    if name == nil { report(.fontEntries, "One has no name (BaseFont).", place) }
    if kind == "Type0" { return checkComposite(font, name, isSeen: isSeen, place) }
    let descriptor = objects.resolve(font["FontDescriptor"]).dictionary
    checkProgram(descriptor, name, isSeen: isSeen, place)
    let isStandard = kind == "Type1" && name.map { StandardFonts.names.contains($0) } == true
    if !isStandard {
      let first = objects.resolve(font["FirstChar"]).integer
      let last = objects.resolve(font["LastChar"]).integer
      let widths = objects.resolve(font["Widths"]).array?.count
      if first == nil || last == nil || widths == nil {
        report(.fontEntries, "'\(name?.description ?? "?")' has no widths.", place)
      } else if let first, let last, let widths, (0...255).contains(first), (0...255).contains(last),
        widths != last - first + 1
      {
        report(.fontEntries, "'\(name?.description ?? "?")' has \(widths) widths.", place)
      }
    }
    if kind == "TrueType" { checkTrueType(font, descriptor, place) }
    if kind != "TrueType", isSubset(name), descriptor?["CharSet"] == nil, applies(.subsets) {
      report(.subsets, "'\(name?.description ?? "?")' has no CharSet.", place)
    }
  }

  private func isSubset(_ name: PDFName?) -> Bool {
    guard let bytes = name?.bytes, bytes.count > 7, bytes[6] == UInt8(ascii: "+") else { return false }
    return bytes[..<6].allSatisfy { (0x41...0x5A).contains($0) }
  }

  private func hasProgram(_ descriptor: PDFDictionary?) -> Bool {
    ["FontFile", "FontFile2", "FontFile3"].contains { objects.resolve(descriptor?[$0]).isStream }
  }

  private func checkProgram(
    _ descriptor: PDFDictionary?, _ name: PDFName?, isSeen: Bool, _ place: ObjectID?
  ) {
    if isSeen, !hasProgram(descriptor) {
      report(.embeddedFonts, "Not so '\(name?.description ?? "?")'.", place)
    }
    let program = objects.resolve(descriptor?["FontFile3"])
    if program.isStream, let kind = objects.resolve(program.dictionary?["Subtype"]).name,
      !Self.programs.contains(kind) || (archive?.part == 1 && kind == "OpenType")
    {
      report(.fontEntries, "'\(name?.description ?? "?")' has a program of kind \(kind).", place)
    }
  }

  private func checkTrueType(_ font: PDFDictionary, _ descriptor: PDFDictionary?, _ place: ObjectID?) {
    guard let flags = objects.resolve(descriptor?["Flags"]).integer else { return }
    let encoding = objects.resolve(font["Encoding"])
    if flags & 4 != 0 {
      if !encoding.isNull { report(.encodings, "One is symbolic, and has an encoding.", place) }
      return
    }
    let base = encoding.name ?? objects.resolve(encoding.dictionary?["BaseEncoding"]).name
    if base != "WinAnsiEncoding", base != "MacRomanEncoding" {
      report(.encodings, "One has another.", place)
    } else if archive?.part == 1, encoding.dictionary?["Differences"] != nil {
      report(.encodings, "One has differences from it.", place, for: .archive)
    }
  }

  // MARK: - Composite fonts

  private func checkComposite(_ font: PDFDictionary, _ name: PDFName?, isSeen: Bool, _ place: ObjectID?) {
    let descendant = objects.resolve(font["DescendantFonts"]).array?.first
    guard let inner = objects.resolve(descendant).dictionary else { return }
    let descriptor = objects.resolve(inner["FontDescriptor"]).dictionary
    checkProgram(descriptor, name, isSeen: isSeen, place)
    let kind = objects.resolve(inner["Subtype"]).name
    let isPart1 = archive?.part == 1
    if kind == "CIDFontType2", inner["CIDToGIDMap"] == nil, isPart1 ? isSeen : hasProgram(descriptor) {
      report(.compositeFonts, "'\(name?.description ?? "?")' has no CIDToGIDMap.", place)
    }
    if isSubset(objects.resolve(inner["BaseFont"]).name), descriptor?["CIDSet"] == nil {
      report(.subsets, "'\(name?.description ?? "?")' has no CIDSet.", place)
    }
    let encoding = objects.resolve(font["Encoding"])
    let system = objects.resolve(inner["CIDSystemInfo"]).dictionary
    if let map = encoding.name {
      guard map != "Identity-H", map != "Identity-V" else { return }
      if isPart1 {
        report(.compositeFonts, "The map \(map) of '\(name?.description ?? "?")' is not embedded.", place)
      } else if !Self.isPredefined(map) {
        report(.compositeFonts, "There is no map \(map).", place)
      }
      return
    }
    guard case .stream(let map, _) = encoding else { return }
    let other = objects.resolve(map["CIDSystemInfo"]).dictionary
    guard let system, let other else { return }
    let isSame = ["Registry", "Ordering"].allSatisfy { key in
      objects.resolve(system[PDFName(key)]).string == objects.resolve(other[PDFName(key)]).string
    }
    if !isSame, objects.resolve(map["CMapName"]).name?.description.hasPrefix("Identity") != true {
      report(.compositeFonts, "The map of '\(name?.description ?? "?")' is for other characters.", place)
    }
  }

  /// The names of ISO 32000-1, table 118, by their beginnings.
  private static func isPredefined(_ map: PDFName) -> Bool {
    let name = map.description
    guard name.hasSuffix("-H") || name.hasSuffix("-V") || name == "H" || name == "V" else { return false }
    return name == "H" || name == "V" || beginnings.contains { name.hasPrefix($0) }
  }

  private static let beginnings = [
    "GB", "UniGB", "B5", "HKscs", "ETen", "ETenms", "CNS", "UniCNS", "83pv", "90ms", "90pv", "Add", "EUC",
    "Ext",
    "UniJIS", "KSC", "UniKS",
  ]
}

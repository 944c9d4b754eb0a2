/// What the streams of a document are there for, by what leads to them. What a stream says of itself may be false, and a stream may
/// be there for several things.
struct StreamRoles {
  struct Role: OptionSet, Hashable {
    let rawValue: Int
    /// Operations: of pages, forms, patterns, glyphs, appearances.
    static let content = Role(rawValue: 1 << 0)
    /// Samples of an image.
    static let image = Role(rawValue: 1 << 1)
    /// A font program.
    static let font = Role(rawValue: 1 << 2)
    /// An ICC profile.
    static let profile = Role(rawValue: 1 << 3)
    /// A CMap, or another table of a font.
    static let fontTable = Role(rawValue: 1 << 4)
    /// A function, a mesh, a halftone: numbers.
    static let numbers = Role(rawValue: 1 << 5)
    /// Text for people or for programs: values, scripts, metadata.
    static let text = Role(rawValue: 1 << 6)
    /// A file, or something else whose kind is not known.
    static let file = Role(rawValue: 1 << 7)
  }

  private let objects: any ObjectSource
  private(set) var roles = ObjectTable<Role>()
  /// What attached files are called.
  private(set) var fileNames: [ObjectID: String] = [:]
  /// How many bytes are used of tables of colors.
  private(set) var tableSizes: [ObjectID: Int] = [:]
  private static let deepest = 100

  /// - Complexity: O(objects).
  init(_ changes: ObjectChanges, keepsInformation: Bool = true) {
    objects = changes
    var walk = ObjectWalk(changes, keepsInformation: keepsInformation)
    while let id = walk.next() { visit(changes.object(id), walk.keys[id] ?? "", nil, 0) }
  }

  subscript(id: ObjectID) -> Role { roles[id] ?? .file }

  private mutating func visit(_ object: PDFObject, _ key: PDFName, _ parent: PDFName?, _ depth: Int) {
    guard depth < Self.deepest else { return }
    switch object {
    case .array(let items):
      let isProfile = items.count > 1 && items[0].name == "ICCBased"
      // The colours of an indexed space (8.6.6.3).
      let isTable = items.count == 4 && items[0].name == "Indexed"
      if isTable, let id = items[3].reference, let size = UnusedData.size(ofTableIn: items, objects) {
        tableSizes[id] = max(tableSizes[id] ?? 0, size)
      }
      for (index, item) in items.enumerated() {
        if let id = item.reference {
          note(
            id,
            isProfile && index == 1
              ? .profile : isTable && index == 3 ? .image : role(of: id, key, parent, nil))
        } else {
          visit(item, key, parent, depth + 1)
        }
      }
    case .dictionary(let dictionary), .stream(let dictionary, _):
      if let files = objects.resolve(dictionary["EF"]).dictionary {
        let name = objects.text(dictionary["UF"]) ?? objects.text(dictionary["F"])
        for entry in files.entries { if let id = entry.value.reference { fileNames[id] = name } }
      }
      for entry in dictionary.entries {
        if let id = entry.value.reference {
          note(id, role(of: id, entry.key, key, dictionary))
        } else {
          visit(entry.value, entry.key, key, depth + 1)
        }
      }
    default: break
    }
  }

  private mutating func note(_ id: ObjectID, _ role: Role?) {
    if let role { roles[id] = (roles[id] ?? []).union(role) }
  }

  private static let textKeys: Set<PDFName> = ["JS", "RC", "RV", "V", "DV", "Metadata", "XFA", "Contents"]
  private static let tableKeys: Set<PDFName> = ["ToUnicode", "Encoding", "UseCMap", "CIDToGIDMap", "CIDSet"]

  private func role(
    of id: ObjectID, _ key: PDFName, _ parent: PDFName?, _ holder: PDFDictionary?
  ) -> Role? {
    guard case .stream(let own, _) = objects.resolve(.reference(id)) else { return nil }
    switch key {
    case "Contents" where holder?["Rect"] == nil: return .content
    case "DestOutputProfile": return .profile
    case "FontFile", "FontFile2", "FontFile3": return .font
    default: break
    }
    if Self.tableKeys.contains(key) { return .fontTable }
    if Self.textKeys.contains(key) { return .text }
    if parent == "EF" || parent == "RF" { return .file }
    if parent == "CharProcs" || own["PatternType"] != nil || objects.resolve(own["Subtype"]).name == "Form" {
      return .content
    }
    if own["FunctionType"] != nil || own["ShadingType"] != nil || own["HalftoneType"] != nil {
      return .numbers
    }
    if objects.resolve(own["Width"]).integer != nil, objects.resolve(own["Height"]).integer != nil,
      objects.resolve(own["Subtype"]).name == "Image" || key == "Thumb"
    {
      return .image
    }
    if key == "JBIG2Globals" { return .image }
    return .file
  }
}

import PostilModel

/// Texts that are removed wherever they are, and texts of areas that are left elsewhere.
extension DocumentRedactor {
  /// Strings that are no text: identifiers, dates, numbers of colours, operators.
  private static let otherStrings: Set<PDFName> = [
    "ID", "IDS", "CreationDate", "ModDate", "M", "DA", "Panose", "CharSet", "CIDSet", "Registry", "Ordering",
    "Lang", "ByteRange",
    "CheckSum", "Lookup", "HT", "Style", "O", "U", "OE", "UE", "Perms", "Cert",
  ]
  /// Dictionaries without text that says anything.
  private static let otherTypes: Set<PDFName> = [
    "Font", "FontDescriptor", "Encoding", "CMap", "XRef", "ObjStm", "Halftone", "Pattern", "Sig",
  ]
  /// What takes the place of a text.
  private static let placeholder = "[redacted]"
  private static let deepest = 100

  /// Takes terms from all strings, and removes streams of text that have one.
  func redactStrings() throws {
    var walk = ObjectWalk(changes, keepsInformation: keepsInformation)
    while let id = walk.next() {
      let object = changes.object(id)
      if isText(id, object, walk.keys[id]), !run.matcher.isEmpty || !run.removed.isEmpty {
        try redactText(of: id, object, walk.keys[id])
      }
      guard changes.object(id) == object else { continue }
      let new = cleaned(object, walk.keys[id] ?? "", place: id, depth: 0)
      if new != object { changes.set(id, to: new) }
    }
  }

  private func cleaned(_ object: PDFObject, _ key: PDFName, place: ObjectID, depth: Int) -> PDFObject {
    guard depth < Self.deepest else { return object }
    func entries(_ dictionary: PDFDictionary) -> PDFDictionary {
      if let type = dictionary["Type"]?.name, Self.otherTypes.contains(type) { return dictionary }
      if dictionary["ByteRange"] != nil { return dictionary }
      var result = PDFDictionary()
      for entry in dictionary.entries
      where !Self.otherStrings.contains(entry.key) || entry.value.string == nil {
        result.append(entry.key, cleaned(entry.value, entry.key, place: place, depth: depth + 1))
      }
      for entry in dictionary.entries where result[entry.key] == nil { result.append(entry.key, entry.value) }
      return result == dictionary ? dictionary : result
    }
    switch object {
    case .string(let bytes): return .string(cleaned(bytes, key, place))
    case .array(let items):
      if items.first?.name == "Indexed" || Self.otherStrings.contains(key) { return object }
      return .array(items.map { cleaned($0, key, place: place, depth: depth + 1) })
    case .dictionary(let dictionary): return .dictionary(entries(dictionary))
    case .stream(let dictionary, let body): return .stream(entries(dictionary), body)
    default: return object
    }
  }

  private func cleaned(_ bytes: [UInt8], _ key: PDFName, _ place: ObjectID) -> [UInt8] {
    guard bytes.count > 1 else { return bytes }
    let text = TextString.decode(bytes)
    let clean = cleaned(text)
    if let left = run.removed.first(where: (clean ?? text).contains) { run.noteRemaining(left, key, place) }
    guard let clean else { return bytes }
    run.report.strings += 1
    return TextString.encode(clean)
  }

  /// A text without terms; `nil` if it has none.
  private func cleaned(_ text: String) -> String? {
    let scalars = Array(text.unicodeScalars)
    let ranges = run.matcher.ranges(in: scalars).sorted { $0.lowerBound < $1.lowerBound }
    guard !ranges.isEmpty else { return nil }
    let scalarsOfPlaceholder = Array(Self.placeholder.unicodeScalars)
    let placeholder = run.matcher.ranges(in: scalarsOfPlaceholder).isEmpty ? scalarsOfPlaceholder : []
    var result = String.UnicodeScalarView()
    var end = 0
    for range in ranges where range.upperBound > end {
      result.append(contentsOf: scalars[end..<max(range.lowerBound, end)])
      if range.lowerBound >= end { result.append(contentsOf: placeholder) }
      end = range.upperBound
    }
    result.append(contentsOf: scalars[end...])
    return String(result)
  }

  // MARK: - Streams of text

  private static let textKeys: Set<PDFName> = ["JS", "RC", "RV", "V", "DV", "Metadata", "XFA"]

  private func isText(_ id: ObjectID, _ object: PDFObject, _ key: PDFName?) -> Bool {
    guard case .stream(let dictionary, _) = object else { return false }
    let type = dictionary["Type"]?.name
    return type == "Metadata" || type == "EmbeddedFile" || key.map(Self.textKeys.contains) == true
      || Self.fileKeys.contains(key ?? "") && dictionary["Subtype"]?.name != "Form"
        && dictionary["Subtype"]?.name != "Image"
        && type != "XObject"
  }

  private static let fileKeys: Set<PDFName> = ["F", "UF", "DOS", "Unix", "Mac"]

  private func redactText(of id: ObjectID, _ object: PDFObject, _ key: PDFName?) throws {
    guard let data = try? changes.decodedStream(id, limit: StreamLimit.content) else { return }
    let isFile = object.dictionary?["Type"]?.name == "EmbeddedFile" || Self.fileKeys.contains(key ?? "")
    for text in Self.texts(of: data) {
      guard !run.matcher.ranges(in: Array(text.unicodeScalars)).isEmpty else {
        if let left = run.removed.first(where: text.contains) {
          run.noteRemaining(left, isFile ? "attached file" : key ?? "Metadata", id)
        }
        continue
      }
      if isFile {
        run.report.attachments += 1
        changes.set(id, to: .stream(["Type": .name("EmbeddedFile")], .encoded([])))
      } else {
        run.report.strings += 1
        changes.set(id, to: .null)
      }
      return
    }
  }

  /// What bytes say if they are text.
  static func texts(of data: [UInt8]) -> [String] {
    guard data.count < 64 << 20 else { return [] }
    if data.starts(with: [0xFE, 0xFF]) || data.starts(with: [0xFF, 0xFE]) {
      return [TextString.decode(data)]
    }
    let isWide = data.count > 3 && data.prefix(200).filter { $0 == 0 }.count > min(data.count, 200) / 3
    if isWide { return [TextString.decode([0xFE, 0xFF] + data), TextString.decode([0xFF, 0xFE] + data)] }
    return [String(validating: data, as: UTF8.self) ?? TextString.decode(data)]
  }
}

import PostilModel

/// What holds at a place of a content stream, as far as it says where something is painted (ISO 32000-2, 8.4.1 and 9.3).
struct ContentState {
  var matrix: Affine
  var lineWidth = 1.0
  var hasMitres = true
  var mitreLimit = 10.0
  /// Lengths of dashes and gaps; none for a solid line.
  var dashes: [Double] = []
  var dashPhase = 0.0
  var fillPattern: PatternColor?
  var strokePattern: PatternColor?
  var font: GlyphFont?
  var fontSize = 0.0
  var characterSpacing = 0.0
  var wordSpacing = 0.0
  var horizontalScale = 1.0
  var leading = 0.0
  var rise = 0.0
  var renderingMode = 0

  /// A tiling pattern that a colour is set to, by an operation that stays only if something is painted with it.
  struct PatternColor {
    let name: PDFName
    let operands: [PDFObject]
    let operation: Int
  }

  /// How far a stroke reaches from its path, in the space of the page.
  var strokeReach: Double {
    max(lineWidth / 2 * (hasMitres ? max(mitreLimit, 1.42) : 1.42) * matrix.scale, 0.5)
  }
}

/// The content that is written, in pieces, some of which are still to be changed or dropped.
struct ContentOutput {
  private var pieces: [[UInt8]] = [[]]

  mutating func write(_ bytes: some Sequence<UInt8>) { pieces[pieces.count - 1] += bytes }

  mutating func write(_ text: String) { write(text.utf8) }

  mutating func write(_ object: PDFObject) { write(PDFSerializer.bytes(of: object)) }

  /// Writes something that may be replaced later; returns its number.
  mutating func writePiece(_ bytes: [UInt8]) -> Int {
    pieces.append(bytes)
    pieces.append([])
    return pieces.count - 2
  }

  mutating func replacePiece(_ number: Int, by bytes: [UInt8]) { pieces[number] = bytes }

  var bytes: [UInt8] { Array(pieces.joined()) }

  // MARK: - Operations

  mutating func write(_ numbers: [Double], _ operation: String) {
    for number in numbers { write("\(Self.text(number)) ") }
    write("\(operation)\n")
  }

  /// Up to six decimals: matrices of small fonts and large scales need them.
  static func text(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "0" }
    let unit = 1_000_000
    let scaled = Int((value * Double(unit)).rounded())
    let (whole, rest) = abs(scaled).quotientAndRemainder(dividingBy: unit)
    let sign = scaled < 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    var digits = rest.padded(to: 6)
    while digits.last == "0" { digits.removeLast() }
    return "\(sign)\(whole).\(digits)"
  }
}

/// The resources of a content stream (ISO 32000-2, 7.8.3): those that it had, those that it got, and which of them it uses.
struct ContentResources {
  private let old: PDFDictionary
  private let objects: any ObjectSource
  private var used: [PDFName: Set<PDFName>] = [:]
  private var new: [PDFName: PDFDictionary] = [:]
  private var categories: [PDFName: PDFDictionary] = [:]

  init(_ dictionary: PDFDictionary, _ objects: any ObjectSource) {
    old = dictionary
    self.objects = objects
    for entry in dictionary.entries {
      if let category = objects.resolve(entry.value).dictionary { categories[entry.key] = category }
    }
  }

  var dictionary: PDFDictionary { old }

  /// What a name stands for.
  func value(_ category: PDFName, _ name: PDFName) -> PDFObject? {
    new[category]?[name] ?? categories[category]?[name]
  }

  mutating func use(_ category: PDFName, _ name: PDFName) { used[category, default: []].insert(name) }

  /// Adds something that is used, under a name that is not taken.
  mutating func add(_ category: PDFName, _ object: PDFObject) -> PDFName {
    let name = addUnused(category, object)
    use(category, name)
    return name
  }

  /// Adds something under a name that is not taken; it only stays if it is used.
  mutating func addUnused(_ category: PDFName, _ object: PDFObject) -> PDFName {
    var number = new[category]?.entries.count ?? 0
    var name = PDFName("Redacted\(number)")
    while categories[category]?[name] != nil || new[category]?[name] != nil {
      number += 1
      name = PDFName("Redacted\(number)")
    }
    new[category, default: [:]][name] = object
    return name
  }

  private static let defaultSpaces: [PDFName] = ["DefaultGray", "DefaultRGB", "DefaultCMYK"]

  /// The resources that are used: one that is left out is not kept in the file by its name.
  var remaining: PDFDictionary {
    var result = PDFDictionary()
    for (category, entries) in categories.sorted(by: { $0.key.description < $1.key.description }) {
      var names = used[category] ?? []
      if category == "ColorSpace" { names.formUnion(Self.defaultSpaces) }
      var kept = PDFDictionary()
      for entry in entries.entries where names.contains(entry.key) { kept.append(entry.key, entry.value) }
      if !kept.entries.isEmpty { result[category] = .dictionary(kept) }
    }
    for (category, entries) in new.sorted(by: { $0.key.description < $1.key.description }) {
      var kept = result[category]?.dictionary ?? [:]
      for entry in entries.entries where used[category]?.contains(entry.key) == true {
        kept.append(entry.key, entry.value)
      }
      if !kept.entries.isEmpty { result[category] = .dictionary(kept) }
    }
    return result
  }
}

/// A dictionary, in the order in which its keys were read or set.
struct PDFDictionary: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  private(set) var entries: [Entry] = []

  struct Entry: Sendable, Hashable {
    let key: PDFName
    var value: PDFObject
  }

  init() {}

  init(dictionaryLiteral elements: (PDFName, PDFObject)...) {
    for (key, value) in elements { self[key] = value }
  }

  /// What a file lists, where the last of several values of a key counts. O(n), whatever is in the file.
  init(_ values: [Entry]) {
    guard values.count > Self.short else {
      func counts(_ index: Int) -> Bool {
        !values[index].value.isNull && !values[(index + 1)...].contains { $0.key == values[index].key }
      }
      let isClean = values.indices.allSatisfy(counts)
      entries = isClean ? values : values.indices.filter(counts).map { values[$0] }
      return
    }
    let last = Dictionary(values.enumerated().map { ($1.key, $0) }) { $1 }
    for (index, entry) in values.enumerated() where last[entry.key] == index {
      append(entry.key, entry.value)
    }
  }

  /// Up to this many entries comparing each with each is quicker than hashing them.
  private static let short = 16

  /// The value of a key. A null value is the same as none (ISO 32000-2, 7.3.7).
  subscript(key: PDFName) -> PDFObject? {
    get { entries.first { $0.key == key }?.value }
    set {
      let index = entries.firstIndex { $0.key == key }
      switch (index, newValue) {
      case (let index?, nil), (let index?, .null?): entries.remove(at: index)
      case (let index?, let value?): entries[index].value = value
      case (nil, nil), (nil, .null?): break
      case (nil, let value?): entries.append(Entry(key: key, value: value))
      }
    }
  }

  /// Takes over all entries of another one, in place of its own.
  mutating func merge(_ other: PDFDictionary) {
    for entry in other.entries { self[entry.key] = entry.value }
  }

  /// Takes over the entries of another one whose keys it does not have.
  mutating func addMissing(_ other: PDFDictionary) {
    for entry in other.entries where self[entry.key] == nil { self[entry.key] = entry.value }
  }

  /// The keys that say how the data of a stream are stored (ISO 32000-2, table 5).
  static let keysOfData: [PDFName] = [
    "Length", "Filter", "DecodeParms", "F", "FFilter", "FDecodeParms", "DL",
  ]

  /// The entries without those that say how the data of a stream are stored: of data that are stored otherwise.
  var withoutKeysOfData: PDFDictionary {
    var result = self
    result.entries.removeAll { Self.keysOfData.contains($0.key) }
    return result
  }

  /// Adds an entry that is known to be new.
  mutating func append(_ key: PDFName, _ value: PDFObject) {
    if !value.isNull { entries.append(Entry(key: key, value: value)) }
  }
}

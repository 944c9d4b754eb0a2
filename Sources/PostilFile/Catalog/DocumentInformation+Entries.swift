import Foundation
import PostilModel

/// The information dictionary (ISO 32000-2, 14.3.3), and the properties of a metadata packet that say the same.
extension DocumentInformation {
  /// Texts: their keys, and their properties (ISO 19005-1, table 1).
  static var texts: [(key: PDFName, property: XMPPacket.Property, path: WritableKeyPath<Self, String?>)] {
    [
      ("Title", .title, \.title), ("Author", .creator, \.author), ("Subject", .description, \.subject),
      ("Keywords", .keywords, \.keywords), ("Creator", .creatorTool, \.creator),
      ("Producer", .producer, \.producer),
    ]
  }

  /// The same for dates.
  static var dates: [(key: PDFName, property: XMPPacket.Property, path: WritableKeyPath<Self, Date?>)] {
    [("CreationDate", .createDate, \.creationDate), ("ModDate", .modifyDate, \.modificationDate)]
  }

  /// Reads the information dictionary of a file.
  init(_ graph: ObjectGraph) {
    self.init()
    let dictionary = graph.resolve(graph.trailer["Info"]).dictionary ?? [:]
    for (key, _, path) in Self.texts { self[keyPath: path] = graph.text(dictionary[key]) }
    for (key, _, path) in Self.dates { self[keyPath: path] = graph.date(dictionary[key]) }
    for entry in dictionary.entries where !Self.standardKeys.contains(entry.key) {
      custom[entry.key.description] = graph.text(entry.value)
    }
  }

  /// Whether a key cannot be one of the program's own.
  static func isReserved(_ key: String) -> Bool { key.isEmpty || standardKeys.contains(PDFName(key)) }

  /// The keys that have properties of their own, and `/Trapped`, which is a name.
  private static let standardKeys = Set(texts.map(\.key) + dates.map(\.key) + ["Trapped"])

  /// Writes the entries of the information dictionary that differ.
  func write(to dictionary: inout PDFDictionary, insteadOf old: DocumentInformation) {
    for (key, _, path) in Self.texts where self[keyPath: path] != old[keyPath: path] {
      dictionary[key] = self[keyPath: path].map { .string(TextString.encode($0)) }
    }
    for (key, _, path) in Self.dates where self[keyPath: path] != old[keyPath: path] {
      dictionary[key] = self[keyPath: path].map { .string(DateString.encode($0)) }
    }
    for key in Set(old.custom.keys).union(custom.keys).sorted() where old.custom[key] != custom[key] {
      dictionary[PDFName(key)] = custom[key].map { .string(TextString.encode($0)) }
    }
  }

  /// Takes over from a metadata packet what the information dictionary does not say.
  mutating func addMissing(_ packet: XMPPacket) {
    for (_, property, path) in Self.texts where self[keyPath: path] == nil {
      self[keyPath: path] = packet[property].flatMap { $0.isEmpty ? nil : $0 }
    }
    for (_, property, path) in Self.dates where self[keyPath: path] == nil {
      self[keyPath: path] = packet[property].flatMap(DateText.date)
    }
  }
}

extension XMPPacket {
  /// Gives properties the values that the information got.
  mutating func update(from old: DocumentInformation, to new: DocumentInformation) {
    for (_, property, path) in DocumentInformation.texts where new[keyPath: path] != old[keyPath: path] {
      set(property, to: new[keyPath: path])
    }
    for (_, property, path) in DocumentInformation.dates where new[keyPath: path] != old[keyPath: path] {
      set(property, to: new[keyPath: path].map(Self.text))
    }
  }

  /// A moment as XMP has it, to the second as the information dictionary has it.
  static func text(_ date: Date) -> String {
    (DateString.decode(DateString.encode(date)) ?? date).formatted(.iso8601)
  }
}

package import Foundation
package import PostilModel

/// What tells whether two pages have the same content, in the same file or in different ones: a digest of what they draw, without
/// annotations, and independent of object numbers and of how streams are compressed.
///
/// Pages with equal digests, boxes and rotation look the same, but for what is more than 60 levels of values deep. Pages with
/// different digests may look the same too: a program may write the same content in other words.
package struct PageFingerprint {
  private let graph: any ObjectSource
  /// What a page is called that something leads to; without it all pages are the same.
  private let pageName: ((ObjectID) -> String?)?
  /// Digests of objects that several pages share, such as fonts and images.
  private var known: [ObjectID: [UInt8]] = [:]
  /// Digests of content streams, and their sizes.
  private var contents: [ObjectID: (digest: [UInt8], size: Int)] = [:]
  /// The objects on the way down, for objects that contain themselves.
  private var open: Set<ObjectID> = []

  /// Levels of values in values; what is deeper does not count.
  private static let mostLevels = 60
  /// What says nothing about the looks: where a page is in the document, and how a stream is encoded.
  private static let ignored: Set<PDFName> = [
    "Parent", "P", "Annots", "StructParents", "StructParent", "Metadata", "LastModified", "PieceInfo",
    "Length", "Filter",
    "DecodeParms", "Thumb", "B", "AA", "Tabs", "Rotate", "Type", "ID", "PresSteps", "Dur", "Trans", "DL",
  ]
  /// Content of more than one stream that is read as one, in bytes.
  private static let mostJoined = 256 << 10
  private static let boxes: Set<PDFName> = [
    "MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox", "UserUnit",
  ]

  init(_ graph: any ObjectSource, pageName: ((ObjectID) -> String?)? = nil) {
    (self.graph, self.pageName) = (graph, pageName)
  }

  /// The digest of a value, in the same way. O(bytes of what it names).
  mutating func digest(_ value: PDFObject) -> [UInt8] {
    var bytes: [UInt8] = []
    add(value, to: &bytes, 0)
    return Digest.sha256(bytes)
  }

  /// The digest of a page, of its content and its resources: not of boxes and rotation. O(their bytes), once for what pages share.
  mutating func digest(_ page: PDFDictionary) -> [UInt8] {
    var bytes: [UInt8] = []
    let contents = graph.resolve(page["Contents"])
    let streams = contents.array ?? [page["Contents"] ?? .null]
    var parts: [(digest: [UInt8], size: Int)] = []
    for stream in streams { parts.append(content(stream)) }
    if parts.count == 1 {
      bytes = parts[0].digest
    } else if parts.reduce(0, { $0 + $1.size }) <= Self.mostJoined {
      // The same content may be divided in another way.
      for stream in streams { bytes += data(stream) + [0x0A] }
      bytes = Digest.sha256(bytes)
    } else {
      bytes = Digest.sha256(parts.flatMap(\.digest))
    }
    for entry in page.entries.sorted(by: { $0.key.description < $1.key.description })
    where entry.key != "Contents" {
      guard counts(entry), !Self.boxes.contains(entry.key) else { continue }
      add(.name(entry.key), to: &bytes, 0)
      add(entry.value, to: &bytes, 0)
    }
    return Digest.sha256(bytes)
  }

  /// The digest of a content stream, with a line end behind it, and its size. Each is read once, however many pages have it.
  private mutating func content(_ stream: PDFObject) -> (digest: [UInt8], size: Int) {
    guard let id = stream.reference else { return (Digest.sha256([0x0A]), 1) }
    if let known = contents[id] { return known }
    let data = data(stream) + [0x0A]
    let result = (digest: Digest.sha256(data), size: data.count)
    contents[id] = result
    return result
  }

  /// A stream's data, decoded if it is no image of a lossy kind, nor huge.
  private mutating func data(_ stream: PDFObject) -> [UInt8] {
    guard let id = stream.reference else { return [] }
    if let data = try? graph.decodedStream(id, limit: StreamLimit.content) { return data }
    // What the bytes mean is said by how they are encoded, too: black and white, or where a JBIG2 stream has its symbols.
    var bytes = (try? graph.streamData(id)) ?? []
    let dictionary = graph.object(id).dictionary
    for key in ["Filter", "DecodeParms"] as [PDFName] { add(dictionary?[key] ?? .null, to: &bytes, 0) }
    return bytes
  }

  /// Whether an entry says something about the looks.
  private func counts(_ entry: PDFDictionary.Entry) -> Bool {
    // The page of an annotation, but the policy of a membership of layers (ISO 32000-2, table 97), and what a program that is
    // launched gets (table 208).
    if entry.key == "P" { return graph.resolve(entry.value).dictionary == nil }
    return !Self.ignored.contains(entry.key)
  }

  private mutating func add(_ value: PDFObject, to bytes: inout [UInt8], _ level: Int) {
    guard level < Self.mostLevels else { return }
    switch value {
    case .null: bytes.append(0)
    case .boolean(let value): bytes += [1, value ? 1 : 0]
    case .integer, .real:
      // 1 and 1.0 are the same number.
      bytes += [2] + Array("\(value.number ?? 0)".utf8)
    case .string(let string): bytes += [3] + string
    case .name(let name): bytes += [4] + name.bytes
    case .array(let items):
      bytes.append(5)
      for item in items { add(item, to: &bytes, level + 1) }
    case .dictionary(let dictionary), .stream(let dictionary, _):
      bytes.append(6)
      for entry in dictionary.entries.sorted(by: { $0.key.description < $1.key.description })
      where counts(entry) {
        add(.name(entry.key), to: &bytes, level + 1)
        add(entry.value, to: &bytes, level + 1)
      }
    case .reference(let id): bytes += digest(of: id, level)
    }
    bytes.append(7)
  }

  /// Whether an object that is named is more than a part of what names it: an annotation, or an element of the structure tree.
  private static func standsForItself(_ dictionary: PDFDictionary) -> Bool {
    switch dictionary["Type"]?.name {
    case "Pages", "Catalog", "StructElem", "StructTreeRoot": true
    default: dictionary["Subtype"] != nil && dictionary["Rect"] != nil
    }
  }

  private mutating func digest(of id: ObjectID, _ level: Int) -> [UInt8] {
    if let digest = known[id] { return digest }
    guard open.insert(id).inserted else { return [8] }
    defer { open.remove(id) }
    let object = graph.resolve(.reference(id))
    // Of pages, which content may lead to, the number in the file is no matter.
    if object.dictionary?["Type"]?.name == "Page" { return [9] + (pageName?(id) ?? "").utf8 }
    if let dictionary = object.dictionary, Self.standsForItself(dictionary) { return [10] }
    var bytes: [UInt8] = []
    add(object, to: &bytes, level + 1)
    if object.isStream {
      let data = data(.reference(id))
      bytes += Digest.sha256(data)
    }
    let digest = Digest.sha256(bytes)
    known[id] = digest
    return digest
  }
}

extension FileStore {
  /// A page's digest: see ``PageFingerprint``. `nil` for a page that cannot be read. What pages share is kept for the next one
  /// until ``forgetFingerprints()``.
  package func fingerprint(of source: PageSource) -> [UInt8]? {
    guard let page = try? sourcePage(source) else { return nil }
    let key = ObjectIdentifier(page.graph)
    var digester = caches.fingerprints.removeValue(forKey: key) ?? PageFingerprint(page.graph)
    defer { caches.fingerprints[key] = digester }
    return digester.digest(page.dictionary)
  }

  /// Gives up what was kept for the digests of pages.
  package func forgetFingerprints() { caches.fingerprints = [:] }

  /// The SHA-256 digest of bytes.
  package static func digest(of data: Data) -> [UInt8] { data.withUnsafeBytes { Digest.sha256($0) } }

  /// The numbers of the pages' objects in the file as it was opened; `nil` for pages that come from elsewhere, have no object of
  /// their own, or cannot be read.
  package func objectNumbers(of sources: [PageSource]) -> [Int?] {
    sources.map { source in
      guard case .opened(let index) = source else { return nil }
      return try? openedPage(at: index).object?.number
    }
  }

  /// Whether the file as it was opened is the beginning of another one, as an older revision is. O(bytes).
  package func isBeginning(of other: OpenedFile) -> Bool {
    let (mine, theirs) = (opened.pointer, other.pointer)
    guard mine.count <= theirs.count else { return false }
    guard let a = mine.baseAddress, let b = theirs.baseAddress else { return mine.isEmpty }
    return memcmp(a, b, mine.count) == 0
  }
}

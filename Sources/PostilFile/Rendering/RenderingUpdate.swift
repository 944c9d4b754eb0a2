import PostilModel

/// An incremental update of a file for the renderer alone: it is appended to the file's bytes in memory and never written.
///
/// It changes nothing of what poppler draws, only what that takes:
/// - The page tree, its pages, and the objects that a page is made of stand by themselves where the file packs them into
///   object streams. Poppler reads all pages before the one that it is asked for, and keeps five object streams unpacked.
/// - The catalog stands without an output intent of sRGB.
struct RenderingUpdate {
  private let reader: DirectReader
  private let chain: XrefChain
  /// As the file will have them.
  private var objects: [ObjectID: [UInt8]] = [:]
  private var size = 0

  /// Up to so many pages the object streams of a page tree are few.
  private static let fewPages = 50
  /// How much of a page tree stands by itself: pages behind that are read as the file has them. Tests make it small.
  struct Limits {
    var objects = 20_000
    /// Bytes of these objects.
    var size = 8 << 20
    /// Bytes of object streams that are decoded for it; one more stream may follow.
    var decoded = 24 << 20
  }

  /// Objects are checked when a file has no more entries.
  private static let mostChecked = 2_048
  /// Larger files are not searched for colours, nor larger profiles looked at, in bytes.
  private static let mostSearched = 64 << 20
  private static let largestProfile = 64 << 10
  /// What poppler resolves when it makes a page (ISO 32000-2, table 31), and a node of the page tree for its pages.
  private static let pageKeys: [PDFName] = [
    "Annots", "Resources", "MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox", "Rotate", "Group", "Trans",
    "BoxColorInfo", "LastModified", "PieceInfo", "SeparationInfo",
  ]

  /// The update; `nil` if there is nothing to gain, or if the file is encrypted or not plainly right: it is left alone then.
  static func bytes(for file: UnsafeRawBufferPointer, limits: Limits = Limits()) -> [UInt8]? {
    guard let chain = try? XrefChain(file),
      let reader = DirectReader(file, chain, mostChecked: mostChecked),
      let root = chain.trailer["Root"]?.reference, var catalog = reader.object(root)?.dictionary,
      hasObjectStreams(chain) || catalog["OutputIntents"] != nil
    else { return nil }
    var update = RenderingUpdate(reader: reader, chain: chain)
    guard update.takePages(catalog["Pages"], limits) else { return nil }
    if update.hasUselessIntent(catalog, in: file, limits) {
      catalog["OutputIntents"] = nil
      update.objects[root] = PDFSerializer.bytes(of: .dictionary(catalog))
    }
    return update.bytes(behind: file)
  }

  private init(reader: DirectReader, chain: XrefChain) {
    self.reader = reader
    self.chain = chain
  }

  private func bytes(behind file: UnsafeRawBufferPointer) -> [UInt8]? {
    guard !objects.isEmpty else { return nil }
    let writer = AppendWriter(
      chain: chain, baseLength: file.count, endsWithNewline: file.last == 10 || file.last == 13,
      previousStart: chain.start, size: chain.size)
    let identifier = chain.trailer["ID"]?.array?.last?.string ?? []
    return writer.plainUpdate(objects, identifier: identifier)
  }

  // MARK: - Pages

  private static func hasObjectStreams(_ chain: XrefChain) -> Bool {
    func isStream(_ rows: XrefChain.Section.Rows?) -> Bool { if case .stream? = rows { true } else { false } }
    return chain.sections?.contains { isStream($0.rows) || isStream($0.hidden) } ?? false
  }

  /// Takes in what the page tree is made of, as far as object streams hold it. Returns whether all of it could be read.
  private mutating func takePages(_ pages: PDFObject?, _ limits: Limits) -> Bool {
    guard let root = pages?.reference, let tree = reader.object(root)?.dictionary,
      tree["Count"]?.integer ?? 0 > Self.fewPages
    else { return true }
    // In the order of the pages, so that the limits leave out the last ones.
    var visited: Set<ObjectID> = []
    var stack = [root]
    while let id = stack.popLast(), objects.count < limits.objects, size < limits.size,
      reader.decodedByteCount < limits.decoded
    {
      guard visited.insert(id).inserted else { continue }
      guard let node = take(id) else { return false }
      guard case .dictionary(let dictionary) = node else { continue }
      for key in Self.pageKeys {
        guard let part = dictionary[key]?.reference, visited.insert(part).inserted else { continue }
        guard take(part) != nil else { return false }
      }
      var kids = dictionary["Kids"]
      if let list = kids?.reference, visited.insert(list).inserted {
        guard let object = take(list) else { return false }
        kids = object
      }
      stack += kids?.array?.compactMap(\.reference).reversed() ?? []
    }
    return true
  }

  /// Reads an object, and takes it in if an object stream holds it; `nil` if it cannot be read.
  private mutating func take(_ id: ObjectID) -> PDFObject? {
    guard let (object, bytes) = reader.member(id) else { return reader.object(id) }
    if !object.isNull {
      objects[id] = bytes
      size += bytes.count
    }
    return object
  }

  // MARK: - Output intent

  /// Poppler shows a page as the device of the output intent would, and makes the transforms for that anew for each page and
  /// each annotation: 224 million instructions for a profile whose curves are tables. If that is the profile of sRGB, and
  /// no colour is given by its coordinates (ISO 32000-2, 8.6.5.2 to 8.6.5.4), which poppler converts in another way then, the
  /// pages look the same without.
  private func hasUselessIntent(_ catalog: PDFDictionary, in file: UnsafeRawBufferPointer, _ limits: Limits)
    -> Bool
  {
    guard file.count <= Self.mostSearched, let intents = resolve(catalog["OutputIntents"])?.array,
      intents.count == 1,
      let intent = resolve(intents[0])?.dictionary, let id = intent["DestOutputProfile"]?.reference,
      let profile = reader.object(id)?.dictionary, let length = resolve(profile["Length"])?.integer,
      length <= Self.largestProfile, let data = reader.decodedStream(id, limit: Self.largestProfile),
      ColorProfile.isSRGB(data)
    else { return false }
    func isFound(_ bytes: UnsafeRawBufferPointer) -> Bool {
      ByteSearch.containsName(["CalRGB", "CalGray", "Lab"], in: bytes)
    }
    guard !isFound(file) else { return false }
    return reader.anyObjectStream(limit: reader.decodedByteCount + limits.decoded, isFound) == false
  }

  private func resolve(_ object: PDFObject?) -> PDFObject? {
    guard let id = object?.reference else { return object }
    return reader.object(id)
  }
}

import PostilGraphics
import PostilModel

/// What programs that show a document use of the data of its streams, by what these are there for. The rest may be anything.
struct UnusedData {
  private let objects: any ObjectSource
  private let roles: StreamRoles

  init(_ roles: StreamRoles, _ objects: any ObjectSource) { (self.roles, self.objects) = (roles, objects) }

  /// What is used of a stream that is there for one thing only, if that is known.
  func use(of id: ObjectID, _ dictionary: PDFDictionary) -> StreamDecoder.Use {
    switch roles[id] {
    case .image:
      if let size = roles.tableSizes[id] { return .first(size) }
      return Self.size(ofImage: dictionary, objects).map { .first($0) } ?? .all
    case .content: return .part { InlineImage.trimmed(inContent: $0, objects) }
    case .font: return .part(Self.font)
    case .fontTable: return .part(Self.characterMap)
    case .profile: return .part(Self.profile)
    case .numbers: return numbers(dictionary)
    default: return .all
    }
  }

  /// How many bytes of an image readers look at; `nil` if that is not known.
  static func size(ofImage dictionary: PDFDictionary, _ objects: any ObjectSource) -> Int? {
    let isMask = objects.resolve(dictionary["ImageMask"]).boolean == true
    let parts = isMask ? 1 : ImageColorSpace(dictionary["ColorSpace"], objects).parts
    return ImageSamples.Layout(dictionary, parts: parts, objects)?.size
  }

  /// How many bytes the table of an indexed color space has (ISO 32000-2, 8.6.6.3); `nil` if that is none, or not known.
  static func size(ofTableIn space: [PDFObject], _ objects: any ObjectSource) -> Int? {
    guard space.count == 4, let family = objects.resolve(space[0]).name, family == "Indexed" || family == "I",
      let highest = objects.resolve(space[2]).integer, (0...255).contains(highest)
    else { return nil }
    let base = InlineImage.longSpace(space[1]) { _ in nil }
    guard let parts = ContentColorSpace.partCount(base, objects), (1...32).contains(parts) else { return nil }
    return (highest + 1) * parts
  }

  /// An indexed color space with no more colors in its string than it uses; `nil` if that is how it is.
  static func withoutUnusedColors(
    _ space: [PDFObject], _ objects: any ObjectSource
  ) -> (space: [PDFObject], surplus: [UInt8])? {
    guard let size = size(ofTableIn: space, objects), let table = space[3].string, table.count > size else {
      return nil
    }
    var space = space
    space[3] = .string(Array(table[..<size]))
    return (space, Array(table[size...]))
  }

  // MARK: - Numbers

  private func numbers(_ dictionary: PDFDictionary) -> StreamDecoder.Use {
    func integer(_ key: PDFName) -> Int? {
      objects.resolve(dictionary[key]).integer.flatMap { (1...1 << 20).contains($0) ? $0 : nil }
    }
    func first(_ size: Int?) -> StreamDecoder.Use { size.map { .first($0) } ?? .all }
    if let type = objects.resolve(dictionary["FunctionType"]).integer {
      return type == 0 ? first(sampleSize(dictionary)) : type == 4 ? .part(Self.calculator) : .all
    }
    switch objects.resolve(dictionary["HalftoneType"]).integer {
    case 6: return first(Self.product([integer("Width"), integer("Height")]))
    case 10:
      guard let x = integer("Xsquare"), let y = integer("Ysquare") else { return .all }
      return .first(x * x + y * y)
    case 16:
      guard let size = Self.product([integer("Width"), integer("Height")]) else { return .all }
      let second = Self.product([integer("Width2"), integer("Height2")])
      return .first(2 * (size + (second ?? 0)))
    default: return .all
    }
  }

  /// Of a function of samples (7.10.2).
  private func sampleSize(_ dictionary: PDFDictionary) -> Int? {
    guard let sizes = objects.numbers(dictionary["Size"]), let range = objects.numbers(dictionary["Range"]),
      let bits = objects.resolve(dictionary["BitsPerSample"]).integer, (1...32).contains(bits)
    else { return nil }
    let count = Self.product(
      sizes.map { (1...1_048_576).contains($0) ? Int($0) : nil as Int? } + [range.count / 2, bits])
    return count.map { ($0 + 7) / 8 }
  }

  private static func product(_ numbers: [Int?]) -> Int? {
    numbers.reduce(1 as Int?) { product, number in
      guard let product, let number, number > 0 else { return nil }
      let (value, overflow) = product.multipliedReportingOverflow(by: number)
      return overflow || value > 1 << 40 ? nil : value
    }
  }

  /// Of a program of a function (7.10.5): up to the brace that closes it, without comments.
  private static func calculator(_ bytes: [UInt8]) -> (kept: [UInt8], surplus: [UInt8])? {
    var (kept, surplus): ([UInt8], [UInt8]) = ([], [])
    var (depth, isComment, isOver) = (0, false, false)
    for byte in bytes {
      if byte == 10 || byte == 13 { isComment = false }
      if byte == UInt8(ascii: "%") { isComment = true }
      if isComment || isOver {
        surplus.append(byte)
        continue
      }
      kept.append(byte)
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") {
        depth -= 1
        isOver = depth <= 0
      }
    }
    return isOver && depth == 0 ? (kept, surplus) : nil
  }

  // MARK: - Profiles and maps

  /// Of a color profile: as many bytes as it says that it has (ICC.1, 7.2.2).
  private static func profile(_ bytes: [UInt8]) -> (kept: [UInt8], surplus: [UInt8])? {
    guard bytes.count > 128, bytes[36..<40].elementsEqual("acsp".utf8) else { return nil }
    let size = bytes[..<4].reduce(0) { $0 << 8 | Int($1) }
    guard size > 128, size < bytes.count else { return nil }
    return (Array(bytes[..<size]), Array(bytes[size...]))
  }

  /// Words that may stand behind the end of a character map (9.7.5.4).
  private static let lastWords: Set<String> = [
    "CMapName", "currentdict", "/CMap", "defineresource", "pop", "end", "endcmap", "%%EndResource", "%%EOF",
  ]

  /// Of a character map: up to its last words.
  private static func characterMap(_ bytes: [UInt8]) -> (kept: [UInt8], surplus: [UInt8])? {
    let word = Array("endcmap".utf8)
    guard var end = bytes.firstRange(of: word)?.lowerBound else { return nil }
    while true {
      let start = bytes[end...].firstIndex { !ByteClass.isSpace($0) } ?? bytes.endIndex
      let isComment = start < bytes.endIndex && bytes[start] == UInt8(ascii: "%")
      let next =
        bytes[start...].dropFirst().firstIndex {
          isComment ? $0 == 10 || $0 == 13 : ByteClass.endsToken($0)
        } ?? bytes.endIndex
      guard start < next, lastWords.contains(String(decoding: bytes[start..<next], as: UTF8.self)) else {
        break
      }
      end = next
    }
    return end < bytes.count ? (Array(bytes[..<end]), Array(bytes[end...])) : nil
  }

  // MARK: - Font programs

  private static func font(_ bytes: [UInt8]) -> (kept: [UInt8], surplus: [UInt8])? {
    switch bytes.prefix(4) {
    case [0, 1, 0, 0], [0x4F, 0x54, 0x54, 0x4F], [0x74, 0x72, 0x75, 0x65]: return tables(bytes)
    case let head where head.starts(with: Array("%!".utf8)): return type1(bytes)
    case let head where head.first == 1:
      guard let end = bytes.withUnsafeBufferPointer({ CompactFont.end(of: $0) }), end < bytes.count else {
        return nil
      }
      return (Array(bytes[..<end]), Array(bytes[end...]))
    default: return nil
    }
  }

  /// A program of tables (ISO/IEC 14496-22, 4.3): what is in none of them is zeros, and the last one is the end.
  private static func tables(_ bytes: [UInt8]) -> (kept: [UInt8], surplus: [UInt8])? {
    let ranges: [Range<Int>]? = bytes.withUnsafeBufferPointer { buffer in
      let reader = BigEndianBytes(buffer)
      guard let count = reader.number16(4), (1...256).contains(count) else { return nil }
      var ranges = [0..<12 + 16 * count]
      for index in 0..<count {
        guard let start = reader.number32(12 + 16 * index + 8),
          let length = reader.number32(12 + 16 * index + 12),
          start <= bytes.count, length <= bytes.count - start
        else { return nil }
        ranges.append(start..<start + length)
      }
      return ranges
    }
    guard let ranges = ranges?.sorted(by: { $0.lowerBound < $1.lowerBound }) else { return nil }
    var (kept, surplus, end) = (bytes, [UInt8](), 0)
    for range in ranges {
      if range.lowerBound > end {
        surplus += bytes[end..<range.lowerBound]
        for place in end..<range.lowerBound { kept[place] = 0 }
      }
      end = max(end, range.upperBound)
    }
    surplus += bytes[end...]
    kept.removeLast(bytes.count - end)
    kept += [UInt8](repeating: 0, count: (4 - end % 4) % 4)
    return (kept, surplus)
  }

  /// A Type 1 program: up to the word behind its zeros (9.9). Those in segments are left as they are.
  private static func type1(_ bytes: [UInt8]) -> (kept: [UInt8], surplus: [UInt8])? {
    guard let start = bytes.firstRange(of: Array("eexec".utf8))?.upperBound,
      let end = bytes[start...].firstRange(of: Array("cleartomark".utf8))?.upperBound, end < bytes.count
    else { return nil }
    return (Array(bytes[..<end]), Array(bytes[end...]))
  }
}

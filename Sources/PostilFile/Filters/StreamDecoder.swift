/// Undoes the filters of streams (ISO 32000-2, 7.4), all of them here and nowhere else, and never to more bytes than the
/// caller names: what a file of some kilobytes is when it is decompressed has no limit of its own.
enum StreamDecoder {
  /// What came out.
  struct Decoded: Equatable {
    let bytes: [UInt8]
    /// Whether that is all: `false` if the data is damaged or cut off, and this is what stands before.
    let isComplete: Bool
  }

  /// Why nothing came out.
  enum Failure: Error, Equatable {
    /// There would be more bytes.
    case tooLarge(limit: Int)
    /// A filter that is not known here, or one for pictures where none was asked for.
    case unknownFilter(String)
    case malformed(String)

    var detail: String {
      switch self {
      case .tooLarge(let limit): "it would be larger than \(limit) bytes when its filters are undone"
      case .unknownFilter(let name): "its filter \(name) is not known"
      case .malformed(let detail): detail
      }
    }
  }

  /// More filters after each other are no stream that anybody wrote.
  private static let mostFilters = 16

  /// A filter and its parameters.
  struct Stage {
    let name: PDFName
    let parameters: PDFDictionary?
  }

  /// Undoes the filters of a stream.
  ///
  /// - Parameters:
  ///   - data: The data as they are in the file, decrypted.
  ///   - dictionary: The stream's dictionary.
  ///   - limit: The most bytes that come out. What is between two filters may be twice as large, which is what
  ///     hexadecimal digits need.
  ///   - losses: Whether JPEG is undone too.
  ///   - resolve: Follows references.
  /// - Throws: ``Failure``.
  /// - Complexity: O(bytes in, out, and between the filters); memory O(limit).
  static func decode(
    _ data: UnsafeRawBufferPointer, _ dictionary: PDFDictionary, limit: Int, losses: Bool = false,
    _ resolve: (PDFObject?) -> PDFObject = { $0 ?? .null }
  ) throws -> Decoded {
    let stages = try stages(of: dictionary, resolve)
    let (twice, overflow) = limit.multipliedReportingOverflow(by: 2)
    let between = overflow ? .max : twice &+ slack < twice ? .max : twice &+ slack
    var current: Decoded?
    for (index, stage) in stages.enumerated() {
      let most = index == stages.count - 1 ? limit : between
      let isWhole = current?.isComplete ?? true
      let next: Decoded
      if let bytes = current?.bytes {
        next = try bytes.withUnsafeBytes { try decode($0, stage, limit: most, losses: losses) }
      } else {
        next = try decode(data, stage, limit: most, losses: losses)
      }
      current = Decoded(bytes: next.bytes, isComplete: next.isComplete && isWhole)
    }
    if let current { return current }
    guard data.count <= limit else { throw Failure.tooLarge(limit: limit) }
    return Decoded(bytes: Array(data), isComplete: true)
  }

  /// The data without their filters, if they are undamaged to the end; `nil` otherwise.
  static func whole(
    _ data: UnsafeRawBufferPointer, _ dictionary: PDFDictionary, limit: Int
  ) -> [UInt8]? {
    guard let decoded = try? decode(data, dictionary, limit: limit), decoded.isComplete else { return nil }
    return decoded.bytes
  }

  /// Of data between two filters, so that a small limit leaves room for line ends.
  private static let slack = 64 << 10

  private static let abbreviations: [PDFName: PDFName] = [
    "Fl": "FlateDecode", "LZW": "LZWDecode", "A85": "ASCII85Decode", "AHx": "ASCIIHexDecode",
    "RL": "RunLengthDecode", "DCT": "DCTDecode", "CCF": "CCITTFaxDecode",
  ]

  /// The filters of a stream in the order in which they are undone, without those that decryption has undone.
  static func stages(
    of dictionary: PDFDictionary, _ resolve: (PDFObject?) -> PDFObject
  ) throws(Failure) -> [Stage] {
    let filter = resolve(dictionary["Filter"])
    let parameters = resolve(dictionary["DecodeParms"])
    let names = filter.array ?? (filter.isNull ? [] : [filter])
    guard names.count <= mostFilters else { throw .malformed("it has too many filters") }
    var result: [Stage] = []
    for (index, name) in names.enumerated() {
      guard let name = resolve(name).name else { throw .malformed("its filter is no name") }
      let own: PDFObject? =
        parameters.array.map { $0.indices.contains(index) ? $0[index] : .null }
        ?? (index == 0 ? parameters : nil)
      guard name != "Crypt" else { continue }
      let values = resolve(own).dictionary.map { entries in
        entries.entries.reduce(into: PDFDictionary()) { $0.append($1.key, resolve($1.value)) }
      }
      result.append(Stage(name: abbreviations[name] ?? name, parameters: values))
    }
    return result
  }

  /// Undoes one filter.
  static func decode(
    _ data: UnsafeRawBufferPointer, _ stage: Stage, limit: Int, losses: Bool = false
  ) throws(Failure) -> Decoded {
    let predictor = stage.parameters.map(Predictor.init)
    switch stage.name {
    case "FlateDecode", "LZWDecode":
      guard let predictor = predictor ?? Predictor([:]) else {
        throw .malformed("the parameters of its filter are out of range")
      }
      let most = predictor.limit(limit)
      if stage.name == "FlateDecode" { return predictor.undo(try Flate.decompress(data, limit: most)) }
      var lzw = LZW(isEarly: stage.parameters?["EarlyChange"]?.integer != 0)
      return predictor.undo(try lzw.decode(data, limit: most))
    case "RunLengthDecode": return try RunLength.decode(data, limit: limit)
    case "ASCII85Decode": return try TextFilters.base85(data, limit: limit)
    case "ASCIIHexDecode": return try TextFilters.hexadecimal(data, limit: limit)
    case "DCTDecode" where losses: return try JPEG.decode(data, limit: limit)
    default: throw .unknownFilter(stage.name.description)
    }
  }
}

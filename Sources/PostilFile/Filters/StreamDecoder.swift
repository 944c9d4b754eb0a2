/// Undoes the filters of streams (ISO 32000-2, 7.4), all of them here and nowhere else, and never to more bytes than the
/// caller names: what a file of some kilobytes is when it is decompressed has no limit of its own.
enum StreamDecoder {
  /// What came out.
  struct Decoded {
    var bytes: [UInt8]
    /// Whether that is all: `false` if the data is damaged or cut off, and this is what stands before.
    var isComplete: Bool
    /// How many bytes of the data were read, of the first filter: what stands behind its end, or behind damage, no reader sees.
    var end: Int
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

  /// What is done when there are more bytes than the limit allows.
  enum Excess {
    /// Nothing comes out.
    case refused
    /// They are left out, for a reader that knows how many it needs.
    case cutOff
  }

  /// A filter and its parameters.
  struct Stage: Equatable {
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
  ///   - excess: What is done when there are more.
  ///   - losses: Whether JPEG is undone too.
  ///   - resolve: Follows references.
  /// - Throws: ``Failure``.
  /// - Complexity: O(bytes in, out, and between the filters); memory O(limit).
  static func decode(
    _ data: UnsafeRawBufferPointer, _ dictionary: PDFDictionary, limit: Int, excess: Excess = .refused,
    losses: Bool = false, _ resolve: (PDFObject?) -> PDFObject = { $0 ?? .null }
  ) throws -> Decoded {
    let stages = try stages(of: dictionary, resolve)
    let (twice, overflow) = limit.multipliedReportingOverflow(by: 2)
    let between = overflow ? .max : twice &+ slack < twice ? .max : twice &+ slack
    guard !stages.isEmpty else {
      guard data.count <= limit || excess == .cutOff else { throw Failure.tooLarge(limit: limit) }
      return Decoded(
        bytes: Array(data.prefix(limit)), isComplete: data.count <= limit, end: min(data.count, limit))
    }
    var result = Decoded(bytes: [], isComplete: true, end: 0)
    var end: Int?
    var (isWhole, isBetweenCutOff) = (true, false)
    try walk(stages, data, losses: losses, limit: { $0 == stages.count - 1 ? limit : between }) {
      index, _, step in
      end = end ?? step.end
      let most = index == stages.count - 1 ? limit : between
      if index < stages.count - 1, step.bytes.count > most { isBetweenCutOff = true }
      try Self.limit(&step, to: most, excess)
      isWhole = isWhole && step.isComplete
      if index == stages.count - 1 { result = step }
    }
    // What was left out between two filters may be what is missing now.
    guard !isBetweenCutOff || result.bytes.count == limit else { throw Failure.tooLarge(limit: limit) }
    (result.isComplete, result.end) = (isWhole, end ?? result.end)
    return result
  }

  /// Undoes filters one after the other.
  ///
  /// - Parameters:
  ///   - limit: The most bytes that come out of each: there is one more where there were more.
  ///   - look: Is given what went into each filter and what came out, which it may change.
  private static func walk(
    _ stages: some Collection<Stage>, _ data: UnsafeRawBufferPointer, losses: Bool = false,
    limit: (Int) -> Int,
    _ look: (_ index: Int, _ data: UnsafeRawBufferPointer, inout Decoded) throws -> Void
  ) throws {
    var bytes: [UInt8] = []
    for (index, stage) in stages.enumerated() {
      func step(_ data: UnsafeRawBufferPointer) throws -> [UInt8] {
        var result = try undo(stage, data, limit: limit(index), losses: losses)
        try look(index, data, &result)
        return result.bytes
      }
      bytes = try index == 0 ? step(data) : bytes.withUnsafeBytes(step)
    }
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
    _ data: UnsafeRawBufferPointer, _ stage: Stage, limit: Int
  ) throws(Failure) -> Decoded {
    var result = try undo(stage, data, limit: limit, losses: false)
    try Self.limit(&result, to: limit, .refused)
    return result
  }

  // MARK: - What no reader sees

  /// What is used of what comes out of a stream's filters.
  enum Use {
    case all
    /// So many bytes.
    case first(Int)
    /// What a function makes of all of it, with what it leaves out; `nil`: all.
    case part((_ bytes: [UInt8]) -> (kept: [UInt8], surplus: [UInt8])?)
  }

  /// A stream without what no reader sees of it.
  struct Trimmed: Equatable {
    /// Its data, which the filters in `stages` were not undone of.
    var data: [UInt8]
    var stages: [Stage]
    /// What was cut off, one after the other.
    var surplus: [UInt8] = []
  }

  /// The data of a stream without what stands behind the end of a filter, behind damage, or what is not used of it.
  ///
  /// - Parameters:
  ///   - use: What is used of what comes out.
  ///   - limit: The most bytes that come out.
  /// - Returns: `nil` if there is nothing but space.
  /// - Throws: ``Failure``: nobody knows where the data end. Pictures are not decoded for it.
  /// - Complexity: O(bytes in, out, and between the filters); memory O(limit).
  static func trimmed(
    _ data: [UInt8], _ dictionary: PDFDictionary, _ use: Use = .all, limit: Int,
    _ resolve: (PDFObject?) -> PDFObject = { $0 ?? .null }
  ) throws -> Trimmed? {
    let stages = try stages(of: dictionary, resolve)
    let plain = stages.prefix { !PictureEnd.isKnown($0.name) }
    var result = Trimmed(data: data, stages: stages)
    var isChanged = false
    // What is cut off is space in files that nobody hid anything in: the line end before `endstream`.
    func cut(_ rest: some Sequence<UInt8>) -> Bool {
      let rest = Array(rest)
      guard !rest.allSatisfy({ ByteClass.isSpace($0) }) else { return false }
      result.surplus += rest
      isChanged = true
      return true
    }
    var most = limit
    if case .first(let size) = use, plain.count == stages.count { most = min(limit, size &+ slack) }
    var bytes = data
    try data.withUnsafeBytes { data in
      try walk(plain, data, limit: { $0 == stages.count - 1 ? most : limit }) { index, data, step in
        if step.bytes.count > (index == stages.count - 1 ? most : limit) {
          guard index == stages.count - 1, most < limit else { throw Failure.tooLarge(limit: limit) }
        } else if step.end < data.count, cut(data[step.end...]) {
          (result.data, result.stages) =
            step.isComplete
            ? (Array(data[..<step.end]), Array(stages[index...]))
            : (step.bytes, Array(stages[(index + 1)...]))
        }
        if index == plain.count - 1 { bytes = step.bytes }
      }
    }
    if let picture = stages.dropFirst(plain.count).first {
      let end = bytes.withUnsafeBytes { PictureEnd.end(of: $0, picture) }
      guard let end else { throw Failure.malformed("its picture has no end") }
      if end < bytes.count, cut(bytes[end...]) {
        (result.data, result.stages) = (Array(bytes[..<end]), Array(stages[plain.count...]))
      }
      return isChanged ? result : nil
    }
    switch use {
    case .all: break
    case .first(let size):
      if size < bytes.count, cut(bytes[size...]) {
        (result.data, result.stages) = (Array(bytes[..<size]), [])
      }
    case .part(let part):
      if let (kept, surplus) = part(bytes), cut(surplus) { (result.data, result.stages) = (kept, []) }
    }
    return isChanged ? result : nil
  }

  private static func limit(
    _ decoded: inout Decoded, to limit: Int, _ excess: Excess
  ) throws(Failure) {
    guard decoded.bytes.count > limit else { return }
    guard excess == .cutOff else { throw .tooLarge(limit: limit) }
    decoded.bytes.removeLast(decoded.bytes.count - limit)
    decoded.isComplete = false
  }

  /// Undoes one filter. Each of them ends soon after the limit: with more bytes there were more.
  private static func undo(
    _ stage: Stage, _ data: UnsafeRawBufferPointer, limit: Int, losses: Bool
  ) throws(Failure) -> Decoded {
    let predictor = stage.parameters.map(Predictor.init)
    switch stage.name {
    case "FlateDecode", "LZWDecode":
      guard let predictor = predictor ?? Predictor([:]) else {
        throw .malformed("the parameters of its filter are out of range")
      }
      let most = predictor.limit(limit)
      var result: Decoded
      if stage.name == "FlateDecode" {
        result = try Flate.inflate(data, limit: most)
      } else {
        var lzw = LZW(isEarly: stage.parameters?["EarlyChange"]?.integer != 0)
        result = lzw.decode(data, limit: most)
      }
      let isSound = result.isComplete
      predictor.undo(&result)
      // What is not a row is in the data still.
      if isSound, !result.isComplete { result.end = 0 }
      return result
    case "RunLengthDecode": return RunLength.decode(data, limit: limit)
    case "ASCII85Decode": return TextFilters.base85(data, limit: limit)
    case "ASCIIHexDecode": return TextFilters.hexadecimal(data, limit: limit)
    case "DCTDecode" where losses: return try JPEG.decode(data, limit: limit)
    default: throw .unknownFilter(stage.name.description)
    }
  }
}

extension PDFValue {
  /// Deeper values are not set, nor larger ones: readers go down in them within themselves, and the journal has all of them.
  private static let deepest = 48
  private static let mostValues = 100_000
  private static let mostBytes = 16 << 20
  /// The most bytes of streams that are set at once.
  package static let mostStreamBytes = 256 << 20
  /// What names could have up to PDF 1.7, and programs still count on (ISO 32000-1, annex C).
  private static let longestName = 127
  /// Beyond, numbers are no integers to Postil, nor exact to programs that count in `Double`.
  private static let largestInteger = 1 << 53

  /// Refuses what no file can have, and what is so deep or large that programs stumble over it.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument`.
  /// - Complexity: O(values in it).
  package func requireWritable() throws(PDFError) {
    var (values, bytes, streamBytes) = (0, 0, 0)
    var pending: [(value: PDFValue, depth: Int)] = [(self, 0)]
    func add(_ entries: [String: PDFValue], _ depth: Int) throws(PDFError) {
      for (key, value) in entries {
        try Self.requireName(key)
        bytes += key.utf8.count
        pending.append((value, depth + 1))
      }
    }
    while let (value, depth) = pending.popLast() {
      values += 1
      guard depth <= Self.deepest else {
        throw PDFError(
          .invalidArgument,
          "The value is nested too deep: \(Self.deepest) levels are the most that can be set.")
      }
      switch value {
      case .null, .boolean, .reference, .page: break
      case .integer(let number):
        guard (-Self.largestInteger...Self.largestInteger).contains(number) else {
          throw PDFError(
            .invalidArgument, "\(number) is too large for a number of a file: give one up to 2⁵³.")
        }
      case .real(let number):
        guard number.isFinite, abs(number) <= Double(Self.largestInteger) else {
          throw PDFError(.invalidArgument, "\(number) is no number that a file can have: give one up to 2⁵³.")
        }
      case .name(let name):
        try Self.requireName(name)
        bytes += name.utf8.count
      case .string(let data): bytes += data.count
      case .array(let items): for item in items { pending.append((item, depth + 1)) }
      case .dictionary(let entries): try add(entries, depth)
      case .stream(let entries, let data):
        guard let data else {
          throw PDFError(
            .invalidArgument,
            "A stream in a value has no data: give its data, or the reference to a stream of the file.")
        }
        streamBytes += data.count
        try add(entries, depth)
      case .annotation:
        throw PDFError(
          .invalidArgument, "An annotation cannot be named in a value here: give the reference to its object."
        )
      }
      guard values + pending.count <= Self.mostValues, bytes <= Self.mostBytes,
        streamBytes <= Self.mostStreamBytes
      else {
        throw PDFError(
          .invalidArgument,
          "The value is too large: 100,000 values, 16 MB of text and 256 MB of streams are the most that can be set."
        )
      }
    }
  }

  /// - Throws: ``PDFError`` with code `.invalidArgument` for a name that cannot be written.
  package static func requireName(_ name: String) throws(PDFError) {
    guard !name.isEmpty, name.utf8.count <= longestName, !name.utf8.contains(0) else {
      throw PDFError(
        .invalidArgument,
        "'\(name.prefix(40))' is no name that a file can have: give 1 to \(longestName) bytes in UTF-8, none of them zero."
      )
    }
  }

  /// The memory that it takes, estimated.
  package var byteCount: Int {
    var bytes = 0
    visit { value in
      bytes += 64
      switch value {
      case .string(let data), .stream(_, let data?): bytes += data.count
      case .name(let name): bytes += name.utf8.count
      default: break
      }
    }
    return bytes
  }

  /// The objects that it refers to by their numbers.
  package var references: Set<Int> {
    var result: Set<Int> = []
    visit { if case .reference(let number) = $0 { result.insert(number) } }
    return result
  }
}

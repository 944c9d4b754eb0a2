import PostilModel

/// What a content stream (ISO 32000-2, 7.8) says apart from the text that it shows: names, strings of property lists, comments, words
/// that are no operators. Programs that make a file choose them, and may choose a name of a person.
struct ContentWords {
  /// Names of resources and tags.
  private(set) var names: Set<PDFName> = []
  /// Strings that no operator shows.
  private(set) var strings: Set<[UInt8]> = []
  /// Comments, unknown operators, and all from where the stream cannot be read on.
  private(set) var others: [[UInt8]] = []

  /// - Complexity: O(bytes).
  init(_ bytes: [UInt8]) {
    var end = 0
    bytes.withUnsafeBytes { raw in
      var parser = ContentParser(raw)
      do {
        while let operation = try parser.next() {
          addComments(bytes[end..<operation.range.lowerBound])
          end = operation.range.upperBound
          add(operation, bytes)
        }
        if Self.hasOperands(bytes[end...]) {
          others.append(Array(bytes[end...]))
        } else {
          addComments(bytes[end...])
        }
      } catch {
        others.append(Array(bytes[end...]))
      }
    }
  }

  private mutating func add(_ operation: ContentOperation, _ bytes: [UInt8]) {
    for operand in operation.operands { add(operand, isShown: Self.showing.contains(operation.name)) }
    if operation.name != "BI" {
      if !Self.operators.contains(operation.name) { others.append(Array(operation.name.utf8)) }
      addComments(bytes[operation.range])
    }
  }

  private mutating func add(_ object: PDFObject, isShown: Bool) {
    switch object {
    case .name(let name): names.insert(name)
    case .string(let bytes): if !isShown { strings.insert(bytes) }
    case .array(let items): for item in items { add(item, isShown: isShown) }
    case .dictionary(let dictionary):
      for entry in dictionary.entries {
        names.insert(entry.key)
        add(entry.value, isShown: isShown)
      }
    default: break
    }
  }

  private mutating func addComments(_ bytes: ArraySlice<UInt8>) {
    for range in Self.comments(in: bytes) { others.append(Array(bytes[range])) }
  }

  /// The comments in operations that are no inline image (ISO 32000-2, 7.2.4).
  private static func comments(in bytes: ArraySlice<UInt8>) -> [Range<Int>] {
    guard bytes.contains(UInt8(ascii: "%")) else { return [] }
    var result: [Range<Int>] = []
    var (index, depth) = (bytes.startIndex, 0)
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "\\") where depth > 0: index += 1
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth = max(depth - 1, 0)
      case UInt8(ascii: "%") where depth == 0:
        let start = index
        while index < bytes.endIndex, bytes[index] != 10, bytes[index] != 13 { index += 1 }
        result.append(start..<index)
      default: break
      }
      index += 1
    }
    return result
  }

  /// Whether something stands behind the last operator that is no comment: operands, which nobody shows.
  private static func hasOperands(_ bytes: ArraySlice<UInt8>) -> Bool {
    var place = bytes.startIndex
    for range in comments(in: bytes) {
      if bytes[place..<range.lowerBound].contains(where: { !ByteClass.isSpace($0) }) { return true }
      place = range.upperBound
    }
    return bytes[place...].contains { !ByteClass.isSpace($0) }
  }

  // MARK: - Glancing

  /// What can be told of a content without reading its operations: most have nothing that is worth that.
  struct Glance {
    /// All names, and what may be one in data of images.
    var names: Set<PDFName> = []
    /// What operators show: the strings of one are joined, with spaces for wide gaps, and a byte 1 stands
    /// between those of two.
    var shown: [UInt8] = []
    /// Whether there are comments, dictionaries with strings, or words that are no operators: or bytes that look like it.
    var hasOthers = false
  }

  /// Whether a number between the strings of an array moves what follows so far that it is another word: programs that set text
  /// have numbers in place of spaces.
  private static func isSpace(_ number: Slice<UnsafeRawBufferPointer>) -> Bool {
    Double(String(decoding: number, as: UTF8.self)).map { $0 < -180 } ?? false
  }

  /// - Complexity: O(bytes).
  static func glance(at bytes: [UInt8]) -> Glance {
    bytes.withUnsafeBytes { bytes in
      var result = Glance()
      var pending: [UInt8] = []
      var last: PDFName?
      var (index, dictionaries) = (0, 0)
      while index < bytes.count {
        let byte = bytes[index]
        switch byte {
        case UInt8(ascii: "%"):
          result.hasOthers = true
          while index < bytes.count, bytes[index] != 10, bytes[index] != 13 { index += 1 }
        case UInt8(ascii: "("), UInt8(ascii: "<"):
          if byte == UInt8(ascii: "<"), index + 1 < bytes.count, bytes[index + 1] == byte {
            dictionaries += 1
            index += 2
            continue
          }
          result.hasOthers = result.hasOthers || dictionaries > 0
          var parser = PDFParser(bytes, at: index)
          parser.isContent = true
          if let string = parser.object()?.string, parser.position > index {
            pending += string
            index = parser.position
          } else {
            index += 1
          }
        case UInt8(ascii: ">"):
          if index + 1 < bytes.count, bytes[index + 1] == byte {
            dictionaries = max(dictionaries - 1, 0)
            index += 1
          }
          index += 1
        case UInt8(ascii: "/"):
          var parser = PDFParser(bytes, at: index)
          if let name = parser.object()?.name, parser.position > index {
            if name != last { result.names.insert(name) }
            last = name
            index = parser.position
          } else {
            index += 1
          }
        case let byte where ByteClass.isSpace(byte) || ByteClass.endsToken(byte): index += 1
        default:
          let start = index
          while index < bytes.count, !ByteClass.endsToken(bytes[index]) { index += 1 }
          let isNumber = bytes[start..<index].allSatisfy {
            ByteClass.isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
              || $0 == UInt8(ascii: "+")
          }
          guard !isNumber else {
            if !pending.isEmpty, isSpace(bytes[start..<index]) { pending.append(32) }
            continue
          }
          let word = Word(bytes[start..<index])
          if showingWords.contains(word), !pending.isEmpty {
            result.shown += pending
            result.shown.append(1)
          }
          pending.removeAll(keepingCapacity: true)
          result.hasOthers = result.hasOthers || !knownWords.contains(word)
        }
      }
      result.hasOthers = result.hasOthers || !pending.isEmpty
      return result
    }
  }

  // MARK: - Changing

  /// A content with other names, without strings of property lists and comments that match; `nil` if nothing changed.
  ///
  /// - Throws: ``ContentParser/Failure`` where the stream cannot be read.
  static func cleaned(
    _ bytes: [UInt8], _ matcher: RedactionMatcher, names: [PDFName: PDFName]
  ) throws -> [UInt8]? {
    var result: [UInt8] = []
    var end = 0
    var isChanged = false
    func keepComments(_ part: ArraySlice<UInt8>) {
      if comments(in: part).contains(where: { matcher.hasMatch(inReadingsOf: Array(part[$0])) }) {
        isChanged = true
        result.append(10)
      } else {
        result += part
      }
    }
    try bytes.withUnsafeBytes { raw in
      var parser = ContentParser(raw)
      while let operation = try parser.next() {
        keepComments(bytes[end..<operation.range.lowerBound])
        end = operation.range.upperBound
        let isImage = operation.name == "BI"
        if !isImage, !operators.contains(operation.name),
          matcher.hasMatch(inReadingsOf: Array(operation.name.utf8))
        {
          isChanged = true
          continue
        }
        let isShown = showing.contains(operation.name)
        let operands = operation.operands.map { cleaned($0, matcher, names, isShown: isShown) }
        let hasComment =
          !isImage
          && comments(in: bytes[operation.range]).contains {
            matcher.hasMatch(inReadingsOf: Array(bytes[$0]))
          }
        guard operands != operation.operands || hasComment else {
          result += bytes[operation.range]
          continue
        }
        isChanged = true
        if isImage, let data = operation.imageData {
          result += InlineImage.operation(operands.first?.dictionary ?? [:], bytes[data])
        } else {
          result += operands.flatMap { PDFSerializer.bytes(of: $0) + [32] } + Array(operation.name.utf8)
        }
      }
    }
    if hasOperands(bytes[end...]), matcher.hasMatch(inReadingsOf: Array(bytes[end...])) {
      isChanged = true
    } else {
      keepComments(bytes[end...])
    }
    return isChanged ? result : nil
  }

  private static func cleaned(
    _ object: PDFObject, _ matcher: RedactionMatcher, _ names: [PDFName: PDFName], isShown: Bool
  ) -> PDFObject {
    switch object {
    case .name(let name): return names[name].map { .name($0) } ?? object
    case .string(let bytes): return isShown ? object : matcher.cleaned(bytes).map { .string($0) } ?? object
    case .array(let items): return .array(items.map { cleaned($0, matcher, names, isShown: isShown) })
    case .dictionary(let dictionary):
      return .dictionary(
        dictionary.entries.reduce(into: [:]) {
          $0[names[$1.key] ?? $1.key] = cleaned($1.value, matcher, names, isShown: isShown)
        })
    default: return object
    }
  }

  // MARK: - Operators

  private static let showing: Set<String> = ["Tj", "TJ", "'", "\""]
  private static let showingWords = Set(showing.map { Word($0.utf8) })
  /// All that is neither a number nor a name nor a string and says nothing.
  private static let knownWords = Set(operators.union(["true", "false", "null"]).map { Word($0.utf8) })

  /// A word of up to seven bytes as a number, which is quicker to look up; all that are longer are the same.
  private struct Word: Hashable {
    private let value: UInt64

    init(_ bytes: some Collection<UInt8>) {
      value = bytes.count > 7 ? .max : bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
  }

  /// ISO 32000-2, annex A.
  private static let operators: Set<String> = [
    "b", "B", "b*", "B*", "BDC", "BI", "BMC", "BT", "BX", "c", "cm", "CS", "cs", "d", "d0", "d1", "Do", "DP",
    "EI",
    "EMC", "ET", "EX", "f", "F", "f*", "G", "g", "gs", "h", "i", "ID", "j", "J", "K", "k", "l", "m", "M",
    "MP", "n",
    "q", "Q", "re", "RG", "rg", "ri", "s", "S", "SC", "sc", "SCN", "scn", "sh", "T*", "Tc", "Td", "TD", "Tf",
    "Tj",
    "TJ", "TL", "Tm", "Tr", "Ts", "Tw", "Tz", "v", "w", "W", "W*", "y", "'", "\"",
  ]
}

import PostilModel

/// Goes through a text before cmark does, which takes time or memory that grows with the square of some things, and cannot be stopped: more of
/// them than any text for people has is refused. Measured with cmark-gfm 0.29.0.gfm.6.
struct MarkdownCheck {
  private static let deepestLine = 100
  /// Lists and quotations by lines: each line goes through those that are open.
  private static let mostSteps = 300_000_000
  /// Of a line: cells are looked for from its beginning on each time.
  private static let mostPipes = 10_000
  /// Rows that have fewer cells than their table are filled up.
  private static let mostCells = 1_000_000
  /// The squares of the numbers of brackets in paragraphs: each closing one looks back.
  private static let mostBracketPairs = 400_000_000
  /// Addresses are copied wherever they are referred to.
  private static let mostCopied = 256 << 20

  private var (line, deepest) = (1, 0)
  private var (brackets, bracketPairs, allBrackets) = (0, 0, 0)
  /// The bytes behind the last `]:`.
  private var definition: Int?
  private var longestDefinition = 0
  private var (columns, cells) = (0, 0)
  private let name: String

  /// - Parameter firstLine: The number of the first line.
  /// - Throws: ``PlacedError``.
  static func check(_ text: String, name: String, firstLine: Int) throws {
    var check = MarkdownCheck(name)
    check.line = firstLine
    var text = text
    try text.withUTF8 { bytes in
      var start = bytes.startIndex
      while start < bytes.endIndex {
        let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.endIndex
        try check.take(bytes[start..<end])
        start = end + 1
        check.line += 1
      }
    }
    check.endParagraph()
    let (steps, tooMany) = check.deepest.multipliedReportingOverflow(by: check.line)
    try check.require(!tooMany && steps <= mostSteps, "lists too deep for so many lines")
    let (copied, tooMuch) = check.longestDefinition.multipliedReportingOverflow(by: check.allBrackets)
    try check.require(!tooMuch && copied <= mostCopied, "an address too long for so many links")
  }

  private init(_ name: String) { self.name = name }

  private func require(_ isFine: Bool, _ what: String) throws {
    guard isFine else {
      throw PlacedError(
        PDFError(.invalidArgument, "The text has \(what): divide it."), "The Markdown",
        SourcePlace(file: name, line: line))
    }
  }

  private mutating func take(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) throws {
    var (markers, indent, isBegin, pipes, isRule, hasDash) = (0, 0, true, 0, true, false)
    var last: UInt8 = 0
    for byte in bytes {
      if isBegin {
        switch byte {
        case UInt8(ascii: " "): indent += 1
        case UInt8(ascii: "\t"): indent += 4
        case UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "."),
          UInt8(ascii: ")"):
          // Of a row of equal signs the first counts.
          if byte != last || byte == UInt8(ascii: ">") { markers += 1 }
        case UInt8(ascii: "0")...UInt8(ascii: "9"): break
        default: isBegin = false
        }
      }
      switch byte {
      case UInt8(ascii: "|"): pipes += 1
      case UInt8(ascii: "-"): hasDash = true
      case UInt8(ascii: ":"), UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ">"): break
      default: isRule = false
      }
      if byte == UInt8(ascii: "[") {
        brackets += 1
        allBrackets += 1
      }
      definition = definition.map { $0 + 1 }
      if byte == UInt8(ascii: ":"), last == UInt8(ascii: "]") {
        endDefinition()
        definition = 0
      }
      last = byte
    }
    // A line of equal signs and spaces alone is a line on the page.
    let isLine =
      markers > 2 && isBegin && last != UInt8(ascii: ">")
      && Set(bytes).subtracting([0x20, 0x09]).count == 1
    try require(isLine || markers <= Self.deepestLine, "lists and quotations too deep in each other")
    deepest = max(deepest, isLine ? 0 : markers + indent / 2)
    try require(pipes <= Self.mostPipes, "a line of too many cells")
    if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return endParagraph() }
    if isRule, hasDash, pipes > 0 { columns = max(columns, pipes + 1) } else { cells += columns }
    try require(cells <= Self.mostCells, "a table of too many cells")
    try require(
      bracketPairs + brackets * brackets <= Self.mostBracketPairs, "a paragraph of too many brackets")
  }

  private mutating func endDefinition() {
    longestDefinition = max(longestDefinition, definition ?? 0)
    definition = nil
  }

  private mutating func endParagraph() {
    bracketPairs += brackets * brackets
    (brackets, columns) = (0, 0)
    endDefinition()
  }
}

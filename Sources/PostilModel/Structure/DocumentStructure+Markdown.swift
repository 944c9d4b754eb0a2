extension DocumentStructure {
  /// The document as Markdown, as GitHub has it (CommonMark 0.31 with tables): headings, paragraphs, lists, tables, links, code. Figures are
  /// named by what describes them; without a description and a caption they are left out. What is no content, such as page numbers, is
  /// too.
  ///
  /// - Complexity: O(*n*) in the number of elements and characters.
  public var markdown: String { markdown(with: []) }

  /// The same with comments: each is a quotation behind the paragraph, list or table that it stands at; those that stand at none come at
  /// the end, with the numbers of their pages.
  ///
  /// - Parameter notes: The comments, in order: see `PDFDocument.notes(on:)`.
  /// - Complexity: O(*n*) in the number of elements and characters, and for each element in the notes of its page.
  public func markdown(with notes: [StructureNote]) -> String {
    var writer = MarkdownWriter(notes)
    for element in elements { writer.add(element) }
    writer.end()
    return writer.text
  }
}

/// Writes elements as Markdown.
private struct MarkdownWriter {
  private(set) var text = ""
  /// What each line begins with inside of lists and quotations.
  private var indent = ""
  /// Whether the next block stands behind a label, on its line.
  private var isBehindLabel = false
  private var notes: NotesByPlace

  init(_ notes: [StructureNote]) { self.notes = NotesByPlace(notes) }

  mutating func add(_ element: StructureElement) {
    write(element)
    // Within a list notes would part its items.
    guard indent.isEmpty, !notes.isEmpty, !element.isGroup else { return }
    for note in notes.take(at: element) { block(Self.quotation(note, naming: false)) }
  }

  /// Adds the notes that stand at no element.
  mutating func end() { for note in notes.takeAll() { block(Self.quotation(note, naming: true)) } }

  private static func quotation(_ note: StructureNote, naming page: Bool) -> String {
    let head = [page ? "Page \(note.pageNumber)" : nil, note.title, note.author].compactMap(\.self)
    var text = "*" + escaped(head.joined(separator: ", ")) + ":*"
    if let marked = note.markedText { text += " “" + escaped(StructureText.joined(marked)) + "”" }
    if let said = note.text?.trimmingSpaces, !said.isEmpty {
      text += (note.markedText == nil ? " " : " – ") + escaped(StructureText.joined(said))
    }
    return "> " + text
  }

  private mutating func write(_ element: StructureElement) {
    if let level = element.headingLevel {
      return block(String(repeating: "#", count: min(level, 6)) + " " + Self.inline(element))
    }
    switch element.role {
    case "L": list(element)
    case "Table": table(element)
    case "Figure", "Formula": figure(element)
    case "Code" where element.text.contains(where: \.isNewline): code(element)
    case "BlockQuote": quotation(element)
    case "TOC":
      // A list without gaps.
      block(element.elements.map { "- " + Self.inline($0).trimmingSpaces }.joined(separator: "\n"))
    default:
      if element.isGroup { addBlocks(of: element) } else { block(Self.atStart(Self.inline(element))) }
    }
  }

  private mutating func addBlocks(of element: StructureElement) { for block in element.blocks { add(block) } }

  /// Adds lines as a block of their own.
  private mutating func block(_ lines: String) {
    let lines = lines.trimmingSpaces
    guard !lines.isEmpty else { return }
    if isBehindLabel {
      isBehindLabel = false
    } else {
      if !text.isEmpty { text += indent.trimmingEnd + "\n" }
      text += indent
    }
    text += lines.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n" + indent)
    text += "\n"
  }

  /// Ends a line that has nothing behind its label.
  private mutating func endLine() {
    while text.utf8.last == UInt8(ascii: " ") { text.unicodeScalars.removeLast() }
    text += "\n"
  }

  private mutating func list(_ element: StructureElement) {
    var isFirst = true
    for item in element.elements {
      guard item.role == "LI" else {
        // A list may hold another one, or its caption.
        add(item)
        continue
      }
      let label = item.itemLabel
      let digits = label.prefix(while: \.isNumber)
      let mark = digits.isEmpty || digits.count > 9 ? "-" : digits + "."
      // Items follow each other without a gap.
      if isFirst, !text.isEmpty { text += indent.trimmingEnd + "\n" }
      isFirst = false
      text += indent + mark + " "
      let outer = indent
      indent += String(repeating: " ", count: mark.count + 1)
      isBehindLabel = true
      if mark == "-", !label.isEmpty, item.isOrdered {
        // A letter, which no list of Markdown has.
        text += Self.escaped(label) + " "
      }
      addBlocks(of: item.itemBody)
      if isBehindLabel { endLine() }
      (indent, isBehindLabel) = (outer, false)
    }
  }

  private mutating func table(_ element: StructureElement) {
    for caption in element.captions { block(Self.inline(caption)) }
    guard let table = element.table else { return }
    block(table.markdown)
  }

  private mutating func figure(_ element: StructureElement) {
    if let description = element.alternateText?.trimmingSpaces, !description.isEmpty {
      block("![" + Self.escaped(StructureText.joined(description)) + "]()")
    }
    for caption in element.captions { block(Self.inline(caption)) }
    // Labels of a drawing; the text of a formula.
    if element.alternateText == nil { block(Self.atStart(Self.inline(element.withoutCaptions))) }
  }

  private mutating func code(_ element: StructureElement) {
    let code = element.text
    // A fence that is longer than any in it.
    var (fence, run) = (3, 0)
    for character in code {
      run = character == "`" ? run + 1 : 0
      fence = max(fence, run + 1)
    }
    let marks = String(repeating: "`", count: fence)
    block(marks + "\n" + code.trimmingNewlines + "\n" + marks)
  }

  private mutating func quotation(_ element: StructureElement) {
    let outer = indent
    if !text.isEmpty, !isBehindLabel { text += indent.trimmingEnd + "\n" }
    if !isBehindLabel { text += indent }
    text += "> "
    indent += "> "
    isBehindLabel = true
    addBlocks(of: element)
    if isBehindLabel { endLine() }
    (indent, isBehindLabel) = (outer, false)
  }

  // MARK: - Inline

  private static func inline(_ element: StructureElement) -> String {
    if let text = element.actualText { return escaped(StructureText.joined(text)) }
    return element.joined(separator: " ", inline)
  }

  private static func inline(_ kid: StructureElement.Kid) -> String {
    switch kid {
    case .annotation: return ""
    case .content(let content): return escaped(StructureText.joined(content.text))
    case .element(let element):
      switch element.role {
      case "Strong": return marked(inline(element), "**", "**")
      case "Em": return marked(inline(element), "*", "*")
      case "Code":
        let code = StructureText.joined(element.text)
        let mark = code.contains("`") ? "``" : "`"
        return marked(code, mark, mark)
      case "Link":
        guard let url = element.url, StructureText.isSafe(url), isPlain(url) else { return inline(element) }
        return marked(inline(element), "[", "](\(url))")
      case "Figure",
        "Formula" where element.alternateText != nil:
        return "![" + escaped(StructureText.joined(element.alternateText ?? "")) + "]()"
      default: return inline(element)
      }
    }
  }

  /// Whether an address can stand between brackets as it is.
  private static func isPlain(_ url: String) -> Bool {
    url.utf8.count < 2_000
      && url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"()<>\\".utf8.contains($0) }
  }

  /// A text between marks, which stand close to its letters.
  private static func marked(_ text: String, _ start: String, _ end: String) -> String {
    let inner = text.trimmingSpaces
    guard !inner.isEmpty else { return text }
    let before = text.prefix { $0.isWhitespace }
    let after = String(text.reversed().prefix { $0.isWhitespace }.reversed())
    return "\(before)\(start)\(inner)\(end)\(after)"
  }

  /// A text whose characters mean nothing else.
  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { "\\`*_[]<|".utf8.contains($0) }) else { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count + 8)
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      case "\\", "`", "*", "[", "]", "<": result += "\\"
      case "_":
        // Within a word it is itself.
        let isInside =
          index > 0 && index + 1 < scalars.count && scalars[index - 1].isWordPart
          && scalars[index + 1].isWordPart
        if !isInside { result += "\\" }
      default: break
      }
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  /// A paragraph that does not begin as another block does.
  private static func atStart(_ text: String) -> String {
    let text = text.trimmingSpaces
    guard let first = text.first else { return "" }
    if "#>+-=~".contains(first) { return "\\" + text }
    let digits = text.prefix(while: \.isASCIIDigit)
    if !digits.isEmpty, digits.count < 10, let next = text.dropFirst(digits.count).first, ".)".contains(next)
    {
      return digits + "\\" + text.dropFirst(digits.count)
    }
    return text
  }
}

extension StructureNote {
  /// What it is called.
  fileprivate var title: String {
    switch subtype {
    case "Text": "Note"
    case "FreeText": "Text"
    case "StrikeOut": "Struck out"
    case "Squiggly", "Underline": "Underlined"
    case "FileAttachment": "Attached file"
    default: subtype
    }
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}

extension String {
  var trimmingSpaces: String { trimming(\.isSpace) }

  fileprivate var trimmingNewlines: String { trimming { $0 == "\n" || $0 == "\r" } }

  fileprivate var trimmingEnd: String {
    guard utf8.last == UInt8(ascii: " ") else { return self }
    var end = utf8.endIndex
    while end > utf8.startIndex, utf8[utf8.index(before: end)] == UInt8(ascii: " ") {
      end = utf8.index(before: end)
    }
    return String(self[..<end])
  }

  /// Without what belongs to neither end.
  private func trimming(_ isCut: (Unicode.Scalar) -> Bool) -> String {
    let scalars = unicodeScalars
    guard let first = scalars.first, let last = scalars.last, isCut(first) || isCut(last) else { return self }
    var (start, end) = (scalars.startIndex, scalars.endIndex)
    while start < end, isCut(scalars[start]) { start = scalars.index(after: start) }
    while end > start, isCut(scalars[scalars.index(before: end)]) { end = scalars.index(before: end) }
    return String(self[start..<end])
  }
}

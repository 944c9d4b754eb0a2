import CPostilCMark
import Foundation
import PostilModel

/// Makes blocks of the nodes of a Markdown text.
struct MarkdownConverter {
  /// Quotations and lists that are deeper in each other have no room on a page.
  private static let deepest = 20

  private let name: String
  /// How many lines stand before the text.
  private let lineOffset: Int
  /// What images are named from, and the folder that they are in or below.
  private let (base, folder): (URL?, URL?)
  /// The names of the places of headings, by what links call them.
  private let places: [String: String]
  private let headings: [OpaquePointer: String]
  /// Footnotes, in the order of their numbers.
  private let footnotes: [MarkdownNode]
  /// What the names of footnotes begin with, which others of the document do not.
  private let prefix: String
  private let session: LayoutSession

  init(_ root: MarkdownNode, name: String, line: Int, base: URL?, folder: URL?, _ session: LayoutSession) {
    (self.name, lineOffset, self.base, self.folder, self.session) = (name, line, base, folder, session)
    footnotes = root.children.filter { $0.type == "footnote_definition" }
    session.markdownCount += 1
    prefix = "markdown-\(session.markdownCount)-"
    var (places, headings): ([String: String], [OpaquePointer: String]) = ([:], [:])
    var (taken, counts): (Set<String>, [String: Int]) = (session.names, [:])
    root.walk { step in
      guard case .enter(let node) = step, node.type == "heading" else { return }
      let slug = Self.slug(of: node.text)
      guard !slug.isEmpty else { return }
      /// The first of these names that is free.
      func free(_ isTaken: (String) -> Bool, _ key: String) -> String {
        var count = counts[key, default: 0]
        var name = count == 0 ? slug : "\(slug)-\(count)"
        while isTaken(name) {
          count += 1
          name = "\(slug)-\(count)"
        }
        counts[key] = count + 1
        return name
      }
      let link = free({ places[$0] != nil }, slug)
      let place = free(taken.contains, "/" + slug)
      taken.insert(place)
      places[link] = place
      headings[node.pointer] = place
    }
    (self.places, self.headings) = (places, headings)
  }

  /// What GitHub calls a heading: letters, numbers, hyphens and underscores, with hyphens for spaces.
  static func slug(of text: String) -> String {
    var result = ""
    for scalar in text.lowercased().unicodeScalars {
      if scalar == " " {
        result += "-"
      } else if scalar == "-" || scalar == "_" || scalar.properties.isAlphabetic
        || scalar.properties.numericType != nil || scalar.properties.generalCategory == .nonspacingMark
      {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  func place(of node: MarkdownNode) -> SourcePlace { SourcePlace(file: name, line: lineOffset + node.line) }

  private func failure(_ message: String, at node: MarkdownNode) -> PlacedError {
    PlacedError(PDFError(.invalidArgument, message), "The Markdown", place(of: node))
  }

  // MARK: - Blocks

  private func blocks(
    in node: MarkdownNode, depth: Int, isTight: Bool = false
  ) throws -> [any Block] {
    guard depth <= Self.deepest else {
      throw failure(
        "Quotations and lists are more than \(Self.deepest) deep in each other: divide them.", at: node)
    }
    return try node.children.flatMap {
      try blocks(of: $0, depth: depth, isTight: isTight)
    }
  }

  /// Makes blocks of a part of the text. The footnotes that it refers to are given to the session.
  func blocks(of node: MarkdownNode) throws -> [any Block] {
    let blocks = try blocks(of: node, depth: 0)
    try makeFootnotes()
    return blocks
  }

  /// - Parameter isTight: Whether paragraphs stand below each other without room.
  private func blocks(of node: MarkdownNode, depth: Int, isTight: Bool = false) throws -> [any Block] {
    let place = place(of: node)
    switch node.type {
    case "paragraph":
      return try parts(of: node).map { part in
        switch part {
        case .picture(let picture): picture
        case .text(let text): Paragraph(text, at: place, isTight: isTight)
        }
      }
    case "heading":
      let parts = try parts(of: node)
      let text = parts.compactMap { if case .text(let text) = $0 { text } else { nil } }
        .reduce(Inline("")) { $0.spans.isEmpty ? $1 : $0 + Inline(" ") + $1 }
      let pictures: [any Block] = parts.compactMap { if case .picture(let one) = $0 { one } else { nil } }
      guard !text.line.isEmpty else {
        return pictures
          + text.spans.compactMap { if case .picture(let one) = $0.content { one } else { nil } }
      }
      return [Heading(text, level: node.level, name: headings[node.pointer], at: place)] + pictures
    case "block_quote":
      let content = try blocks(in: node, depth: depth + 1)
      return content.isEmpty ? [] : [Quote { content }]
    case "list": return [try list(node, depth: depth)]
    case "code_block":
      var code = node.literal
      if code.hasSuffix("\n") { code.removeLast() }
      return code.isEmpty ? [] : [CodeBlock(code.withoutControls, at: place)]
    case "thematic_break": return [Rule()]
    case "table": return [try table(node)]
    case "html_block":
      let html = node.literal.trimmingCharacters(in: .whitespacesAndNewlines)
      return html.isEmpty || Self.isComment(html) ? [] : [CodeBlock(html.withoutControls, at: place)]
    default: return try blocks(in: node, depth: depth + 1, isTight: isTight)
    }
  }

  private func list(_ node: MarkdownNode, depth: Int) throws -> any Block {
    let isTight = node.isTight
    var (items, labels): ([ListItem], [String?]) = ([], [])
    var number = node.firstNumber
    let isOrdered = node.isOrdered
    for item in node.children {
      let content = try blocks(in: item, depth: depth + 1, isTight: isTight)
      items.append(ListItem { content })
      if item.type == "tasklist" {
        labels.append(item.isChecked ? "☑" : "☐")
      } else {
        labels.append(isOrdered ? "\(number)\(node.delimiter)" : nil)
      }
      number += 1
    }
    guard labels.contains(where: { $0 != nil }) else { return BulletList(items) }
    return LabelledList(items: items, labels: labels, numbering: isOrdered ? "Decimal" : "Square")
  }

  private func table(_ node: MarkdownNode) throws -> any Block {
    let columns = node.alignments.map { alignment in
      switch alignment {
      case UInt8(ascii: "l"): Table.Column.automatic.aligned(.left)
      case UInt8(ascii: "c"): Table.Column.automatic.aligned(.center)
      case UInt8(ascii: "r"): Table.Column.automatic.aligned(.right)
      default: Table.Column.automatic
      }
    }
    let rows = try node.children.map { row in
      let cells = try row.children.map { try cell($0) }
      let made = Row(cells: cells)
      return row.type == "table_header" ? made.asHeader() : made
    }
    return Table(columns, rows: rows, at: place(of: node))
  }

  private func cell(_ node: MarkdownNode) throws -> Cell {
    let parts = try parts(of: node)
    if parts.isEmpty { return Cell("") }
    if parts.count == 1, case .text(let text) = parts[0] { return Cell(text) }
    let place = place(of: node)
    return Cell {
      parts.map { part -> any Block in
        switch part {
        case .picture(let picture): picture
        case .text(let text): Paragraph(text, at: place, isTight: true)
        }
      }
    }
  }

  // MARK: - Texts

  /// A part of a paragraph: pictures stand between its texts, but for those that are as small as letters.
  private enum Part {
    case text(Inline)
    case picture(Picture)
  }

  private func parts(of node: MarkdownNode) throws -> [Part] {
    var parts: [Part] = []
    var spans: [Inline.Span] = []
    var looks = [Inline.Look()]
    // An image whose text is passed over.
    var skipped: OpaquePointer?
    func flush() {
      // Spaces around pictures part nothing.
      while case .text(let text)? = spans.first?.content, text.first?.isWhitespace != false {
        let rest = text.drop(while: \.isWhitespace)
        if rest.isEmpty { spans.removeFirst() } else { spans[0].content = .text(String(rest)) }
      }
      while case .text(var text)? = spans.last?.content, text.last?.isWhitespace != false {
        while text.last?.isWhitespace == true { text.removeLast() }
        if text.isEmpty { spans.removeLast() } else { spans[spans.count - 1].content = .text(text) }
      }
      if spans.count == 1, case .picture(let picture) = spans[0].content, spans[0].look.link == nil {
        // Alone it stands by itself.
        parts.append(.picture(picture))
      } else if !spans.isEmpty {
        parts.append(.text(Inline(spans: spans)))
      }
      spans = []
    }
    func append(_ text: String, _ look: Inline.Look) {
      if case .text(let before)? = spans.last?.content, spans[spans.count - 1].look == look {
        spans[spans.count - 1].content = .text(before + text)
      } else if !text.isEmpty {
        spans.append(Inline.Span(content: .text(text), look: look))
      }
    }
    try node.walk { step in
      var look = looks[looks.count - 1]
      switch step {
      case .leave(let node):
        if let pointer = skipped {
          if pointer == node.pointer { skipped = nil }
        } else if looks.count > 1 {
          looks.removeLast()
        }
      case .enter(let node):
        guard skipped == nil else { return }
        let hasParts = cmark_node_first_child(node.pointer) != nil
        switch node.type {
        case "text": append(node.literal.withoutControls, look)
        case "softbreak": append(" ", look)
        case "linebreak": append("\n", look)
        case "code":
          look.isCode = true
          append(node.literal.withoutControls, look)
        case "html_inline": append(Self.text(ofTag: node.literal), look)
        case "footnote_reference":
          spans.append(contentsOf: footnote(node).spans)
        case "image":
          let picture = try picture(node)
          if isInLine(picture) {
            spans.append(Inline.Span(content: .picture(picture), look: look))
          } else {
            flush()
            parts.append(.picture(picture))
          }
          if hasParts { skipped = node.pointer }
        case "emph": look.isItalic = true
        case "strong": look.isBold = true
        case "strikethrough": look.isStruckThrough = true
        case "link": look.link = target(of: node) ?? look.link
        default: break
        }
        if hasParts, skipped == nil { looks.append(look) }
      }
    }
    flush()
    return parts
  }

  /// Notes that a footnote is referred to. Its blocks are made later: footnotes may refer to each other.
  private func footnote(_ node: MarkdownNode) -> Inline {
    let label = node.literal
    guard let number = Int(label), footnotes.indices.contains(number - 1) else {
      return Inline("[^\(label)]")
    }
    referred.numbers.append(number)
    return Inline(spans: [Inline.Span(content: .namedFootnote(prefix + label))])
  }

  /// Footnotes that are referred to, by their numbers.
  private final class Referred {
    var numbers: [Int] = []
    var made: Set<Int> = []
  }
  private let referred = Referred()

  /// Makes blocks of the footnotes that are referred to, and gives them to the session.
  private func makeFootnotes() throws {
    while let number = referred.numbers.popLast() {
      guard referred.made.insert(number).inserted else { continue }
      session.footnotes["\(prefix)\(number)"] = try blocks(in: footnotes[number - 1], depth: 1, isTight: true)
    }
  }

  private func target(of node: MarkdownNode) -> LinkTarget? {
    let address = node.address
    if address.hasPrefix("#") {
      let slug = String(address.dropFirst())
      return (places[slug.removingPercentEncoding ?? slug] ?? places[slug]).map { .named($0) }
    }
    guard !address.isEmpty, let url = URL(string: address) else { return nil }
    let programs = ["javascript", "vbscript", "data", "file"]
    guard !programs.contains(url.scheme?.lowercased() ?? "") else { return nil }
    return .uri(url.absoluteString)
  }

  private func picture(_ node: MarkdownNode) throws -> Picture {
    let text = node.text.trimmingCharacters(in: .whitespacesAndNewlines)
    let picture = Picture(
      .file(try file(of: node)), text.isEmpty ? .decorative : .text(text.withoutControls), nil,
      place(of: node))
    let title = node.title.withoutControls
    return title.isEmpty ? picture : picture.caption(Inline(title))
  }

  /// What no picture among letters exceeds, in points.
  private static let largestInLine = PageSize(width: 216, height: 36)

  private func isInLine(_ picture: Picture) -> Bool {
    guard picture.placement.caption == nil, case .file(let url) = picture.content,
      let image = try? session.image(url)
    else { return false }
    let size = image.usualSize(width: .infinity, height: .infinity)
    return size.width <= Self.largestInLine.width && size.height <= Self.largestInLine.height
  }

  /// The file of an image, which is in the folder of images or below.
  private func file(of node: MarkdownNode) throws -> URL {
    let address = node.address
    guard !address.hasPrefix("//"), URL(string: address)?.scheme == nil else {
      throw failure(
        "The image \(address) is on another computer, and nothing is fetched: put it beside the text.",
        at: node)
    }
    guard let folder else {
      throw failure("The image \(address) is in no folder: say which (imagesIn).", at: node)
    }
    let path = address.prefix { $0 != "?" && $0 != "#" }
    let root = folder.standardizedFileURL.resolvingSymlinksInPath().path
    let name = path.removingPercentEncoding ?? String(path)
    let found = [base ?? folder, folder].map {
      $0.appending(path: name).standardizedFileURL.resolvingSymlinksInPath()
    }
    .filter { $0.path.hasPrefix(root.hasSuffix("/") ? root : root + "/") }
    guard !path.isEmpty, !path.hasPrefix("/"), let first = found.first else {
      throw failure(
        "The image \(address) is not in the folder \(folder.lastPathComponent) or below it: put it there.",
        at: node)
    }
    return found.first { FileManager.default.fileExists(atPath: $0.path) } ?? first
  }

  // MARK: - Letters

  private static func isComment(_ html: String) -> Bool {
    guard html.hasPrefix("<!--"), html.hasSuffix("-->") else { return false }
    return html.dropFirst(4).firstRange(of: "-->")?.upperBound == html.endIndex
  }

  private static func text(ofTag html: String) -> String {
    if html.hasPrefix("<!--") { return "" }
    let isBreak = html.lowercased().firstMatch(of: /^<br *\/?>$/) != nil
    return isBreak ? "\n" : html.withoutControls
  }
}

/// A list whose items have labels of their own; `nil` is a bullet.
struct LabelledList: SetBlock {
  let items: [ListItem]
  let labels: [String?]
  let numbering: String

  func set(_ setter: BlockSetter) throws {
    let bullet = setter.style.bullet(at: setter.listDepth)
    try setter.setList(items, numbering: numbering) { labels[$0] ?? bullet }
  }
}

extension Paragraph {
  fileprivate init(_ text: Inline, at place: SourcePlace, isTight: Bool) {
    (self.text, self.place) = (text, place)
    if isTight { changes = { $0.spaceAfter = 0 } }
  }
}

extension Heading {
  fileprivate init(_ text: Inline, level: Int, name: String?, at place: SourcePlace) {
    (self.text, self.level, self.name, self.place) = (text, level, name, place)
  }
}

extension CodeBlock {
  fileprivate init(_ code: String, at place: SourcePlace) { (self.code, self.place) = (code, place) }
}

extension Row {
  fileprivate init(cells: [Cell]) { self.cells = cells }
}

extension Table {
  fileprivate init(_ columns: [Column], rows: [Row], at place: SourcePlace) {
    (self.columns, self.rows, self.place, style, caption) = (columns, rows, place, nil, nil)
    breaksWords = true
  }
}

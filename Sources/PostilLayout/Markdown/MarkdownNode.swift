import CPostilCMark
import PostilModel
import Synchronization

/// A text that cmark has taken apart (GitHub Flavored Markdown, version 0.29). Its nodes live as long as it does.
final class MarkdownTree {
  /// cmark changes tables of its own while it reads, for the sake of its extensions: one text at a time.
  private static let gate = Mutex(false)
  private static let extensions = ["table", "strikethrough", "autolink", "tasklist"]

  let root: MarkdownNode
  private let pointer: OpaquePointer

  /// - Parameters:
  ///   - name: What messages call the text.
  ///   - firstLine: The number of its first line.
  /// - Throws: ``PlacedError`` if cmark would take too long; `PDFError` with code `.renderFailed` if it has no such extensions.
  init(_ text: String, name: String, firstLine: Int) throws {
    try MarkdownCheck.check(text, name: name, firstLine: firstLine)
    var text = text
    pointer = try Self.gate.withLock { isReady in
      if !isReady { cmark_gfm_core_extensions_ensure_registered() }
      isReady = true
      let failure = PDFError(.renderFailed, "cmark cannot read Markdown: install libcmark-gfm-extensions.")
      guard let parser = cmark_parser_new(CMARK_OPT_FOOTNOTES | CMARK_OPT_VALIDATE_UTF8) else {
        throw failure
      }
      defer { cmark_parser_free(parser) }
      for name in Self.extensions {
        guard let found = cmark_find_syntax_extension(name),
          cmark_parser_attach_syntax_extension(parser, found) != 0
        else { throw failure }
      }
      text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { cmark_parser_feed(parser, $0.baseAddress, $0.count) }
      }
      guard let root = cmark_parser_finish(parser) else { throw failure }
      return root
    }
    root = MarkdownNode(pointer: pointer)
  }

  deinit { cmark_node_free(pointer) }
}

/// A part of a ``MarkdownTree``.
struct MarkdownNode {
  let pointer: OpaquePointer

  /// What it is, by the names that cmark has: `paragraph`, `emph`.
  var type: String {
    switch cmark_node_get_type(pointer) {
    // These have names in newer versions only.
    case CMARK_NODE_FOOTNOTE_DEFINITION: "footnote_definition"
    case CMARK_NODE_FOOTNOTE_REFERENCE: "footnote_reference"
    default: Self.string(cmark_node_get_type_string(pointer))
    }
  }
  /// Its line, from 1.
  var line: Int { max(Int(cmark_node_get_start_line(pointer)), 1) }
  /// The letters of a text, a piece of code or HTML, or a reference to a footnote.
  var literal: String { Self.string(cmark_node_get_literal(pointer)) }
  /// Where a link leads, or the file of an image.
  var address: String { Self.string(cmark_node_get_url(pointer)) }
  /// The title of a link or an image.
  var title: String { Self.string(cmark_node_get_title(pointer)) }
  /// The level of a heading.
  var level: Int { Int(cmark_node_get_heading_level(pointer)) }

  var parent: MarkdownNode? { cmark_node_parent(pointer).map(MarkdownNode.init) }
  var children: Children { Children(pointer: cmark_node_first_child(pointer)) }

  /// Goes from a node to the next beside it.
  struct Children: Sequence, IteratorProtocol {
    fileprivate var pointer: OpaquePointer?

    mutating func next() -> MarkdownNode? {
      guard let pointer else { return nil }
      self.pointer = cmark_node_next(pointer)
      return MarkdownNode(pointer: pointer)
    }
  }

  /// A step through what is in a node.
  enum Step {
    case enter(MarkdownNode)
    case leave(MarkdownNode)
  }

  /// Goes through all that is in it without recursion, however deep that is. What has no parts is entered only.
  func walk(_ body: (Step) throws -> Void) rethrows {
    guard let first = cmark_node_first_child(pointer) else { return }
    var place = first
    while true {
      try body(.enter(MarkdownNode(pointer: place)))
      if let child = cmark_node_first_child(place) {
        place = child
        continue
      }
      while true {
        if let next = cmark_node_next(place) {
          place = next
          break
        }
        guard let parent = cmark_node_parent(place), parent != pointer else { return }
        try body(.leave(MarkdownNode(pointer: parent)))
        place = parent
      }
    }
  }

  /// Its letters, without looks; images with what they say.
  var text: String {
    var result = ""
    walk { step in
      guard case .enter(let node) = step else { return }
      switch node.type {
      case "text", "code": result += node.literal
      case "softbreak", "linebreak": result += " "
      default: break
      }
    }
    return result
  }

  // MARK: - Lists and tables

  var isOrdered: Bool { cmark_node_get_list_type(pointer) == CMARK_ORDERED_LIST }
  var isTight: Bool { cmark_node_get_list_tight(pointer) != 0 }
  /// The number of the first item.
  var firstNumber: Int { Int(cmark_node_get_list_start(pointer)) }
  /// What stands behind a number.
  var delimiter: String { cmark_node_get_list_delim(pointer) == CMARK_PAREN_DELIM ? ")" : "." }
  /// Whether the task of an item is done.
  var isChecked: Bool { cmark_gfm_extensions_get_tasklist_item_checked(pointer) }

  /// How the columns of a table stand: `l`, `c`, `r`, or 0.
  var alignments: [UInt8] {
    let count = Int(cmark_gfm_extensions_get_table_columns(pointer))
    guard let first = cmark_gfm_extensions_get_table_alignments(pointer) else {
      return [UInt8](repeating: 0, count: count)
    }
    return Array(UnsafeBufferPointer(start: first, count: count))
  }

  private static func string(_ pointer: UnsafePointer<CChar>?) -> String {
    pointer.map { String(cString: $0) } ?? ""
  }
}

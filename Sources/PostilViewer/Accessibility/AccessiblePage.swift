/// What is on a page, in the order in which it is read aloud: for screen readers, and for whatever else goes through a page by its parts.
///
/// It is a value that is made of what was read of the page, and made only when somebody asks. Each word of the page's text is in exactly one
/// block (``blocks``).
public struct AccessiblePage: Sendable {
  /// The page.
  public let page: PageID
  /// The text of the page, which ``AccessibleNode/ranges`` are about.
  public let text: PageText
  /// The language of the document, as of RFC 5646; `nil` if it does not say.
  public let language: String?
  /// What is on the page, in reading order.
  public let nodes: [AccessibleNode]

  /// Puts together what is on a page.
  ///
  /// What is not tagged comes where it stands in the order of the text; where nothing is tagged, paragraphs are told by the gaps between
  /// lines. Annotations that no tag mentions come where they stand: links and marks in the block whose text they cover.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - text: Its text, with that of annotations.
  ///   - structure: The structure of the page, by its tags or otherwise.
  ///   - annotations: Its annotations; those that are not shown are left out.
  ///   - form: The form of the document; `nil` if it has none.
  /// - Complexity: O(*n* log *n*) in the number of characters, elements and annotations for all but contrived pages.
  public init(
    _ page: PageID, text: PageText, structure: DocumentStructure = DocumentStructure(),
    annotations: [Annotation] = [], form: PDFForm? = nil
  ) {
    (self.page, self.text, language) = (page, text, structure.language)
    var builder = AccessiblePageBuilder(page, text, annotations, form)
    nodes = builder.nodes(structure)
  }

  /// The text of a node, its parts divided by line feeds.
  ///
  /// - Complexity: O(characters of the node).
  public func string(of node: AccessibleNode) -> String {
    node.ranges.map { PageText.string(of: text.characters[$0]) }.joined(separator: "\n")
  }

  /// The blocks of text, in reading order.
  ///
  /// - Complexity: O(nodes).
  public var blocks: [AccessibleNode] {
    var blocks: [AccessibleNode] = []
    for node in nodes {
      node.forEach { node, _ in
        if node.role.isBlock, !node.ranges.isEmpty { blocks.append(node) }
      }
    }
    return blocks
  }
}

extension AccessiblePage {
  /// Whether the same is told of both.
  ///
  /// - Complexity: O(nodes and characters), unless they are one.
  public func isSame(as other: AccessiblePage) -> Bool {
    page == other.page && nodes == other.nodes && language == other.language
      && text.string == other.text.string
  }
}

extension PageText {
  /// The text of a range, and where each Unicode scalar of it is, in page space; `nil` for the ends of lines.
  ///
  /// - Parameter range: In Unicode scalars; what lies beyond the text is left out.
  /// - Complexity: O(characters of the range).
  public func places(in range: Range<Int>) -> (string: String, rects: [PageRect?]) {
    let range = range.clamped(to: 0..<count)
    let rects = range.map { index -> PageRect? in
      guard characters[index] != "\n" else { return nil }
      return PageRect(boxes[index])
    }
    return (Self.string(of: characters[range]), rects)
  }

  /// The smallest rectangle around the characters of a range; `nil` if it has none that show. O(characters).
  func bounds(of range: Range<Int>) -> PageRect? {
    let shown = range.clamped(to: 0..<count).lazy.filter { characters[$0] != "\n" }.map { boxes[$0] }
    guard let first = shown.first else { return nil }
    return PageRect(shown.dropFirst().reduce(first) { $0.union($1) })
  }
}

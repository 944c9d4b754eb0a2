import Postil

/// A paragraph: lines of text.
public struct Paragraph: SetBlock {
  var text: Inline
  var style: ParagraphStyle?
  var changes: @Sendable (inout ParagraphStyle) -> Void = { _ in }
  let place: SourcePlace

  /// Makes a paragraph.
  ///
  /// - Parameters:
  ///   - text: Its text. Lines end at line feeds too.
  ///   - style: How it looks; without it as the document's style says.
  ///   - file: Where it stands in the program, for messages.
  ///   - line: The same.
  public init(
    _ text: Inline, style: ParagraphStyle? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    (self.text, self.style) = (text, style)
    place = SourcePlace(file, line)
  }

  /// The paragraph with another alignment.
  public func aligned(_ alignment: ParagraphAlignment) -> Paragraph { styled { $0.alignment = alignment } }

  /// The paragraph with a style that differs from the document's.
  public func styled(_ change: @escaping @Sendable (inout ParagraphStyle) -> Void) -> Paragraph {
    var copy = self
    let before = changes
    copy.changes = { style in
      before(&style)
      change(&style)
    }
    return copy
  }

  func set(_ setter: BlockSetter) throws {
    var style = style ?? setter.style.body
    changes(&style)
    try setter.at("The paragraph", place) { try setter.setParagraph(text, style, tag: "P") }
  }
}

/// A heading, which the outline of the document and its ``TableOfContents`` list.
public struct Heading: SetBlock {
  /// The levels that there are.
  public static let levels = 1...6

  let text: Inline
  let level: Int
  let name: String?
  private var isNumbered = true
  let place: SourcePlace

  /// Makes a heading.
  ///
  /// - Parameters:
  ///   - text: Its text.
  ///   - level: Its level, in ``levels``: one more than that of the heading above it at most.
  ///   - name: The name by which ``Inline/page(of:)`` and links know it.
  ///   - file: Where it stands in the program, for messages.
  ///   - line: The same.
  public init(
    _ text: Inline, level: Int = 1, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    (self.text, self.level, self.name) = (text, level, name)
    place = SourcePlace(file, line)
  }

  /// The heading with its number or without, where ``LayoutStyle/numberedHeadings`` has headings of its level numbered.
  public func numbered(_ isNumbered: Bool) -> Heading {
    var copy = self
    copy.isNumbered = isNumbered
    return copy
  }

  func set(_ setter: BlockSetter) throws {
    try setter.at("The heading", place) {
      try setter.setHeading(text, level: level, name: name, isNumbered: isNumbered)
    }
  }
}

/// A place that links and ``Inline/page(of:)`` lead to: that of what follows.
public struct Anchor: SetBlock {
  let name: String

  /// Makes a place.
  public init(_ name: String) { self.name = name }

  func set(_ setter: BlockSetter) throws { try setter.add(anchor: name) }
}

/// Code, set as it is in a font of one width.
public struct CodeBlock: SetBlock {
  let code: String
  let place: SourcePlace

  /// Makes a block of code.
  public init(_ code: String, file: StaticString = #fileID, line: UInt = #line) {
    self.code = code
    place = SourcePlace(file, line)
  }

  func set(_ setter: BlockSetter) throws {
    try setter.at("The code", place) {
      try setter.setParagraph(Inline(code), setter.style.code, tag: "Code", wrapping: "P")
    }
  }
}

/// Something that is quoted.
public struct Quote: SetBlock {
  let content: [any Block]

  /// Makes a quotation.
  public init(@BlockBuilder _ content: () -> [any Block]) { self.content = content() }

  func set(_ setter: BlockSetter) throws {
    try setter.inside("BlockQuote", inset: setter.style.quoteInset) { try $0.set(content) }
  }
}

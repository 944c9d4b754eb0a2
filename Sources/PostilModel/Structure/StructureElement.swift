/// An element of the structure of a document (ISO 32000-2, 14.7.2): a tag, such as a heading, a paragraph or a table, and what is in it.
public struct StructureElement: Sendable, Hashable {
  /// What is directly in an element.
  public enum Kid: Sendable, Hashable {
    /// Another element.
    case element(StructureElement)
    /// A part of a page's content.
    case content(StructureContent)
    /// An annotation or a form field; its id is `nil` if the page has no such annotation any more.
    case annotation(AnnotationID?, page: PageID)
  }

  /// The type as the document names it (`/S`): `P`, or a name of its own such as `Paragraph`.
  public var type: String
  /// The standard type that it stands for (ISO 32000-2, 14.8.4), by the document's role map or its namespace; the type itself if it stands
  /// for none.
  public var role: String
  /// The namespace of the type (`/NS`), a URI; `nil`: the standard one.
  public var namespace: String?
  /// A title for people (`/T`).
  public var title: String?
  /// A description of what cannot be read (`/Alt`).
  public var alternateText: String?
  /// The text that stands for all of its content (`/ActualText`).
  public var actualText: String?
  /// What an abbreviation stands for (`/E`).
  public var expansion: String?
  /// The language, as of RFC 5646 (`/Lang`); `nil`: that of the element around it.
  public var language: String?
  /// A name that others refer to it by (`/ID`).
  public var id: String?
  /// Attributes by their owners, such as `Table` and `Layout`, and names (ISO 32000-2, 14.7.6); those of classes among them.
  public var attributes: [String: [String: PDFValue]]
  /// The web address that a link leads to; `nil` for other elements, and for places in the document.
  public var url: String?
  /// What is in it, in order.
  public var kids: [Kid]

  /// Makes an element.
  public init(_ type: String, role: String? = nil, kids: [Kid] = []) {
    (self.type, self.role, self.kids) = (type, role ?? type, kids)
    attributes = [:]
  }

  /// The elements directly in it.
  public var elements: [StructureElement] {
    kids.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  /// The parts of pages directly in it.
  public var contents: [StructureContent] {
    kids.compactMap { if case .content(let content) = $0 { content } else { nil } }
  }

  /// Whether it is a heading, and its level, from 1: a title is of the first, and so is a heading without a number.
  public var headingLevel: Int? {
    if role == "Title" || role == "H" { return 1 }
    guard role.first == "H", let level = Int(role.dropFirst()), level > 0 else { return nil }
    return level
  }

  /// What it says: its replacement text, or the texts in it, in order; lines are divided by line feeds.
  ///
  /// - Complexity: O(elements and characters in it).
  public var text: String {
    actualText ?? joined(separator: isOnOneLine ? " " : "\n", \.text)
  }

  /// Texts of its kids, one behind the other.
  ///
  /// - Parameters:
  ///   - separator: What divides kids that are not joined, unless there is white space.
  ///   - text: What a kid says.
  func joined(separator: Character, _ text: (Kid) -> String) -> String {
    var result = ""
    for kid in kids {
      let text = text(kid)
      guard !text.isEmpty else { continue }
      if let last = result.last, !last.isWhitespace, text.first?.isWhitespace == false, !kid.isJoined {
        if separator == " ", result.unicodeScalars.last == .softHyphen {
          // A word that is divided at the end of a line.
          result.unicodeScalars.removeLast()
        } else if separator != " " || !StructureText.joins(result, text) {
          result.append(separator)
        }
      }
      result += text
    }
    return result
  }

  /// Whether what is in it stands in lines of text.
  private var isOnOneLine: Bool { isInline || !Self.groups.contains(role) }

  static let groups: Set<String> = [
    "Document", "DocumentFragment", "Part", "Art", "Sect", "Div", "Aside", "BlockQuote", "TOC", "TOCI",
    "Index",
    "NonStruct", "L", "LI", "Table", "THead", "TBody", "TFoot", "TR",
  ]

  /// Whether there is text in it.
  package var hasText: Bool {
    actualText?.isEmpty == false
      || kids.contains { kid in
        switch kid {
        case .element(let element): element.hasText
        case .content(let content): !content.text.isEmpty
        case .annotation: false
        }
      }
  }

  mutating func setLinks(_ address: (PageID, AnnotationID) -> String?) {
    if role == "Link" {
      for case .annotation(let id?, let page) in kids where url == nil { url = address(page, id) }
    }
    for index in kids.indices {
      guard case .element(var element) = kids[index] else { continue }
      element.setLinks(address)
      kids[index] = .element(element)
    }
  }

  /// The first part of a page in it.
  package var firstContent: StructureContent? {
    for kid in kids {
      switch kid {
      case .content(let content): return content
      case .element(let element): if let content = element.firstContent { return content }
      case .annotation: break
      }
    }
    return nil
  }

  /// Goes through it and all elements in it, each before what is in it.
  ///
  /// - Parameter body: Called with each element and how deep it lies, from 0.
  public func forEach(_ body: (StructureElement, Int) throws -> Void) rethrows {
    try forEach(depth: 0, body)
  }

  private func forEach(depth: Int, _ body: (StructureElement, Int) throws -> Void) rethrows {
    try body(self, depth)
    for case .element(let element) in kids { try element.forEach(depth: depth + 1, body) }
  }
}

extension StructureElement.Kid {
  /// What it says.
  package var text: String {
    switch self {
    case .element(let element): element.text
    case .content(let content): content.text
    case .annotation: ""
    }
  }

  /// Whether it goes on where the kid before it ends, without a space.
  package var isJoined: Bool {
    switch self {
    case .element(let element):
      element.kids.first?.isJoined == true
    case .content(let content): content.isJoined
    case .annotation: false
    }
  }
}

/// A part of a page's content that belongs together.
public struct StructureContent: Sendable, Hashable {
  /// The page.
  public var page: PageID
  /// What it says, lines divided by line feeds; empty for pictures and drawings.
  public var text: String
  /// The smallest rectangle around its letters, pictures and drawings, in page space; `nil` if it shows nothing.
  public var bounds: PageRect?
  /// Whether it goes on where the content before it ends, without a space: in the middle of a word, or before a punctuation mark.
  public var isJoined = false
  /// How many pictures there are in it.
  public var imageCount: Int
  /// Whether lines or areas are drawn in it, or pictures.
  public var hasGraphics: Bool
  /// The kind of an artifact, as the document names it (`/Type`, `/Subtype`): `Pagination`, `Header`.
  public var artifactKind: String?

  /// Makes a content.
  public init(_ text: String, on page: PageID, bounds: PageRect? = nil) {
    (self.text, self.page, self.bounds) = (text, page, bounds)
    (imageCount, hasGraphics) = (0, false)
  }
}

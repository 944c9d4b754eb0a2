public import PostilModel

/// What was found on pages, in the order in which they have it; and the pages that could not be read.
public struct PageFindings<Element: Sendable>: RandomAccessCollection, Sendable {
  private let elements: [Element]
  /// Pages that cannot be read, in order: what only they have is missing.
  public let unreadablePages: [PageID]

  init(_ elements: [Element], unreadablePages: [PageID]) {
    (self.elements, self.unreadablePages) = (elements, unreadablePages)
  }

  public var startIndex: Int { elements.startIndex }
  public var endIndex: Int { elements.endIndex }
  public subscript(position: Int) -> Element { elements[position] }
}

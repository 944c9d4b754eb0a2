public import PostilModel

/// What was found on pages, in the order in which they have it; and the pages that could not be read.
public struct PageFindings<Element: Sendable>: RandomAccessCollection, Sendable {
  private let elements: [Element]
  /// Pages that cannot be read, in order: what only they have is missing.
  public let unreadablePages: [PageID]

  init(_ elements: [Element], unreadablePages: [PageID]) {
    (self.elements, self.unreadablePages) = (elements, unreadablePages)
  }

  /// 0.
  public var startIndex: Int { elements.startIndex }
  /// How many there are.
  public var endIndex: Int { elements.endIndex }
  /// One of them. Stops the program, as of an array, if there is none at that position.
  public subscript(position: Int) -> Element { elements[position] }
}

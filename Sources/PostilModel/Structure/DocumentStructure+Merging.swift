extension DocumentStructure {
  /// Pages whose texts are in no element: those that have some beside the tags, and those that no tag and no artifact is on.
  package func pagesWithoutTags(among pages: [PageID]) -> [PageID] {
    var (told, textual): (Set<PageID>, Set<PageID>) = (Set(artifacts.map(\.page)), [])
    forEach { element, _ in
      if element.actualText != nil, let content = element.firstContent { textual.insert(content.page) }
      for content in element.contents {
        told.insert(content.page)
        if !content.text.isEmpty { textual.insert(content.page) }
      }
      for case .annotation(_, let page) in element.kids { told.insert(page) }
    }
    let leftOut = Set(untagged.lazy.filter { !$0.text.isEmpty }.map(\.page))
    return pages.filter { !textual.contains($0) && (leftOut.contains($0) || !told.contains($0)) }
  }

  /// Puts in what is known of other pages, each element where its page comes.
  ///
  /// - Parameters:
  ///   - other: The structure of pages without tags, in their order.
  ///   - pages: All pages, in order.
  package mutating func insert(_ other: DocumentStructure, order pages: [PageID]) {
    let places = Dictionary(pages.enumerated().map { ($1, $0) }) { first, _ in first }
    func place(_ element: StructureElement) -> Int? { element.firstContent.flatMap { places[$0.page] } }
    if elements.count == 1, elements[0].role == "Document" {
      elements[0].kids = Self.merged(elements[0].kids, other.elements.map { .element($0) }) { kid in
        switch kid {
        case .element(let element): place(element)
        case .content(let content): places[content.page]
        case .annotation(_, let page): places[page]
        }
      }
    } else {
      elements = Self.merged(elements, other.elements, place)
    }
    let added = Set(other.pagesOfElements)
    untagged.removeAll { added.contains($0.page) }
    artifacts += other.artifacts
    unreadablePages += other.unreadablePages
    if !other.elements.isEmpty { source = .any }
  }

  private var pagesOfElements: [PageID] {
    var found: [PageID] = []
    forEach { element, _ in found += element.contents.map(\.page) }
    return found
  }

  /// Puts items among others, each before the first of those that stands on a later page.
  private static func merged<Item>(_ items: [Item], _ more: [Item], _ place: (Item) -> Int?) -> [Item] {
    var (result, rest): ([Item], ArraySlice<Item>) = ([], more[...])
    for item in items {
      // What is on no page follows what is before it.
      if let here = place(item) {
        while let next = rest.first, place(next) ?? 0 < here { result.append(rest.removeFirst()) }
      }
      result.append(item)
    }
    return result + rest
  }
}

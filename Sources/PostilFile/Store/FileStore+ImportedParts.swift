import Foundation
package import PostilModel

/// What goes along with pages of another document: the parts of that document that are about them.
package struct ImportedParts {
  /// The outline, whose places are on the new pages. What led elsewhere leads nowhere.
  package var outline: Outline
  /// The places under names that are on the new pages, by their names.
  package var destinations: [NamedDestination]
  /// The files that another document holds, with their bytes, if all of its pages come along.
  package var attachments: [DocumentAttachment]
  /// The language of the document (`/Lang`).
  package var language: String?
  /// What does not come along.
  package var leftBehind: [LeftBehind]
}

extension FileStore {
  /// What goes along with pages.
  ///
  /// - Parameters:
  ///   - source: The document that they come from; `nil` is the file itself, as it was opened.
  ///   - pages: The places that the pages have there, and the pages that they became here.
  ///   - isWhole: Whether these are all pages of the document: then its attachments go along, if it is another document, and
  ///     outline items that lead to no page.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange` or `.damaged`.
  /// - Complexity: O(pages that come, outline items of the source); the first time also O(named places of the source).
  package func importedParts(
    of source: SourceID?, _ pages: [(place: Int, page: PageID)], isWhole: Bool
  ) throws -> ImportedParts {
    if let source {
      guard let document = documents[.imported(source)] else {
        throw PDFError(.pageOutOfRange, "The document that pages come from is missing.", url: url)
      }
      return try document.parts(of: pages, isWhole: isWhole, withAttachments: isWhole, isOwn: false) {
        .imported(source, $0)
      }
    }
    return try parts(of: pages, isWhole: isWhole, withAttachments: false, isOwn: true) { .opened($0) }
  }

  private func parts(
    of pages: [(place: Int, page: PageID)], isWhole: Bool, withAttachments: Bool, isOwn: Bool,
    origin: (Int) -> OutlineItem.Origin
  ) throws -> ImportedParts {
    var objects: [ObjectID: PageID] = [:]
    var new: [PageID: PageID] = [:]
    for (place, page) in pages {
      guard let object = try openedPage(at: place).object, objects[object] == nil else { continue }
      objects[object] = page
      if let old = openedPage(of: object) { new[old] = page }
    }
    func moved(_ place: PageDestination) -> PageDestination? {
      new[place.page].map { PageDestination($0, view: place.view) }
    }
    let (places, names) = (try openedDestinations(), try openedNamesByPage())
    var destinations: [String: PageDestination] = [:]
    for name in new.keys.flatMap({ names[$0] ?? [] }) { destinations[name] = places[name].flatMap(moved) }
    var flat = try openedOutline().outline.flattened
    for index in flat.indices {
      flat[index].item = Self.moved(flat[index].item, origin(index), isWhole, destinations, moved)
    }
    let outline = isWhole ? Outline(flat) : Outline(flat).withoutEmptyItems
    let files = withAttachments ? try openedAttachments().entries : []
    let attachments = try files.compactMap { try withData($0) }
    var rest = LeftBehindList()
    let kept = Set(outline.flattened.map(\.item.id))
    for entry in flat where !kept.contains(entry.item.id) { rest.add(.outlineItems, entry.item.label) }
    if !isWhole {
      let all = try openedNameList()
      rest.add(
        .destinations, all.lazy.filter { destinations[$0] == nil }, count: all.count - destinations.count)
    }
    if !isOwn {
      let names = Set(attachments.map(\.name))
      for entry in try openedAttachments().entries where !names.contains(entry.attachment.name) {
        rest.add(.attachments, entry.attachment.name)
      }
    }
    try findLeftBehind(by: pages.map(\.place), isWhole: isWhole, isOwn: isOwn, &rest) { objects[$0] != nil }
    let result = ImportedParts(
      outline: outline,
      destinations: destinations.map { NamedDestination($0.key, $0.value) }.sorted { $0.name < $1.name },
      attachments: attachments, language: try openedSettings().language, leftBehind: rest.all)
    try openedGraph.requireReadable(url)
    return result
  }

  /// An item in another document: under a name of its own, and leading nowhere if its page did not come along.
  private static func moved(
    _ item: OutlineItem, _ origin: OutlineItem.Origin, _ isWhole: Bool, _ names: [String: PageDestination],
    _ moved: (PageDestination) -> PageDestination?
  ) -> OutlineItem {
    var target = item.target
    switch item.target {
    case .foreign("Dest")?, .foreign("GoTo")?: target = nil
    case .foreign?, .uri?: if !isWhole { target = nil }
    case .named(let name)?: if names[name] == nil { target = nil }
    case .place(let place)?: target = moved(place).map(LinkTarget.place)
    case nil: break
    }
    var result = OutlineItem(
      item.label, target: target, isOpen: item.isOpen, color: item.color, isBold: item.isBold,
      isItalic: item.isItalic)
    result.origin = origin
    return result
  }

  /// An attachment with its bytes; `nil` for one that is a name alone.
  private func withData(_ entry: OpenedAttachments.Entry) throws -> DocumentAttachment? {
    let old = entry.attachment.file
    guard let specification = openedGraph.resolve(entry.specification).dictionary,
      AttachedFile.stream(specification, openedGraph) != nil
    else { return nil }
    let name = old.name.split { "/\\\0".contains($0) }.last.map(String.init) ?? entry.attachment.name
    let file = AttachedFile(
      try data(specification: specification, openedGraph), name: name.isEmpty ? "attachment" : name,
      description: old.fileDescription, mediaType: old.mediaType, creationDate: old.creationDate,
      modificationDate: old.modificationDate)
    return DocumentAttachment(
      file, name: entry.attachment.name, relationship: entry.attachment.relationship)
  }
}

extension Outline {
  /// The outline without items that lead nowhere and have none below them that lead somewhere.
  fileprivate var withoutEmptyItems: Outline {
    var kept: [FlatItem] = []
    var hasKeptBelow: Set<Int> = []
    for entry in flattened.reversed() {
      let hasChildren = hasKeptBelow.remove(entry.level + 1) != nil
      guard hasChildren || entry.item.target != nil else { continue }
      hasKeptBelow.insert(entry.level)
      kept.append(entry)
    }
    return Outline(kept.reversed())
  }
}

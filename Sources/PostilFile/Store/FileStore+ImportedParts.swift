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
  /// The title of the document and the like, without what is about its file: the program that made it, and when it was changed.
  package var information: DocumentInformation
  /// Its language, and how viewers show it; where it opens, if that is on one of the pages.
  package var settings: DocumentSettings
  /// What does not come along.
  package var leftBehind: [LeftBehind]
  /// What is wrong with the document, in words; `nil` if nothing is known to be.
  package var damage: String?
}

extension FileStore {
  /// What goes along with pages.
  ///
  /// - Parameters:
  ///   - source: The document that they come from; `nil` is the file itself, as it was opened.
  ///   - pages: The places that the pages have there, and the pages that they became here.
  ///   - isWhole: Whether these are all pages of the document: then its attachments go along, if it is another document, and
  ///     outline items that lead to no page.
  ///   - damage: What is known to be wrong with the document.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange` or `.damaged`.
  /// - Complexity: O(pages that come, outline items of the source); the first time also O(named places of the source).
  package func importedParts(
    of source: SourceID?, _ pages: [(place: Int, page: PageID)], isWhole: Bool,
    damage: String? = nil
  ) throws -> ImportedParts {
    if let source {
      guard let document = documents[.imported(source)] else {
        throw PDFError(.pageOutOfRange, "The document that pages come from is missing.", url: url)
      }
      var parts = try document.parts(
        of: pages, isWhole: isWhole, withAttachments: isWhole, isOwn: false
      ) { .imported(source, $0) }
      parts.damage = damage ?? document.damage
      document.isDamageTold = parts.damage != nil
      return parts
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
    let all = try openedOutline().outline.flattened
    let targets = all.map { Self.moved($0.item.target, isWhole, destinations, moved) }
    let kept = isWhole ? Set(all.indices) : all.places(leadingTo: targets)
    let outline = Outline(
      all.indices.filter(kept.contains).map { index in
        let item = Self.copy(of: all[index].item, from: origin(index), leadingTo: targets[index])
        return Outline.FlatItem(item: item, level: all[index].level)
      })
    let files = withAttachments ? try openedAttachments().entries : []
    let attachments = try files.compactMap { try withData($0) }
    var rest = LeftBehindList()
    // Within the document they stay where they are.
    if !isWhole, !isOwn {
      for index in all.indices where !kept.contains(index) { rest.add(.outlineItems, all[index].item.label) }
      let names = try openedNameList()
      rest.add(
        .destinations, names.lazy.filter { destinations[$0] == nil }, count: names.count - destinations.count)
    }
    if !isOwn {
      let names = Set(attachments.map(\.name))
      for entry in try openedAttachments().entries where !names.contains(entry.attachment.name) {
        rest.add(.attachments, entry.attachment.name)
      }
    }
    try findLeftBehind(by: pages.map(\.place), isWhole: isWhole, isOwn: isOwn, &rest) { objects[$0] != nil }
    var settings = try openedSettings().known
    if case .foreign? = settings.openTarget { settings.openTarget = nil }
    settings.openTarget = Self.moved(settings.openTarget, isWhole, destinations, moved)
    let result = ImportedParts(
      outline: outline,
      destinations: destinations.map { NamedDestination($0.key, $0.value) }.sorted { $0.name < $1.name },
      attachments: attachments, information: try openedInformation().ofContent, settings: settings,
      leftBehind: rest.all)
    try openedGraph.requireReadable(url)
    return result
  }

  /// Where an item leads in another document: nowhere if its page did not come along.
  private static func moved(
    _ target: LinkTarget?, _ isWhole: Bool, _ names: [String: PageDestination],
    _ moved: (PageDestination) -> PageDestination?
  ) -> LinkTarget? {
    switch target {
    case .foreign("Dest")?: nil
    case .foreign?, .uri?: isWhole ? target : nil
    case .named(let name)?: names[name] == nil ? nil : target
    case .place(let place)?: moved(place).map(LinkTarget.place)
    case nil: nil
    }
  }

  /// An item in another document, under a name of its own.
  private static func copy(
    of item: OutlineItem, from origin: OutlineItem.Origin, leadingTo target: LinkTarget?
  ) -> OutlineItem {
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

extension [Outline.FlatItem] {
  /// The places of items that lead somewhere, and of those above them.
  fileprivate func places(leadingTo targets: [LinkTarget?]) -> Set<Int> {
    var kept: Set<Int> = []
    var hasKeptBelow: Set<Int> = []
    for index in indices.reversed() {
      let hasChildren = hasKeptBelow.remove(self[index].level + 1) != nil
      guard hasChildren || targets[index] != nil else { continue }
      hasKeptBelow.insert(self[index].level)
      kept.insert(index)
    }
    return kept
  }
}

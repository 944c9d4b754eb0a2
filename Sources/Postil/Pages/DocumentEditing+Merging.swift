import PostilFile
import PostilModel

/// What goes along with pages of another document.
public struct ImportedContent: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: Int
  /// Makes a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The outline items that lead to the pages, with those above them; of a whole document all items. They stand between the
  /// items of the pages around the new ones.
  public static let outline = ImportedContent(rawValue: 1)
  /// The names that places on the pages have. One that both documents have gets a number: `chapter.1_2`.
  public static let destinations = ImportedContent(rawValue: 2)
  /// The labels of the pages. Without it the pages go on with the numbers of the page before them, and so do those behind them.
  public static let labels = ImportedContent(rawValue: 4)
  /// The files that the document holds, if all of its pages come: their bytes are held in memory until the document is closed. One
  /// whose name is there already gets a number: `costs_2.csv`.
  public static let attachments = ImportedContent(rawValue: 8)

  /// What is about a document as a whole, if it comes to one without pages: its title and what else is its information, but for the
  /// program that made the file and when it was changed (``DocumentInformation``), and how viewers show it (``DocumentSettings``), also
  /// where it opens, if that is on one of the pages. What the other document says itself stays. The language comes without this, too.
  public static let information = ImportedContent(rawValue: 16)

  /// All of it.
  public static let all: ImportedContent = [.outline, .destinations, .labels, .attachments, .information]
}

extension EditTransaction {
  /// Takes in what goes along with pages that were inserted.
  ///
  /// - Parameters:
  ///   - content: What goes along.
  ///   - parts: What there is of it.
  ///   - inserted: The new pages.
  ///   - labels: The labels of the pages before they came.
  /// - Returns: What was left behind and what has other names.
  func take(
    _ content: ImportedContent, of parts: ImportedParts, with inserted: [PageID], _ labels: [PageLabelRange]
  ) throws -> InsertedPages {
    guard let first = inserted.first, let index = index(of: first) else { return InsertedPages(inserted) }
    var names: [String: String] = [:]
    var renamed: [Renaming] = []
    if content.contains(.destinations) { names = try addDestinations(parts.destinations) }
    for (old, new) in names.sorted(by: { $0.key < $1.key }) where old != new {
      renamed.append(Renaming(.destination, from: old, to: new))
    }
    if content.contains(.outline) { try addOutline(parts, names, at: index) }
    if content.contains(.attachments) { renamed += try addAttachments(parts.attachments) }
    if !content.contains(.labels) {
      try setPageLabels(
        labels.map { range in
          var range = range
          if range.start >= index, range.start > 0 { range.start += inserted.count }
          return range
        })
    }
    // What was not asked for is not missed.
    let leftBehind = parts.leftBehind.filter { left in
      switch left.kind {
      case .outlineItems: content.contains(.outline)
      case .destinations: content.contains(.destinations)
      case .attachments: content.contains(.attachments)
      default: true
      }
    }
    return InsertedPages(inserted, leftBehind: leftBehind, renamed: renamed, damage: parts.damage)
  }

  /// Takes in what is about a whole document, which is that of the first pages of this one.
  func takeWhole(_ content: ImportedContent, of parts: ImportedParts, _ inserted: InsertedPages) throws {
    var settings = try settings
    var new = parts.settings
    if !content.contains(.information) {
      new = DocumentSettings()
      new.language = parts.settings.language
    }
    if case .named(let name)? = new.openTarget, !content.contains(.destinations) {
      new.openTarget = parts.destinations.first { $0.name == name }.map { .place($0.destination) }
    }
    settings.addMissing(new)
    if try settings != self.settings { try setSettings(settings) }
    guard content.contains(.information) else { return }
    let pages = pages
    let old = try pages.document.store.withLock { try $0.information(in: pages.state) }
    var information = old
    information.addMissing(parts.information)
    if information != old { try setInformation(information) }
  }

  /// Adds named places, and returns the names that they got.
  private func addDestinations(_ new: [NamedDestination]) throws -> [String: String] {
    guard !new.isEmpty else { return [:] }
    var all = try namedDestinations
    var taken = Set(all.map(\.name))
    var names: [String: String] = [:]
    for destination in new {
      let name = taken.insertFree(destination.name) { "\(destination.name)_\($0)" }
      names[destination.name] = name
      all.append(NamedDestination(name, destination.destination))
    }
    try setNamedDestinations(all)
    return names
  }

  private func addOutline(_ parts: ImportedParts, _ names: [String: String], at index: Int) throws {
    guard !parts.outline.isEmpty else { return }
    let places = Dictionary(parts.destinations.map { ($0.name, $0.destination) }) { first, _ in first }
    var flat = parts.outline.flattened
    for entry in flat.indices {
      guard case .named(let name)? = flat[entry].item.target else { continue }
      // Without its name the place alone.
      flat[entry].item.target = names[name].map { .named($0) } ?? places[name].map { .place($0) }
    }
    var outline = try self.outline
    let inserted = Outline(flat).items
    let place = try outline.items.firstIndex { try firstPage(of: $0).map { $0 >= index } ?? false }
    outline.items.insert(contentsOf: inserted, at: place ?? outline.items.count)
    try setOutline(outline)
  }

  /// The index of the first page that an item or one below it leads to; `nil` if they lead to none.
  private func firstPage(of item: OutlineItem) throws -> Int? {
    var result: Int?
    try Outline([item]).forEach { item, _ in
      guard result == nil else { return }
      result = try destination(of: item.target).flatMap { self.index(of: $0.page) }
    }
    return result
  }

  private func addAttachments(_ new: [DocumentAttachment]) throws -> [Renaming] {
    guard !new.isEmpty else { return [] }
    var all = try attachments
    var renamed: [Renaming] = []
    var taken = Set(all.map(\.name))
    for attachment in new {
      let dot = attachment.name.lastIndex(of: ".") ?? attachment.name.endIndex
      let name = taken.insertFree(attachment.name) {
        "\(attachment.name[..<dot])_\($0)\(attachment.name[dot...])"
      }
      if name != attachment.name { renamed.append(Renaming(.attachment, from: attachment.name, to: name)) }
      all.append(DocumentAttachment(attachment.file, name: name, relationship: attachment.relationship))
    }
    try apply(.setAttachments(all))
    return renamed
  }
}

extension Set<String> {
  /// Inserts a name, or, where it is taken, the first free one that `numbered` makes of 2, 3 and so on; returns it.
  fileprivate mutating func insertFree(_ name: String, numbered: (Int) -> String) -> String {
    if insert(name).inserted { return name }
    var number = 2
    while !insert(numbered(number)).inserted { number += 1 }
    return numbered(number)
  }
}

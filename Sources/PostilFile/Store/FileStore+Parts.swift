package import Foundation
package import PostilModel

/// Parts of a file that belong to no page, each read when it is first asked for.
struct OpenedParts {
  var information: DocumentInformation?
  var outline: OpenedOutline?
  var labels: [PageLabelRange]?
  var settings: DocumentSettings?
  var attachments: OpenedAttachments?
  var names: NamedDestinations?
  /// The names as texts, see ``NamedDestinations/texts``.
  var nameTexts: [String: PDFObject]?
  var destinations: [String: PageDestination]?
  var namesByPage: [PageID: [String]]?
  var nameList: [String]?
  var layers: LayerConfiguration?
  var claims: [ConformityClaim]?
}

/// The parts of the document that belong to no page: as the file had them when it was opened, and as a state has them.
extension FileStore {
  func opened<Value>(_ path: WritableKeyPath<OpenedParts, Value?>, _ read: () -> Value) throws
    -> Value
  {
    if let known = caches.openedParts[keyPath: path] { return known }
    let value = read()
    try openedGraph.requireReadable(url)
    caches.openedParts[keyPath: path] = value
    return value
  }

  private var targets: LinkTargetReader {
    LinkTargetReader(objects: openedGraph) { [unowned self] in openedPage(of: $0) }
  }

  /// A part of the document, without a value if that is the one of the file as it was opened.
  ///
  /// - Throws: ``PDFError`` with code `.damaged`; `.unsupported` if the file's outline cannot be changed; `.invalidArgument` if
  ///   settings have values that neither the standard knows nor the file has, a
  ///   custom entry of the information has a key of the standard's, or a new item of the outline an action that is only kept.
  package func withoutOpenedValue(_ part: DocumentPart) throws -> DocumentPart {
    switch part {
    case .information(let value?):
      if let key = value.custom.keys.first(where: { DocumentInformation.isReserved($0) }) {
        throw PDFError(
          .invalidArgument,
          "'\(key)' is no key of one's own: choose another, or use the property of that name.")
      }
      return value == (try openedInformation()) ? .information(nil) : part
    case .outline(let value?):
      try requireChangeableOutline()
      let opened = try openedOutline()
      var origins: [OutlineItem.ID: OutlineItem.Origin] = [:]
      opened.outline.forEach { item, _ in origins[item.id] = item.origin }
      let known = try value.knowing(origins)
      return .outline(known == opened.outline ? nil : known)
    case .settings(let value?):
      let opened = try openedSettings()
      try value.requireKnownValues(besides: opened)
      return value == opened ? .settings(nil) : part
    case .attachments(let value?) where value == (try openedAttachments().entries.map(\.attachment)):
      return .attachments(nil)
    case .layers(let value?): return .layers(try withoutOpenedStates(value))
    default: return part
    }
  }

  // MARK: - Information

  /// Title, author and the like in a state.
  package func information(in state: DocumentState) throws -> DocumentInformation {
    try state.parts.information ?? openedInformation()
  }

  /// Title, author and the like, as the file was opened.
  package func openedInformation() throws -> DocumentInformation {
    if let known = caches.openedParts.information { return known }
    let packet = openedPacket()
    return try opened(\.information) {
      var information = DocumentInformation(openedGraph)
      if let packet { information.addMissing(packet) }
      return information
    }
  }

  /// The metadata packet of the file as it was opened; `nil` if it has none that can be read.
  private func openedPacket() -> XMPPacket? {
    guard let stream = openedGraph.catalog["Metadata"]?.reference, openedGraph.object(stream).isStream else {
      return nil
    }
    // One that cannot be decoded says nothing.
    return (try? openedGraph.decodedStream(stream, limit: XMPPacket.largestSize)).flatMap {
      XMPPacket(Data($0))
    }
  }

  /// What the file as it was opened says that it keeps of PDF/A and PDF/UA.
  var openedClaims: [ConformityClaim] {
    (try? opened(\.claims) { openedGraph.metadataPacket?.claims ?? [] }) ?? []
  }

  /// Whether subsets of fonts are to be listed in the file, as PDF/A-1 asks for (ISO 19005-1, 6.3.5).
  package var listsGlyphs: Bool { openedClaims.hasFirstArchive }

  /// What the file as it was opened says it is: `2B` for PDF/A-2b; `nil` if it claims no PDF/A.
  package var archiveClaim: String? {
    let packet = openedPacket()
    return packet?[.archivePart].map { $0 + (packet?[.archiveConformance] ?? "") }
  }

  // MARK: - Outline

  func openedOutline() throws -> OpenedOutline { try opened(\.outline) { OpenedOutline(targets) } }

  /// The outline in a state, without what leads to pages that are gone.
  ///
  /// - Throws: ``PDFError`` with code `.damaged`.
  package func outline(in state: DocumentState) throws -> Outline {
    let outline = try state.parts.outline ?? openedOutline().outline
    // The names are read only if something was removed.
    guard state.hasLostPages(of: pageCount) || state.parts.outline != nil else { return outline }
    var gone: Set<String> = []
    try outline.forEach { item, _ in
      guard case .named(let name)? = item.target, let place = try place(named: name, in: state),
        state.index(of: place.page) == nil
      else { return }
      gone.insert(name)
    }
    return outline.without { target in
      switch target {
      case .place(let place): state.index(of: place.page) == nil
      case .named(let name): gone.contains(name)
      case .uri, .foreign: false
      }
    }
  }

  /// - Throws: ``PDFError`` with code `.unsupported` if the outline of the file has too many items to be changed.
  func requireChangeableOutline() throws {
    guard try openedOutline().isComplete else {
      throw PDFError(
        .unsupported,
        "The outline has more than \(Outline.maximumCount) items: it is shown up to there and cannot be changed.",
        url: url)
    }
  }

  /// The dictionary that an item of the outline was read from, and the objects around it; `nil` for one that was made here.
  func outlineItem(_ origin: OutlineItem.Origin?) throws -> (dictionary: PDFDictionary, graph: ObjectGraph)? {
    switch origin {
    case nil: return nil
    case .opened(let index)?:
      return try openedOutline().dictionary(at: index, openedGraph).map { ($0, openedGraph) }
    case .imported(let source, let index)?:
      return try documents[.imported(source)]?.outlineItem(.opened(index))
    }
  }

  /// The objects of the items of the outline in the file as it is now.
  func outlineItemObjects() throws -> [OutlineItem.ID: ObjectID] {
    if let known = current.outlineObjects { return known }
    let items = try outline(in: saved).flattened
    let written = OpenedOutline(LinkTargetReader(objects: graph) { _ in nil })
    var result: [OutlineItem.ID: ObjectID] = [:]
    // The file has what was saved, so the items are the same in their order.
    if written.sources.count == items.count {
      for (entry, source) in zip(items, written.sources) {
        if case .object(let id) = source { result[entry.item.id] = id }
      }
    }
    current.outlineObjects = result
    return result
  }

  // MARK: - Page labels

  func openedLabels() throws -> [PageLabelRange] {
    try opened(\.labels) {
      PageLabelTree.ranges(openedGraph.catalog["PageLabels"], openedGraph, pageCount: pageCount)
    }
  }

  /// The label of a page in a state: the one that it was given, or that of its source; `nil` if it has none.
  func label(of page: PageID, in state: DocumentState) throws -> PageLabel? {
    if let given = state.parts.pageLabels, given.knows(page) { return given.label(of: page) }
    switch state.page(page).source {
    case .opened(let index): return PageLabelRange.label(at: index, in: try openedLabels())
    case .imported(let source, let index):
      return try documents[.imported(source)].flatMap {
        PageLabelRange.label(at: index, in: try $0.openedLabels())
      }
    case .blank, .content: return nil
    }
  }

  /// What a page is called in a state: its label, or its number if it has none.
  package func labelText(of page: PageID, at index: Int, in state: DocumentState) throws -> String {
    let text = try label(of: page, in: state)?.text ?? ""
    return text.isEmpty ? String(index + 1) : text
  }

  /// The labels of all pages in a state as ranges; none if no page has one. O(pages).
  package func labelRanges(in state: DocumentState) throws -> [PageLabelRange] {
    guard try hasLabels(state) else { return [] }
    let labels = try state.pages.map { try label(of: $0, in: state) }
    guard labels.contains(where: { $0 != nil }) else { return [] }
    return PageLabelRange.ranges(
      of: labels.enumerated().map { index, label in
        if let label { return label }
        switch state.page(state.pages[index]).source {
        // Numbers in between would be taken for those of other pages.
        case .blank, .content: return PageLabel(nil)
        case .opened, .imported: return PageLabel(.decimal, number: index + 1)
        }
      })
  }

  /// Whether pages can have labels at all.
  private func hasLabels(_ state: DocumentState) throws -> Bool {
    if state.parts.pageLabels != nil { return true }
    guard try openedLabels().isEmpty else { return true }
    return try documents.values.contains { try !$0.openedLabels().isEmpty }
  }

  // MARK: - Settings

  /// How viewers show the document, as the file was opened.
  package func openedSettings() throws -> DocumentSettings {
    try opened(\.settings) { DocumentSettings(targets) }
  }

  // MARK: - Attachments

  func openedAttachments() throws -> OpenedAttachments {
    try opened(\.attachments) { OpenedAttachments(openedGraph) }
  }

  /// The files that the document holds in a state.
  package func attachments(in state: DocumentState) throws -> [DocumentAttachment] {
    try state.parts.attachments ?? openedAttachments().entries.map(\.attachment)
  }

  /// The file specification of a file that was in the document when it was opened.
  func openedSpecification(of file: AttachedFile) throws -> PDFObject? {
    guard case .stored(let number, _, _) = file.contents else { return nil }
    return try openedAttachments().entries.first { entry in
      if case .stored(number, _, _) = entry.attachment.file.contents { true } else { false }
    }?.specification
  }

  /// The bytes of a file that was in the document when it was opened.
  ///
  /// - Throws: ``PDFError`` with code `.unsupported` if they are not in the document, or `.damaged`.
  package func data(of file: AttachedFile) throws -> Data {
    if let data = file.data { return data }
    let specification = try openedSpecification(of: file).flatMap { openedGraph.resolve($0).dictionary }
    return try data(specification: specification, openedGraph)
  }

  // MARK: - Named places

  func openedNames() throws -> NamedDestinations {
    try opened(\.names) { NamedDestinations(openedGraph) }
  }

  /// The names that the file had when it was opened, as texts.
  func openedNameTexts() throws -> [String: PDFObject] {
    let names = try openedNames()
    return try opened(\.nameTexts) { names.texts }
  }

  /// The places that the file had under names when it was opened, as far as they are on its pages.
  func openedDestinations() throws -> [String: PageDestination] {
    let (names, texts) = (try openedNames(), try openedNameTexts())
    return try opened(\.destinations) {
      names.inOrder(texts).reduce(into: [:]) { places, place in
        places[place.text] = names[place.name].flatMap { PageDestination($0, targets) }
      }
    }
  }

  /// Their names by the pages that they are on.
  func openedNamesByPage() throws -> [PageID: [String]] {
    let destinations = try openedDestinations()
    return try opened(\.namesByPage) {
      destinations.reduce(into: [:]) { $0[$1.value.page, default: []].append($1.key) }
    }
  }

  /// The names that the file had when it was opened, also of places that are on none of its pages, sorted.
  func openedNameList() throws -> [String] {
    let texts = try openedNameTexts()
    return try opened(\.nameList) { texts.keys.sorted() }
  }

  /// A named place in a state, also if its page is gone; `nil` if there is none.
  private func place(named name: String, in state: DocumentState) throws -> PageDestination? {
    if let given = state.parts.destinations { return NamedDestination.find(name, in: given) }
    guard let text = try openedNameTexts()[name] else { return nil }
    return try openedNames()[text].flatMap { PageDestination($0, targets) }
  }

  /// The named places in a state that are on its pages, by their names.
  package func destinations(in state: DocumentState) throws -> [NamedDestination] {
    let all =
      try state.parts.destinations
      ?? openedDestinations().map { NamedDestination($0.key, $0.value) }.sorted { $0.name < $1.name }
    return all.filter { state.index(of: $0.destination.page) != nil }
  }

  /// A named place in a state; `nil` if there is none, or its page is gone.
  package func destination(named name: String, in state: DocumentState) throws -> PageDestination? {
    try place(named: name, in: state).flatMap { state.index(of: $0.page) == nil ? nil : $0 }
  }
}

extension DocumentState {
  /// Whether a page of the file as it was opened was removed. O(pages).
  fileprivate func hasLostPages(of count: Int) -> Bool {
    (1...max(count, 1)).contains { index(of: PageID(number: $0)) == nil }
  }
}

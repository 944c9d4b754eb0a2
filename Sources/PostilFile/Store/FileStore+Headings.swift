package import PostilModel

/// A heading that the structure tree names.
package struct StructureHeading: Sendable, Hashable {
  /// Its text, without white space at its ends.
  package let text: String
  /// From 1.
  package let level: Int
  package let page: PageID
  /// Its upper left corner, in page space; `nil` if it is not known.
  package let start: PagePoint?
}

extension FileStore {
  /// The headings that the structure trees of the document's pages name (ISO 32000-2, 14.8.4), in the order of the pages.
  ///
  /// - Throws: ``PDFError`` with code `.damaged`.
  /// - Complexity: O(elements, and contents of the pages that have headings).
  package func headings(in state: DocumentState) throws -> [StructureHeading] {
    var places: [SourceID?: [Int: PageID]] = [:]
    for page in state.pages {
      switch state.page(page).source {
      case .opened(let index): places[nil, default: [:]][index] = places[nil]?[index] ?? page
      case .imported(let source, let index):
        places[source, default: [:]][index] = places[source]?[index] ?? page
      case .blank, .content: break
      }
    }
    var found: [StructureHeading] = []
    for (source, pages) in places.sorted(by: { ($0.key?.number ?? -1) < ($1.key?.number ?? -1) }) {
      let store = source.flatMap { documents[.imported($0)] } ?? self
      found += try store.openedHeadings(on: pages)
    }
    return found.enumerated().map { (state.index(of: $1.page) ?? 0, $0, $1) }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
      .map { _, _, heading in
        guard let placement = state.page(heading.page).placement else { return heading }
        return StructureHeading(
          text: heading.text, level: heading.level, page: heading.page,
          start: heading.start.map { placement.apply($0) })
      }
  }

  /// The headings of the file as it was opened.
  ///
  /// - Parameter pages: What the pages are, by their places.
  private func openedHeadings(on pages: [Int: PageID]) throws -> [StructureHeading] {
    guard let tree = StructureTree(openedGraph) else { return [] }
    var objects: [ObjectID: (place: Int, page: PageID)] = [:]
    for (place, page) in pages {
      if let object = try openedPage(at: place).object { objects[object] = (place, page) }
    }
    var texts = MarkedTexts(openedGraph)
    var result: [StructureHeading] = []
    for heading in HeadingElements(tree).all {
      guard let page = heading.contents.lazy.compactMap({ objects[$0.page] }).first else { continue }
      var text = heading.text ?? ""
      var start: PagePoint?
      for content in heading.contents {
        guard let place = objects[content.page]?.place else { continue }
        let part = try texts.part(content, of: openedPage(at: place).withInherited)
        if heading.text == nil { text += (text.isEmpty ? "" : " ") + (part?.text ?? "") }
        if start == nil, content.form == nil, content.page == heading.contents.first?.page {
          start = part?.start
        }
      }
      text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if text.isEmpty { text = heading.otherText ?? "" }
      guard !text.isEmpty else { continue }
      result.append(StructureHeading(text: text, level: heading.level, page: page.page, start: start))
    }
    try openedGraph.requireReadable(url)
    return result
  }
}

/// The elements of a structure tree that are headings, in the order of the tree.
private struct HeadingElements {
  struct Content: Hashable {
    let page: ObjectID
    /// The form whose content it is; `nil` for the page's own.
    let form: ObjectID?
    let number: Int
  }

  struct Heading {
    var level: Int
    /// What it says it stands for (`/ActualText`).
    var text: String?
    /// Its title or description.
    var otherText: String?
    var contents: [Content] = []
  }

  private(set) var all: [Heading] = []

  private struct Node {
    let kid: PDFObject
    let page: ObjectID?
    /// How many sections it is in.
    let depth: Int
    /// The heading that it belongs to.
    let heading: Int?
  }

  /// Elements that an `/H` counts as levels.
  private static let sections: Set<PDFName> = ["Part", "Art", "Sect"]
  private static let levels: [PDFName: Int] = [
    "Title": 1, "H1": 1, "H2": 2, "H3": 3, "H4": 4, "H5": 5, "H6": 6,
  ]

  init(_ tree: StructureTree) {
    var seen: Set<ObjectID> = []
    var pending = tree.kids(of: tree.root).reversed().map { Node(kid: $0, page: nil, depth: 0, heading: nil) }
    while let node = pending.popLast() {
      let value = tree.objects.resolve(node.kid)
      if let number = value.integer {
        add(number, page: node.page, form: nil, to: node.heading)
        continue
      }
      guard let dictionary = value.dictionary else { continue }
      guard let type = tree.objects.resolve(dictionary["S"]).name else {
        if let number = tree.objects.resolve(dictionary["MCID"]).integer {
          add(
            number, page: dictionary["Pg"]?.reference ?? node.page, form: dictionary["Stm"]?.reference,
            to: node.heading)
        }
        continue
      }
      if let id = node.kid.reference, !seen.insert(id).inserted { continue }
      var heading = node.heading
      let role = tree.role(of: type)
      if heading == nil, let level = role == "H" ? max(node.depth, 1) : role.flatMap({ Self.levels[$0] }) {
        heading = all.count
        all.append(
          Heading(
            level: level, text: tree.objects.text(dictionary["ActualText"]),
            otherText: tree.objects.text(dictionary["T"]) ?? tree.objects.text(dictionary["Alt"])))
      }
      let depth = node.depth + (role.map(Self.sections.contains) == true ? 1 : 0)
      let page = dictionary["Pg"]?.reference ?? node.page
      pending += tree.kids(of: dictionary).reversed().map {
        Node(kid: $0, page: page, depth: depth, heading: heading)
      }
    }
  }

  private mutating func add(_ number: Int, page: ObjectID?, form: ObjectID?, to heading: Int?) {
    guard let heading, let page else { return }
    all[heading].contents.append(Content(page: page, form: form, number: number))
  }
}

/// The marked content of pages and forms, each read once; of pages the last one, since headings come in their order.
private struct MarkedTexts {
  private let objects: ObjectChanges
  private let context: ContentContext
  private var last: (holder: ObjectID, text: MarkedText)?

  init(_ graph: ObjectGraph) {
    // Nothing is changed: streams are read through it.
    objects = ObjectChanges(graph, nextNumber: 1 << 30)
    context = ContentContext(objects, fileSize: graph.fileSize)
  }

  mutating func part(_ content: HeadingElements.Content, of page: PDFDictionary) throws -> MarkedText.Part? {
    let holder = content.form ?? content.page
    if let last, last.holder == holder { return last.text.parts[content.number] }
    let form = content.form.map { objects.object($0) }
    let resources = objects.resolve(form?.dictionary?["Resources"] ?? page["Resources"]).dictionary
    let streams = content.form.map { [PDFObject.reference($0)] } ?? streams(of: page)
    // What cannot be read says nothing.
    let bytes = streams.reduce(into: [UInt8]()) { bytes, stream in
      bytes += (try? objects.decoded(stream, limit: max(0, StreamLimit.content - bytes.count))) ?? []
      bytes.append(10)
    }
    let text = MarkedText(bytes, ContentInterpreter(context, resources: resources ?? [:]))
    last = (holder, text)
    return text.parts[content.number]
  }

  private func streams(of page: PDFDictionary) -> [PDFObject] {
    let contents = objects.resolve(page["Contents"])
    return contents.array ?? page["Contents"].map { [$0] } ?? []
  }
}

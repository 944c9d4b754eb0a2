package import PostilModel

/// Reads the structure of a file's pages: its tags, with the content that each has. It has its own view of the objects; one thread at a time.
package final class StructureReader {
  private let file: PageContents
  private var objects: ObjectGraph { file.objects }
  private var pagesByObject: [ObjectID: PageID] = [:]
  private var contents: [ContentKey: (content: StructureContent, ends: Ends?)] = [:]
  /// The content that was met last.
  private var lastEnd: (page: PageID, ends: Ends)?
  private var annotations: [ObjectID: (page: PageID, id: AnnotationID)] = [:]
  private var elementCount = 0

  /// Marked content: its page or form, and its number there.
  private struct ContentKey: Hashable {
    let page: PageID
    let form: ObjectID?
    let number: Int
  }

  /// Where the text of a content begins and ends, and how tall its letters are.
  private struct Ends {
    let start: PagePoint
    var end: PagePoint
    let size: Double

    init?(_ styles: TextStyles) {
      guard let first = styles.runs.first, let last = styles.runs.last else { return nil }
      start = PagePoint(x: Double(first.baseline.x), y: Double(first.baseline.y))
      end = PagePoint(x: Double(last.baseline.z), y: Double(last.baseline.w))
      size = styles.styles[first.style].fontSize
    }

    /// Gaps from here on, in sizes of letters, part words; and how far off the line an index may stand.
    private static let widestJoint = 0.15
    private static let farthestIndex = 0.7

    /// Whether it goes on where another one ended, on the same line, or as an index of it.
    func isJoined(to last: Ends) -> Bool {
      let size = max(size, last.size)
      let (gap, way) = (
        PagePoint(x: start.x - last.end.x, y: start.y - last.end.y),
        PagePoint(x: last.end.x - last.start.x, y: last.end.y - last.start.y)
      )
      let length = way.distance(to: .zero)
      guard length > 0 else { return gap.distance(to: .zero) < Self.widestJoint * size }
      let (along, across) = (gap.dot(way) / length, (gap.y * way.x - gap.x * way.y) / length)
      // Beyond a part of the size it is an index, whose letters are smaller.
      let isIndex = min(self.size, last.size) < 0.9 * size
      return abs(along) < Self.widestJoint * size
        && abs(across) < (isIndex ? Self.farthestIndex : Self.widestJoint) * size
    }
  }

  /// What a page of the file is in the document.
  package struct Page: Sendable {
    package var id: PageID
    /// Where its content stands; `nil` if it is where the file has it.
    package var placement: ContentPlacement?

    package init(_ id: PageID, placement: ContentPlacement?) { (self.id, self.placement) = (id, placement) }
  }

  /// How many elements are read, and how deep they may lie in each other; deeper ones are left out.
  private static let mostElements = 1_000_000
  private static let deepest = 100

  package init(_ file: OpenedFile) throws {
    self.file = try PageContents(file)
  }

  /// The structure of pages.
  ///
  /// - Parameters:
  ///   - pages: What the pages are, by their places in the file.
  ///   - progress: Told the part of the work that is done, 0 to 1.
  ///   - check: Called every few milliseconds; what it throws ends the reading.
  /// - Throws: ``PDFError`` with code `.damaged`, or `.unsupported` if there is too much of it; what `check` throws. A page whose content
  ///   cannot be read has none.
  /// - Complexity: O(elements, and bytes of what the pages show).
  package func structure(
    of pages: [Int: Page], progress: (Double) -> Void = { _ in }, check: @escaping @Sendable () throws -> Void
  ) throws -> DocumentStructure {
    (pagesByObject, contents, annotations, elementCount, lastEnd) = ([:], [:], [:], 0, nil)
    var result = DocumentStructure(
      language: objects.text(objects.catalog["Lang"]),
      isMarked: objects.resolve(objects.resolve(objects.catalog["MarkInfo"]).dictionary?["Marked"]).boolean
        == true)
    for (number, (place, owner)) in pages.sorted(by: { $0.key < $1.key }).enumerated() {
      let id = owner.id
      try check()
      try file.read(place, check: check) { page in
        if let object = page.source.object { pagesByObject[object] = id }
        if let order = objects.resolve(page.source.dictionary["Tabs"]).name {
          result.tabOrders[id] = order.description
        }
        try read(page, owner, &result)
      }
      progress(Double(number + 1) / Double(pages.count))
    }
    if let tree = StructureTree(objects) { result.elements = try elements(of: tree, check) }
    try objects.requireReadable(file.store.url)
    return result
  }

  // MARK: - Contents

  /// Reads the content of a page.
  private func read(
    _ page: PageContents.Page, _ owner: Page, _ result: inout DocumentStructure
  ) throws {
    let id = owner.id
    for entry in PageAnnotations.elements(of: page.source.dictionary, objects) {
      if let object = entry.element.reference { annotations[object] = (id, entry.id) }
    }
    let glyphs = PageGlyphs(readsStructure: true)
    do { try file.interpret(page, ContentWalk(glyphs)) } catch let error where error.isDamage {}
    var members = glyphs.contents.map { _ in [Int]() }
    for (index, glyph) in glyphs.glyphs.enumerated() where !glyph.isInHiddenLayer {
      if let content = glyph.content { members[content].append(index) }
    }
    for (index, content) in glyphs.contents.enumerated() {
      guard let (part, ends) = part(glyphs, content, members[index], on: owner) else { continue }
      if let number = content.number {
        let key = ContentKey(page: id, form: content.form, number: number)
        guard let (known, start) = contents[key] else {
          contents[key] = (part, ends)
          continue
        }
        var whole = start ?? ends
        if let end = ends?.end { whole?.end = end }
        contents[key] = (known.followed(by: part), whole)
      } else if index > 0 {
        result.artifacts.append(part)
      } else {
        result.untagged.append(part)
      }
    }
  }

  /// `nil` if nothing is shown.
  private func part(
    _ glyphs: PageGlyphs, _ content: PageGlyphs.Content, _ members: [Int], on page: Page
  ) -> (StructureContent, Ends?)? {
    let layout = PageTextLayout(glyphs, TextLines(glyphs, members).lines)
    let text = PageText(characters: layout.characters, boxes: layout.boxes)
    guard !text.isEmpty || content.graphics != nil else { return nil }
    var part = StructureContent(text.string, on: page.id)
    let rects = text.lines.map(\.bounds) + (content.graphics.map { [$0] } ?? [])
    let bounds = PageRect.union(of: rects)
    part.bounds = page.placement.map { $0.apply(bounds) } ?? bounds
    (part.imageCount, part.hasGraphics) = (content.imageCount, content.graphics != nil)
    if content.number == nil {
      let kinds = (["Type", "Subtype"] as [PDFName]).compactMap {
        objects.resolve(content.properties?[$0]).name?.description
      }
      part.artifactKind = kinds.last
    }
    return (part, Ends(layout.styles))
  }

  // MARK: - Elements

  private func elements(
    of tree: StructureTree, _ check: @Sendable () throws -> Void
  ) throws -> [StructureElement] {
    var seen: Set<ObjectID> = []
    return try tree.kids(of: tree.root).compactMap { kid in
      guard let dictionary = objects.resolve(kid).dictionary, dictionary["S"] != nil else { return nil }
      return try element(kid, dictionary, tree, page: nil, depth: 0, &seen, check)
    }
  }

  /// An element; `nil` if all of its content is on other pages, or it was read already.
  private func element(
    _ object: PDFObject, _ dictionary: PDFDictionary, _ tree: StructureTree, page: PageID?, depth: Int,
    _ seen: inout Set<ObjectID>, _ check: @Sendable () throws -> Void
  ) throws -> StructureElement? {
    if let id = object.reference, !seen.insert(id).inserted { return nil }
    elementCount += 1
    guard elementCount <= Self.mostElements else {
      throw PDFError(.unsupported, "The document has too many tags to be read: divide it first.")
    }
    if elementCount % 1_000 == 0 { try check() }
    let type = objects.resolve(dictionary["S"]).name
    var element = StructureElement(
      type?.description ?? "", role: tree.role(of: dictionary)?.description)
    element.namespace = objects.text(objects.resolve(dictionary["NS"]).dictionary?["NS"])
    element.title = objects.text(dictionary["T"]).flatMap { $0.isEmpty ? nil : $0 }
    element.alternateText = objects.text(dictionary["Alt"])
    element.actualText = objects.text(dictionary["ActualText"])
    element.expansion = objects.text(dictionary["E"])
    element.language = objects.text(dictionary["Lang"])
    element.id = objects.text(dictionary["ID"])
    element.attributes = tree.attributes(of: dictionary)
    let ownPage = dictionary["Pg"]?.reference
    let page = ownPage.map { pagesByObject[$0] } ?? page
    let kids = tree.kids(of: dictionary)
    for kid in kids {
      if let kid = try self.kid(kid, tree, page: page, depth: depth, &seen, check) {
        element.kids.append(kid)
      }
    }
    // What had content has it elsewhere; what never had any may say something by itself.
    guard element.kids.isEmpty, !kids.isEmpty || ownPage != nil && page == nil else { return element }
    return nil
  }

  private func kid(
    _ kid: PDFObject, _ tree: StructureTree, page: PageID?, depth: Int, _ seen: inout Set<ObjectID>,
    _ check: @Sendable () throws -> Void
  ) throws -> StructureElement.Kid? {
    let value = objects.resolve(kid)
    if let number = value.integer { return content(number, form: nil, on: page).map { .content($0) } }
    guard let dictionary = value.dictionary else { return nil }
    let place = dictionary["Pg"]?.reference.map { pagesByObject[$0] } ?? page
    switch objects.resolve(dictionary["Type"]).name {
    case "MCR":
      guard let number = objects.resolve(dictionary["MCID"]).integer else { return nil }
      return content(number, form: dictionary["Stm"]?.reference, on: place).map { .content($0) }
    case "OBJR":
      guard let object = dictionary["Obj"]?.reference else { return nil }
      if let known = annotations[object] { return .annotation(known.id, page: known.page) }
      guard let place, objects.resolve(objects.object(object).dictionary?["Subtype"]).name != nil else {
        return nil
      }
      return .annotation(nil, page: place)
    default:
      guard dictionary["S"] != nil, depth < Self.deepest else { return nil }
      return try element(kid, dictionary, tree, page: page, depth: depth + 1, &seen, check).map {
        .element($0)
      }
    }
  }

  /// Content that is not on the pages that are read is `nil`; of content that shows nothing the place is known.
  private func content(_ number: Int, form: ObjectID?, on page: PageID?) -> StructureContent? {
    guard let page else { return nil }
    guard let known = contents[ContentKey(page: page, form: form, number: number)] else {
      return StructureContent("", on: page)
    }
    var content = known.content
    if let ends = known.ends {
      content.isJoined = lastEnd.map { $0.page == page && ends.isJoined(to: $0.ends) } ?? false
      lastEnd = (page, ends)
    }
    return content
  }
}

extension StructureContent {
  /// With what another part of the same content shows.
  fileprivate func followed(by other: StructureContent) -> StructureContent {
    var result = self
    result.text += (text.isEmpty || other.text.isEmpty ? "" : "\n") + other.text
    result.bounds = [bounds, other.bounds].compactMap(\.self).reduce(nil) { $0?.union($1) ?? $1 }
    result.imageCount += other.imageCount
    result.hasGraphics = hasGraphics || other.hasGraphics
    return result
  }
}

extension FileStore {
  /// Whether the file that a page comes from has tags.
  ///
  /// - Throws: ``PDFError`` with code `.pageOutOfRange` or `.damaged`.
  package func isTagged(_ source: PageSource) throws -> Bool {
    StructureTree(try sourcePage(source).graph).map { !$0.kids(of: $0.root).isEmpty } ?? false
  }
}

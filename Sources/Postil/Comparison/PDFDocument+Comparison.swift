import PostilFile
public import PostilModel
public import PostilRender
import PostilRenderProtocol

extension PDFDocument {
  /// What is different between an older document and this one: see ``DocumentComparison``.
  ///
  /// Pages are told apart by their objects where one file is an older revision of the other, else by what they draw. A page whose
  /// content was written in other words, as another program does, counts as changed only if it looks different: it is drawn from
  /// both documents, and differences beyond antialiasing that no annotation or form field explains are its content's. If it looks the
  /// same, its words are compared. Of files, scripts and other actions the bytes are compared, however they are compressed.
  ///
  /// - Parameters:
  ///   - old: The older document.
  ///   - pages: The pages of this document to look at, as indices from 0; all without it. Which pages were removed is told
  ///     in any case, and so are the fields and the parts.
  ///   - progress: Told the part of the pages that was looked at, 0 to 1, on whatever thread goes through them.
  /// - Throws: ``PDFError`` if a document cannot be read, or a page that may be different cannot be drawn; `CancellationError`.
  /// - Complexity: O(bytes of both files); drawing takes the pages that may be different.
  public func comparison(
    with old: PDFDocument, pages: Set<Int>? = nil, progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> DocumentComparison {
    let run = try await ComparisonRun(old, self)
    return try await run.comparison(of: pages, progress ?? { _ in })
  }

  /// A picture of two versions of a page, one over the other: what both have is gray, what only the older one has red, what only
  /// this one has green.
  ///
  /// - Parameters:
  ///   - page: The page of this document.
  ///   - oldPage: The page of the older one.
  ///   - old: The older document.
  ///   - scale: Pixels a point.
  /// - Throws: As ``PageRenderer/image(of:scale:)``.
  public func comparisonImage(
    of page: PageID, with oldPage: PageID, in old: PDFDocument, scale: Double = 1
  ) async throws -> PageImage {
    let before = try await PageRenderer(old, options: .unstored).image(of: oldPage, scale: scale)
    let after = try await PageRenderer(self, options: .unstored).image(of: page, scale: scale)
    return try PageImage.inTwoColors(before, after)
  }
}

extension RenderOptions {
  /// What is drawn once is not kept on disk.
  fileprivate static var unstored: RenderOptions {
    var options = RenderOptions()
    options.previewFolder = nil
    return options
  }
}

/// One comparison of two documents.
private struct ComparisonRun {
  typealias Page = DocumentComparison.Page
  typealias AnnotationDifference = DocumentComparison.AnnotationDifference

  /// Pixels a point: text of 6 points is told apart.
  private static let scale = 1.5
  /// Points around an annotation that its picture may reach beyond its bounds.
  private static let margin = 12.0

  let old: PDFDocument
  let new: PDFDocument
  /// The pages as they are when it begins: indices are of these, whatever is edited meanwhile.
  private let oldPages: PDFDocument.Pages
  private let newPages: PDFDocument.Pages
  private let oldPrints: [[UInt8]?]
  private let newPrints: [[UInt8]?]
  private let alignment: PageAlignment
  /// What the newer document calls pages of the older one.
  private let newNames: [PageID: PageID]
  private let oldPictures: PageRenderer
  private let newPictures: PageRenderer

  init(_ old: PDFDocument, _ new: PDFDocument) async throws {
    (self.old, self.new) = (old, new)
    (oldPages, newPages) = (old.pages, new.pages)
    let (before, after) = (oldPages.state, newPages.state)
    (oldPictures, newPictures) = (
      PageRenderer(old, options: .unstored), PageRenderer(new, options: .unstored)
    )
    let oldSources = before.pages.map { before.page($0).source }
    let newSources = after.pages.map { after.page($0).source }
    // Not in one go: what shows or edits the documents meanwhile waits for one page, and saves wait for nothing.
    let prints = try await PDFDocument.opening.result {
      (try Self.fingerprints(of: oldSources, in: old), try Self.fingerprints(of: newSources, in: new))
    }
    (oldPrints, newPrints) = prints
    try Task.checkCancellation()
    let tokens = try await PDFDocument.opening.result {
      Self.tokens(old, oldSources, new, newSources, prints)
    }
    var alignment = PageAlignment(tokens.old, tokens.new) { _, _ in .none }
    // Where one file is a revision of the other, a page with an object of its own is a page of its own.
    let kept = Set(alignment.oldIndices.compactMap(\.self))
    let lost = before.pages.indices.filter { !kept.contains($0) && !tokens.old[$0].isObject }
    let come = after.pages.indices.filter { alignment.oldIndices[$0] == nil && !tokens.new[$0].isObject }
    if !lost.isEmpty, !come.isEmpty, lost.count * come.count <= Self.mostTexts {
      var oldTraits: [Int: PageTraits] = [:]
      var newTraits: [Int: PageTraits] = [:]
      for index in lost { oldTraits[index] = await PageTraits(before.pages[index], in: old) }
      for index in come { newTraits[index] = await PageTraits(after.pages[index], in: new) }
      alignment = PageAlignment(tokens.old, tokens.new) { from, to in
        guard let a = oldTraits[from], let b = newTraits[to] else { return .none }
        return a.likeness(to: b)
      }
    }
    self.alignment = alignment
    newNames = zip(alignment.oldIndices, after.pages).reduce(into: [:]) { names, pair in
      if let index = pair.0 { names[before.pages[index]] = pair.1 }
    }
  }

  private static func fingerprints(of sources: [PageSource], in document: PDFDocument) throws -> [[UInt8]?] {
    defer { document.store.withLock { $0.forgetFingerprints() } }
    return sources.map { source in document.store.withLock { $0.fingerprint(of: source) } }
  }

  private static let mostTexts = 2_500

  /// What tells pages apart.
  private static func tokens(
    _ old: PDFDocument, _ oldSources: [PageSource], _ new: PDFDocument, _ newSources: [PageSource],
    _ prints: (old: [[UInt8]?], new: [[UInt8]?])
  ) -> (old: [PageToken], new: [PageToken]) {
    let (oldFile, newFile) = (old.openedFile, new.openedFile)
    let isRevision =
      old.store.withLock { $0.isBeginning(of: newFile) } || new.store.withLock { $0.isBeginning(of: oldFile) }
    func tokens(_ document: PDFDocument, _ sources: [PageSource], _ prints: [[UInt8]?]) -> [PageToken] {
      let numbers = isRevision ? document.store.withLock { $0.objectNumbers(of: sources) } : []
      return prints.indices.map { index in
        if isRevision, let number = numbers[index] { return .object(number) }
        return prints[index].map { .content($0) } ?? .unknown(index)
      }
    }
    return (tokens(old, oldSources, prints.old), tokens(new, newSources, prints.new))
  }

  private enum PageToken: Hashable {
    case object(Int)
    case content([UInt8])
    case unknown(Int)

    var isObject: Bool { if case .object = self { true } else { false } }
  }

  // MARK: - Pages

  func comparison(
    of wanted: Set<Int>?, _ progress: @Sendable (Double) -> Void
  ) async throws -> DocumentComparison {
    var pages: [Page] = []
    var annotations: [AnnotationDifference] = []
    let fields = try fieldDifferences()
    let parts = try parts()
    let kept = Set(alignment.oldIndices.compactMap(\.self))
    var lastOld = -1
    func addRemoved(upTo end: Int) {
      for index in lastOld + 1..<max(end, lastOld + 1) where !kept.contains(index) {
        pages.append(Page(oldIndex: index, newIndex: nil, kinds: [.removed], areas: []))
      }
      lastOld = max(lastOld, end)
    }
    for index in newPages.indices {
      try Task.checkCancellation()
      progress(Double(index) / Double(newPages.count))
      let former = alignment.oldIndices[index]
      if let former, !alignment.moved.contains(index) { addRemoved(upTo: former) }
      guard wanted?.contains(index) ?? true else { continue }
      guard let former else {
        pages.append(Page(oldIndex: nil, newIndex: index, kinds: [.added], areas: []))
        continue
      }
      let found = try annotationDifferences(former, index)
      annotations += found
      let hasOtherLayers = try parts.contains(.layers) && layersDiffer(former, index)
      if let page = try await difference(former, index, found, fields, hasOtherLayers) {
        pages.append(page)
      }
    }
    addRemoved(upTo: oldPages.count)
    progress(1)
    return DocumentComparison(
      pages: pages, annotations: Self.joined(annotations), fields: fields.map(\.field),
      parts: parts, oldIndices: alignment.oldIndices)
  }

  private func difference(
    _ from: Int, _ to: Int, _ annotations: [AnnotationDifference], _ fields: [FieldDifference],
    _ hasOtherLayers: Bool
  ) async throws -> Page? {
    let (former, page) = (try oldPages.page(at: from), try newPages.page(at: to))
    var kinds: Set<Page.Kind> = []
    if alignment.moved.contains(to) { kinds.insert(.moved) }
    if former.rotation != page.rotation { kinds.insert(.rotated) }
    if former.userUnit != page.userUnit
      || PageBox.allCases.contains(where: { !Self.isSame(former.bounds(for: $0), page.bounds(for: $0)) })
    {
      kinds.insert(.resized)
    }
    if behavior(old, oldPages, from) != behavior(new, newPages, to) { kinds.insert(.behavior) }
    let isFlattened =
      newPages.state.page(page.id).flattened != oldPages.state.page(former.id).flattened
      || newPages.state.page(page.id).marks != oldPages.state.page(former.id).marks
      || newPages.state.page(page.id).placement != oldPages.state.page(former.id).placement
    let isOther = isFlattened || oldPrints[from] == nil || oldPrints[from] != newPrints[to]
    let changed = fields.flatMap { $0.areas[to] ?? [] }
    var areas: [PageRect] = []
    if isOther || hasOtherLayers || !annotations.isEmpty || !changed.isEmpty,
      kinds.isDisjoint(with: [.rotated, .resized])
    {
      areas = try await drawnDifferences(former.id, page.id)
      let explained = changed + annotations.flatMap { [$0.old?.bounds, $0.new?.bounds].compactMap(\.self) }
      let isUnexplained = areas.contains { area in
        !explained.contains { $0.insetBy(-Self.margin).contains(area) }
      }
      if isOther, isUnexplained { kinds.insert(.content) }
    } else if isOther {
      kinds.insert(.content)
    }
    if isOther, !kinds.contains(.content), try await words(of: former.id, old) != words(of: page.id, new) {
      kinds.insert(.text)
    }
    return kinds.isEmpty && areas.isEmpty
      ? nil : Page(oldIndex: from, newIndex: to, kinds: kinds, areas: areas)
  }

  /// What a page does, in the file that it comes from.
  private func behavior(_ document: PDFDocument, _ pages: PDFDocument.Pages, _ index: Int) -> [UInt8]? {
    let source = pages.state.page(pages.ids[index]).source
    return document.store.withLock { $0.behaviorDigest(of: source) }
  }

  /// The words of a page, whatever their order is in its content.
  private func words(of page: PageID, _ document: PDFDocument) async throws -> [String] {
    try await document.text(of: page).withoutAnnotations.string.split { $0.isWhitespace }.map(String.init)
      .sorted()
  }

  /// Whether boxes are the same up to what programs round.
  private static func isSame(_ a: PageRect, _ b: PageRect) -> Bool {
    [a.minX - b.minX, a.minY - b.minY, a.width - b.width, a.height - b.height].allSatisfy { abs($0) < 0.01 }
  }

  private func drawnDifferences(_ former: PageID, _ page: PageID) async throws -> [PageRect] {
    async let drawnBefore = oldPictures.image(of: former, scale: Self.scale)
    async let drawnAfter = newPictures.image(of: page, scale: Self.scale)
    let (before, after) = try await (drawnBefore, drawnAfter)
    let shown = try new.transform(of: page)
    let transform = PageTransform(cropBox: shown.cropBox, rotation: shown.rotation, scale: Self.scale)
    return PictureComparison(before, after).areas.map { transform.pageRect(ViewRect($0)) }
  }

  // MARK: - Annotations

  private func annotationDifferences(_ from: Int, _ to: Int) throws -> [AnnotationDifference] {
    let names = newNames
    let before = try compared(oldPages.page(at: from), old, oldPages) { names[$0]?.description }.map { one in
      ComparedAnnotation(annotation: moved(one.annotation), actions: one.actions, file: one.file)
    }
    let after = try compared(newPages.page(at: to), new, newPages) { $0.description }
    let matching = AnnotationMatching(before, after)
    let changed = matching.pairs.compactMap { pair -> AnnotationDifference? in
      let aspects = pair.old.differences(from: pair.new)
      return aspects.isEmpty
        ? nil
        : AnnotationDifference(
          kind: .changed, old: pair.old.annotation, new: pair.new.annotation, oldPage: from, newPage: to,
          aspects: aspects)
    }
    let removed = matching.removed.map {
      AnnotationDifference(kind: .removed, old: $0, new: nil, oldPage: from, newPage: nil, aspects: [])
    }
    let added = matching.added.map {
      AnnotationDifference(kind: .added, old: nil, new: $0, oldPage: nil, newPage: to, aspects: [])
    }
    return removed + changed + added
  }

  /// The annotations of a page with what they do and hold.
  ///
  /// - Parameter name: What the newer document calls a page.
  private func compared(
    _ page: PDFPage, _ document: PDFDocument, _ pages: PDFDocument.Pages,
    _ name: @escaping @Sendable (PageID) -> String?
  ) throws -> [ComparedAnnotation] {
    guard !page.annotations.isEmpty else { return [] }
    let actions = try document.store.withLock {
      try $0.actionDigests(of: page.id, in: pages.state, naming: name)
    }
    return page.annotations.map { annotation in
      let holdsFile = annotation.content.fileAttachment != nil
      let data = holdsFile ? try? document.attachedData(of: annotation.id, on: page.id) : nil
      return ComparedAnnotation(
        annotation: annotation, actions: actions[annotation.id], file: data.map { FileStore.digest(of: $0) })
    }
  }

  /// An annotation with the page that it leads to as the newer document calls it.
  private func moved(_ annotation: Annotation) -> Annotation {
    guard let link = annotation.content.link else { return annotation }
    var result = annotation
    result.content.link?.target = moved(link.target)
    return result
  }

  private func moved(_ target: LinkTarget) -> LinkTarget {
    guard case .place(var place) = target else { return target }
    guard let now = newNames[place.page] else { return .foreign("Dest") }
    place.page = now
    return .place(place)
  }

  /// With annotations that are gone from one page and have come to another, by their names, as one difference.
  private static func joined(_ all: [AnnotationDifference]) -> [AnnotationDifference] {
    var gone: [AnnotationID: AnnotationDifference] = [:]
    for difference in all where difference.kind == .removed {
      if let annotation = difference.old, !annotation.id.isPlace { gone[annotation.id] = difference }
    }
    var joined: Set<AnnotationID> = []
    var result = all.map { difference -> AnnotationDifference in
      guard difference.kind == .added, let new = difference.new, let former = gone[new.id],
        let old = former.old, old.subtype == new.subtype
      else { return difference }
      joined.insert(new.id)
      return AnnotationDifference(
        kind: .changed, old: old, new: new, oldPage: former.oldPage, newPage: difference.newPage,
        aspects: old.differences(from: new).union([.page]))
    }
    result.removeAll { $0.kind == .removed && $0.old.map { joined.contains($0.id) } ?? false }
    return result
  }

  // MARK: - Fields and parts

  private struct FieldDifference {
    let field: DocumentComparison.Field
    /// Where it is shown, by the page's index in the newer document.
    let areas: [Int: [PageRect]]
  }

  private func fieldDifferences() throws -> [FieldDifference] {
    func fields(_ document: PDFDocument) throws -> [String: FormField] {
      try document.form?.fields.reduce(into: [:]) { $0[$1.name] = $1 } ?? [:]
    }
    let (before, after) = (try fields(old), try fields(new))
    let indices = Dictionary(newPages.ids.enumerated().map { ($1, $0) }) { first, _ in first }
    return Set(before.keys).union(after.keys).sorted().compactMap { name in
      let (a, b) = (before[name], after[name])
      let aspects = a.flatMap { a in b.map { a.differences(from: $0) } } ?? []
      guard (a == nil) != (b == nil) || !aspects.isEmpty else { return nil }
      let widgets = (b?.widgets ?? []).reduce(into: [Int: [PageRect]]()) { areas, widget in
        if let index = indices[widget.page] { areas[index, default: []].append(widget.rect) }
      }
      return FieldDifference(
        field: .init(name: name, old: a?.value, new: b?.value, aspects: aspects), areas: widgets)
    }
  }

  private func parts() throws -> Set<DocumentComparison.Part> {
    var result: Set<DocumentComparison.Part> = []
    if !(old.information.isSame(as: new.information)) { result.insert(.information) }
    let names = newNames
    let outlines = (
      old.store.withLock { $0.outlineActionsDigest { names[$0]?.description } },
      new.store.withLock { $0.outlineActionsDigest { $0.description } }
    )
    if try items(old.outline.items, move: true) != items(new.outline.items, move: false)
      || outlines.0 != outlines.1
    {
      result.insert(.outline)
    }
    if try !old.pageLabels.isEmpty || !new.pageLabels.isEmpty, try labelsDiffer() {
      result.insert(.pageLabels)
    }
    var settings = try old.settings
    settings.openTarget = settings.openTarget.map(moved)
    if try settings != new.settings { result.insert(.settings) }
    let places = try old.namedDestinations.map { "\($0.name) \(moved(.place($0.destination)))" }
    if try places.sorted()
      != new.namedDestinations.map({ "\($0.name) \(LinkTarget.place($0.destination))" }).sorted()
    {
      result.insert(.namedDestinations)
    }
    if try attachments(old) != attachments(new) { result.insert(.attachments) }
    if try layers(old) != layers(new) { result.insert(.layers) }
    let actions = (
      old.store.withLock { $0.documentActionsDigest { names[$0]?.description } },
      new.store.withLock { $0.documentActionsDigest { $0.description } }
    )
    if actions.0 != actions.1 { result.insert(.actions) }
    let texts = [old, new].map { document in document.store.withLock { $0.alternateTexts() } }
    if texts.first != texts.last { result.insert(.alternateTexts) }
    return result
  }

  /// The layers, whatever their numbers are in the file.
  private func layers(_ document: PDFDocument) throws -> [DocumentLayer] {
    try document.layers.map { layer in
      var layer = layer
      layer.id = nil
      return layer
    }
  }

  /// Whether a page shows and hides its layers otherwise.
  private func layersDiffer(_ from: Int, _ to: Int) throws -> Bool {
    func layers(_ document: PDFDocument, _ pages: PDFDocument.Pages, _ index: Int) throws -> [PageLayerState]
    {
      let source = pages.state.page(pages.ids[index]).source
      return try document.store.withLock {
        try $0.layerStates(on: source, given: pages.state.parts.layers)
      }
    }
    return try layers(old, oldPages, from) != layers(new, newPages, to)
  }

  /// Whether a page that both have is called something else. Reads all pages.
  private func labelsDiffer() throws -> Bool {
    try alignment.oldIndices.enumerated().contains { place, former in
      try former.map { try oldPages.page(at: $0).label != newPages.page(at: place).label } ?? false
    }
  }

  /// The outline as texts: level, label, looks and target.
  private func items(_ items: [OutlineItem], move: Bool) -> [String] {
    var result: [String] = []
    var stack = items.reversed().map { (item: $0, level: 0) }
    while let (item, level) = stack.popLast() {
      let target = item.target.map { move ? moved($0) : $0 }
      result.append(
        "\(level) \(item.label) \(target.map { "\($0)" } ?? "") \(item.isBold) \(item.isItalic) \(item.color.map { "\($0)" } ?? "")"
      )
      stack += item.children.reversed().map { ($0, level + 1) }
    }
    return result
  }

  private func attachments(_ document: PDFDocument) throws -> [String] {
    try document.attachments.map { attachment in
      let data = try? document.data(ofAttachment: attachment.name)
      return "\(attachment.name) \(attachment.file.name) \(data.map { "\(FileStore.digest(of: $0))" } ?? "")"
    }.sorted()
  }
}

/// What pages that are not equal are compared by.
private struct PageTraits {
  let words: Set<String>
  let size: PageRect

  init?(_ page: PageID, in document: PDFDocument) async {
    guard let text = try? await document.text(of: page).withoutAnnotations,
      let box = try? document.page(page).bounds(for: .mediaBox)
    else { return nil }
    words = Set(text.string.split { $0.isWhitespace }.map(String.init))
    size = box
  }

  func likeness(to other: PageTraits) -> PageAlignment.Likeness {
    if !words.isEmpty,
      2 * words.intersection(other.words).count >= min(words.count, max(other.words.count, 1))
    {
      return .sameWords
    }
    let isOfSameSize =
      abs(size.width - other.size.width) < 1 && abs(size.height - other.size.height) < 1
    return isOfSameSize && words.isEmpty == other.words.isEmpty ? .possible : .none
  }
}

extension FormField {
  /// What is different in a newer version, where it stands aside.
  fileprivate func differences(from new: FormField) -> Set<DocumentComparison.Field.Aspect> {
    var result: Set<DocumentComparison.Field.Aspect> = []
    if value != new.value { result.insert(.value) }
    if kind != new.kind { result.insert(.kind) }
    if options != new.options || buttonValues != new.buttonValues { result.insert(.options) }
    if flags != new.flags || maximumLength != new.maximumLength { result.insert(.rules) }
    if defaultValue != new.defaultValue { result.insert(.defaultValue) }
    if alternateName != new.alternateName || mappingName != new.mappingName { result.insert(.names) }
    if scripts != new.scripts { result.insert(.scripts) }
    return result
  }
}

extension DocumentInformation {
  /// Whether it says the same, but for when it was saved and by what program.
  fileprivate func isSame(as other: DocumentInformation) -> Bool {
    var copy = self
    (copy.creator, copy.producer) = (other.creator, other.producer)
    (copy.creationDate, copy.modificationDate) = (other.creationDate, other.modificationDate)
    return copy == other
  }
}

import PostilFile
public import PostilModel

extension EditTransaction {
  /// Gives pages another size, and scales what they show to it: content, annotations with their line widths and letters, and form
  /// fields. Links, outline items and named places go on leading to the same spots.
  ///
  /// ```swift
  /// try await document.resizePages(document.pageIDs, to: .a4)
  /// try await document.resizePages([cover], to: .letter, PageResizing(.fill, alignment: .top))
  /// ```
  ///
  /// What was hidden by a crop box stays hidden. Saved by appending, the content streams stay as they are, between two new ones that
  /// scale them. Annotations keep what other programs drew of them. Notes keep the size of their icons, and fields filled in later their size of letters. Measurements keep their values.
  ///
  /// - Parameters:
  ///   - pages: The pages.
  ///   - size: The size, in points, as the pages are shown.
  ///   - resizing: How the content comes to be on it.
  /// - Throws: ``PDFError`` with code `.invalidArgument` for a size that no page can have or a page that is named twice,
  ///   `.pageOutOfRange`, `.invalidGeometry` if a page is so small or large that its content cannot be scaled, `.damaged` or `.editConflict`; then
  ///   nothing is changed.
  /// - Complexity: O(pages of the document, their links, outline items, and annotations of the pages).
  public func resizePages(
    _ pages: some Sequence<PageID>, to size: PageSize, _ resizing: PageResizing = PageResizing()
  ) throws(PDFError) {
    let pages = Array(pages)
    try size.requireValid()
    guard !pages.isEmpty else { return }
    try PDFError.only { try edit("Resize Pages") { edit in try edit.resize(pages, to: size, resizing) } }
  }
}

extension PDFDocument {
  /// Gives pages another size, as one step of undo, on a thread of its own: see ``EditTransaction/resizePages(_:to:_:)``.
  ///
  /// - Throws: ``PDFError``, as ``EditTransaction/resizePages(_:to:_:)``; `CancellationError` if the task was canceled before a page was
  ///   changed.
  public func resizePages(
    _ pages: some Sequence<PageID>, to size: PageSize, _ resizing: PageResizing = PageResizing()
  ) async throws {
    let pages = Array(pages)
    try await editInBackground("Resize Pages") { try $0.resizePages(pages, to: size, resizing) }
  }

  /// Gives pages another size; blocks the calling thread meanwhile.
  ///
  /// - Throws: ``PDFError``, as ``EditTransaction/resizePages(_:to:_:)``.
  public func resizePagesAndWait(
    _ pages: some Sequence<PageID>, to size: PageSize, _ resizing: PageResizing = PageResizing()
  ) throws(PDFError) {
    try PDFError.only { try edit("Resize Pages") { try $0.resizePages(pages, to: size, resizing) } }
  }
}

extension EditTransaction {
  fileprivate func resize(_ pages: [PageID], to size: PageSize, _ resizing: PageResizing) throws {
    var placements: [PageID: ContentPlacement] = [:]
    var boxes: [PageBoxes] = []
    var edits: [Edit] = []
    for id in pages {
      let page = try page(id)
      let state = self.pages.state.page(id)
      let (placement, media) = try resizing.placement(of: page, on: size)
      guard placements.updateValue(placement, forKey: id) == nil else {
        throw PDFError(.invalidArgument, "A page is named twice: name each page once.")
      }
      var all: [PageBox: PageRect] = [.mediaBox: media, .cropBox: media]
      for box in [PageBox.bleedBox, .trimBox, .artBox]
      where page.bounds(for: box) != page.bounds(for: .cropBox) {
        all[box] = placement.apply(page.bounds(for: box)).intersection(media).flatMap {
          $0.isEmpty ? nil : $0
        }
      }
      for box in [PageBox.bleedBox, .trimBox, .artBox] where all[box] == nil { all[box] = media }
      boxes.append(PageBoxes(id, all))
      let whole = placement.after(state.placement)
      try whole.requireUsable()
      let flattened = try flattenedAnnotations(of: state).mapValues { $0.placed(placement) }
      let list = page.annotations
      let changed = zip(list, list.map { $0.placed(placement) }).filter { $0 != $1 }.map(\.1)
      edits.append(.placeContent(PlacedContent(id, whole, flattened.isEmpty ? nil : flattened, changed)))
    }
    try apply([.setBoxes(boxes)] + edits, named: nil)
    try lead(to: placements)
  }

  /// The annotations that are a part of a page's content, as they were made that.
  private func flattenedAnnotations(of state: PageState) throws -> [AnnotationID: Annotation] {
    guard let ids = state.flattened else { return [:] }
    let opened = try pages.document.store.withLock { try $0.annotations(of: state.source) }
    let known = Dictionary(opened.map { ($0.id, $0) }) { first, _ in first }
    return ids.reduce(into: [:]) { $0[$1] = state.flattenedValues?[$1] ?? known[$1] }
  }

  // MARK: - What leads there

  /// Has links, the outline, named places and the settings lead to where things are now.
  private func lead(to placements: [PageID: ContentPlacement]) throws {
    func moved(_ target: LinkTarget?) -> LinkTarget? {
      guard case .place(let place)? = target, let placement = placements[place.page] else { return nil }
      let result = place.placed(placement)
      return result == place ? nil : .place(result)
    }
    for id in try pagesWithLinks(to: placements) {
      let state = self.pages.state.page(id)
      let links = try page(id).annotations.compactMap { annotation -> Annotation? in
        guard var link = annotation.content.link, let target = moved(link.target) else { return nil }
        link.target = target
        var copy = annotation
        copy.content = AnnotationContent(link)
        return copy
      }
      // Locked ones too.
      let edit = Edit.placeContent(PlacedContent(id, state.placement, state.flattenedValues, links))
      if !links.isEmpty { try apply([edit], named: nil) }
    }
    let old = try outline
    var flat = old.flattened
    for index in flat.indices {
      if let target = moved(flat[index].item.target) { flat[index].item.target = target }
    }
    let new = Outline(flat)
    if new != old { try setOutline(new) }
    let names = try namedDestinations
    let newNames = names.map { name in
      placements[name.destination.page].map { NamedDestination(name.name, name.destination.placed($0)) }
        ?? name
    }
    if newNames != names { try setNamedDestinations(newNames) }
    var settings = try settings
    if let target = moved(settings.openTarget) {
      settings.openTarget = target
      try setSettings(settings)
    }
  }

  /// The pages that may have links to some pages. Those of which edits changed no annotation are looked at in their file.
  private func pagesWithLinks(to placements: [PageID: ContentPlacement]) throws -> [PageID] {
    let state = pages.state
    let targets = placements.keys.map { state.page($0).source }
    return try pages.document.store.withLock { store in
      let leads = try store.linkFinder(to: targets)
      return try state.pages.filter { id in
        let page = state.page(id)
        return try page.annotations != nil || leads(page.source)
      }
    }
  }
}

extension PageResizing {
  /// Where the content of a page comes to stand on its new media box.
  fileprivate func placement(
    of page: PDFPage, on size: PageSize
  ) throws(PDFError) -> (ContentPlacement, media: PageRect) {
    let box = page.bounds(for: .cropBox)
    let isSideways = page.rotation.isSideways
    let shown = isSideways ? (box.height, box.width) : (box.width, box.height)
    let isOnOtherSide = (size.width > size.height) != (shown.0 > shown.1) && shown.0 != shown.1
    let paper = keepsOrientation && isOnOtherSide ? size.turned : size
    let sides = isSideways ? paper.turned : paper
    // Units of page space are larger than points on very large pages.
    let (width, height) = (sides.width / page.userUnit, sides.height / page.userUnit)
    guard box.width > 0, box.height > 0 else {
      throw PDFError(.invalidGeometry, "\(page.id) has no extent: crop it first.")
    }
    let factors = (width / box.width, height / box.height)
    let scale =
      switch scaling {
      case .fit: min(factors.0, factors.1)
      case .fill: max(factors.0, factors.1)
      case .none: 1.0
      }
    let place = alignment.place(turned: page.rotation)
    let placement = ContentPlacement(
      scale: scale, dx: (width - scale * box.width) * place.x - scale * box.minX,
      dy: (height - scale * box.height) * place.y - scale * box.minY, clip: box)
    try placement.requireUsable()
    return (placement, PageRect(x: 0, y: 0, width: width, height: height))
  }
}

extension PageResizing.Alignment {
  /// How much of the space that is left is at the left of the content and below it, in page space of a page that is shown turned.
  fileprivate func place(turned rotation: PageRotation) -> (x: Double, y: Double) {
    let (x, y): (Double, Double) =
      switch self {
      case .center: (0.5, 0.5)
      case .top: (0.5, 1)
      case .bottom: (0.5, 0)
      case .left: (0, 0.5)
      case .right: (1, 0.5)
      case .topLeft: (0, 1)
      case .topRight: (1, 1)
      case .bottomLeft: (0, 0)
      case .bottomRight: (1, 0)
      }
    return switch rotation {
    case .none: (x, y)
    case .clockwise90: (1 - y, x)
    case .clockwise180: (1 - x, 1 - y)
    case .clockwise270: (y, 1 - x)
    }
  }
}

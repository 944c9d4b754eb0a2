public import PostilModel

/// Pages that come and go. What is inserted is shown, searched and annotated at once, before any save; a save appends it.
extension DocumentEditing {
  // MARK: - Inserting

  /// Puts an empty page in.
  ///
  /// - Parameters:
  ///   - width: The width in points, from 3 to 14,400.
  ///   - height: The height in points, from 3 to 14,400.
  ///   - index: The index that it gets, from 0; `nil` for the last.
  /// - Returns: The new page.
  /// - Throws: ``PDFError`` with code `.invalidArgument` or `.pageOutOfRange`.
  /// - Complexity: O(pages of the document).
  @discardableResult
  public func insertBlankPage(
    width: Double, height: Double, at index: Int? = nil
  ) throws(PDFError) -> PageID {
    try insertBlankPage(size: PageSize(width: width, height: height), at: index)
  }

  /// Puts an empty page in: `insertBlankPage(size: .a4)`.
  ///
  /// - Parameters:
  ///   - size: The size, in points.
  ///   - index: The index that it gets, from 0; `nil` for the last.
  /// - Returns: The new page.
  /// - Throws: ``PDFError``, as ``insertBlankPage(width:height:at:)``.
  /// - Complexity: O(pages of the document).
  @discardableResult
  public func insertBlankPage(size: PageSize, at index: Int? = nil) throws(PDFError) -> PageID {
    let states = [PageState(source: .blank(size))]
    if let index { return try insert(states, at: index, named: "Insert Page")[0] }
    // The number of pages is that of the moment of the edit.
    return try PDFError.only {
      try edit("Insert Page") { try $0.insert(states, at: $0.pageCount, named: "Insert Page")[0] }
    }
  }

  /// The same, whatever the author of another document allows.
  func insertPermitted(
    of chosen: PDFDocument.Pages, _ pages: [PageID]?, at index: Int, bringing content: ImportedContent,
    _ checkCancellation: () throws -> Void = {}
  ) throws(PDFError) -> InsertedPages {
    let target = self.pages
    let (other, state) = (chosen.document, chosen.state)
    let places = try (pages ?? chosen.ids).map { page throws(PDFError) in try chosen.requiredIndex(of: page) }
    // Of the same file opened twice they are the document's own: nothing is copied.
    let source: SourceID? =
      target.document.isSameFile(as: other, in: state)
      ? nil : try PDFError.only { try target.document.register(other, in: state).source }
    // What is registered of a damaged document was mended.
    let damage = other.store.withLock { $0.damage }
    let states = places.map { place in
      PageState(source: source.map { .imported($0, place) } ?? .opened(place))
    }
    return try PDFError.only {
      try edit("Insert Pages") { edit in
        let labels = content.contains(.labels) ? [] : try edit.pageLabels
        let wasEmpty = edit.pageCount == 0
        let inserted = try edit.insert(states, at: index, named: "Insert Pages")
        let parts = try target.document.store.withLock { store in
          try store.importedParts(
            of: source, zip(places, inserted).map { (place: $0, page: $1) }, isWhole: pages == nil,
            damage: damage)
        }
        let result = try edit.take(content, of: parts, with: inserted, labels)
        if wasEmpty { try edit.takeWhole(content, of: parts, result) }
        try checkCancellation()
        return result
      }
    }
  }

  /// Puts an image in as a page of its size. A JPEG stays as it is; the transparency of a PNG is kept.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - resolution: How many pixels make an inch of paper, 1 to 10,000.
  ///   - index: The index that the page gets, from 0.
  /// - Returns: The new page.
  /// - Throws: ``PDFError`` with code `.invalidArgument` if the page would be smaller than 3 or larger than 14,400 points, or the
  ///   image is damaged; `.pageOutOfRange`.
  @discardableResult
  public func insertPage(
    showing image: Appearance.Image, resolution: Double = 96, at index: Int
  ) throws(PDFError) -> PageID {
    let content = try PDFError.only { try pages.document.register(image, resolution: resolution) }
    return try insert([PageState(source: .content(content))], at: index, named: "Insert Image")[0]
  }

  /// Puts copies of pages in, each right behind its original. A copy shares content and fonts with its original in the file;
  /// annotations and form fields are its own, and tags it has none.
  ///
  /// - Parameter pages: The pages; one that is named more than once is copied once.
  /// - Returns: The new pages, in the order of the originals.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`.
  /// - Complexity: O(pages of the document).
  @discardableResult
  public func duplicatePages(_ pages: some Sequence<PageID>) throws(PDFError) -> [PageID] {
    let all = self.pages
    let places = Set(try pages.map { page throws(PDFError) in try all.requiredIndex(of: page) }).sorted()
    return try duplicate(places.map { all.ids[$0] }, named: "Duplicate Pages") { places[$0] + $0 + 1 }
  }

  fileprivate func duplicate(
    _ originals: [PageID], named name: String, at place: (Int) -> Int
  ) throws(PDFError) -> [PageID] {
    let all = pages
    for page in originals { _ = try all.requiredIndex(of: page) }
    let states = try PDFError.only {
      try all.document.withFieldsOfTheirOwn(originals.map(all.state.page), in: all.state)
    }
    return try insert(states, named: name, at: place)
  }

  fileprivate func insert(_ states: [PageState], at index: Int, named name: String) throws(PDFError)
    -> [PageID]
  {
    guard (0...pageCount).contains(index) else {
      throw PDFError(
        .pageOutOfRange, "Pages can be inserted at places from 1 to \(pageCount + 1), not \(index &+ 1).")
    }
    return try insert(states, named: name) { index &+ $0 }
  }

  /// - Parameter place: The index that each gets in the result.
  private func insert(
    _ states: [PageState], named name: String, at place: (Int) -> Int
  ) throws(PDFError) -> [PageID] {
    guard !states.isEmpty else { return [] }
    let document = pages.document
    let inserted = states.enumerated().map { InsertedPage(document.mintPage(), $1, at: place($0)) }
    try apply([.insertPages(inserted)], named: name)
    return inserted.map(\.page)
  }

  // MARK: - Removing

  /// Takes pages out, with their annotations and form fields, and with the outline items that led to them (``outline``). Links
  /// that did lead nowhere. In a file that is appended to, the bytes of the pages stay; a rewrite leaves them out.
  ///
  /// - Parameter pages: The pages. One at least must stay.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, or `.invalidArgument` if a page is named twice or none would stay.
  /// - Complexity: O(pages of the document).
  public func removePages(_ pages: some Sequence<PageID>) throws(PDFError) {
    let pages = Array(pages)
    guard !pages.isEmpty else { return }
    guard pages.count < pageCount else {
      throw PDFError(.invalidArgument, "A document needs a page: leave at least one.")
    }
    try apply(.removePages(pages))
  }

  // MARK: - Cropping

  /// Has a part of pages shown alone: sets their crop boxes. What is outside is hidden, not removed: every reader of the file can
  /// bring it back.
  ///
  /// - Parameters:
  ///   - pages: The pages.
  ///   - rect: The part, in page space; what reaches beyond the media box is left out. `nil` shows all of the page.
  /// - Throws: ``PDFError`` with code `.invalidArgument` if less than 3 × 3 points of a page would be left, or a page is named
  ///   twice; `.pageOutOfRange`.
  /// - Complexity: O(pages that are cropped).
  public func cropPages(_ pages: some Sequence<PageID>, to rect: PageRect?) throws(PDFError) {
    let state = self.pages.state
    let boxes = try pages.map { id throws(PDFError) in
      let media = try page(id).bounds(for: .mediaBox)
      guard let shown = (rect ?? media).intersection(media), shown.width >= 3, shown.height >= 3 else {
        throw PDFError(
          .invalidArgument, "Less than 3 × 3 points of \(id) would be left: it is \(media).")
      }
      return PageBoxes(id, (state.page(id).boxes ?? [:]).merging([.cropBox: shown]) { $1 })
    }
    if !boxes.isEmpty { try apply(.setBoxes(boxes)) }
  }
}

extension EditTransaction {
  /// Puts pages of another document in, as they are there at this moment, unsaved edits included: with their annotations,
  /// form fields, boxes, tags, and hidden layers still hidden. Links between pages that come along go on leading to each other; links to
  /// others lead nowhere. What several of them share, such as fonts, is there once. Outline items, names, labels and attachments come
  /// along as `content` says.
  ///
  /// Tags are the elements of the structure tree (ISO 32000-2, 14.7) whose content is on the pages, with those above them; of a whole
  /// document all elements. A save puts them behind those that are there; they say the language of their document if it is another.
  /// Types, classes and identifiers that mean something else here get a number. A document without pages takes over the language, the
  /// title and what else is about the other one as a whole (``ImportedContent/information``). Addresses of links that are relative to
  /// the base of their document (`/URI`) become whole ones.
  /// Copies of pages of the same file have no tags.
  ///
  /// ```swift
  /// let letter = try await PDFDocument.open(url)
  /// let inserted = try await document.insertPages(of: letter, at: document.pageCount)
  /// print(inserted.leftBehind)  // [1 signature (Signature1)]
  /// ```
  ///
  /// - Parameters:
  ///   - other: The document, which may be encrypted; its file stays open for as long as this one is.
  ///   - pages: Its pages, in the order that they are to have; `nil` for all of them. A page may be named more than once.
  ///   - index: The index that the first of them gets, from 0.
  ///   - content: What comes along besides the pages. Of the document itself and no other nothing does: its pages are duplicated.
  /// - Returns: The new pages, and what of their document was left behind or has another name now.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, `.notPermitted` also if the author of the other document does not allow copying,
  ///   `.damaged`, or `.editConflict`.
  /// - Complexity: O(pages, outline items and named places of both, and annotations of the pages); of a document with edits its size as
  ///   well, since it is written to memory.
  @discardableResult
  public func insertPages(
    of other: PDFDocument, _ pages: [PageID]? = nil, at index: Int, bringing content: ImportedContent = .all
  ) throws(PDFError) -> InsertedPages {
    try insertPages(of: other.pages, pages, at: index, bringing: content)
  }
}

extension DocumentEditing {
  /// Documents write what the other one has of edits before they begin the edit, since that takes long.
  fileprivate func insertPages(
    of chosen: PDFDocument.Pages, _ pages: [PageID]?, at index: Int, bringing content: ImportedContent,
    _ checkCancellation: () throws -> Void = {}
  ) throws(PDFError) -> InsertedPages {
    guard chosen.document !== self.pages.document else {
      return InsertedPages(try duplicate(pages ?? chosen.ids, named: "Insert Pages") { index &+ $0 })
    }
    try chosen.document.requirePermission(.copying)
    return try insertPermitted(of: chosen, pages, at: index, bringing: content, checkCancellation)
  }
}

extension PDFDocument {
  /// Puts pages of another document in, as one step of undo, on a thread of its own: see
  /// ``EditTransaction/insertPages(of:_:at:bringing:)``.
  ///
  /// - Throws: ``PDFError``, as ``EditTransaction/insertPages(of:_:at:bringing:)``; `CancellationError` if the task was canceled before
  ///   they were put in.
  @discardableResult
  public func insertPages(
    of other: PDFDocument, _ pages: [PageID]? = nil, at index: Int, bringing content: ImportedContent = .all
  ) async throws -> InsertedPages {
    let chosen = other.pages
    return try await cancellable(on: Self.opening) { monitor in
      try self.insertPages(
        of: chosen, pages, at: index, bringing: content, monitor.checkCancellation)
    }
  }

  /// Puts pages of another document in; blocks the calling thread meanwhile.
  ///
  /// - Throws: ``PDFError``, as ``EditTransaction/insertPages(of:_:at:bringing:)``.
  @discardableResult
  public func insertPagesAndWait(
    of other: PDFDocument, _ pages: [PageID]? = nil, at index: Int, bringing content: ImportedContent = .all
  ) throws(PDFError) -> InsertedPages {
    try insertPages(of: other.pages, pages, at: index, bringing: content)
  }
}

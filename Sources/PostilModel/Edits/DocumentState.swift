/// All of a document that edits can change, as one value: the order of the pages, how far each
/// was turned since the file was opened, and the annotations of the pages that were looked at.
public struct DocumentState: Sendable, Hashable {
  /// The pages, in order.
  public private(set) var pages: [PageID]
  /// How far pages were turned since the file was opened; pages that were not are not listed.
  public private(set) var turns: [PageID: PageRotation] = [:]
  /// The annotations of the pages that were loaded, bottom first.
  public private(set) var annotations: [PageID: [Annotation]] = [:]

  /// The state of a file with that many pages, with nothing loaded.
  package init(pageCount: Int) {
    pages = (0..<max(pageCount, 0)).map { PageID(rawValue: $0 + 1) }
  }

  /// Takes in the annotations that the file has on a page, if they were not taken in before.
  package mutating func load(_ loaded: [Annotation], for page: PageID) {
    if annotations[page] == nil { annotations[page] = loaded }
  }

  /// Applies an edit and returns the edit that takes it back. The annotations of the page it is
  /// about must have been loaded.
  ///
  /// - Throws: ``PDFError`` if the edit does not fit the state, which then stays as it was.
  /// - Complexity: O(annotations of the page) or O(pages).
  @discardableResult
  package mutating func apply(_ edit: Edit) throws -> Edit {
    switch edit {
    case .addAnnotation(let annotation, let page, let index):
      return try add(annotation, to: page, at: index)
    case .replaceAnnotation(let annotation, let page):
      return try replace(annotation, on: page)
    case .removeAnnotation(let id, let page):
      return try remove(id, from: page)
    case .rotatePages(let pages, let turn):
      return try rotate(pages, by: turn)
    case .movePages(let pages, let index):
      return try move(pages, to: index)
    case .placePages(let placements):
      return try place(placements)
    }
  }
}

// MARK: - Annotations

extension DocumentState {
  private func list(of page: PageID) throws -> [Annotation] {
    guard let list = annotations[page] else { throw PDFError.noSuchPage(page) }
    return list
  }

  private func position(of id: AnnotationID, on page: PageID) throws -> Int {
    guard let index = try list(of: page).firstIndex(where: { $0.id == id }) else {
      throw PDFError(
        .noSuchAnnotation,
        "\(page) has no annotation '\(id)': list the page's annotations to see their ids.")
    }
    return index
  }

  private mutating func add(_ annotation: Annotation, to page: PageID, at index: Int?) throws -> Edit {
    let list = try list(of: page)
    guard !list.contains(where: { $0.id == annotation.id }) else {
      throw PDFError(
        .invalidArgument, "\(page) already has an annotation '\(annotation.id)': give the new one another id."
      )
    }
    let index = index ?? list.count
    guard (0...list.count).contains(index) else {
      throw PDFError(.invalidArgument, "\(page) has \(list.count) annotations: there is no place \(index).")
    }
    let valid = try annotation.validated()
    annotations[page]?.insert(valid, at: index)
    return .removeAnnotation(annotation.id, page: page)
  }

  private mutating func replace(_ annotation: Annotation, on page: PageID) throws -> Edit {
    let index = try position(of: annotation.id, on: page)
    let valid = try annotation.validated()
    let old = try list(of: page)[index]
    annotations[page]?[index] = valid
    return .replaceAnnotation(old, page: page)
  }

  private mutating func remove(_ id: AnnotationID, from page: PageID) throws -> Edit {
    let index = try position(of: id, on: page)
    let old = try list(of: page)[index]
    annotations[page]?.remove(at: index)
    return .addAnnotation(old, page: page, at: index)
  }
}

// MARK: - Pages

extension DocumentState {
  /// The pages as a set, if each of them is there and named once.
  private func distinct(_ chosen: [PageID]) throws -> Set<PageID> {
    let set = Set(chosen)
    guard set.count == chosen.count else {
      throw PDFError(.invalidArgument, "A page is named twice: name each page once.")
    }
    if let missing = set.subtracting(pages).min() { throw PDFError.noSuchPage(missing) }
    return set
  }

  private mutating func rotate(_ chosen: [PageID], by turn: PageRotation) throws -> Edit {
    for page in try distinct(chosen) {
      let sum = turns[page, default: .none] + turn
      turns[page] = sum == .none ? nil : sum
    }
    return .rotatePages(chosen, by: turn.inverse)
  }

  private mutating func move(_ chosen: [PageID], to index: Int) throws -> Edit {
    let rest = pages.count - chosen.count
    guard (0...max(rest, 0)).contains(index) else {
      throw PDFError(
        .pageOutOfRange,
        "Moved there, the \(chosen.count) pages would not fit: the first of them can have place 1 to \(rest + 1)."
      )
    }
    return try place(chosen.enumerated().map { PagePlacement(page: $1, index: index + $0) })
  }

  private mutating func place(_ placements: [PagePlacement]) throws -> Edit {
    let moved = try distinct(placements.map(\.page))
    let ascending = placements.sorted { $0.index < $1.index }
    guard Set(placements.map(\.index)).count == placements.count,
      ascending.allSatisfy({ pages.indices.contains($0.index) })
    else {
      throw PDFError(.pageOutOfRange, "Pages must go to different places from 1 to \(pages.count).")
    }
    let before = pages.enumerated().filter { moved.contains($1) }
    var rest = pages.filter { !moved.contains($0) }.makeIterator()
    var target = ascending.makeIterator()
    var next = target.next()
    pages = pages.indices.compactMap { index in
      guard let placement = next, placement.index == index else { return rest.next() }
      next = target.next()
      return placement.page
    }
    return .placePages(before.map { PagePlacement(page: $0.element, index: $0.offset) })
  }
}

extension PDFError {
  package static func noSuchPage(_ page: PageID) -> PDFError {
    PDFError(.pageOutOfRange, "There is no \(page).")
  }
}

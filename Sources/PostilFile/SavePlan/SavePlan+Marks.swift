package import PostilModel

/// Marks on pages, such as page numbers: ``PageMarks`` puts them into the file.
extension SavePlan {
  /// Writes the marks of a page that are others than in the file.
  mutating func writeMarks(on page: PageID) throws {
    let new = state.page(page)
    let isBroughtIn = broughtIn[page] != nil
    let old = isBroughtIn ? broughtIn[page] ?? nil : store.saved.page(page)
    // Content that was taken anew from its source has the marks of that.
    let before = old.map { $0.keepsContent(as: new) ? $0.marks ?? [:] : [:] } ?? [:]
    let after = new.marks ?? [:]
    guard before != after, let id = pageObjects[page], var dictionary = changes.object(id).dictionary else {
      return
    }
    if dictionary["Resources"] == nil, !isBroughtIn {
      dictionary["Resources"] = try store.page(page).inherited["Resources"]
    }
    var marks = PageMarks(dictionary, changes)
    for name in Set(before.keys).union(after.keys).sorted() where before[name] != after[name] {
      switch after[name] {
      case nil: marks[name] = try sourceMark(name, of: new.source)
      case let change?: marks[name] = try change.mark.map { try mark($0) }
      }
    }
    marks.write(into: &dictionary, changes)
    changes.set(id, to: .dictionary(dictionary))
  }

  private func mark(_ placed: PlacedMark) throws -> PageMarks.Mark {
    let form = try writer.form(of: placed.stamp.appearance, box: placed.stamp.bounds)
    return PageMarks.Mark(
      kind: placed.kind, form: .reference(form), matrix: placed.matrix, isUnderlay: placed.isUnderlay)
  }

  /// A mark that a source of pages has.
  private mutating func sourceMark(_ name: String, of source: PageSource) throws -> PageMarks.Mark? {
    let (marks, graph) = try store.marks(of: source)
    guard var mark = marks[name] else { return nil }
    if !graph.isOfSameFile(as: store.graph) { mark.form = try copier(from: graph).copy(mark.form) }
    return mark
  }
}

extension FileStore {
  /// The marks that a source of pages has, with the objects of its file.
  fileprivate func marks(of source: PageSource) throws -> (marks: PageMarks, graph: ObjectGraph) {
    let page = try sourcePage(source)
    var dictionary = page.dictionary
    if dictionary["Resources"] == nil, case .opened(let index) = source {
      dictionary["Resources"] = try openedPage(at: index).inherited["Resources"]
    }
    return (PageMarks(dictionary, page.graph), page.graph)
  }

  /// The names of the marks that a page has in a state, in order.
  ///
  /// - Throws: ``PDFError`` with code `.pageOutOfRange` or `.damaged`.
  package func markNames(of page: PageID, in state: DocumentState) throws -> [String] {
    let known = state.page(page)
    var names = Set(try marks(of: known.source).marks.marks.keys)
    for (name, change) in known.marks ?? [:] {
      if change.mark == nil { names.remove(name) } else { names.insert(name) }
    }
    return names.sorted()
  }
}

public import Foundation
import PostilExchange
import PostilFile
import PostilModel

extension EditTransaction {
  /// Takes in the annotations of a file: XFDF of any program, or Postil's JSON.
  ///
  /// An annotation of the same name (`/NM`) on the same page is replaced, also one of another kind; one that has everything
  /// the same already, but for its dates, is left alone. Skipped are those of the name of one that is locked or a form field, form fields,
  /// and all but the first of a name in the file. All others are added on top of the page's, in the order of the file. What has no
  /// appearance is drawn by Postil if that is of a kind that it draws; an appearance in the file is kept.
  ///
  /// ```swift
  /// let result = try await document.importAnnotations(Data(contentsOf: url))
  /// for note in result.skipped { print(note) }
  /// ```
  ///
  /// - Parameters:
  ///   - data: The file's bytes.
  ///   - format: Its format; `nil`: the one that it begins like.
  ///   - skippingUnusable: Whether annotations that cannot be used, because their page is not there or a number is none, are
  ///     skipped; otherwise they are an error, and nothing is imported.
  /// - Throws: ``PDFError`` with code `.invalidAnnotations` if the file is of neither format or something in it is not usable,
  ///   `.pageOutOfRange` if the document has no such page, `.invalidGeometry` or `.invalidArgument` if an annotation in JSON cannot be
  ///   added, `.invalidArgument` for another format, `.missingGlyphs`; of documents `.editConflict` if others changed the pages meanwhile.
  /// - Complexity: O(bytes of the file, and annotations of the pages that it names).
  @discardableResult
  public func importAnnotations(
    _ data: Data, as format: AnnotationFormat? = nil, skippingUnusable: Bool = false
  ) throws(PDFError) -> AnnotationImport {
    try PDFError.only {
      guard let format = format ?? AnnotationFormat(of: data) else {
        throw PDFError(.invalidAnnotations, "The file is neither XFDF nor JSON.")
      }
      return try edit("Import Annotations") { edit in
        let state = edit.state
        var candidates = try AnnotationCandidates(data, format, state)
        if !skippingUnusable, let error = candidates.firstError { throw error }
        var plan = ImportPlan(candidates)
        for (index, page) in edit.pages.ids.enumerated() where candidates.pages.contains(index) {
          // What was compared must be what is changed.
          _ = edit.state(of: page)
          let records = try edit.document.store.withLock { try $0.records(of: page, in: state) }
          plan.add(candidates.take(index), to: page, at: index, over: records)
        }
        for change in plan.changes { try edit.apply(change.edits) }
        return plan.result
      }
    }
  }
}

extension PDFDocument {
  /// Takes in the annotations of a file, as one step of undo, "Import Annotations", on a thread of its own: see
  /// ``EditTransaction/importAnnotations(_:as:skippingUnusable:)``.
  ///
  /// - Throws: ``PDFError``, as ``EditTransaction/importAnnotations(_:as:skippingUnusable:)``; `CancellationError` if the task was
  ///   canceled before anything was taken in.
  @discardableResult
  public func importAnnotations(
    _ data: Data, as format: AnnotationFormat? = nil, skippingUnusable: Bool = false
  ) async throws -> AnnotationImport {
    try await editInBackground("Import Annotations") {
      try $0.importAnnotations(data, as: format, skippingUnusable: skippingUnusable)
    }
  }

  /// Takes in the annotations of a file; blocks the calling thread meanwhile.
  ///
  /// - Throws: ``PDFError``, as ``EditTransaction/importAnnotations(_:as:skippingUnusable:)``.
  @discardableResult
  public func importAnnotationsAndWait(
    _ data: Data, as format: AnnotationFormat? = nil, skippingUnusable: Bool = false
  ) throws(PDFError) -> AnnotationImport {
    try PDFError.only {
      try edit("Import Annotations") {
        try $0.importAnnotations(data, as: format, skippingUnusable: skippingUnusable)
      }
    }
  }
}

/// The annotations of a file, in the terms of a document.
private struct AnnotationCandidates {
  struct Candidate {
    var annotation: Annotation
    /// The dictionary; of JSON `nil` where the properties say all.
    var entries: [String: PDFValue]?
  }

  private var byPage: [Int: [Candidate]] = [:]
  private(set) var failures: [ExchangedAnnotations.Failure] = []
  private(set) var ignored: [String] = []
  /// What is left out of those that are taken.
  private(set) var notes: [AnnotationNote] = []
  private let state: DocumentState

  init(_ data: Data, _ format: AnnotationFormat, _ state: DocumentState) throws {
    self.state = state
    switch format {
    case .xfdf:
      let file = try XFDF.annotations(in: data)
      (failures, ignored) = (file.failures, file.ignored)
      for one in file.annotations { add(one) }
    case .json: for item in try AnnotationsJSON(json: data).items { add(item) }
    default:
      throw PDFError(.invalidArgument, "Annotations cannot be imported as '\(format)': use xfdf or json.")
    }
  }

  var pages: Set<Int> { Set(byPage.keys) }
  var firstError: PDFError? { failures.first?.error }
  mutating func take(_ page: Int) -> [Candidate] { byPage.removeValue(forKey: page) ?? [] }

  private mutating func add(_ one: ExchangedAnnotation) {
    let place = one.line > 0 ? "Line \(one.line), '\(one.id)': " : "'\(one.id)': "
    do {
      try requirePage(one.pageIndex)
      var missing: Int?
      let entries = one.entries.mapValues { named($0, &missing) }
      if let rect = entries["Rect"] { try Self.requireUsable(rect) }
      let annotation = ImportedAnnotation.annotation(AnnotationDictionary(entries), id: one.id)
      byPage[one.pageIndex, default: []].append(Candidate(annotation: annotation, entries: entries))
      note(missing, of: one.id, one.pageIndex)
    } catch {
      fail(error, one.id, one.pageIndex, place)
    }
  }

  private mutating func add(_ item: AnnotationsJSON.Item) {
    var annotation = item.annotation
    var missing: Int?
    do {
      try requirePage(item.pageIndex)
      if let page = annotation.content.linkedPage { try requirePage(page.number - 1) }
      annotation.content = annotation.content.mapLinkedPage(page)
      if let dictionary = annotation.dictionary {
        let dictionary = AnnotationDictionary(dictionary.entries.mapValues { named($0, &missing) })
        annotation.dictionary = dictionary
        let read = ImportedAnnotation.annotation(dictionary, id: annotation.id).content
        annotation.content = annotation.content.attachment(in: read).picture(in: read)
        // Rectangles that were text differ in the last digit.
        if read.isSame(as: annotation.content) { annotation.content = read }
      } else if !annotation.isAddable {
        throw PDFError(
          .invalidAnnotations, "annotations of kind \(annotation.subtype) need the key 'dictionary'")
      }
      annotation = try annotation.validated()
      byPage[item.pageIndex, default: []].append(
        Candidate(annotation: annotation, entries: annotation.dictionary?.entries))
      note(missing, of: annotation.id, item.pageIndex)
    } catch {
      fail(error, annotation.id, item.pageIndex, "'\(annotation.id)': ")
    }
  }

  private mutating func fail(_ error: any Error, _ id: AnnotationID, _ page: Int, _ place: String) {
    var error = PDFError.from(error)
    error.message = place + error.message
    failures.append(.init(id: id, pageIndex: page, error: error))
  }

  private func requirePage(_ index: Int) throws {
    guard !state.pages.indices.contains(index) else { return }
    throw PDFError(
      .pageOutOfRange, "There is no page \(index &+ 1): the document has \(state.pages.count) pages.",
      pageIndex: index)
  }

  private static func requireUsable(_ rect: PDFValue) throws {
    let numbers = rect.array?.compactMap(\.number) ?? []
    guard numbers.count == 4, numbers.allSatisfy(\.isUsableCoordinate) else {
      throw PDFError(.invalidAnnotations, "the rectangle needs four numbers up to 1,000,000.")
    }
  }

  private func page(_ number: PageID) -> PageID? {
    let pages = state.pages
    return pages.indices.contains(number.number - 1) ? pages[number.number - 1] : nil
  }

  /// The value with the document's pages in the place of their numbers.
  ///
  /// - Parameter missing: Gets the number of a page that the document does not have.
  private func named(_ value: PDFValue, _ missing: inout Int?) -> PDFValue {
    value.mapNames { name in
      guard case .page(let number) = name else { return name }
      if let page = page(number) { return .page(page) }
      missing = number.number
      return .null
    }
  }

  private mutating func note(_ missing: Int?, of id: AnnotationID, _ page: Int) {
    guard let missing else { return }
    notes.append(
      AnnotationNote(pageIndex: page, id: id, reason: "It names page \(missing), which is not there."))
  }
}

extension AnnotationContent {
  /// The content with the bytes that the dictionary has, if it is a file of another document.
  fileprivate func attachment(in imported: AnnotationContent) -> AnnotationContent {
    guard var attachment = fileAttachment, attachment.file.data == nil,
      let stored = imported.fileAttachment?.file
    else { return self }
    let file = attachment.file
    attachment.file = AttachedFile(
      stored.contents, name: file.name, description: file.fileDescription, mediaType: file.mediaType,
      creationDate: file.creationDate, modificationDate: file.modificationDate)
    return .init(attachment)
  }
}

extension AnnotationContent {
  /// The content with the picture that the dictionary leads to, if it is a stamp that shows what its file has.
  fileprivate func picture(in imported: AnnotationContent) -> AnnotationContent {
    guard var stamp, case .fromFile = stamp.picture, let picture = imported.stamp?.picture else {
      return self
    }
    stamp.picture = picture
    return .init(stamp)
  }
}

/// What an import does to pages.
private struct ImportPlan {
  struct Change {
    let page: PageID
    var edits: [Edit]
  }

  private(set) var result = AnnotationImport()
  private(set) var changes: [Change] = []

  init(_ candidates: AnnotationCandidates) {
    (result.ignoredParts, result.notes) = (candidates.ignored, candidates.notes)
    for failure in candidates.failures {
      result.skipped.append(
        AnnotationNote(pageIndex: failure.pageIndex, id: failure.id, reason: failure.error.message))
    }
  }

  /// Decides what becomes of the annotations of the file on one page.
  ///
  /// - Parameter records: What the page has.
  mutating func add(
    _ candidates: [AnnotationCandidates.Candidate], to page: PageID, at index: Int,
    over records: [AnnotationRecord]
  ) {
    let present = Dictionary(records.map { ($0.annotation.id, $0) }) { first, _ in first }
    let (candidates, same) = identified(candidates, present, records)
    var seen: Set<AnnotationID> = []
    var names = Set(present.keys).union(candidates.map(\.annotation.id))
    var (added, replaced): ([Annotation], [Annotation]) = ([], [])
    for candidate in candidates {
      let id = candidate.annotation.id
      let place = AnnotationImport.Place(page: page, pageIndex: index, id: id)
      func skip(_ reason: String) {
        result.skipped.append(AnnotationNote(pageIndex: index, id: id, reason: reason))
        if present[id] == nil { names.remove(id) }
      }
      guard seen.insert(id).inserted else {
        result.skipped.append(
          AnnotationNote(pageIndex: index, id: id, reason: "The file has another annotation of that name."))
        continue
      }
      let old = present[id]
      if same.contains(id) || old?.isSame(as: candidate) == true {
        result.unchanged.append(place)
      } else if candidate.annotation.subtype == "Widget" {
        skip("Form fields are not imported.")
      } else if let old, !old.annotation.flags.isDisjoint(with: [.locked, .readOnly]) {
        skip("The document has one of that name, which is locked.")
      } else if let old, old.annotation.subtype == "Widget" {
        skip("The document has a form field of that name.")
      } else if old != nil {
        replaced.append(candidate.annotation)
        result.changed.append(place)
      } else {
        added.append(candidate.annotation)
        result.added.append(place)
      }
    }
    replaced = replaced.map { related($0, among: names, at: index) }
    added = added.map { related($0, among: names, at: index) }
    var edits: [Edit] = []
    if !replaced.isEmpty { edits.append(.replaceAnnotations(replaced, page: page)) }
    if !added.isEmpty { edits.append(.addAnnotations(added, page: page)) }
    if !edits.isEmpty { changes.append(Change(page: page, edits: edits)) }
  }

  /// The annotations of the file under the names that they will have. Names that Postil made for annotations without one mean
  /// nothing in another document: such an annotation is one of the page if everything in it is the same, else a new one. Its
  /// dictionary keeps a name (`/NM`) that the file has twice, but not one that is another's here.
  ///
  /// - Returns: The annotations, and the names of those that are the page's.
  private func identified(
    _ candidates: [AnnotationCandidates.Candidate], _ present: [AnnotationID: AnnotationRecord],
    _ records: [AnnotationRecord]
  ) -> ([AnnotationCandidates.Candidate], Set<AnnotationID>) {
    var unnamed = UnnamedRecords(records)
    var names: [AnnotationID: AnnotationID] = [:]
    var same: Set<AnnotationID> = []
    let taken = Set(present.keys).union(candidates.filter(\.isNamed).map(\.annotation.id))
    for candidate in candidates where !candidate.isNamed {
      let id = candidate.annotation.id
      if let known = unnamed.take(like: candidate) {
        names[id] = known
        same.insert(known)
      } else if taken.contains(id) || candidate.storedName.map(taken.contains) == true {
        names[id] = AnnotationID()
      }
    }
    return (names.isEmpty ? candidates : candidates.map { $0.renamed(names, taken) }, same)
  }

  /// The annotation without what it is to one that is not there.
  private mutating func related(
    _ annotation: Annotation, among names: Set<AnnotationID>, at index: Int
  ) -> Annotation {
    guard let target = annotation.relation?.target, !names.contains(target) else { return annotation }
    result.notes.append(
      AnnotationNote(
        pageIndex: index, id: annotation.id,
        reason: "It belongs to '\(target)', which is not there, and stands alone now."))
    var entries = annotation.dictionary?.entries
    for key in ["IRT", "RT", "Parent"] { entries?[key] = nil }
    guard let entries else {
      var alone = annotation
      alone.relation = nil
      return alone
    }
    return ImportedAnnotation.annotation(AnnotationDictionary(entries), id: annotation.id)
  }
}

/// Annotations to which the file gives no name, by where they are.
private struct UnnamedRecords {
  private struct Place: Hashable {
    let subtype: PDFValue?
    let rect: [Double?]?

    // Numbers, since a file may say 72.0 where another says 72.
    init(_ entries: [String: PDFValue]) {
      (subtype, rect) = (entries["Subtype"], entries["Rect"]?.array?.map(\.number))
    }
  }

  private var byPlace: [Place: [AnnotationRecord]]

  init(_ records: [AnnotationRecord]) {
    byPlace = Dictionary(grouping: records.filter { $0.entries["NM"]?.text != $0.annotation.id.rawValue }) {
      Place($0.entries)
    }
  }

  /// The name of one that has the same entries; each is found once.
  mutating func take(like candidate: AnnotationCandidates.Candidate) -> AnnotationID? {
    guard let entries = candidate.entries,
      let index = byPlace[Place(entries)]?.firstIndex(where: { $0.isSame(as: candidate) })
    else { return nil }
    return byPlace[Place(entries)]?.remove(at: index).annotation.id
  }
}

extension AnnotationCandidates.Candidate {
  /// Whether the file that it comes from names it.
  fileprivate var isNamed: Bool { entries == nil || storedName == annotation.id }

  /// The name that its dictionary gives it.
  fileprivate var storedName: AnnotationID? { entries?["NM"]?.text.map { AnnotationID($0) } }

  /// The same with other names for it and for those that it names.
  ///
  /// - Parameter taken: Names that its dictionary must not have as its own.
  fileprivate func renamed(_ names: [AnnotationID: AnnotationID], _ taken: Set<AnnotationID>) -> Self {
    let id = names[annotation.id] ?? annotation.id
    var copy = annotation.copy(annotation.content, id: id)
    copy.relation = annotation.relation.map { $0.to(names[$0.target] ?? $0.target) }
    var entries = entries?.mapValues { value in
      value.mapNames { name in
        guard case .annotation(let id) = name else { return name }
        return .annotation(names[id] ?? id)
      }
    }
    if !isNamed, let storedName, storedName != id, taken.contains(storedName) {
      entries?["NM"] = .string(Data(TextString.encode(id.rawValue)))
    }
    copy.dictionary = entries.map { AnnotationDictionary($0) }
    return Self(annotation: copy, entries: entries)
  }
}

extension AnnotationRecord {
  /// What is not saved yet has the date of the moment.
  private static func undated(_ entries: [String: PDFValue]) -> PDFValue {
    .dictionary(entries.filter { $0.key != "M" && $0.key != "CreationDate" })
  }

  /// Whether an import would change nothing but dates.
  fileprivate func isSame(as candidate: AnnotationCandidates.Candidate) -> Bool {
    guard let entries = candidate.entries else {
      var (old, new) = (annotation, candidate.annotation)
      (old.dictionary, new.dictionary) = (nil, nil)
      return isPlain && old == new
    }
    return Self.undated(entries).says(the: Self.undated(self.entries))
  }
}

import Foundation
import PostilModel

/// What edits set in the catalog, in pages and in objects by number (``ObjectEdits``), where the file has it otherwise.
///
/// It is written before other parts of the plan, which change what they find; pages when they are written, and what the plan brings
/// into the file at the end.
extension SavePlan {
  mutating func writeObjects() throws {
    try writeCatalogEntries()
    let (new, old) = (state.parts.objects.objects, store.saved.parts.objects.objects)
    for number in Set(new.keys).union(old.keys).sorted() {
      guard let id = try place(of: number) else { continue }
      try write(new[number] ?? .init(), insteadOf: old[number] ?? .init(), number, id)
    }
  }

  private mutating func writeCatalogEntries() throws {
    let (new, old) = (state.parts.objects.catalog, store.saved.parts.objects.catalog)
    guard !new.isEmpty || !old.isEmpty, let id = store.graph.trailer["Root"]?.reference,
      var catalog = changes.object(id).dictionary
    else { return }
    let before = catalog
    try set(new, insteadOf: old, in: &catalog) { plan, key in
      try plan.fromOpened(plan.store.openedGraph.catalog[key])
    }
    if catalog["Metadata"] != before["Metadata"] { hasOtherPacket = true }
    if catalog != before { changes.set(id, to: .dictionary(catalog)) }
  }

  /// The object that an object of the file as it was opened is now; `nil` if nothing in the file refers to it any more.
  private func place(of number: Int) throws -> ObjectID? {
    let numbers = store.current.numbers
    if let now = numbers.now(number) { return ObjectID(number: now) }
    guard numbers.isComplete else {
      throw PDFError(
        .damaged,
        "An object in which entries were set is not known in the recovered file: undo that, or open the file anew.",
        url: store.url)
    }
    return nil
  }

  /// Writes what edits set in an object.
  ///
  /// - Parameters:
  ///   - new: What they set.
  ///   - old: What of it the object has; `nil` if it has nothing of it, being a copy of what was opened.
  ///   - number: Its number when the file was opened.
  ///   - id: Its number now.
  private mutating func write(
    _ new: ObjectEdits.Object, insteadOf old: ObjectEdits.Object?, _ number: Int, _ id: ObjectID
  ) throws {
    let before = changes.object(id)
    guard var dictionary = before.dictionary else { return }
    let opened = ObjectID(number: number)
    try set(new.entries, insteadOf: old?.entries ?? [:], in: &dictionary) { plan, key in
      try plan.fromOpened(plan.store.openedGraph.object(opened).dictionary?[key])
    }
    var result = PDFObject.dictionary(dictionary)
    if case .stream(_, let body) = before {
      result = .stream(dictionary, body)
      if new.data != old?.data { result = try stream(dictionary, new.data, opened) }
    }
    guard result != before else { return }
    changes.set(id, to: result)
    if changes.catalog["Metadata"]?.reference == id { hasOtherPacket = true }
  }

  /// A stream with data that edits gave it; `nil` for those that it had when the file was opened.
  private mutating func stream(
    _ dictionary: PDFDictionary, _ data: Data?, _ opened: ObjectID
  ) throws -> PDFObject {
    var dictionary = dictionary.withoutKeysOfData
    if let data { return Flate.stream(dictionary, Array(data)) }
    let former = store.openedGraph.object(opened).dictionary ?? [:]
    for key in PDFDictionary.keysOfData where key != "Length" {
      dictionary[key] = try fromOpened(former[key])
    }
    return .stream(dictionary, .encoded(try store.openedGraph.streamData(opened)))
  }

  /// Writes what edits set in objects that this plan copied from the file as it was opened, as they had left it.
  mutating func writeCopiedObjects() throws {
    var pending = state.parts.objects.objects.filter { store.current.numbers.now($0.key) == nil }
      .sorted { $0.key < $1.key }
    // Values of one may bring in the next.
    while true {
      let copied = pending.compactMap { edited in copyOfOpened(edited.key).map { (edited, $0) } }
      guard !copied.isEmpty else { return }
      let numbers = Set(copied.map(\.0.key))
      pending.removeAll { numbers.contains($0.key) }
      for (edited, copy) in copied { try write(edited.value, insteadOf: nil, edited.key, copy) }
    }
  }

  // MARK: - Pages

  /// Writes what edits set in a page's dictionary.
  ///
  /// - Parameters:
  ///   - old: What of it the dictionary was made with.
  ///   - isAnew: Whether it may have lost that since.
  mutating func writeEntries(
    of page: PageID, insteadOf old: [String: PDFValue]?, isAnew: Bool, in dictionary: inout PDFDictionary
  ) throws {
    let new = state.page(page)
    guard new.entries != nil || old != nil else { return }
    let isOwn = new.source == .opened(page.number - 1)
    try set(new.entries ?? [:], insteadOf: old ?? [:], isAnew: isAnew, in: &dictionary) { plan, key in
      guard isOwn || !Self.keysOfOwnPages.contains(key) else { return nil }
      let source = try plan.store.sourcePage(new.source)
      guard let value = source.dictionary[key], !source.graph.isOfSameFile(as: plan.store.graph) else {
        return source.dictionary[key]
      }
      return try plan.copier(from: source.graph).copy(value)
    }
  }

  // MARK: - Values

  /// Sets entries that are others, or that name pages which have other objects now.
  ///
  /// - Parameters:
  ///   - isAnew: Whether all are set.
  ///   - former: What a key has without edits.
  private mutating func set(
    _ new: [String: PDFValue], insteadOf old: [String: PDFValue], isAnew: Bool = false,
    in dictionary: inout PDFDictionary, _ former: (inout SavePlan, PDFName) throws -> PDFObject?
  ) throws {
    for key in Set(new.keys).union(old.keys).sorted() {
      let (name, value) = (PDFName(key), new[key])
      guard let value else {
        dictionary[name] = try former(&self, name)
        continue
      }
      if isAnew || value != old[key] || namesNewPage(value) { dictionary[name] = try object(of: value) }
    }
  }

  private func namesNewPage(_ value: PDFValue) -> Bool {
    guard !broughtIn.isEmpty else { return false }
    var result = false
    value.visit { if case .page(let page) = $0, broughtIn[page] != nil { result = true } }
    return result
  }

  /// The object that a value is in the file, with the streams in it as objects of their own.
  private mutating func object(of value: PDFValue) throws -> PDFObject {
    var (pages, objects): ([PageID: ObjectID], [Int: ObjectID]) = ([:], [:])
    var names: [PDFValue] = []
    value.visit { name in
      switch name {
      case .page, .reference: names.append(name)
      default: break
      }
    }
    for name in names {
      switch name {
      case .page(let page): pages[page] = try object(ofPage: page)
      case .reference(let number):
        objects[number] = try fromOpened(.reference(ObjectID(number: number)))?.reference
      default: break
      }
    }
    // As long as it names no page, which may have another object later, it is the same stream each time.
    let isLasting = pages.isEmpty && objects.isEmpty
    var streams = enteredStreams
    let changes = changes
    let values = PDFValueWriter(
      add: { stream in
        let digest = Digest.sha256(PDFSerializer.bytes(of: stream))
        if isLasting, let known = streams[digest] { return known }
        let id = changes.add(stream)
        streams[digest] = id
        return id
      }, page: { pages[$0] }, annotation: { _ in nil }, reference: { objects[$0] })
    let result = values.object(value)
    enteredStreams = streams
    return result
  }

  /// The object of a page, also of one that was deleted: links that lead there do so as well.
  private mutating func object(ofPage page: PageID) throws -> ObjectID? {
    if pageObjects[page] == nil, store.saved.index(of: page) != nil, removedPages[page] == nil {
      try find(page)
    }
    if let object = pageObjects[page] { return object }
    if let object = store.current.remains[page] { return object }
    guard let removed = (removedPages[page] ?? store.current.removedPages[page])?.page,
      removed.graph.isOfSameFile(as: store.graph)
    else { return nil }
    return removed.object
  }
}

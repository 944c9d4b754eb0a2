import Foundation
import PostilModel

/// Compares a file with the first part of it, as it was before updates were appended: which objects the updates changed,
/// and what those are.
///
/// Every changed object has to be explained by something that is known to be harmless or is counted as a change of its kind:
/// a form field, an annotation, the catalog. What is left over counts as ``LaterChanges/Kind/other``, so a new trick to
/// change what a document shows is noticed even if it is not understood.
struct RevisionComparison {
  private let old: ObjectGraph
  private let new: ObjectGraph
  /// The objects that differ, as they were and as they are; null where there was or is none.
  private var changed: [ObjectID: Change] = [:]
  /// The object streams and cross-reference streams of the updates.
  private var containers: Set<ObjectID> = []
  /// The changed objects that are explained.
  private var explained: Set<ObjectID> = []
  private var kinds: Set<LaterChanges.Kind> = []
  private var fields: Set<String> = []
  private var remarks: [String] = []

  private struct Change {
    let old: PDFObject
    let new: PDFObject
  }

  /// More updates than this are not compared object by object.
  private static let mostListed = 4_000_000

  /// - Throws: ``XrefChain/Unusable``, ``XrefSection/Malformed`` or ``PDFError`` if one of both cannot be read as it stands.
  init(_ first: FileBytes, _ whole: FileBytes, password: String?) throws {
    let (oldChain, newChain) = (try XrefChain(first.pointer), try XrefChain(whole.pointer))
    let oldReader = try ObjectReader(first, password: password, chain: oldChain)
    let newReader = try ObjectReader(whole, password: password, chain: newChain)
    old = ObjectGraph(oldReader)
    new = ObjectGraph(newReader)
    let listed = try Self.listed(newChain, whole.pointer, since: oldChain)
    containers = Set(listed.containers.map { ObjectID(number: $0) })
    for id in listed.objects {
      let change = Change(old: old.object(id), new: new.object(id))
      if try !isSame(id, change) { changed[id] = change }
    }
    try old.requireReadable(nil)
    try new.requireReadable(nil)
    guard !oldReader.wasRepaired, !newReader.wasRepaired else {
      throw PDFError(.damaged, "The file is damaged.")
    }
  }

  /// The objects that the sections after an older chain list, or all of them if the older chain is not part of the newer.
  private static func listed(
    _ chain: XrefChain, _ bytes: UnsafeRawBufferPointer, since older: XrefChain
  ) throws -> (objects: Set<ObjectID>, containers: Set<Int>) {
    guard let sections = chain.sections else { throw XrefSection.Malformed() }
    let isContinued = sections.contains { $0.start == older.start }
    var objects: Set<ObjectID> = []
    var containers: Set<Int> = []
    var room = 64 << 20
    func add(_ rows: XrefChain.Section.Rows) throws {
      let section: XrefSection
      switch rows {
      case .table(let subsections): section = try XrefSection(table: subsections, in: bytes)
      case .stream(let dictionary, let data):
        section = try XrefSection(
          stream: dictionary, data: UnsafeRawBufferPointer(rebasing: bytes[data]), limit: room)
        room -= section.decodedSize
      }
      try section.forEach { number, entry in
        switch entry {
        case .offset(_, let generation): objects.insert(ObjectID(number: number, generation: generation))
        case .member(let stream, _):
          objects.insert(ObjectID(number: number))
          containers.insert(stream)
        case .free: objects.insert(ObjectID(number: number))
        }
        guard objects.count <= mostListed else { throw XrefSection.Malformed() }
      }
    }
    for section in sections {
      if isContinued, section.start == older.start { break }
      try add(section.rows)
      if let hidden = section.hidden { try add(hidden) }
    }
    return (objects, containers)
  }

  private func isSame(_ id: ObjectID, _ change: Change) throws -> Bool {
    guard change.old == change.new else { return false }
    guard change.old.isStream else { return true }
    return try old.streamData(id) == new.streamData(id)
  }

  // MARK: - Explaining

  /// What the updates changed.
  mutating func changes() -> LaterChanges {
    compareTrailers()
    compareCatalogs()
    let fields = compareForms()
    compareAnnotations()
    comparePages(fields)
    noteUnexplained()
    let named = self.fields.sorted().map { LaterChanges.Change(.formValues, field: $0) }
    let others = LaterChanges.Kind.allCases.filter {
      kinds.contains($0) && ($0 != .formValues || named.isEmpty)
    }
    return LaterChanges(
      named + others.map { LaterChanges.Change($0) }
        + remarks.prefix(20).map { .init(kinds.contains(.other) ? .other : .formFields, remark: $0) })
  }

  private mutating func note(_ kind: LaterChanges.Kind, _ remark: String? = nil) {
    kinds.insert(kind)
    if let remark, !remarks.contains(remark) { remarks.append(remark) }
  }

  private mutating func explain(_ object: PDFObject?) {
    if let id = object?.reference, changed[id] != nil { explained.insert(id) }
  }

  /// Explains the objects that updates added, as far as they are reached from an object that is explained.
  private mutating func explainAdded(from object: PDFObject?) {
    var queue: [ObjectID] = []
    object?.forEachReference { queue.append($0) }
    while let id = queue.popLast() {
      guard let change = changed[id], change.old.isNull, explained.insert(id).inserted else { continue }
      change.new.forEachReference { queue.append($0) }
    }
  }

  private mutating func compareTrailers() {
    let (before, after) = (old.trailer, new.trailer)
    if before["Root"] != after["Root"] { note(.other, "the document has another catalog") }
    if old.resolve(before["Encrypt"]) != new.resolve(after["Encrypt"]) {
      note(.other, "the encryption was changed")
    }
    let entries = [before["Info"], after["Info"]]
    if entries[0] != entries[1] || entries.contains(where: { isChanged($0) }) {
      note(.information)
      entries.forEach { explain($0) }
      explainAdded(from: after["Info"])
    }
  }

  private func isChanged(_ object: PDFObject?) -> Bool {
    object?.reference.map { changed[$0] != nil } ?? false
  }

  /// The keys of which two dictionaries have different values.
  private func differences(_ before: PDFDictionary, _ after: PDFDictionary) -> [PDFName] {
    let keys = before.entries.map(\.key) + after.entries.map(\.key).filter { before[$0] == nil }
    return keys.filter { before[$0] != after[$0] }
  }

  private mutating func compareCatalogs() {
    let (before, after) = (old.catalog, new.catalog)
    explain(new.trailer["Root"])
    for key in differences(before, after) {
      switch key {
      case "AcroForm", "DSS", "Metadata": break
      case "Extensions", "Version": note(.information)
      case "Pages": note(.pages)
      default: note(.other, "the catalog's entry \(key) was changed")
      }
    }
    compareProofs(before["DSS"], after["DSS"])
    if before["Metadata"] != after["Metadata"] || isChanged(after["Metadata"]) {
      note(.information)
      explain(before["Metadata"])
      explain(after["Metadata"])
    }
    for key in ["Extensions"] as [PDFName] { explain(after[key]) }
  }

  /// What proves signatures valid later (`/DSS`, ISO 32000-2, 12.8.4.3): dictionaries and lists may be replaced, streams only
  /// be added.
  private mutating func compareProofs(_ before: PDFObject?, _ after: PDFObject?) {
    var isChanged = before != after
    var queue = [after].compactMap(\.self)
    var visited: Set<ObjectID> = []
    while let next = queue.popLast() {
      next.forEachReference { id in
        guard visited.insert(id).inserted, let change = changed[id] else { return }
        isChanged = true
        guard change.old.isNull || !change.old.isStream else { return }
        explained.insert(id)
        queue.append(change.new)
      }
    }
    if isChanged { note(.validationData) }
  }

  // MARK: Forms

  /// The fields of a form, and their widgets, by their objects.
  private func fields(of form: PDFDictionary, in graph: ObjectGraph) -> [ObjectID: FieldNode] {
    graph.fieldNodes(of: form).reduce(into: [:]) { result, node in
      if let id = node.object.reference { result[id] = node }
    }
  }

  /// Entries of a field that change when it is filled in.
  private static let valueKeys: Set<PDFName> = [
    "V", "AS", "AP", "RV", "I", "F", "DA", "Q", "Ff", "M", "MK", "TI",
  ]

  /// - Returns: The form's fields as they are now.
  private mutating func compareForms() -> [ObjectID: Bool] {
    let before = old.resolve(old.catalog["AcroForm"]).dictionary ?? [:]
    let after = new.resolve(new.catalog["AcroForm"]).dictionary ?? [:]
    explain(new.catalog["AcroForm"])
    explain(after["Fields"])
    for key in differences(before, after) {
      switch key {
      case "Fields", "SigFlags": break
      case "DR", "DA", "Q", "NeedAppearances":
        note(.formValues)
        explain(after[key])
        explainAdded(from: after[key])
      default: note(.other, "the form's entry \(key) was changed")
      }
    }
    let (oldFields, newFields) = (fields(of: before, in: old), fields(of: after, in: new))
    for (id, field) in oldFields where newFields[id] == nil {
      note(field.type == "Sig" ? .other : .formFields, "form fields were removed")
    }
    for (id, field) in newFields {
      if let former = oldFields[id] {
        compare(id, former, field)
      } else if field.type == "Sig" {
        note(.signatures)
        explain(.reference(id))
        explainAdded(from: .dictionary(field.dictionary))
      } else {
        note(.formFields, "the form field '\(field.name)' was added")
        explain(.reference(id))
        explainAdded(from: .dictionary(field.dictionary))
      }
    }
    return newFields.mapValues { $0.type == "Sig" }
  }

  private mutating func compare(_ id: ObjectID, _ before: FieldNode, _ after: FieldNode) {
    if changed[id] != nil {
      explained.insert(id)
      for key in differences(before.dictionary, after.dictionary) {
        switch key {
        case "Kids":
          // What was added to the list is looked at as a field of its own, what was removed is noticed above.
          break
        case _ where !Self.valueKeys.contains(key):
          note(.formFields, "the entry \(key) of the form field '\(after.name)' was changed")
        case _ where after.type == "Sig": break
        default: noteFilled(after)
        }
      }
    }
    explain(after.dictionary["Kids"])
    compareAppearances(before.dictionary, after.dictionary) { $0.noteFilled(after) }
    let (value, former) = (after.dictionary["V"], before.dictionary["V"])
    guard value != former || isChanged(value) else {
      return explainAdded(from: changed[id] == nil ? nil : .dictionary(after.dictionary))
    }
    if after.type == "Sig" {
      if old.resolve(former).isNull {
        let isTimeStamp = new.resolve(new.resolve(value).dictionary?["SubFilter"]).name == "ETSI.RFC3161"
        note(isTimeStamp ? .validationData : .signatures)
        explain(value)
      } else {
        note(.other, "the signature of the field '\(after.name)' was replaced")
      }
    } else {
      noteFilled(after)
      explain(value)
    }
    explainAdded(from: .dictionary(after.dictionary))
  }

  private mutating func noteFilled(_ field: FieldNode) {
    guard field.type != "Sig" else { return note(.signatures) }
    note(.formValues)
    fields.insert(field.name)
  }

  /// Explains the streams that a field or an annotation shows now and showed before, but nothing that they use: fonts and
  /// images may be those of pages.
  private mutating func compareAppearances(
    _ before: PDFDictionary, _ after: PDFDictionary, _ noteChange: (inout RevisionComparison) -> Void
  ) {
    for (dictionary, graph) in [(before, old), (after, new)] {
      var queue = [dictionary["AP"]].compactMap(\.self)
      var depth = 0
      while !queue.isEmpty, depth < 4 {
        var next: [PDFObject] = []
        for object in queue {
          if isChanged(object) {
            noteChange(&self)
            explain(object)
          }
          switch graph.resolve(object) {
          case .dictionary(let entries): next += entries.entries.map(\.value)
          case .stream(let entries, _): if isChanged(object) { explainAdded(from: .dictionary(entries)) }
          default: break
          }
        }
        queue = next
        depth += 1
      }
    }
  }

  // MARK: Annotations and pages

  /// Whether a dictionary is that of an annotation other than a widget. Nothing that pages are drawn with has these entries.
  private func isAnnotation(_ object: PDFObject, _ graph: ObjectGraph) -> Bool {
    guard case .dictionary(let dictionary) = object, let subtype = graph.resolve(dictionary["Subtype"]).name
    else { return false }
    return subtype != "Widget" && graph.resolve(dictionary["Rect"]).array?.count == 4
  }

  /// Annotations that were in the file and are others now, or gone.
  private mutating func compareAnnotations() {
    for (id, change) in changed where !explained.contains(id) && isAnnotation(change.old, old) {
      guard change.new.isNull || isAnnotation(change.new, new) else { continue }
      note(.annotations)
      explained.insert(id)
      compareAppearances(change.old.dictionary ?? [:], change.new.dictionary ?? [:]) { _ in }
      explainAdded(from: change.new)
    }
  }

  /// - Parameter fields: The fields of the form, and whether they are for signatures.
  private mutating func comparePages(_ fields: [ObjectID: Bool]) {
    let open = changed.filter { !explained.contains($0.key) && !$0.value.old.isNull }
    guard !open.isEmpty else { return }
    for (id, change) in open where change.old.dictionary?["Kids"] != nil {
      // A node of the page tree; fields are explained by now.
      note(.pages)
      explained.insert(id)
    }
    let oldPages = pages(in: old)
    let newPages = pages(in: new)
    for (id, before) in oldPages {
      guard let after = newPages[id] else {
        note(.pages)
        continue
      }
      if changed[id] != nil {
        explained.insert(id)
        if !differences(before, after).filter({ $0 != "Annots" }).isEmpty {
          note(.pages)
          explainAdded(from: .dictionary(after))
        }
      }
      guard before["Annots"] != after["Annots"] || isChanged(after["Annots"]) else { continue }
      explain(before["Annots"])
      explain(after["Annots"])
      compareLists(
        old.resolve(before["Annots"]).array ?? [], new.resolve(after["Annots"]).array ?? [], fields)
    }
    if newPages.keys.contains(where: { oldPages[$0] == nil }) { note(.pages) }
    let contents = Set(oldPages.values.flatMap { Self.references(in: $0["Contents"], old) })
    for (id, change) in changed where !explained.contains(id) && !change.old.isNull && contents.contains(id) {
      note(.pages)
      explained.insert(id)
    }
  }

  private func pages(in graph: ObjectGraph) -> [ObjectID: PDFDictionary] {
    FlatPageTree(graph, root: graph.catalog["Pages"] ?? .null).pages.reduce(into: [:]) { pages, page in
      if let object = page.object { pages[object] = page.dictionary }
    }
  }

  private static func references(in object: PDFObject?, _ graph: ObjectGraph) -> [ObjectID] {
    var result: [ObjectID] = []
    object?.forEachReference { result.append($0) }
    if case .array(let items) = graph.resolve(object) { result += items.compactMap(\.reference) }
    return result
  }

  /// Two lists of a page's annotations.
  private mutating func compareLists(
    _ before: [PDFObject], _ after: [PDFObject], _ fields: [ObjectID: Bool]
  ) {
    let (former, present) = (Set(before), Set(after))
    for element in present.subtracting(former) {
      let dictionary = new.resolve(element).dictionary ?? [:]
      if new.resolve(dictionary["Subtype"]).name != "Widget" {
        note(.annotations)
        explain(element)
        explainAdded(from: element)
        explainAdded(from: .dictionary(dictionary))
      } else if let id = element.reference, fields[id] == true {
        note(.signatures)
      } else {
        note(.formFields, "a form field was put on a page")
      }
    }
    for element in former.subtracting(present) {
      let isWidget = old.resolve(old.resolve(element).dictionary?["Subtype"]).name == "Widget"
      note(isWidget ? .formFields : .annotations, isWidget ? "a form field was taken off a page" : nil)
      explain(element)
    }
    // The order of what was there says what covers what.
    if before.filter(present.contains) != after.filter(former.contains) { note(.annotations) }
  }

  private mutating func noteUnexplained() {
    for (id, change) in changed where !explained.contains(id) {
      if change.old.isNull, containers.contains(id) || isSection(change.new) { continue }
      note(.other, "object \(id.number) was \(change.old.isNull ? "added" : "changed")")
    }
  }

  /// Whether an object is a cross-reference stream.
  private func isSection(_ object: PDFObject) -> Bool {
    object.isStream && object.dictionary?["Type"]?.name == "XRef"
  }
}

// MARK: - What is known of the updates

extension RevisionComparison {
  /// The newest date that a changed annotation, signature or the document's information says.
  var date: Date? {
    changed.values.compactMap { change in
      let dictionary = change.new.dictionary
      return new.date(dictionary?["M"]) ?? new.date(dictionary?["ModDate"])
    }.max()
  }

  /// Whose annotations were added or changed.
  var authors: [String] {
    let found = changed.values.compactMap { change in
      isAnnotation(change.new, new) ? new.text(change.new.dictionary?["T"]) : nil
    }
    return Set(found.filter { !$0.isEmpty }).sorted()
  }

  /// The objects that the updates changed, as they were, each stream with its data. What they added is left out.
  ///
  /// - Throws: ``PDFError`` if a stream cannot be read.
  func formerObjects() throws -> [ObjectID: PDFObject] {
    var result: [ObjectID: PDFObject] = [:]
    for (id, change) in changed where !change.old.isNull {
      guard case .stream(let dictionary, .inFile) = change.old else {
        result[id] = change.old
        continue
      }
      // A number that an object stream had before and another object has now.
      guard dictionary["Type"]?.name != "ObjStm", dictionary["Type"]?.name != "XRef" else { continue }
      result[id] = .stream(dictionary, .encoded(try old.streamData(id)))
    }
    return result
  }

  /// How objects of the file are encrypted; `nil` if they are not.
  var encryption: ObjectEncryption? { new.reader.encryption() }

  /// Where the trailer led.
  var formerTrailer: PDFDictionary {
    var trailer = PDFDictionary()
    for key in Self.trailerKeys { trailer[key] = old.trailer[key] }
    return trailer
  }

  /// What only the newer trailer leads to.
  var addedTrailerKeys: Set<PDFName> { Set(Self.trailerKeys.filter { old.trailer[$0] == nil }) }

  private static let trailerKeys: [PDFName] = ["Root", "Info"]
}

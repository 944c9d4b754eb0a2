package import Foundation
package import PostilModel

/// Edits of entries of objects and of the data of streams, as they are applied: checked, with names that hold whatever is saved (see
/// ``ObjectEdits``).
extension FileStore {
  /// Entries to set, of the object that they are of.
  ///
  /// - Parameters:
  ///   - entries: Values by their keys, where objects are named by their numbers of now; `nil` is what the file has.
  ///   - state: The state that the edit is for.
  /// - Throws: ``PDFError`` with code `.notEditable` for what Postil keeps itself; `.invalidArgument` for objects, keys and values that
  ///   there are not, or that no file can have; `.pageOutOfRange`; `.damaged`.
  /// - Complexity: O(values); for an object by its number O(objects of the file) the first time.
  package func prepared(
    _ entries: [String: PDFValue?], of object: DocumentObject, in state: DocumentState
  ) throws -> Edit {
    let naming = Naming(state, current)
    let target = try target(object, naming)
    var result: [String: PDFValue?] = [:]
    for (key, value) in entries {
      try PDFValue.requireName(key)
      if let advice = try advice(against: key, of: target) {
        throw PDFError(
          .notEditable, "The entry /\(key) of \(object) cannot be set: \(advice).", url: url)
      }
      guard let value else {
        result.updateValue(nil, forKey: key)
        continue
      }
      try value.requireWritable()
      try require(value, for: key, of: target)
      result[key] = try named(value, naming)
    }
    let edit = Edit(.setEntries(result, of: target.object))
    note(edit)
    try graph.requireReadable(url)
    return edit
  }

  /// Data to give to the stream of a number.
  ///
  /// - Parameter data: Without filters; `nil` are those that the file has.
  /// - Throws: As ``prepared(_:of:in:)``.
  package func prepared(_ data: Data?, ofStream number: Int, in state: DocumentState) throws -> Edit {
    let target = try target(.object(number), Naming(state, current))
    guard case .object(let opened) = target.object, target.isStream else {
      throw PDFError(
        .invalidArgument, "Object \(number) is no stream: give the number of one, or set its entries.",
        url: url)
    }
    guard data?.count ?? 0 <= PDFValue.mostStreamBytes else {
      throw PDFError(
        .invalidArgument, "The data are too large: 256 MB are the most that can be set.", url: url)
    }
    let edit = Edit(.setStream(data, of: opened))
    note(edit)
    try graph.requireReadable(url)
    return edit
  }

  /// Notes the objects that an edit names, for the journal.
  package func note(_ edit: Edit) { namedObjects.formUnion(edit.objects) }

  /// What the journal notes of the numbers of objects.
  ///
  /// - Parameter objects: Those that an edit names; `nil`: all that edits named.
  package func numbering(of objects: Set<Int>? = nil) -> ObjectNumbering? {
    current.numbers.noted(objects ?? namedObjects, rewrites: current.rewrites)
  }

  /// Takes over what a journal noted when an edit was made.
  package func learn(_ numbering: ObjectNumbering) {
    if numbering.rewrites == current.rewrites { current.numbers.add(numbering) }
  }

  // MARK: - Objects

  /// An object whose entries are set.
  private struct Target {
    /// As edits name it.
    let object: DocumentObject
    var dictionary = PDFDictionary()
    var isStream = false
    var roles: [ObjectRoles.Part] = []

    func has(_ role: ObjectRoles.Role) -> Bool { roles.contains { $0.role == role } }
  }

  /// What objects are, besides what the file says.
  private struct Naming {
    let state: DocumentState
    /// The objects of pages that were deleted.
    let removedPages: [ObjectID: PageID]
    /// The objects of streams that stood in values.
    let streams: Set<ObjectID>

    init(_ state: DocumentState, _ current: CurrentFile) {
      self.state = state
      let removed = current.removedPages.compactMap { page, removed in removed.page.object.map { ($0, page) }
      }
      removedPages = Dictionary(removed) { first, _ in first }
      streams = Set(current.enteredStreams.values)
    }
  }

  private func target(_ object: DocumentObject, _ naming: Naming) throws -> Target {
    switch object {
    case .catalog:
      guard graph.trailer["Root"]?.reference != nil else {
        throw PDFError(
          .damaged, "The catalog of the file is no object of its own: write the file anew first.", url: url)
      }
      return Target(object: .catalog)
    case .page(let page):
      guard naming.state.index(of: page) != nil else { throw naming.state.noSuchPage(page).about(url) }
      return Target(object: .page(page.bound(to: tag)))
    case .object(let number): return try target(number, naming)
    }
  }

  private func target(_ number: Int, _ naming: Naming) throws -> Target {
    let id = ObjectID(number: number)
    if graph.trailer["Root"]?.reference == id { return Target(object: .catalog) }
    let value = graph.object(id)
    if let page = page(ofObject: id, value, naming) { return try target(.page(page), naming) }
    let opened = try openedNumber(number, value)
    guard let dictionary = value.dictionary else {
      throw PDFError(
        .invalidArgument,
        "Object \(number) is no dictionary and no stream, so it has no entries: set the entry that leads to it.",
        url: url)
    }
    let roles = try openedRoles()
    let parts = roles.roles(of: opened)
    if let advice = Self.advice(for: dictionary) ?? KeptEntries.advice(for: parts, otherKeys: roles.otherKeys)
    {
      throw PDFError(.notEditable, "Object \(number) cannot be changed: \(advice).", url: url)
    }
    return Target(object: .object(opened), dictionary: dictionary, isStream: value.isStream, roles: parts)
  }

  /// Why nothing of a dictionary can be changed, by what it says of itself; `nil` if something can.
  private static func advice(for dictionary: PDFDictionary) -> String? {
    switch dictionary["Type"]?.name {
    case "Catalog", "Pages", "Page": "it is not what the document leads to: it is left from an older revision"
    case "Annot": "it is an annotation: change the annotation instead"
    case "Sig", "DocTimeStamp": "it is a signature"
    case "ObjStm", "XRef": "it says where other objects are"
    default: dictionary["ByteRange"] != nil ? "it is a signature" : nil
    }
  }

  /// The number that an object had when the file was opened.
  ///
  /// - Parameter value: The object.
  private func openedNumber(_ number: Int, _ value: PDFObject) throws -> Int {
    guard number > 0, !value.isNull else {
      throw PDFError(
        .invalidArgument,
        "There is no object \(number) of generation 0: read what leads to it for its number.", url: url)
    }
    guard let opened = current.numbers.opened(number), !openedGraph.object(ObjectID(number: opened)).isNull
    else {
      throw PDFError(
        .notEditable,
        "Object \(number) was written since the document was opened: change what it was written for, or open the saved file anew.",
        url: url)
    }
    return opened
  }

  /// The page that an object is, or was before it was deleted.
  private func page(ofObject id: ObjectID, _ object: PDFObject, _ naming: Naming) -> PageID? {
    guard let dictionary = object.dictionary, !object.isStream else { return nil }
    if let removed = naming.removedPages[id] { return removed }
    guard dictionary["Type"]?.name == "Page" || dictionary["Parent"] != nil, let index = tree.index(of: id),
      saved.pages.indices.contains(index)
    else { return nil }
    return saved.pages[index]
  }

  /// What the objects of the file were when it was opened.
  ///
  /// - Complexity: O(objects of the file) the first time.
  private func openedRoles() throws -> ObjectRoles {
    if let known = caches.openedRoles { return known }
    let roles = ObjectRoles(GraphObjects(openedGraph))
    try openedGraph.requireReadable(url)
    caches.openedRoles = roles
    return roles
  }

  // MARK: - Entries

  private func advice(against key: String, of target: Target) throws -> String? {
    switch target.object {
    case .catalog: return KeptEntries.advice(ofCatalog: key)
    case .page: return KeptEntries.advice(ofPage: key)
    case .object:
      if let advice = KeptEntries.advice(ofObject: key, isStream: target.isStream) { return advice }
      guard target.has(.structure), !target.has(.pageContent), !target.has(.pageData) else { return nil }
      let (role, owner) = (target.dictionary["S"]?.name, target.dictionary["O"]?.name)
      if role != nil, target.dictionary["P"] != nil { return KeptEntries.advice(ofElement: key) }
      return owner != nil ? nil : "the tree of the tags is made of it"
    }
  }

  /// Refuses values that a key cannot have and others than the caller would trip over.
  private func require(_ value: PDFValue, for key: String, of target: Target) throws {
    guard target.object == .catalog, value != .null else { return }
    switch key {
    case "Metadata":
      let isPacket: Bool =
        switch value {
        case .stream(let entries, _): Self.isPacket(entries["Type"]?.text, entries["Subtype"]?.text)
        case .reference(let number):
          if case .stream(let dictionary, _) = graph.object(ObjectID(number: number)) {
            Self.isPacket(dictionary["Type"]?.name?.description, dictionary["Subtype"]?.name?.description)
          } else {
            false
          }
        default: false
        }
      guard isPacket else {
        throw PDFError(
          .invalidArgument,
          "The entry /Metadata is a stream with /Type /Metadata and /Subtype /XML: give one, with its data.",
          url: url)
      }
    case "Version":
      guard case .name(let name) = value, name.wholeMatch(of: /[12]\.[0-9]/) != nil else {
        throw PDFError(.invalidArgument, "The entry /Version is a name such as /1.7 or /2.0.", url: url)
      }
    default: break
    }
  }

  private static func isPacket(_ type: String?, _ subtype: String?) -> Bool {
    type == "Metadata" && subtype == "XML"
  }

  // MARK: - Values

  /// A value with the names that edits have: see ``ObjectEdits``.
  private func named(_ value: PDFValue, _ naming: Naming) throws -> PDFValue {
    switch value {
    // Read again from a journal it would be one.
    case .real(let number): return Int(exactly: number).map(PDFValue.integer) ?? value
    case .reference(let number): return try named(reference: number, naming)
    case .page(let page): return try named(page, naming)
    case .array(let items): return .array(try items.map { try named($0, naming) })
    // Null is the same as no entry.
    case .dictionary(let entries):
      return .dictionary(try entries.filter { $0.value != .null }.mapValues { try named($0, naming) })
    case .stream(var entries, let data):
      try requireUsable(entries, data ?? Data())
      // It is written as long as the data are.
      for key in ["Length", "DL"] { entries[key] = nil }
      return .stream(try entries.filter { $0.value != .null }.mapValues { try named($0, naming) }, data)
    default: return value
    }
  }

  private func named(_ page: PageID, _ naming: Naming) throws -> PDFValue {
    let state = naming.state
    guard state.index(of: page) != nil else { throw state.noSuchPage(page).about(url) }
    let isObject = try saved.index(of: page) == nil || self.page(page).object != nil
    guard isObject else {
      throw PDFError(
        .invalidArgument,
        "\(page) is no object of its own, so nothing can refer to it: write the file anew first.",
        url: url)
    }
    return .page(page.bound(to: tag))
  }

  private func named(reference number: Int, _ naming: Naming) throws -> PDFValue {
    let id = ObjectID(number: number)
    let object = graph.object(id)
    if let page = page(ofObject: id, object, naming) { return try named(page, naming) }
    if naming.streams.contains(id) {
      // It was given in a value, and stays a part of values.
      guard case .stream(let entries, _) = try value(object) else { return .null }
      return try named(.stream(entries, Data(try graph.streamData(id))), naming)
    }
    return .reference(try openedNumber(number, object))
  }

  /// - Throws: ``PDFError`` with code `.invalidArgument` for a stream that readers would stumble over.
  private func requireUsable(_ entries: [String: PDFValue], _ data: Data) throws {
    let type = entries["Type"]?.text
    guard type != "ObjStm", type != "XRef" else {
      throw PDFError(
        .invalidArgument,
        "A stream that says where objects are cannot be set: files are given those when they are saved.",
        url: url)
    }
    guard ["F", "FFilter", "FDecodeParms"].allSatisfy({ entries[$0] == nil || entries[$0] == .null }) else {
      throw PDFError(
        .invalidArgument, "A stream whose data are in another file cannot be set: give the data.", url: url)
    }
    var filters = PDFDictionary()
    let values = PDFValueWriter(
      add: { _ in ObjectID(number: 0) }, page: { _ in nil }, annotation: { _ in nil },
      reference: { ObjectID(number: $0) })
    for key in ["Filter", "DecodeParms"] {
      if let value = entries[key] { filters[PDFName(key)] = values.object(value) }
    }
    do {
      guard graph.resolve(filters["Filter"]).name != "Crypt",
        graph.resolve(filters["Filter"]).array?.contains(where: { graph.resolve($0).name == "Crypt" }) != true
      else { throw StreamDecoder.Failure.unknownFilter("Crypt") }
      let decoded = try data.withUnsafeBytes {
        try StreamDecoder.decode($0, filters, limit: PDFValue.mostStreamBytes, excess: .cutOff, graph.resolve)
      }
      guard decoded.isComplete || decoded.bytes.count == PDFValue.mostStreamBytes else {
        throw StreamDecoder.Failure.malformed("they end too early, or are damaged")
      }
    } catch let failure as StreamDecoder.Failure {
      if case .unknownFilter(let name) = failure, Self.pictureFilters.contains(name) { return }
      throw PDFError(
        .invalidArgument, "The data of a stream are not as its /Filter says: \(failure.detail).", url: url)
    }
  }

  /// Those of pictures, which are not undone here.
  private static let pictureFilters: Set<String> = [
    "DCTDecode", "JPXDecode", "CCITTFaxDecode", "JBIG2Decode",
  ]
}

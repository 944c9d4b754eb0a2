package import Foundation
package import PostilModel

/// Objects of the file as it is now, as values, with what edits set in them (``ObjectEdits``). Other edits that were not saved are not
/// in them.
extension FileStore {
  /// The trailer (ISO 32000-2, 7.5.5).
  ///
  /// - Throws: ``PDFError`` with code `.damaged`.
  package func trailerValue() throws -> PDFValue { try value(.dictionary(graph.trailer)) }

  /// The catalog (7.7.2).
  package func catalogValue(in state: DocumentState) throws -> PDFValue {
    let (new, old) = (state.parts.objects.catalog, saved.parts.objects.catalog)
    return try value(.dictionary(graph.catalog)).setting(
      try entries(new, insteadOf: old, openedGraph.catalog, openedGraph, in: state))
  }

  /// An object by its number; null if there is none.
  package func objectValue(_ number: Int, generation: Int, in state: DocumentState) throws -> PDFValue {
    let id = ObjectID(number: number, generation: generation)
    if graph.trailer["Root"]?.reference == id { return try catalogValue(in: state) }
    let object = graph.object(id)
    if let dictionary = object.dictionary, dictionary["Type"]?.name == "Page" || dictionary["Parent"] != nil,
      !state.changedPages.isEmpty || !saved.changedPages.isEmpty, let index = tree.index(of: id),
      saved.pages.indices.contains(index),
      let page = try pageValue(saved.pages[index], in: state)
    {
      return page
    }
    let result = try value(object)
    guard let edited = edited(id, in: state) else { return result }
    let opened = openedGraph.object(ObjectID(number: edited.number)).dictionary ?? [:]
    var entries = try entries(
      edited.new.entries, insteadOf: edited.old.entries, opened, openedGraph, in: state)
    if edited.new.data != edited.old.data {
      for key in PDFDictionary.keysOfData {
        entries[key.description] =
          edited.new.data == nil
          ? try opened[key].map { try shown($0, of: openedGraph) } ?? .null : .null
      }
      if let data = edited.new.data,
        case .stream(let stored, .encoded(let bytes)) = Flate.stream([:], Array(data))
      {
        entries["Length"] = .integer(bytes.count)
        if let filter = stored["Filter"]?.name { entries["Filter"] = .name(filter.description) }
      }
    }
    return result.setting(entries)
  }

  /// A page's dictionary as the file has it. Of a page that is not in the file yet it has only what was set in it; `nil` if nothing was.
  package func pageValue(_ id: PageID, in state: DocumentState) throws -> PDFValue? {
    let new = state.index(of: id) == nil ? nil : state.page(id).entries
    guard saved.index(of: id) != nil else {
      return try new.map { entries in
        .dictionary(
          try entries.filter { $0.value != .null }.mapValues { try shown($0) })
      }
    }
    let page = try page(id)
    let result = try value(page.object.map { graph.object($0) } ?? .dictionary(page.dictionary))
    let old = saved.page(id).entries
    guard state.index(of: id) != nil, new != nil || old != nil else { return result }
    let source = try sourcePage(state.page(id).source)
    return result.setting(
      try entries(new ?? [:], insteadOf: old ?? [:], source.dictionary, source.graph, in: state))
  }

  /// The data of a stream.
  ///
  /// - Parameters:
  ///   - limit: The most bytes.
  ///   - isDecoded: Whether its filters are undone, but for those of images.
  ///   - state: The state, which may give it other data.
  /// - Throws: ``PDFError`` with code `.invalidArgument` if there is no such stream; `.damaged` if it cannot be read; `.unsupported` if there would be more
  ///   bytes than the limit.
  package func streamData(
    _ number: Int, generation: Int, limit: Int, isDecoded: Bool, in state: DocumentState
  ) throws -> Data {
    let id = ObjectID(number: number, generation: generation)
    let tooLarge = PDFError(
      .unsupported, "The stream of object \(number) has more than \(limit) bytes: allow more of them.",
      url: url)
    guard case .stream(let stored, _) = graph.object(id) else {
      try graph.requireReadable(url)
      throw PDFError(.invalidArgument, "Object \(number) is no stream: give the number of one.")
    }
    var (dictionary, graph, data) = (stored, graph, [UInt8]())
    if let edited = edited(id, in: state), edited.new.data != edited.old.data {
      (dictionary, data) = try stream(edited.number, edited.new.data)
      graph = openedGraph
    } else {
      data = try graph.streamData(id)
    }
    guard isDecoded else {
      guard data.count <= limit else { throw tooLarge }
      return Data(data)
    }
    do {
      let bytes = try data.withUnsafeBytes {
        try StreamDecoder.decode($0, dictionary, limit: limit, graph.resolve).bytes
      }
      return Data(bytes)
    } catch let failure as StreamDecoder.Failure {
      if case .tooLarge = failure { throw tooLarge }
      throw PDFError.undecodableStream(id, failure).about(url)
    }
  }

  // MARK: - What edits set

  /// What edits set in an object, and what of it is in the file; `nil` if they set nothing in it.
  private func edited(
    _ id: ObjectID, in state: DocumentState
  ) -> (number: Int, new: ObjectEdits.Object, old: ObjectEdits.Object)? {
    guard id.generation == 0, let number = current.numbers.opened(id.number) else { return nil }
    let (new, old) = (state.parts.objects.objects[number], saved.parts.objects.objects[number])
    return new == old ? nil : (number, new ?? .init(), old ?? .init())
  }

  /// How the data of a stream are stored: those that edits gave it, or those that it had when the file was opened.
  private func stream(_ number: Int, _ data: Data?) throws -> (PDFDictionary, [UInt8]) {
    let opened = ObjectID(number: number)
    guard let data else {
      return (openedGraph.object(opened).dictionary ?? [:], try openedGraph.streamData(opened))
    }
    guard case .stream(let dictionary, .encoded(let bytes)) = Flate.stream([:], Array(data)) else {
      return ([:], [])
    }
    return (dictionary, bytes)
  }

  /// The entries that are others than in the file, as they are read; null for none.
  ///
  /// - Parameters:
  ///   - opened: What the object has without edits, and the graph that this is of.
  private func entries(
    _ new: [String: PDFValue], insteadOf old: [String: PDFValue], _ opened: PDFDictionary,
    _ graph: ObjectGraph, in state: DocumentState
  ) throws -> [String: PDFValue] {
    var result: [String: PDFValue] = [:]
    for key in Set(new.keys).union(old.keys) {
      if let value = new[key] {
        if value != old[key] || namesNewPage(value, in: state) { result[key] = try shown(value) }
      } else {
        result[key] = try shown(opened[PDFName(key)] ?? .null, of: graph)
      }
    }
    return result
  }

  /// Whether a value names a page that the file does not have, and a save would bring in.
  private func namesNewPage(_ value: PDFValue, in state: DocumentState) -> Bool {
    guard state.pages != saved.pages else { return false }
    var result = false
    value.visit { name in
      guard case .page(let page) = name else { return }
      if saved.index(of: page) == nil, state.index(of: page) != nil { result = true }
    }
    return result
  }

  /// A value that edits set, as it is read: with the numbers that objects have now, and with the content of those that the file does
  /// not have any more.
  private func shown(_ value: PDFValue) throws -> PDFValue {
    try value.mapNames { name in
      switch name {
      case .reference(let number):
        if let now = current.numbers.now(number) { return .reference(now) }
        return try lookedAt(.reference(ObjectID(number: number)), of: openedGraph)
      case .page(let page):
        guard saved.index(of: page) != nil else { return name }
        return try self.page(page).object.map { .reference($0.number) } ?? name
      default: return name
      }
    }
  }

  /// A value of the file as it was opened, or of another file, as it is read.
  private func shown(_ object: PDFObject, of graph: ObjectGraph) throws -> PDFValue {
    graph.isOfSameFile(as: openedGraph) ? try shown(value(object)) : try lookedAt(object, of: graph)
  }

  /// A value of another file, with what it leads to in place of references, as far as that is not too much.
  private func lookedAt(_ object: PDFObject, of graph: ObjectGraph) throws -> PDFValue {
    var reader = PDFValueReader(graph)
    let value = try reader.value(of: .array([object]))
    try graph.requireReadable(url)
    let isOpened = graph.isOfSameFile(as: openedGraph)
    return value[0]?.mapNames { name in
      guard isOpened, case .reference(let number) = name else { return .null }
      return current.numbers.now(number).map(PDFValue.reference) ?? .null
    } ?? .null
  }

  func value(_ object: PDFObject) throws -> PDFValue {
    var reader = PDFValueReader(graph, .single)
    let value = try reader.value(of: object)
    try graph.requireReadable(url)
    return value
  }
}

extension PDFValue {
  /// A dictionary or a stream with other entries; null takes one away.
  fileprivate func setting(_ entries: [String: PDFValue]) -> PDFValue {
    func set(_ old: [String: PDFValue]) -> [String: PDFValue] {
      old.merging(entries) { $1 }.filter { entries[$0.key] != .null }
    }
    return switch self {
    case .dictionary(let old): .dictionary(set(old))
    case .stream(let old, let data): .stream(set(old), data)
    default: self
    }
  }
}

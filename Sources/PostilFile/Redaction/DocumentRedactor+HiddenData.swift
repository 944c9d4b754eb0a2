import Foundation
import PostilModel

/// What a document holds besides what its pages show.
extension DocumentRedactor {
  /// Removes what the plan says of it.
  func removeHiddenData() {
    let kinds = plan.hiddenData
    guard !kinds.isEmpty else { return }
    if kinds.contains(.metadata) { removeInformation() }
    removeLayers()
    changes.changeCatalog { catalog in
      if kinds.contains(.attachments) {
        remove("Collection", from: &catalog, counting: \.attachments)
        catalog["Names"] = names(without: "EmbeddedFiles", in: catalog, counting: \.attachments)
      }
      if kinds.contains(.scripts) {
        let before = run.report.actions
        catalog["Names"] = names(without: "JavaScript", in: catalog, counting: \.actions)
        run.report.count(.scripts, run.report.actions - before)
      }
    }
    var walk = ObjectWalk(changes)
    while let id = walk.next() {
      let old = changes.object(id)
      let new = cleaned(old, kinds, depth: 0)
      if new != old { changes.set(id, to: new) }
    }
  }

  /// Counts the attached files, if they are to be removed: before lists of them go, and annotations that have one.
  func countAttachments() {
    guard plan.hiddenData.contains(.attachments) else { return }
    var walk = ObjectWalk(changes)
    while let id = walk.next() {
      if changes.object(id).dictionary?["EF"] != nil { run.report.count(.attachments) }
    }
  }

  private func removeInformation() {
    // Not by its object: damaged files have another one there, the list of pages even.
    keepsInformation = false
    let information = changes.resolve(changes.graph.trailer["Info"]).dictionary
    let count = information?.entries.filter { $0.value.string != nil }.count ?? 0
    run.report.strings += count
    run.report.count(.metadata, count)
  }

  private func remove(
    _ key: PDFName, from dictionary: inout PDFDictionary,
    counting count: WritableKeyPath<RedactionReport, Int>
  ) {
    guard dictionary[key] != nil else { return }
    dictionary[key] = nil
    run.report[keyPath: count] += 1
  }

  private func names(
    without key: PDFName, in catalog: PDFDictionary, counting count: WritableKeyPath<RedactionReport, Int>
  ) -> PDFObject? {
    guard var names = changes.resolve(catalog["Names"]).dictionary else { return catalog["Names"] }
    remove(key, from: &names, counting: count)
    return names.entries.isEmpty ? nil : .dictionary(names)
  }

  /// Takes small pictures of pages out of metadata, which nobody knows what page they are of.
  func removePicturesOfPages() {
    var walk = ObjectWalk(changes, keepsInformation: keepsInformation)
    while let id = walk.next() {
      guard case .stream(var dictionary, _) = changes.object(id),
        roles[id].contains(.text) || changes.resolve(dictionary["Type"]).name == "Metadata",
        let bytes = try? changes.decodedStream(id, limit: StreamLimit.content)
      else { continue }
      if var packet = XMPPacket(Data(bytes)) {
        let count = packet.removeThumbnails()
        guard count > 0 else { continue }
        run.report.count(.thumbnails, count)
        for key in RedactionRun.encodingKeys { dictionary[key] = nil }
        changes.set(id, to: .stream(dictionary, .encoded([UInt8](packet.data))))
      } else if XMPPacket.mayHaveThumbnails(bytes) {
        run.report.count(.thumbnails)
        changes.set(id, to: .null)
      }
    }
  }

  // MARK: - Entries of any object

  private static let deepest = 100
  /// Actions that run something, or send and fetch data (ISO 32000-2, 12.6.4).
  private static let actions: Set<PDFName> = [
    "JavaScript", "Launch", "SubmitForm", "ImportData", "Rendition", "RichMediaExecute",
  ]
  private static let actionKeys: Set<PDFName> = ["A", "PA", "OpenAction", "Next"]

  private func cleaned(_ object: PDFObject, _ kinds: HiddenData, depth: Int) -> PDFObject {
    guard depth < Self.deepest else { return object }
    switch object {
    case .array(let items):
      let new = items.map { cleaned($0, kinds, depth: depth + 1) }
      return new == items ? object : .array(new)
    case .dictionary(let dictionary):
      let new = cleaned(dictionary, kinds, depth: depth)
      return new == dictionary ? object : .dictionary(new)
    case .stream(let dictionary, let body):
      let new = cleaned(dictionary, kinds, depth: depth)
      return new == dictionary ? object : .stream(new, body)
    default: return object
    }
  }

  private func cleaned(_ old: PDFDictionary, _ kinds: HiddenData, depth: Int) -> PDFDictionary {
    var dictionary = old
    if kinds.contains(.metadata), changes.resolve(dictionary["Metadata"]).isStream {
      remove("Metadata", from: &dictionary, counting: \.strings)
      run.report.count(.metadata)
    }
    if kinds.contains(.metadata), let information = threadInformation(dictionary) {
      dictionary["I"] = nil
      run.report.strings += information.entries.count
      run.report.count(.metadata)
    }
    if kinds.contains(.thumbnails), dictionary["Thumb"] != nil {
      dictionary["Thumb"] = nil
      run.report.count(.thumbnails)
    }
    if kinds.contains(.attachments) {
      dictionary["AF"] = nil
      if dictionary["EF"] != nil { remove("EF", from: &dictionary, counting: \.attachments) }
    }
    if kinds.contains(.scripts) {
      if changes.resolve(dictionary["AA"]).dictionary != nil {
        remove("AA", from: &dictionary, counting: \.actions)
        run.report.count(.scripts)
      }
      for key in Self.actionKeys { dictionary[key] = dictionary[key].flatMap(withoutScripts) }
    }
    for entry in dictionary.entries {
      dictionary[entry.key] = cleaned(entry.value, kinds, depth: depth + 1)
    }
    return dictionary
  }

  /// What an article thread says of itself, as a document does: its title, its author (ISO 32000-2, table 162).
  private func threadInformation(_ dictionary: PDFDictionary) -> PDFDictionary? {
    guard let information = changes.resolve(dictionary["I"]).dictionary,
      let bead = changes.resolve(dictionary["F"]).dictionary, bead["N"] != nil, bead["V"] != nil
    else { return nil }
    return information
  }

  /// An action, or a list of actions, without those that run something; `nil` if none is left. Others are as they were: an
  /// array that is no list of actions may be a destination.
  private func withoutScripts(_ object: PDFObject) -> PDFObject? {
    func isScript(_ object: PDFObject) -> Bool {
      let type = changes.resolve(changes.resolve(object).dictionary?["S"]).name
      return type.map(Self.actions.contains) ?? false
    }
    if isScript(object) {
      run.report.actions += 1
      run.report.count(.scripts)
      return nil
    }
    guard let items = changes.resolve(object).array, items.contains(where: isScript) else { return object }
    let kept = items.filter { !isScript($0) }
    run.report.actions += items.count - kept.count
    run.report.count(.scripts, items.count - kept.count)
    return kept.isEmpty ? nil : .array(kept)
  }

  // MARK: - Layers

  /// Takes removed layers out of the lists of layers.
  private func removeLayers() {
    let layers = run.hiddenLayers.ids
    guard !layers.isEmpty else { return }
    run.report.hiddenItems += layers.count
    run.report.count(.hiddenLayers, layers.count)
    func filtered(_ object: PDFObject, depth: Int) -> PDFObject {
      guard depth < 16 else { return object }
      // Lists of layers may be objects of their own.
      let isList = object.reference.map {
        changes.object($0).array != nil || changes.object($0).dictionary?["Type"]?.name != "OCG"
      }
      switch isList == true ? changes.resolve(object) : object {
      case .array(let items):
        return .array(
          items.filter { $0.reference.map { !layers.contains($0) } ?? true }.map {
            filtered($0, depth: depth + 1)
          })
      case .dictionary(let dictionary):
        var result = PDFDictionary()
        for entry in dictionary.entries { result.append(entry.key, filtered(entry.value, depth: depth + 1)) }
        return .dictionary(result)
      default: return object
      }
    }
    changes.changeCatalog { catalog in
      guard let properties = catalog["OCProperties"],
        case .dictionary(var new) = filtered(properties, depth: 0)
      else {
        return
      }
      new["Configs"] = nil
      catalog["OCProperties"] = new["OCGs"]?.array?.isEmpty == false ? .dictionary(new) : nil
    }
    for layer in layers { changes.set(layer, to: .null) }
  }
}

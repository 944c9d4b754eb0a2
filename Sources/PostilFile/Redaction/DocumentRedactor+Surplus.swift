import PostilModel

/// Data that no reader looks at: behind the end of what a filter reads, behind the rows of an image, behind damage, and what
/// ``UnusedData`` knows of. Streams that stay are written as they are, with whatever stands there.
extension DocumentRedactor {
  /// Cuts such data off.
  ///
  /// - Throws: ``PDFError`` with code `.unsupported` if a text stands in data whose end is not known here and that are shown.
  /// - Complexity: O(bytes of all streams, decoded).
  func removeSurplus() throws {
    let texts = run.matcher.texts(ofAtLeast: Self.shortestRawText)
    let unused = UnusedData(roles, changes)
    var walk = ObjectWalk(changes, keepsInformation: keepsInformation)
    while let id = walk.next() {
      let object = changes.object(id)
      if let cut = withoutSurplusColors(object) { changes.set(id, to: cut) }
      // What was written anew ends where it has to.
      guard case .stream(let dictionary, .inFile) = changes.object(id), let data = try? changes.streamData(id)
      else { continue }
      do {
        let trimmed = try StreamDecoder.trimmed(
          data, dictionary, unused.use(of: id, dictionary), limit: StreamLimit.picture, changes.resolve)
        guard let trimmed else { continue }
        run.noteCut(trimmed.surplus)
        changes.set(id, to: stream(dictionary, trimmed))
      } catch {
        guard !texts.isEmpty, texts.hasMatch(inShown: searchable(data)) else { continue }
        guard roles[id] == [.image] else {
          // Nobody reads it.
          run.report.strings += 1
          changes.set(id, to: .stream([:], .encoded([])))
          continue
        }
        throw run.refusal(
          "a text that is to be removed stands in its data, which cannot be taken apart here: remove the picture first",
          "The picture in object \(id.number)")
      }
    }
  }

  /// Shorter texts stand in any compressed data by chance.
  private static let shortestRawText = 6

  /// An object whose indexed color spaces have no more colors than they use; `nil` if that is how it is.
  private func withoutSurplusColors(_ object: PDFObject, depth: Int = 0) -> PDFObject? {
    guard depth < Self.deepest else { return nil }
    func changed(_ dictionary: PDFDictionary) -> PDFDictionary? {
      var result: PDFDictionary?
      for entry in dictionary.entries {
        guard let value = withoutSurplusColors(entry.value, depth: depth + 1) else { continue }
        result = result ?? dictionary
        result?[entry.key] = value
      }
      return result
    }
    switch object {
    case .array(var items):
      if let (space, surplus) = UnusedData.withoutUnusedColors(items, changes) {
        run.noteCut(surplus)
        return .array(space)
      }
      var isChanged = false
      for (index, item) in items.enumerated() {
        guard let item = withoutSurplusColors(item, depth: depth + 1) else { continue }
        (items[index], isChanged) = (item, true)
      }
      return isChanged ? .array(items) : nil
    case .dictionary(let dictionary): return changed(dictionary).map(PDFObject.dictionary)
    case .stream(let dictionary, let body): return changed(dictionary).map { .stream($0, body) }
    default: return nil
    }
  }

  private static let deepest = 100

  /// Of a picture its samples: color profiles before them say whose they are.
  private func searchable(_ data: [UInt8]) -> [UInt8] {
    guard let start = data.withUnsafeBytes({ JPEG.startOfSamples(in: $0) }) else { return data }
    return Array(data[start...])
  }

  private func stream(_ old: PDFDictionary, _ trimmed: StreamDecoder.Trimmed) -> PDFObject {
    var dictionary = old.filtered(by: trimmed.stages)
    // The sizes of a font program's parts (ISO 32000-2, table 125): the last one ends with it.
    let lengths = ["Length1", "Length2", "Length3"].map { changes.resolve(old[PDFName($0)]).integer }
    if trimmed.stages.isEmpty, let first = lengths[0] {
      let parts = lengths.compactMap(\.self)
      if parts.count == 1, first > trimmed.data.count {
        dictionary["Length1"] = .integer(trimmed.data.count)
      } else if parts.count == 3 {
        let before = parts[0].addingReportingOverflow(parts[1])
        if !before.overflow, before.partialValue >= 0, before.partialValue <= trimmed.data.count {
          dictionary["Length3"] = .integer(trimmed.data.count - before.partialValue)
        }
      }
    }
    return trimmed.stages.isEmpty
      ? Flate.stream(dictionary, trimmed.data) : .stream(dictionary, .encoded(trimmed.data))
  }
}

extension PDFDictionary {
  /// The dictionary of a stream with other filters.
  func filtered(by stages: [StreamDecoder.Stage]) -> PDFDictionary {
    var dictionary = self
    for key in RedactionRun.encodingKeys { dictionary[key] = nil }
    guard !stages.isEmpty else { return dictionary }
    dictionary["Filter"] = .array(stages.map { .name($0.name) })
    if stages.contains(where: { $0.parameters != nil }) {
      dictionary["DecodeParms"] = .array(stages.map { $0.parameters.map(PDFObject.dictionary) ?? .null })
    }
    return dictionary
  }
}

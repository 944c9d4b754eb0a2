import PostilModel

/// Data that no reader looks at: behind the end of what a filter reads, behind the rows of an image, behind damage. Streams that stay
/// are written as they are, with whatever stands there.
extension DocumentRedactor {
  /// Cuts such data off.
  ///
  /// - Throws: ``PDFError`` with code `.unsupported` if a text stands in data whose end is not known here and that are shown.
  /// - Complexity: O(bytes of all streams, decoded).
  func removeSurplus() throws {
    let roles = StreamRoles(changes, keepsInformation: keepsInformation)
    let texts = run.matcher.texts(ofAtLeast: Self.shortestRawText)
    var walk = ObjectWalk(changes, keepsInformation: keepsInformation)
    while let id = walk.next() {
      // What was written anew ends where it has to.
      guard case .stream(let dictionary, .inFile) = changes.object(id), let data = try? changes.streamData(id)
      else { continue }
      let isImage = roles[id] == [.image]
      do {
        let trimmed = try StreamDecoder.trimmed(
          data, dictionary, size: isImage ? usedSize(dictionary) : nil, limit: StreamLimit.picture,
          changes.resolve)
        guard let trimmed else { continue }
        run.report.cutStreams += 1
        if run.matcher.hasMatch(inReadingsOf: trimmed.surplus) { run.report.strings += 1 }
        changes.set(id, to: stream(dictionary, trimmed))
      } catch {
        guard !texts.isEmpty, texts.hasMatch(inShown: searchable(data)) else { continue }
        guard isImage else {
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

  /// How many bytes of an image readers look at; `nil` if that is not known.
  private func usedSize(_ dictionary: PDFDictionary) -> Int? {
    let isMask = changes.resolve(dictionary["ImageMask"]).boolean == true
    let parts = isMask ? 1 : ImageColorSpace(dictionary["ColorSpace"], changes).parts
    return ImageSamples.Layout(dictionary, parts: parts, changes)?.size
  }

  /// Of a picture its samples: color profiles before them say whose they are.
  private func searchable(_ data: [UInt8]) -> [UInt8] {
    guard let start = data.withUnsafeBytes({ JPEG.startOfSamples(in: $0) }) else { return data }
    return Array(data[start...])
  }

  private func stream(_ old: PDFDictionary, _ trimmed: StreamDecoder.Trimmed) -> PDFObject {
    var dictionary = old
    for key in RedactionRun.encodingKeys { dictionary[key] = nil }
    guard !trimmed.stages.isEmpty else { return Flate.stream(dictionary, trimmed.data) }
    dictionary["Filter"] = .array(trimmed.stages.map { .name($0.name) })
    if trimmed.stages.contains(where: { $0.parameters != nil }) {
      dictionary["DecodeParms"] = .array(
        trimmed.stages.map { $0.parameters.map(PDFObject.dictionary) ?? .null })
    }
    return .stream(dictionary, .encoded(trimmed.data))
  }
}

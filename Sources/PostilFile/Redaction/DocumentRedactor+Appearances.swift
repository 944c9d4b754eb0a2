import PostilModel

/// Appearances of annotations (ISO 32000-2, 12.5.5), on pages or not.
extension DocumentRedactor {
  /// Removes what was found and what is hidden from all appearances.
  func redactAppearances() throws {
    guard run.looksEverywhere || !plan.matcher.isEmpty else { return }
    var walk = ObjectWalk(changes)
    while let id = walk.next() {
      guard let old = changes.object(id).dictionary, old["AP"] != nil else { continue }
      let new = try redactedAppearances(of: old, "The annotation in object \(id.number)")
      if let new { changes.set(id, to: .dictionary(new)) }
    }
  }

  /// An annotation with appearances without what is to be removed; `nil` if that is as they are.
  private func redactedAppearances(of annotation: PDFDictionary, _ place: String) throws -> PDFDictionary? {
    guard var appearances = changes.resolve(annotation["AP"]).dictionary else { return nil }
    let says = saysWhatMatches(annotation)
    var isChanged = false
    for key in ["N", "R", "D"] as [PDFName] {
      guard let value = appearances[key] else { continue }
      if case .dictionary(var states) = changes.resolve(value) {
        var hasNew = false
        for entry in states.entries {
          guard let new = try redacted(appearance: entry.value, says, place) else { continue }
          states[entry.key] = new
          hasNew = true
        }
        guard hasNew else { continue }
        appearances[key] = .dictionary(states)
      } else {
        guard let new = try redacted(appearance: value, says, place) else { continue }
        appearances[key] = new
      }
      isChanged = true
    }
    guard isChanged else { return nil }
    var result = annotation
    result["AP"] = .dictionary(appearances)
    return result
  }

  /// What the text of an annotation or of its field is, that an appearance shows (ISO 32000-2, 12.5.6.6, 12.7.5 and table 192).
  private static let shownKeys: [PDFName] = ["V", "DV", "Contents", "RC", "RV"]
  private static let captionKeys: [PDFName] = ["CA", "RC", "AC"]

  /// Whether something matches in what an annotation says in words: then its appearance shows it, in however many pieces.
  private func saysWhatMatches(_ annotation: PDFDictionary) -> Bool {
    guard !plan.matcher.isEmpty else { return false }
    func matches(_ object: PDFObject?) -> Bool {
      let value = changes.resolve(object)
      if let items = value.array {
        return items.prefix(10_000).contains { run.hasMatch(changes.resolve($0)) }
      }
      return run.hasMatch(value)
    }
    let captions = changes.resolve(annotation["MK"]).dictionary ?? [:]
    return ([annotation] + changes.fields(above: annotation).map(\.dictionary)).contains { dictionary in
      Self.shownKeys.contains { matches(dictionary[$0]) }
    } || Self.captionKeys.contains { matches(captions[$0]) }
  }

  /// An appearance without what is to be removed; `nil` if that is as it is.
  private func redacted(appearance: PDFObject, _ says: Bool, _ place: String) throws -> PDFObject? {
    guard let id = appearance.reference, case .stream(let dictionary, _) = changes.object(id) else {
      return nil
    }
    // Fonts that an appearance does not have itself are those of the form (12.7.4.3).
    let stream = PaintedStream(appearance, dictionary, within: run.interpreter(changes.form?["DR"]))
    let found = try readable(place) { try reading.read(stream, squeezed: says) }
    otherContents.insert(id)
    guard !found.hits.isEmpty || run.looksEverywhere else { return nil }
    let use = RedactionRun.FormUse(form: id, hits: found.hits)
    if let known = run.formsWithoutAreas[use] { return known }
    let redactor = ContentRedactor(
      run, stream.content, areas: [], hits: GlyphHits(), place: place, owner: nil)
    let new = try redactor.redactedStream(stream, areas: [], hits: found.hits)
    run.formsWithoutAreas[use] = .some(new)
    return new
  }
}

public import Foundation
import PostilFile
public import PostilModel
import PostilSystem

extension PDFDocument {
  /// Writes another file without what a redaction says: the document as it is now, unsaved edits included, without the text, the
  /// parts of images and drawings, the annotations and the values of fields that lie in its areas, and without its texts anywhere.
  ///
  /// What is removed is not in the file any more. The new file holds what its catalog leads to and nothing else, as one revision; text
  /// behind a gap on the same line stands at rounded places, so that they do not tell how wide the removed letters were. Before it
  /// is written, it is opened again and searched for what was removed.
  ///
  /// The document itself is not changed, nor are its file, its history and its journal: they still hold what was removed. Close it, and
  /// delete what is not to be kept.
  ///
  /// ```swift
  /// var redaction = try await document.redactionOfMarks()
  /// redaction.texts.append(.init("Smith"))
  /// redaction.patterns.append(.cardNumbers)
  /// let report = try await document.redact(redaction, to: url)
  /// ```
  ///
  /// - Parameters:
  ///   - redaction: What is removed.
  ///   - url: The new file. What is there is replaced; it cannot be the document's own, unless the options allow it.
  ///   - options: How it is written.
  ///   - progress: Told the part of the work that is done, 0 to 1, on whatever thread does it.
  /// - Throws: ``PDFError`` with code `.unsupported` and the place if something cannot be removed for certain; `.redactionIncomplete` if
  ///   the check found it in the new file; `.nothingToDo` if none of the texts and patterns was found, no area is on its page, and there is nothing
  ///   else to remove;
  ///   `.wouldBreakSignature` if the document is signed; `.notPermitted` unless all is permitted; `.invalidArgument`, `.invalidGeometry`,
  ///   `.pageOutOfRange`, `.cannotWrite` or `.diskFull`; as ``PDFDocument/text(of:)`` if the pages of the new file cannot be read,
  ///   `.renderTimedOut` among them if the renderer's program takes longer for one than ``PDFDocument/readingDeadline``;
  ///   `CancellationError` if the task was canceled. Nothing is written then.
  /// - Complexity: O(file): all of it goes through memory.
  @discardableResult
  public func redact(
    _ redaction: Redaction, to url: URL, _ options: RedactionOptions = RedactionOptions(),
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> RedactionReport {
    guard options.allowsReplacingOwnFile || !(store.withLock { $0.isOwnFile(url) }) else {
      throw PDFError(
        .invalidArgument,
        "That is the document's own file, which the document still reads: redact into another file.",
        url: url)
    }
    var file = try await redacted(redaction, options, progress)
    let isOfTexts = try redaction.hiddenData.isEmpty && !hasAreasOnPages(redaction)
    if isOfTexts, file.report.hasOnlyHiddenData {
      // The new file is without older revisions.
      guard try await hasMatchInOlderRevisions(redaction, options) else {
        let reasons = [
          redaction.areas.isEmpty ? nil : "the areas are off their pages",
          redaction.texts.isEmpty && redaction.patterns.isEmpty
            ? nil : "none of the texts and patterns was found",
        ]
        throw PDFError(
          .nothingToDo,
          "There is nothing to redact in the document: \(reasons.compactMap(\.self).joined(separator: ", ")), and nothing was written.",
          url: self.url)
      }
      file.report.hiddenItems += 1
    }
    file.report.warnings = try await warnings(of: file, options)
    let redacted = file
    return try await cancellable(progress) { monitor in
      let report = try redacted.write(to: url, options.encryption)
      monitor.progress(1)
      return report
    }
  }

  /// Whether an area of a redaction is on its page, in part at least.
  private func hasAreasOnPages(_ redaction: Redaction) throws -> Bool {
    try redaction.areas.contains { area in
      let box = try page(area.page).bounds(for: .mediaBox)
      return area.quads.contains { $0.bounds.intersection(box) != nil }
    }
  }

  /// How many older revisions are looked into, the newest of them.
  private static let mostRevisions = 16

  /// Whether the document's file has texts or patterns in what it was before its last saves.
  private func hasMatchInOlderRevisions(_ redaction: Redaction, _ options: RedactionOptions) async throws
    -> Bool
  {
    var redaction = redaction
    redaction.areas = []
    guard !redaction.isEmpty else { return false }
    let count: Int
    do {
      count = try await revisions().count
    } catch is PDFError {
      count = 1
    }
    for number in (1..<max(count, 1)).suffix(Self.mostRevisions).reversed() {
      guard let old = try? revision(number) else { continue }
      do {
        let report = try await old.redacted(redaction, options.allowing(breakingSignatures: true), nil).report
        if !report.hasOnlyHiddenData { return true }
      } catch is PDFError {
        // What cannot be removed for certain is there.
        return true
      }
    }
    return false
  }

  /// What a redaction would remove, and whether it would be refused: it is carried out and checked as ``redact(_:to:_:progress:)``
  /// does, and nothing is written.
  ///
  /// - Parameters:
  ///   - redaction: What would be removed.
  ///   - options: How it would be written.
  ///   - progress: Told the part of the work that is done, 0 to 1, on whatever thread does it.
  /// - Throws: As ``redact(_:to:_:progress:)``, but for errors of writing and `.nothingToDo`: the report is empty then.
  /// - Complexity: O(file).
  public func redactionReport(
    _ redaction: Redaction, _ options: RedactionOptions = RedactionOptions(),
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> RedactionReport {
    let file = try await redacted(redaction, options, progress)
    var report = file.report
    report.warnings = try await warnings(of: file, options)
    progress?(1)
    return report
  }

  private func warnings(of file: RedactedFile, _ options: RedactionOptions) async throws -> [String] {
    try await cancellable { monitor in try file.conformityWarnings(options.encryption, monitor) }
  }

  /// The new file, checked.
  private func redacted(
    _ redaction: Redaction, _ options: RedactionOptions, _ progress: (@Sendable (Double) -> Void)?
  ) async throws -> RedactedFile {
    try redaction.requireUsable()
    try requirePermission(.redacting)
    // Pages may be moved while this waits for a save: areas and bytes are of one state.
    let state = state
    var plan = try plan(redaction, state)
    progress?(0)
    let data = try await cancellable { _ in
      try self.inputForRedaction(of: state, options)
    }
    let readings = try await cancellable(progress) { [plan] monitor in
      try PageReadings(of: data, plan, monitor.part(from: 0.1, to: 0.2))
    }
    // Pages that stay as they are are read by the renderer while the others are redacted.
    let first = plan
    async let staying = pagesWithoutText(in: data, first, but: readings.pages)
    var done = 0.2
    var wasSearched = false
    while true {
      // Images that a renderer has to paint first make a second round.
      let (start, end) = (done, plan.paintedImages.isEmpty ? 0.5 : 0.7)
      let outcome = try await cancellable(progress) { [plan] monitor in
        try DocumentRedactor(data, plan).redact(readings, monitor.part(from: start, to: end))
      }
      done = end
      switch outcome {
      case .redacted(let file):
        // The text is read in other processes meanwhile.
        async let isChecked: Void = cancellable(nil) { monitor in try file.check(monitor) }
        let left = try await pagesWithText(in: file, but: staying) { progress?(done + (0.98 - done) * $0) }
        try await isChecked
        if left.isEmpty { return file }
        // The renderer reads texts of fonts that are not known here. It says where they stand, once.
        guard !wasSearched, try await addAreas(to: &plan, of: data, left) else {
          throw Self.remains("a text that was searched for", onPage: left[0]).about(url)
        }
        wasSearched = true
        done = 0.7
      case .needs(let images):
        for image in images {
          try Task.checkCancellation()
          plan.paintedImages[image.key] = try await image.painted(within: readingDeadline)
        }
      }
    }
  }

  /// Writes another file that shows the same and holds nothing else: without information, attachments, scripts, hidden layers and
  /// older revisions. It is a redaction of nothing but hidden data.
  ///
  /// - Parameters:
  ///   - data: What is removed.
  ///   - url: The new file. What is there is replaced; it cannot be the document's own, unless the options allow it.
  ///   - options: How it is written.
  ///   - progress: Told the part of the work that is done, 0 to 1, on whatever thread does it.
  /// - Throws: As ``redact(_:to:_:progress:)``.
  @discardableResult
  public func scrub(
    _ data: HiddenData = .standard, to url: URL, _ options: RedactionOptions = RedactionOptions(),
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> RedactionReport {
    try await redact(Redaction(hiddenData: data), to: url, options, progress: progress)
  }

  /// The document as it was in a state, without encryption, in memory.
  private func inputForRedaction(of state: DocumentState, _ options: RedactionOptions) throws -> Data {
    guard !isSigned || options.allowsBreakingSignatures else {
      throw PDFError(
        .wouldBreakSignature,
        "The document is signed, and a redaction removes the signatures: allow that ('allowsBreakingSignatures'), or redact what was signed before signing.",
        url: url)
    }
    guard !isEncrypted || options.encryption != .keep else {
      throw PDFError(
        .invalidArgument,
        "The document is encrypted: say whether the new file is to be encrypted, and with which passwords ('encryption').",
        url: url)
    }
    // What a rewrite would mend is rare: the bytes that were opened hold the same.
    if !isEncrypted, let data = store.withLock({ $0.openedData(in: state) }) { return data }
    return try dataRepresentation(
      of: state,
      .rewrite(RewriteOptions(encryption: isEncrypted ? .remove : .keep)).allowing(breakingSignatures: true))
  }

  private func plan(_ redaction: Redaction, _ state: DocumentState) throws -> RedactionPlan {
    var plan = RedactionPlan()
    for area in redaction.areas where !area.quads.isEmpty {
      guard let index = state.index(of: area.page) else { throw state.noSuchPage(area.page).about(url) }
      plan.areas[index, default: []].append(
        .init(area.quads, isOfText: area.isOfText, fill: area.fill, overlayText: area.overlayText))
    }
    for text in redaction.texts { try plan.remove(text) }
    for pattern in redaction.patterns { plan.remove(pattern) }
    plan.hiddenData = redaction.hiddenData
    (plan.fill, plan.overlayText) = (redaction.textFill, redaction.textOverlay)
    return plan
  }

  /// Reads pages of the document as it is with the renderer: those on which we found nothing, and which have no area. They stay as they
  /// are, so what is not there now will not be in the new file.
  ///
  /// - Returns: The pages that have nothing of the texts and patterns.
  private func pagesWithoutText(
    in data: Data, _ plan: RedactionPlan, but found: Set<Int>
  ) async throws -> Set<Int> {
    guard !plan.matcher.isEmpty else { return [] }
    let document = try await opened(data)
    let pages = document.pageIDs
    let staying = pages.indices.filter { !found.contains($0) && (plan.areas[$0] ?? []).isEmpty }
    let ahead = TasksAhead(staying, limit: document.popplerReader.searchesAhead) { index in
      plan.matcher.hasMatch(in: try await document.popplerText(of: pages[index]))
    }
    var result: Set<Int> = []
    while let (index, hasMatch) = try await ahead.next() {
      switch hasMatch {
      case .success(false): result.insert(index)
      case .success(true): break
      case .failure(let error):
        // It would take as long once more. What fails otherwise is read again in the new file, which says why.
        if let error = error as? PDFError, error.code == .renderTimedOut {
          throw tooSlow(error, onPage: index)
        }
      }
    }
    return result
  }

  /// Reads the text of the redacted pages with the renderer.
  ///
  /// - Parameter known: Pages that are known to have nothing of the texts and patterns, as long as nothing was changed in them.
  /// - Returns: The pages that have something of the texts and patterns still, in order.
  /// - Throws: ``PDFError`` with code `.redactionIncomplete` if a letter is in an area.
  private func pagesWithText(
    in file: RedactedFile, but known: Set<Int>, _ progress: (Double) -> Void
  ) async throws -> [Int] {
    let plan = file.plan
    let redacted = try await opened(file.data)
    let pages = redacted.pageIDs
    let read = pages.indices.filter { index in
      if known.contains(index), !file.changedPages.contains(index) { return false }
      return !(plan.areas[index] ?? []).isEmpty || !plan.matcher.isEmpty
    }
    let ahead = TasksAhead(read, limit: redacted.popplerReader.searchesAhead) { index in
      let text = try await redacted.popplerText(of: pages[index])
      return (letter: plan.letterLeft(in: text, onPage: index), hasMatch: plan.matcher.hasMatch(in: text))
    }
    var result: [Int] = []
    while let (index, left) = try await ahead.next() {
      progress(Double(index) / Double(pages.count))
      let (letter, hasMatch): (PagePoint?, Bool)
      do { (letter, hasMatch) = try left.get() } catch let error as PDFError
        where error.code == .renderTimedOut
      {
        throw tooSlow(error, onPage: index)
      }
      if let letter { throw Self.remains("a letter at \(letter)", onPage: index).about(url) }
      if hasMatch { result.append(index) }
    }
    return result
  }

  /// A document of its own, whose pages may take as long as those of this one.
  private func opened(_ data: Data) async throws -> PDFDocument {
    let document = try await Self.opening.result { try PDFDocument(data: data) }
    document.readingDeadline = readingDeadline
    return document
  }

  private func tooSlow(_ error: PDFError, onPage index: Int) -> PDFError {
    PDFError(
      .renderTimedOut,
      "Page \(index + 1) cannot be searched for what was to be removed, and nothing was written. \(error.message)",
      url: url, pageIndex: index)
  }

  private static func remains(_ what: String, onPage index: Int) -> PDFError {
    PDFError(
      .redactionIncomplete,
      "Page \(index + 1) would still have text that was to be removed (\(what)): nothing was written.",
      pageIndex: index)
  }

  /// Has the renderer say where texts and patterns stand on pages of the document as it is.
  ///
  /// - Returns: Whether it found any.
  private func addAreas(to plan: inout RedactionPlan, of data: Data, _ pages: [Int]) async throws -> Bool {
    let document = try await opened(data)
    let ids = document.pageIDs
    var hasAreas = false
    for index in pages where index < ids.count {
      let text = try await document.popplerText(of: ids[index])
      for range in plan.matcher.ranges(in: text.characters) {
        let quads = (text.selection(of: range)?.quads ?? []).filter { !$0.bounds.isEmpty }
        guard !quads.isEmpty else { continue }
        hasAreas = true
        plan.areas[index, default: []].append(
          .init(quads, isOfText: true, fill: plan.fill, overlayText: plan.overlayText))
      }
    }
    return hasAreas
  }
}

package import Foundation
package import PostilModel

/// What is removed from a document, and what takes its place.
package struct RedactionPlan: Sendable {
  /// An area of a page.
  package struct Area: Sendable {
    package let quads: [PageQuad]
    /// Whether the area was made of text that was found, see ``RedactedArea/letters``.
    package let isOfText: Bool
    /// Whether it was found by the redaction itself, see ``RedactedArea/isOfFoundText``.
    var isFound = false
    package let fill: Color?
    package let overlayText: String?

    /// What is painted. The boxes of text that was found are as wide as the text: they are rounded, as places behind gaps are.
    var painted: [PageQuad] {
      guard isOfText else { return quads }
      func rounded(_ value: Double) -> Double {
        (value / ContentRedactor.grid).rounded() * ContentRedactor.grid
      }
      return quads.map { quad in quad.map { PagePoint(x: rounded($0.x), y: rounded($0.y)) } }
    }

    var zones: [RedactedArea] {
      quads.map { RedactedArea($0, isOfText: isOfText, isFound: isFound) }
    }

    package init(_ quads: [PageQuad], isOfText: Bool, fill: Color?, overlayText: String?) {
      (self.quads, self.isOfText, self.fill, self.overlayText) = (quads, isOfText, fill, overlayText)
    }
  }

  /// The areas of pages, by index.
  package var areas: [Int: [Area]] = [:]
  /// Texts and patterns that are removed wherever they are.
  package var matcher = RedactionMatcher()
  /// How many files the document is in that are attached one to the other.
  var attachmentDepth = 0

  /// What is painted over what the redaction finds itself, where no area of the plan is.
  package var fill: Color? = .black
  package var overlayText: String?

  /// What is removed of what pages do not show.
  package var hiddenData: HiddenData = []
  /// Images whose format is not known here, as a renderer painted them, by ``UndecodedImage/key``.
  package var paintedImages: [[UInt8]: PaintedImage] = [:]

  package init() {}

  /// Adds a text that is removed wherever it is.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if it is empty.
  package mutating func remove(_ text: Redaction.Text) throws {
    matcher.add(try SearchNeedle(text.string, text.options))
  }

  /// Adds a pattern: what looks like it is removed wherever it is.
  package mutating func remove(_ pattern: RedactionPattern) { matcher.add(pattern) }
}

/// Makes a file without what lies in some areas of another one, and without some texts (ISO 32000-2 says nothing on how that is
/// done but 12.5.6.23).
///
/// All of the file goes through memory: nothing of it is kept but what the new one leads to from its catalog.
package final class DocumentRedactor {
  private let data: Data
  private let store: FileStore
  let changes: ObjectChanges
  let run: RedactionRun
  /// What is removed, with the areas of what was found in place of those that search made of it.
  private(set) var plan: RedactionPlan
  let reading: TextReading
  /// Pages whose content is another one now, by index.
  private var changedPages: Set<Int> = []
  /// What pages use whose content is as it was.
  private(set) var used: [ObjectID: UsedByContent] = [:]
  /// Streams that were read as contents of their own.
  var otherContents: Set<ObjectID> = []
  /// Annotations that were removed.
  var removedAnnotations: Set<ObjectID> = []
  var keepsInformation = true
  /// What streams are there for, once all contents are as they will be.
  private(set) lazy var roles = StreamRoles(changes, keepsInformation: keepsInformation)
  /// Whether the file was redacted already and is only to be looked at: what is painted over areas does not count.
  private let isCheck: Bool

  /// How many bytes of objects are kept at most, those of a large file: each of them is looked at some twenty times.
  private static let mostKept = 16 << 20

  /// - Parameter data: A file that is not encrypted, with all edits in it.
  /// - Throws: ``PDFError`` if it cannot be read.
  package convenience init(_ data: Data, _ plan: RedactionPlan) throws {
    try self.init(data, plan, isCheck: false)
  }

  /// - Parameter isCheck: Whether the file was redacted already and is only to be looked at.
  init(_ data: Data, _ plan: RedactionPlan, isCheck: Bool) throws {
    (self.data, self.isCheck) = (data, isCheck)
    store = try FileStore(.data(data), password: nil, options: OpenOptions(access: .memory))
    store.graph.reader.keepObjects(upTo: min(Self.mostKept, max(Self.mostKept / 16, 2 * data.count)))
    let highest = store.graph.trailer["Size"]?.integer ?? RewriteWriter.firstNewNumber
    changes = ObjectChanges(store.graph, nextNumber: max(highest, 1))
    run = RedactionRun(changes, plan.matcher)
    run.paintedImages = plan.paintedImages
    run.removesHiddenText = plan.hiddenData.contains(.hiddenText)
    run.removesImageNotes = plan.hiddenData.contains(.metadata)
    run.isCheck = isCheck
    reading = TextReading(run.context, plan.matcher)
    self.plan = plan
    if plan.hiddenData.contains(.hiddenLayers) { run.hiddenLayers = HiddenLayers(changes) }
  }

  /// What came of a redaction.
  package enum Outcome: Sendable {
    case redacted(RedactedFile)
    /// A renderer has to paint these images first.
    case needs([UndecodedImage])
  }

  /// The new file, or what is wanted for it.
  ///
  /// - Parameter readings: What was found on the pages of the document, if they were read already.
  /// - Throws: ``PDFError`` with code `.unsupported` and the place if something cannot be removed for certain; what the monitor
  ///   throws.
  package func redact(
    _ readings: PageReadings? = nil, _ monitor: WorkMonitor = .none
  ) throws -> Outcome {
    let readings = try readings ?? PageReadings(of: data, plan, monitor.part(from: 0, to: 0.4))
    try removeContent(readings, monitor.part(from: 0.4, to: 0.8))
    guard run.undecoded.isEmpty else { return .needs(run.undecoded) }
    let result = try FileCollector(changes, keepsInformation: keepsInformation)
      .data(monitor.part(from: 0.8, to: 1))
    run.report.fileSize = result.count
    return .redacted(
      RedactedFile(
        data: result, original: data, report: run.report, plan: plan, changedPages: changedPages,
        pageCount: store.pageCount))
  }

  /// Removes all that the plan says from the objects.
  private func removeContent(_ readings: PageReadings, _ monitor: WorkMonitor) throws {
    let pages = try (0..<pageCount).map(page)
    countAttachments()
    reading.noteRead(readings.streams)
    run.plainStreams = readings.plainStreams
    for (index, page) in pages.enumerated() {
      try monitor.advance(to: Double(index) / Double(pages.count))
      let place = "Page \(index + 1)"
      try about(page: index) {
        if let failure = readings.failures[index] { try readable(place) { throw failure } }
        let found = readings.found[index] ?? .init()
        if try redact(page, index, found, place) {
          changedPages.insert(index)
        } else if let id = page.object {
          used[id] = readings.used[index]
        }
      }
    }
    removeAnnotations(pages)
    try redactAppearances()
    emptyUnlistedPages(pages)
    try redactUnlistedContents(pages)
    removeRemains()
    removeHiddenData()
    try reduceFonts()
    try pruneResources(pages)
    try removeReplaced()
    try redactStructure()
    if !changedPages.isEmpty || plan.hiddenData.contains(.thumbnails) { removePicturesOfPages() }
    try removeSurplus()
    try redactStrings()
    try store.graph.requireReadable(nil)
  }

  /// Does something to a page, whose index then stands in errors.
  func about<Result>(page index: Int, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch var error as PDFError {
      error.pageIndex = error.pageIndex ?? index
      throw error
    }
  }

  var pageCount: Int { store.pageCount }

  func page(at index: Int) throws -> PageEntry { try store.page(PageID(number: index + 1)) }

  /// What other programs keep of a document, which may be what it was before: their own data, forms in XFA, what was signed.
  func removeRemains() {
    var visited: Set<ObjectID> = []
    func remove(_ keys: [PDFName], from dictionary: inout PDFDictionary) {
      for key in keys where dictionary[key] != nil {
        if hasMatch(in: dictionary[key], &visited) { run.report.strings += 1 }
        dictionary[key] = nil
      }
    }
    changes.changeCatalog { catalog in
      // New files say that they are 1.7.
      if store.pdfVersion > "1.7" { catalog["Version"] = .name(PDFName(store.pdfVersion)) }
      remove(["PieceInfo", "SpiderInfo", "Legal"] + SignatureRemoval.catalogKeys, from: &catalog)
    }
    let signatures = SignatureRemoval(changes) { remove(["V"], from: &$0) }
    signatures.clearFields()
    changes.changeForm { form in
      remove(["XFA", "SigFlags"], from: &form)
    }
    var walk = ObjectWalk(changes)
    while let id = walk.next() {
      // Annotations and fields may stand in arrays, and are no objects of their own then.
      let cleaned = changes.object(id).mapDictionaries { old in
        var dictionary = old
        remove(["PieceInfo"], from: &dictionary)
        // Also in fields that the form does not list.
        if dictionary["FT"]?.name == "Sig" { signatures.clear(&dictionary) }
        remove(privateCopies(in: dictionary), from: &dictionary)
        return dictionary.entries.count == old.entries.count ? nil : dictionary
      }
      if let cleaned { changes.set(id, to: cleaned) }
    }
  }

  /// The keys under which programs keep more of an annotation than the standard knows: often all of it as it was, with another
  /// appearance. What Postil keeps is read like the rest.
  private func privateCopies(in dictionary: PDFDictionary) -> [PDFName] {
    guard dictionary["Rect"] != nil, dictionary["Subtype"] != nil else { return [] }
    return dictionary.entries.filter { entry in
      guard !StandardNames.contains(entry.key), entry.key != PrivateKey.entry else { return false }
      let value = changes.resolve(entry.value)
      return value.dictionary != nil || value.array != nil
    }.map(\.key)
  }

  // MARK: - Pages

  /// Removes what lies in areas of a page, or was found on it. Returns whether its content is another one now.
  func redact(
    _ page: PageEntry, _ index: Int, _ found: TextReading.Found, _ place: String
  ) throws -> Bool {
    let areas = areas(plan.areas[index] ?? [], found.quads)
    guard !areas.isEmpty || !found.hits.isEmpty || run.looksEverywhere else { return false }
    plan.areas[index] = areas
    let whole = page.withInherited
    let bytes = try content(of: whole, place)
    guard let id = page.object else {
      throw run.refusal(
        "it is listed twice or stands in the list of pages itself: save the document anew first", place)
    }
    run.holes = []
    let redactor = ContentRedactor(
      run, run.interpreter(whole["Resources"]), areas: zones(onPage: index),
      hits: found.hits, place: place, owner: id,
      // Behind a gap letters are up to a quarter of a point from where they were.
      tolerance: isCheck ? 0.4 : 0.1)
    redactor.skipsOverlay = isCheck
    let (content, remaining) = try redactor.redact(bytes)
    guard !isCheck, redactor.isChanged || !areas.isEmpty else { return redactor.isChanged }
    var dictionary = changes.object(id).dictionary ?? page.dictionary
    for reference in changes.references(in: whole["Contents"]) { run.replaced.insert(reference) }
    var new = remaining
    var result = content
    if let overlay = try overlay(areas, page: PageAttributes(store.graph) { whole[$0] }) {
      var forms = new["XObject"]?.dictionary ?? [:]
      var name = ContentRedactor.overlayName
      while forms[name] != nil { name = PDFName(name.description + "_") }
      forms[name] = .reference(overlay)
      new["XObject"] = .dictionary(forms)
      result =
        Array("q\n".utf8) + content + Array("\nQ\n/Artifact BMC\n".utf8)
        + PDFSerializer.bytes(of: .name(name))
        + Array(" Do\nEMC\n".utf8)
    }
    dictionary["Contents"] = .reference(changes.add(Flate.stream([:], result)))
    dictionary["Resources"] = .dictionary(new)
    if dictionary["Thumb"] != nil { run.report.count(.thumbnails) }
    // What comes with a page is looked into for texts; of an area nobody knows what it says.
    let hasOtherArea = areas.contains { !$0.isOfText }
    for key in RedactionRun.keysBesideContent + ["Thumb"] where key != "AF" || hasOtherArea {
      dictionary[key] = nil
    }
    changes.set(id, to: .dictionary(dictionary))
    return true
  }

  /// Reads a content.
  ///
  /// - Throws: ``PDFError`` with code `.unsupported` and the place if it cannot be read: what is behind the place where it ends cannot
  ///   be told.
  func readable<Result>(_ place: String, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let failure as ContentParser.Failure {
      throw run.refusal("its content cannot be read at byte \(failure.position)", place)
    } catch let error as PDFError where error.code != .unsupported {
      throw run.refusal("a stream of it cannot be read: \(error.message)", place)
    }
  }

  /// The areas of a page with those of what was found on it. What a search made of the same text is left out: the places of letters
  /// are known better here.
  private func areas(_ planned: [RedactionPlan.Area], _ found: [PageQuad]) -> [RedactionPlan.Area] {
    guard !found.isEmpty else { return planned }
    var result: [RedactionPlan.Area] = []
    var looks: [Int: RedactionPlan.Area] = [:]
    let polygons = found.map { ConvexPolygon(hullOf: $0.corners) }
    for area in planned {
      guard area.isOfText, !area.isFound else {
        result.append(area)
        continue
      }
      let quads = area.quads.filter { quad in
        let near = ConvexPolygon(quad.bounds.insetBy(-0.5 * quad.upperLeft.distance(to: quad.lowerLeft)))
        let places = polygons.indices.filter { near.overlaps(polygons[$0]) }
        for place in places { looks[place] = looks[place] ?? area }
        return places.isEmpty
      }
      if !quads.isEmpty {
        result.append(
          RedactionPlan.Area(quads, isOfText: true, fill: area.fill, overlayText: area.overlayText))
      }
    }
    for (index, quad) in found.enumerated() {
      let look = looks[index]
      var area = RedactionPlan.Area(
        [quad], isOfText: true, fill: look.map(\.fill) ?? plan.fill,
        overlayText: look.map(\.overlayText) ?? plan.overlayText)
      area.isFound = true
      result.append(area)
    }
    return result
  }

  /// The content of a page.
  ///
  /// - Throws: ``PDFError`` with code `.unsupported` and the place if it cannot be read.
  func content(of page: PDFDictionary, _ place: String) throws -> [UInt8] {
    do { return try changes.content(ofPage: page) } catch let error as PDFError {
      throw run.refusal("a stream of it cannot be read: \(error.message)", place)
    }
  }

  /// Whether fonts have to list their glyphs, as PDF/A-1 wants it.
  private lazy var listsGlyphs = changes.metadataPacket?.claims.hasFirstArchive == true

  /// What is painted over areas.
  private func overlay(_ areas: [RedactionPlan.Area], page: PageAttributes) throws -> ObjectID? {
    let items = areas.flatMap { area in
      Appearance.redacted(
        area.painted, written: area.quads, fill: area.fill, overlayText: area.overlayText,
        rotation: page.rotation)
    }
    guard !items.isEmpty else { return nil }
    let texts = TextForms(changes, EmbeddedFonts(changes, listsGlyphs: listsGlyphs))
    let writer = AppearanceWriter(
      changes: changes, forms: PageForms(changes), texts: texts,
      images: ImageObjects(changes, isFirstArchive: listsGlyphs))
    let box = PageRect.union(of: areas.flatMap { $0.painted.map(\.bounds) }).insetBy(-1)
    let form = try writer.form(of: Appearance(items: items, box: box), box: box)
    try texts.finish()
    return form
  }
}

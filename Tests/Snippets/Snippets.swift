import Foundation
import Postil
import PostilTools

/// The code of the README and of the articles, compiled and run. ``DocumentationTests`` holds that what
/// stands there stands here, line for line.
enum Snippets {
  static func readme(_ url: URL) async throws {
    let document = try await PDFDocument.open(url)
    let page = try document.page(at: 0)
    let stroke = InkStroke([PagePoint(x: 72, y: 700), PagePoint(x: 120, y: 705)])
    let pen = AnnotationStyle(color: .red, lineWidth: 2, opacity: 0.8)
    try document.add(Annotation(.ink([stroke]), style: pen), to: page.id)
    try document.rotatePages([page.id], by: .clockwise90)
    try document.undo()
    let report = try await document.save()
    print(report.method, report.bytesWritten)
  }

  // MARK: - Getting started

  static func open(_ url: URL, askForPassword: () -> String?) async throws -> PDFDocument {
    do {
      return try await PDFDocument.open(url)
    } catch let error as PDFError where error.code == .passwordRequired {
      return try await PDFDocument.open(url, password: askForPassword())
    }
  }

  static func gettingStarted(_ url: URL) async throws -> PDFDocument {
    let document = try await PDFDocument.open(url)
    let page = try document.page(at: 0)
    print(document.pageCount, page.label, page.width, page.height)

    var pen = FreehandTool(style: AnnotationStyle(color: .blue, lineWidth: 2))
    pen.begin(at: PagePoint(x: 72, y: 700))
    for step in 1...40 {
      pen.move(to: PagePoint(x: 72 + Double(step) * 5, y: 700 + 20 * sin(Double(step) / 4)))
    }
    try document.commit(pen.finish(), on: page.id)

    let box = PageRect(x: 72, y: 500, width: 200, height: 60)
    let style = AnnotationStyle(color: .orange, fill: .yellow, lineWidth: 1.5, opacity: 0.5)
    try document.add(Annotation(.rectangle(box), style: style, contents: "Check this figure"), to: page.id)

    let transform = page.transform(scale: 2)
    let onPage = transform.pagePoint(ViewPoint(x: 300, y: 120))
    let onScreen = transform.viewRect(box)
    print(onPage, onScreen)

    try await eraseAndUndo(document, page, box)
    return document
  }

  private static func eraseAndUndo(_ document: PDFDocument, _ page: PDFPage, _ box: PageRect) async throws {
    let path = [PagePoint(x: 150, y: 730), PagePoint(x: 160, y: 480)]
    try document.erase(along: path, width: 12, on: page.id)

    try document.undo()
    try document.redo()
    try document.edit("Mark Up") { edit in
      try edit.add(Annotation(.line(from: box.origin, to: box.center, end: .openArrow)), to: page.id)
      try edit.rotatePages([page.id], by: .clockwise90)
    }
    print(document.undoName ?? "nothing to undo", document.hasUnsavedChanges)

    try document.rotatePages(document.pageIDs[1...2], by: .clockwise90)
    try document.movePages([document.pageIDs[3]], to: 0)

    let report = try await document.save()
    if report.method == .append { print("appended \(report.bytesWritten) bytes") }
    for warning in report.warnings { print(warning) }
  }

  static func show(_ document: PDFDocument, _ page: PDFPage, _ pictureURL: URL) async throws {
    let image = try await PageRenderer(document).image(of: page.id, scale: 2)
    try image.write(to: pictureURL)
  }

  static func save(_ document: PDFDocument) async -> String {
    do {
      return "Saved, \(try await document.save().fileSize) bytes."
    } catch let error as PDFError where error.code == .fileChanged {
      return "Another program changed the file. Save under another name?"
    } catch {
      return "\(error)"
    }
  }

  static func inMemory(_ url: URL) async throws -> PDFDocument {
    let safe = try await PDFDocument.open(url, options: OpenOptions(access: .memory))
    return safe
  }

  // MARK: - Revisions

  static func revisions(of document: PDFDocument, _ url: URL) async throws -> PDFDocument {
    for revision in try await document.revisions() {
      print(revision.number, revision.date ?? "", revision.changes?.kinds ?? [])
    }
    let original = try document.revision(1)
    try PDFDocument.restoreRevisionAndWait(1, of: url)
    try await document.save(.squash())
    return original
  }

  static func compare(_ document: PDFDocument) async throws {
    let comparison = try await document.comparison(with: document.revision(1))
    for page in comparison.pages { print(page.oldIndex ?? -1, page.newIndex ?? -1, page.kinds, page.areas) }
    for change in comparison.annotations {
      print(change.kind, change.aspects, change.new ?? change.old ?? "")
    }
  }

  // MARK: - Recovering

  static func openWithJournal(_ url: URL) async throws -> PDFDocument {
    let options = OpenOptions(journalFolder: OpenOptions.standardJournalFolder)
    let document = try await PDFDocument.open(url, options: options)
    return document
  }

  static func recover(_ url: URL) async throws {
    for edits in PDFDocument.recoverable(url) where edits.status == .ready {
      let recovered = try await edits.recover()
      try await recovered.save()
    }
  }

  // MARK: - Saving

  static func saveByAppending(_ document: PDFDocument) async throws -> SaveReport {
    let report = try await document.save(.incremental())
    return report
  }

  static func saveInPlace(_ document: PDFDocument) async throws -> SaveReport {
    let report = try await document.save(.automatic(safety: .inPlace))
    return report
  }

  static func writeWithoutWaiting(_ document: PDFDocument, _ copyURL: URL) async throws {
    var options = SaveOptions()
    options.waitsForDisk = false
    try await document.write(to: copyURL, options)
  }

  static func saveElsewhere(_ document: PDFDocument, _ copyURL: URL) async throws -> Data {
    try await document.save(to: copyURL)
    let bytes = try await document.dataRepresentation()
    return bytes
  }

  static func changeEncryption(_ document: PDFDocument) async throws {
    try await document.save(.rewrite(RewriteOptions(encryption: .remove)))
    try await document.save(.encrypted(userPassword: "open", ownerPassword: "own"))
  }

  static func writeForReaders(_ document: PDFDocument, _ copyURL: URL) async throws {
    let allowed: PDFPermissions = [.printing, .highQualityPrinting, .fillingForms]
    try await document.write(
      to: copyURL, .encrypted(userPassword: "", ownerPassword: "own", permissions: allowed))
  }

  static func writeUnsigned(_ document: PDFDocument, _ copyURL: URL) async throws {
    try await document.write(to: copyURL, .rewrite(RewriteOptions(removesSignatures: true)))
  }

  static func open(_ data: Data) throws -> PDFDocument {
    let download = try PDFDocument(data: data)
    return download
  }

  static func encryptAPart(_ document: PDFDocument, _ url: URL) async throws {
    let part = try await document.extractPages(document.pageIDs.prefix(2))
    var options = SaveOptions.automatic
    if let encryption = document.encryption {
      options = .rewrite(RewriteOptions(encryption: .same(as: encryption)))
    }
    try await part.save(to: url, options)
  }

  // MARK: - Showing pages

  static func draw(_ document: PDFDocument, _ page: PDFPage) async throws -> Int {
    let renderer = PageRenderer(document)
    let image = try await renderer.image(of: page.id, width: 1200)
    return image.width
  }

  static func show(_ page: PageID, in visible: ViewRect, scale: Double, with renderer: PageRenderer) async {
    let viewport = Viewport(page: page, rect: visible, scale: scale)
    for await update in renderer.updates(for: viewport) {
      if let image = update.preview { print("stretch \(image.width) pixels over", update.page) }
      if let tile = update.tile { print("put", tile.id, "at", tile.frame) }
      if let error = update.error { print(update.page, "cannot be shown:", error) }
    }
  }

  static func keepUpToDate(_ shown: [TileID], _ renderer: PageRenderer) async throws {
    for await stale in renderer.staleTiles() {
      for tile in shown where stale.contains(tile) { print("again:", try await renderer.tile(tile).id) }
    }
  }

  static func paint(_ drawing: Appearance, on page: PDFPage, scale: Double, into context: OpaquePointer) {
    OverlayPainter(transform: page.transform(scale: scale)).paint(drawing, into: context)
  }

  static func listThumbnails(_ page: PDFPage, _ renderer: PageRenderer) async {
    for await thumbnail in renderer.thumbnails(width: 120, from: page.index) {
      if case .success(let image) = thumbnail.image { print(thumbnail.index, image.height) }
    }
  }

  static func tryAgain(_ page: PageID, _ renderer: PageRenderer) async throws -> PageImage {
    renderer.retry(page)
    return try await renderer.image(of: page, scale: 1)
  }

  static func drawWithAnother(_ document: PDFDocument, _ page: PDFPage) async throws {
    var options = RenderOptions()
    options.renderer = .automatic
    let renderer = PageRenderer(document, options: options)
    let image = try await renderer.image(of: page.id, scale: 2)
    print(image.renderer ?? .poppler)
  }

  static func requireIsolation() {
    PostilRuntime.requiredIsolation = .complete
  }

  static func tellIsolation(_ renderer: PageRenderer) {
    if let isolation = renderer.isolation, !isolation.isComplete {
      print("files:", isolation.restrictsFiles, "system calls:", isolation.restrictsSystemCalls)
    }
  }
}

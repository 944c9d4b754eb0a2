import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// Removing content for good. Letters are 7.2 points wide.
@MainActor @Suite struct RedactionJobTests {
  private let viewer: Viewer
  private var session: ViewerSession { viewer.session }
  private var out: URL { viewer.folder.url.appending(path: "out.pdf") }

  init() async throws {
    let text = TextDocument([
      [.init(72, 700, "public SECRET words"), .init(72, 600, "second line")],
      [.init(72, 700, "other SECRET")],
    ])
    viewer = try Viewer(data: text.data)
    await viewer.open()
    await viewer.session.idle()
  }

  private func mark(_ text: String = "SECRET") async throws {
    #expect(try await session.markForRedaction(.text(text, options: [])) > 0)
  }

  private func job(_ kind: RedactionJob.Kind = .marks) async -> RedactionJob {
    let job = RedactionJob(kind, of: session)
    job.examine()
    await job.done()
    return job
  }

  private func text(_ file: URL) throws -> String { try Tool.run("pdftotext", [file.path, "-"]).output }

  private func decoded(_ file: URL) throws -> String {
    let plain = viewer.folder.url.appending(path: "plain.qdf")
    _ = try Tool.run("qpdf", ["--qdf", "--object-streams=disable", file.path, plain.path])
    return String(decoding: try Data(contentsOf: plain), as: UTF8.self)
  }

  @Test func whatGoesIsKnownBefore() async throws {
    try await mark()
    let job = await job()
    #expect(job.state == .ready && job.markCount == 2 && job.markedPageCount == 2 && job.canWrite)
    #expect(job.report?.glyphs == 12 && job.hiddenDataCounts == [:] && job.hiddenData.isEmpty)
    #expect(!job.isSigned && !job.isEncrypted)
  }

  @Test func aFileWithoutItIsWrittenAndTheDocumentStays() async throws {
    let before = try Data(contentsOf: viewer.file)
    try await mark()
    let job = await job()
    job.write(to: out)
    #expect(job.state == .writing && !job.canWrite)
    await job.done()
    guard case .written(let report, out) = job.state else { return #expect(Bool(false), "\(job.state)") }
    #expect(report.glyphs == 12 && report.remaining.isEmpty && !job.canWrite)
    #expect(try text(out).contains("public") && text(out).contains("second line"))
    #expect(!(try decoded(out).contains("SECRET")))
    #expect(try Data(contentsOf: viewer.file) == before)
    #expect(session.status.hasUnsavedChanges && session.file == viewer.file && session.message == nil)
  }

  @Test func theDocumentIsReplacedAndNothingOfItIsKept() async throws {
    let journals = viewer.folder.url.appending(path: "journal")
    try await mark()
    await wait(
      until: { (try? FileManager.default.contentsOfDirectory(atPath: journals.path))?.isEmpty == false },
      "there is no journal")
    let job = await job()
    job.write(to: nil)
    await job.done()
    await viewer.isOpened(session)
    guard case .written(_, viewer.file) = job.state else { return #expect(Bool(false), "\(job.state)") }
    #expect(session.state == .ready && !session.status.hasUnsavedChanges && !session.status.canUndo)
    #expect(!(try decoded(viewer.file).contains("SECRET")))
    #expect(try await viewer.annotations().isEmpty)
    await wait(
      until: { (try? FileManager.default.contentsOfDirectory(atPath: journals.path)) == [] },
      "the journal of what was removed is still there")
    // The new document can be edited and saved.
    session.rotatePage()
    session.save()
    await session.idle()
    #expect(session.message == nil && !session.status.hasUnsavedChanges)
  }

  @Test func withoutMarksThereIsNothingToWrite() async throws {
    let job = await job()
    #expect(job.markCount == 0 && !job.canWrite && job.state == .ready)
    job.write(to: out)
    #expect(job.state == .ready && !FileManager.default.fileExists(atPath: out.path))
  }

  @Test func aRefusalNamesThePage() async throws {
    var document = Viewer.document(pageCount: 3)
    document.pages[2].content = "BT /F 12 Tf (open"
    let other = try Viewer(document, folder: viewer.folder)
    await other.open()
    let page = other.session.pages[2]
    let mark = other.session.palette.redactionMark([PageQuad(PageRect(x: 10, y: 10, width: 50, height: 50))])
    _ = await other.session.editor.edit(orElse: ()) { try $0.add(mark, to: page) }.value
    let job = RedactionJob(.marks, of: other.session)
    job.examine()
    await job.done()
    for _ in 0..<2 {
      guard case .refused(let message) = job.state else { return #expect(Bool(false), "\(job.state)") }
      #expect(message.pageIndex == 2 && message.code == .unsupported && message.activity == .redacting)
      #expect(job.canWrite && job.markCount == 1)
      job.write(to: out)
      await job.done()
    }
    #expect(!FileManager.default.fileExists(atPath: out.path))
  }

  @Test func itCanBeCancelled() async throws {
    try await mark()
    let job = await job()
    job.write(to: out)
    job.cancel()
    #expect(job.state == .ready && job.canWrite)
    // Whatever was going on comes to an end, and writes nothing.
    job.examine()
    await job.done()
    #expect(job.state == .ready && !FileManager.default.fileExists(atPath: out.path))
  }

  @Test func hiddenDataGoAsTheyAreChosen() async throws {
    var information = DocumentInformation()
    (information.title, information.author) = ("SECRET", "Ada")
    session.setInformation(information)
    let job = await job(.hiddenData)
    #expect(job.hiddenDataCounts?[.metadata] ?? 0 >= 2 && job.hiddenData == .standard)
    #expect(job.markCount == nil && job.canWrite)
    job.hiddenData = []
    #expect(!job.canWrite)
    job.hiddenData = [.metadata]
    job.write(to: out)
    await job.done()
    guard case .written = job.state else { return #expect(Bool(false), "\(job.state)") }
    #expect(try text(out).contains("SECRET") && !decoded(out).contains("Ada"))
  }

  @Test func anEncryptedDocumentGetsANewPassword() async throws {
    let locked = viewer.folder.url.appending(path: "locked.pdf")
    let encryption = RewriteOptions.Encryption.aes256(
      userPassword: "", ownerPassword: "owner", permissions: .all)
    try PDFDocument.openAndWait(viewer.file).writeAndWait(
      to: locked, .rewrite(RewriteOptions(encryption: encryption)))
    session.open(locked)
    await viewer.isOpened(session)
    try await mark()
    let job = await job()
    #expect(job.isEncrypted && job.state == .ready && job.report?.glyphs == 12)
    job.password = "new"
    job.write(to: nil)
    await job.done()
    await viewer.isOpened(session)
    // It is open although it needs the password.
    #expect(session.state == .ready)
    #expect(throws: PDFError.self) { try PDFDocument.openAndWait(locked) }
    let written = try PDFDocument.openAndWait(locked, password: "new")
    #expect(!(try await written.text(of: written.pageIDs[0]).string.contains("SECRET")))
  }

  @Test func theAuthorsWishIsRespected() async throws {
    let locked = viewer.folder.url.appending(path: "locked.pdf")
    let encryption = RewriteOptions.Encryption.aes256(
      userPassword: "", ownerPassword: "owner", permissions: [.printing])
    try PDFDocument.openAndWait(viewer.file).writeAndWait(
      to: locked, .rewrite(RewriteOptions(encryption: encryption)))
    session.open(locked)
    await viewer.isOpened(session)
    let job = await job(.hiddenData)
    guard case .refused(let message) = job.state else { return #expect(Bool(false), "\(job.state)") }
    #expect(message.code == .notPermitted)
  }

  @Test func withoutADocumentItIsRefused() async {
    session.close()
    let job = await job()
    guard case .refused(let message) = job.state else { return #expect(Bool(false), "\(job.state)") }
    #expect(message.code == .noFile)
  }
}

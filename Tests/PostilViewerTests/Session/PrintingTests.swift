import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// What is printed of a document.
@MainActor @Suite struct PrintingTests {
  private let viewer: Viewer
  private var session: ViewerSession { viewer.session }
  private var copy: URL { viewer.folder.url.appending(path: "print.pdf") }

  init() async throws {
    viewer = try Viewer()
    await viewer.open()
    await viewer.session.idle()
  }

  @Test func unsavedEditsArePrintedAndStayUnsaved() async throws {
    let before = try Data(contentsOf: viewer.file)
    viewer.draw(.line, (50, 50), (200, 200))
    try await session.writePrintCopy(to: copy)
    let printed = try PDFDocument.openAndWait(copy)
    #expect(printed.pageCount == 5)
    #expect(try printed.page(printed.pageIDs[0]).annotations.map(\.subtype) == ["Line"])
    #expect(try Data(contentsOf: viewer.file) == before)
    #expect(session.status.hasUnsavedChanges && session.status.canUndo && session.file == viewer.file)
  }

  @Test func onlyChosenPagesArePrintedInTheirOrder() async throws {
    session.rotatePage()
    viewer.draw(.line, (50, 50), (200, 200))
    await session.idle()
    try await session.writePrintCopy(of: [session.pages[3], session.pages[0]], to: copy)
    let printed = try PDFDocument.openAndWait(copy)
    #expect(printed.pageCount == 2)
    #expect(try printed.page(printed.pageIDs[1]).annotations.count == 1)
    #expect(try printed.page(printed.pageIDs[1]).rotation == .clockwise90)
  }

  @Test func whatIsBeingDrawnIsPrinted() async throws {
    session.palette.selection = .rectangle
    session.drawing.begin(at: PenPoint(x: 300, y: 300))
    session.drawing.move(to: PenPoint(x: 400, y: 400))
    try await session.writePrintCopy(to: copy)
    let printed = try PDFDocument.openAndWait(copy)
    #expect(try printed.page(printed.pageIDs[0]).annotations.map(\.subtype) == ["Square"])
  }

  @Test func nothingIsPrintedWithoutPagesOrADocument() async throws {
    await #expect(throws: PDFError.self) { try await session.writePrintCopy(of: [], to: copy) }
    session.close()
    await #expect(throws: PDFError.self) { try await session.writePrintCopy(to: copy) }
    #expect(!FileManager.default.fileExists(atPath: copy.path))
  }

  /// A document that anybody may open, and only its owner print at full quality.
  private func protected(_ permissions: PDFPermissions, password: String? = nil) async throws -> ViewerSession
  {
    let encryption = RewriteOptions.Encryption.aes256(
      userPassword: "user", ownerPassword: "owner", permissions: permissions)
    let file = viewer.folder.url.appending(path: "protected.pdf")
    try PDFDocument.openAndWait(viewer.file).writeAndWait(
      to: file, .rewrite(RewriteOptions(encryption: encryption)))
    let session = Viewer.session(in: viewer.folder)
    session.open(file)
    await wait(until: { if case .passwordNeeded = session.state { true } else { false } }, "not asked")
    session.submit(password: password ?? "user")
    await wait(until: { if case .ready = session.state { true } else { false } }, "not opened")
    return session
  }

  @Test func theAuthorsWishIsRespected() async throws {
    for permissions: PDFPermissions in [[], [.printing]] {
      let session = try await protected(permissions)
      await #expect(throws: PDFError.self) { try await session.writePrintCopy(to: copy) }
      #expect(!FileManager.default.fileExists(atPath: copy.path))
    }
    let owner = try await protected([], password: "owner")
    try await owner.writePrintCopy(to: copy)
    #expect(try !PDFDocument.openAndWait(copy).isEncrypted)
  }

  @Test func copiesOfEncryptedDocumentsNeedNoPassword() async throws {
    let session = try await protected(.all)
    try await session.writePrintCopy(of: [session.pages[1]], to: copy)
    #expect(try PDFDocument.openAndWait(copy).pageCount == 1)
    try await session.writePrintCopy(to: copy)
    #expect(try PDFDocument.openAndWait(copy).pageCount == 5)
    session.report(PDFError(.notPermitted, "x"), during: .printing, of: session.file)
    #expect(session.message?.title == "“protected.pdf” may not be printed")
  }
}

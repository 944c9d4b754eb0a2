import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// Looking back at older states of a file, and comparing with other files.
@MainActor @Suite struct DocumentComparingTests {
  private let viewer: Viewer
  private let lengths: [Int]
  private var session: ViewerSession { viewer.session }
  private var comparing: DocumentComparing { session.comparing }

  /// A file of three revisions: the second has a rectangle on page 2, the third an ellipse on page 4 besides.
  init() async throws {
    viewer = try Viewer()
    var lengths = [try Data(contentsOf: viewer.file).count]
    try Self.add(.rectangle(PageRect(x: 50, y: 60, width: 100, height: 80)), to: 1, of: viewer.file)
    lengths.append(try Data(contentsOf: viewer.file).count)
    try Self.add(.ellipse(PageRect(x: 150, y: 200, width: 60, height: 40)), to: 3, of: viewer.file)
    self.lengths = lengths
    await viewer.open()
  }

  private static func add(
    _ content: AnnotationContent, to page: Int, of file: URL, password: String? = nil
  ) throws {
    let document = try PDFDocument.openAndWait(file, password: password)
    try document.add(
      Annotation(content, style: AnnotationStyle(color: .red, lineWidth: 4), author: "Ann"),
      to: document.pageIDs[page])
    try document.saveAndWait(.incremental())
  }

  /// Waits until what is selected is shown and compared.
  private func settle() async {
    await wait(
      until: {
        comparing.state != .reading && comparing.progress == nil
          && (comparing.newer != nil || comparing.older != nil)
      }, "nothing is compared")
  }

  private func open() async {
    comparing.openRevisions()
    await settle()
  }

  private func isPageShown(_ index: Int) -> Bool { comparing.shown?.viewport.currentIndex == index }

  @Test func theNewestRevisionIsShownFirstWithWhatItChanged() async throws {
    await open()
    #expect(comparing.state == .ready && comparing.subject == .revisions)
    #expect(comparing.revisions.map(\.length).dropLast() == lengths[...])
    #expect(comparing.selectedNumber == 3 && comparing.shownSide == .newer)
    #expect(comparing.changes.map(\.kind) == [.added])
    let change = try #require(comparing.changes.first)
    #expect(change.subject == .annotation(.ellipse, []) && change.old == nil && change.new?.page == 3)
    let rect = try #require(change.new?.rects.first)
    #expect(rect.contains(PageRect(x: 150, y: 200, width: 60, height: 40)))
    #expect(
      comparing.marks(of: .newer, on: 3)
        == [ChangeMark(change: 0, kind: .added, rect: rect, isElsewhere: false)])
    // On the older page the place is marked too, but not where both pages are seen.
    #expect(comparing.marks(of: .older, on: 3).map(\.isElsewhere) == [true])
    comparing.layout = .sideBySide
    #expect(comparing.marks(of: .older, on: 3).isEmpty && comparing.marks(of: .newer, on: 0).isEmpty)
    #expect(!comparing.canRestore && session.pages.count == 5)
  }

  @Test func anOlderRevisionIsShownAtTheSamePlace() async throws {
    session.viewport.zoom(to: 3)
    session.viewport.go(to: 1)
    await open()
    let before = try #require(comparing.shown?.viewport.position)
    #expect(before.pageIndex == 1 && before.zoom == 3)
    comparing.select(2)
    await settle()
    #expect(comparing.shown?.viewport.position == before)
    #expect(comparing.changes.map(\.new?.page) == [1])
    let document = try #require(comparing.newer?.document)
    #expect(try document.page(at: 1).annotations.count == 1 && document.page(at: 3).annotations.isEmpty)
    await wait(until: { comparing.newer?.pageDisplay.isComplete == true }, "the page is not drawn")
    #expect(comparing.newer.map { !$0.pageDisplay.pictures(of: $0.viewport.pages[1]).isEmpty } == true)
    comparing.select(1)
    await settle()
    // There is nothing before it.
    #expect(comparing.older == nil && comparing.changes.isEmpty && comparing.canRestore)
    #expect(comparing.shown?.document?.fileSize == lengths[0])
    comparing.select(0)
    comparing.select(4)
    #expect(comparing.selectedNumber == 1)
  }

  @Test func aSliderThatIsDraggedEndsAtTheLastPlace() async throws {
    await open()
    for number in [2, 1, 3, 2, 1, 2] { comparing.select(number) }
    await settle()
    #expect(comparing.selectedNumber == 2 && comparing.newer?.document?.fileSize == lengths[1])
    #expect(comparing.changes.map(\.new?.page) == [1])
  }

  @Test func unsavedChangesStayAndCountAsThePresent() async throws {
    viewer.draw(.line, (50, 100), (250, 100))
    await session.idle()
    await open()
    comparing.basis = .present
    await settle()
    #expect(comparing.shownSide == .older && comparing.shown === comparing.older)
    #expect(comparing.changes.map(\.title) == ["Line"])
    // The place is marked on the older page, which does not have it.
    #expect(comparing.marks(of: .older, on: 0).map(\.isElsewhere) == [true])
    comparing.select(1)
    await settle()
    #expect(comparing.changes.map(\.new?.page) == [0, 1, 3])
    comparing.close()
    #expect(comparing.state == .inactive && comparing.revisions.isEmpty && comparing.newer == nil)
    #expect(session.status.hasUnsavedChanges && session.status.canUndo)
    #expect(try await viewer.annotations().count == 1)
  }

  @Test func aRevisionIsRestoredByAppending() async throws {
    let original = try Data(contentsOf: viewer.file)
    viewer.draw(.line, (50, 100), (250, 100))
    await session.idle()
    await open()
    comparing.select(1)
    await settle()
    #expect(await comparing.restore().value)
    #expect(comparing.state == .inactive && session.message == nil && session.state == .ready)
    let file = try Data(contentsOf: viewer.file)
    #expect(file.starts(with: original))
    let document = try #require(session.document)
    #expect(try document.pageIDs.allSatisfy { try document.page($0).annotations.isEmpty })
    // The unsaved line is a revision of its own.
    await open()
    #expect(comparing.revisions.count == 5 && comparing.selectedNumber == 5)
    #expect(comparing.changes.map(\.kind) == [.removed, .removed, .removed])
    #expect(comparing.marks(of: .newer, on: 1).map(\.isElsewhere) == [true])
    comparing.select(4)
    await settle()
    #expect(comparing.changes.map(\.title) == ["Line"])
  }

  @Test func aRevisionIsNotRestoredOverAChangedFile() async throws {
    await open()
    comparing.select(1)
    await settle()
    // Another program wrote the file anew.
    try Viewer.document(pageCount: 2).data.write(to: viewer.file)
    #expect(await comparing.restore().value == false)
    #expect(session.message?.activity == .restoring && !comparing.isRestoring)
    #expect(try Data(contentsOf: viewer.file) == Viewer.document(pageCount: 2).data)
  }

  @Test func aCopyIsTheRevisionToTheByte() async throws {
    let original = try Data(contentsOf: viewer.file)
    await open()
    comparing.select(2)
    await settle()
    let copy = viewer.folder.url.appendingPathComponent("copy.pdf")
    #expect(await comparing.saveCopy(to: copy))
    #expect(try Data(contentsOf: copy) == original.prefix(lengths[1]))
    #expect(await comparing.saveCopy(to: viewer.file) == false)
    #expect(session.message?.activity == .extracting)
    #expect(try Data(contentsOf: viewer.file) == original)
  }

  @Test func changesAreGoneThrough() async throws {
    await open()
    comparing.basis = .present
    comparing.select(1)
    await settle()
    #expect(comparing.changes.count == 2)
    comparing.next()
    #expect(comparing.currentIndex == 0 && isPageShown(1))
    comparing.next()
    #expect(comparing.currentIndex == 1 && isPageShown(3))
    comparing.next()
    #expect(comparing.currentIndex == 0 && isPageShown(1))
    comparing.previous()
    #expect(comparing.currentIndex == 1 && isPageShown(3))
    comparing.go(to: 9)
    #expect(comparing.currentIndex == 1)
    let viewer = try #require(comparing.shown)
    let page = viewer.viewport.pages[3]
    let ellipse = PageRect(x: 150, y: 200, width: 60, height: 40)
    await wait(until: { viewer.viewRect(ellipse, on: page) != nil }, "the page is not measured")
    let frame = try #require(viewer.viewRect(ellipse, on: page))
    let whole = try #require(viewer.viewport.frame(of: page))
    #expect(abs(frame.width / whole.width - 60.0 / 400) < 1e-9)
    #expect(abs((frame.y - whole.y) / whole.height - 260.0 / 500) < 1e-9)
  }

  @Test func theOtherSideFollows() async throws {
    await open()
    comparing.layout = .sideBySide
    let (older, newer) = (try #require(comparing.older), try #require(comparing.newer))
    newer.viewport.go(to: 2)
    #expect(older.viewport.currentIndex == 2)
    older.viewport.zoom(to: 2)
    #expect(newer.viewport.zoom == 2)
    comparing.next()
    #expect(newer.viewport.currentIndex == 3 && older.viewport.currentIndex == 3)
  }

  @Test func aFileIsComparedAsTheOlderOne() async throws {
    let other = viewer.folder.url.appendingPathComponent("other.pdf")
    let document = try PDFDocument.openAndWait(viewer.file)
    try document.removePages([document.pageIDs[0]])
    try await document.write(to: other)
    comparing.open(other)
    await settle()
    #expect(comparing.subject == .file(other) && comparing.revisions.isEmpty && !comparing.canRestore)
    #expect(comparing.changes.map(\.kind) == [.added] && comparing.changes.first?.new?.page == 0)
    #expect(comparing.marks(of: .newer, on: 0).map(\.rect) == [nil])
    comparing.layout = .sideBySide
    comparing.newer?.viewport.go(to: 4)
    #expect(comparing.older?.viewport.currentIndex == 3)
    // The page that only the newer one has stands beside the first.
    comparing.next()
    #expect(comparing.newer?.viewport.currentIndex == 0 && comparing.older?.viewport.currentIndex == 0)
    #expect(!session.status.hasUnsavedChanges)
  }

  @Test func aFileMayNeedAPassword() async throws {
    let other = viewer.folder.url.appendingPathComponent("secret.pdf")
    try await PDFDocument.openAndWait(viewer.file).write(
      to: other, .rewrite(RewriteOptions(encryption: .aes256(userPassword: "open", ownerPassword: "own"))))
    func needsPassword(_ refusals: Int) -> Bool {
      comparing.state == .passwordNeeded(fileName: "secret.pdf", refusals: refusals)
    }
    comparing.open(other)
    await wait(until: { needsPassword(0) }, "no password is needed")
    comparing.submit(password: "wrong")
    await wait(until: { needsPassword(1) }, "the password is not refused")
    comparing.submit(password: "open")
    await settle()
    #expect(comparing.changes.isEmpty && comparing.older?.viewport.pages.count == 5)
    comparing.open(viewer.folder.url.appendingPathComponent("nowhere.pdf"))
    await wait(until: { comparing.state == .inactive }, "a missing file is opened")
    #expect(session.message?.code == .fileNotFound && session.message?.activity == .comparing)
  }

  @Test func closingTheDocumentEndsIt() async throws {
    comparing.openRevisions()
    session.close()
    #expect(comparing.state == .inactive)
    comparing.openRevisions()
    comparing.open(viewer.file)
    #expect(comparing.state == .inactive && session.message == nil)
    session.open(viewer.file)
    await viewer.isOpened(session)
    await open()
    #expect(comparing.revisions.count == 3)
  }
}

/// Files of one revision, and encrypted ones.
@MainActor @Suite struct OtherRevisionsTests {
  private func compared(_ comparing: DocumentComparing) async {
    comparing.openRevisions()
    await wait(until: { comparing.newer != nil && comparing.progress == nil }, "nothing is shown")
  }

  @Test func aNewFileHasOneRevision() async throws {
    let viewer = try Viewer()
    await viewer.open()
    let comparing = viewer.session.comparing
    await compared(comparing)
    #expect(comparing.revisions.count == 1 && !comparing.canRestore && comparing.changes.isEmpty)
    comparing.next()
    comparing.previous()
    #expect(comparing.currentIndex == nil && comparing.older == nil)
  }

  @Test func thePasswordIsHandedOn() async throws {
    let viewer = try Viewer()
    let plain = try PDFDocument(data: Viewer.document().data)
    try await plain.write(
      to: viewer.file,
      .rewrite(RewriteOptions(encryption: .aes256(userPassword: "open", ownerPassword: "own"))))
    let original = try Data(contentsOf: viewer.file)
    await viewer.open()
    viewer.session.submit(password: "open")
    await viewer.isOpened(viewer.session)
    viewer.draw(.line, (50, 100), (250, 100))
    viewer.session.save()
    await viewer.session.idle()
    let comparing = viewer.session.comparing
    await compared(comparing)
    #expect(comparing.revisions.count == 2 && comparing.changes.map(\.title) == ["Line"])
    comparing.select(1)
    await wait(until: { comparing.older == nil && comparing.progress == nil }, "it is not shown")
    #expect(await comparing.restore().value)
    #expect(viewer.session.state == .ready && viewer.session.message == nil)
    #expect(try await viewer.annotations().isEmpty)
    let now = try Data(contentsOf: viewer.file)
    #expect(now.starts(with: original) && now.count > original.count)
  }
}

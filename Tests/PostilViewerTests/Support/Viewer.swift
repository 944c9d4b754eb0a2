import Testing

import Foundation
import PostilTestSupport

@testable import PostilViewer

/// A session with a document of its own, in a window of 800 × 1,000 units.
@MainActor struct Viewer {
  let folder: TemporaryFolder
  let session: ViewerSession
  let file: URL

  init(
    _ document: PageDocument = Viewer.document(), folder: TemporaryFolder? = nil,
    session: ViewerSession? = nil
  ) throws {
    try self.init(data: document.data, folder: folder, session: session)
  }

  init(data: Data, folder: TemporaryFolder? = nil, session: ViewerSession? = nil) throws {
    self.folder = try folder ?? TemporaryFolder()
    file = try self.folder.file("document.pdf", data)
    self.session = session ?? Viewer.session(in: self.folder)
  }

  static func document(pageCount: Int = 5) -> PageDocument {
    var document = PageDocument(pageCount: pageCount)
    for index in document.pages.indices { document.pages[index].mediaBox = [0, 0, 400, 500] }
    return document
  }

  /// A session that keeps its settings in the folder.
  ///
  /// - Parameter deadline: How long drawing a page may take.
  static func session(
    in folder: TemporaryFolder, fileCheckInterval: Duration? = nil, deadline: Duration? = nil
  ) -> ViewerSession {
    var options = ViewerOptions()
    options.rendering = .forTests
    if let deadline { options.rendering.deadline = deadline }
    options.rendering.workerCount = 1
    options.folders = ViewerFolders(
      configuration: folder.url.appendingPathComponent("config"),
      state: folder.url.appendingPathComponent("state"))
    options.fileCheckInterval = fileCheckInterval
    options.opening.journalFolder = folder.url.appendingPathComponent("journal")
    let session = ViewerSession(options: options)
    session.viewport.resize(to: ViewSize(width: 800, height: 1000), pixelRatio: 1)
    session.pageDisplay.zoomPause = .milliseconds(1)
    return session
  }

  var page: PageID {
    session.pages.isEmpty ? PageID(number: 1) : session.pages[session.viewport.currentIndex]
  }

  func open() async {
    session.open(file)
    await isOpened(session)
  }

  /// Waits until opening has come to something.
  func isOpened(_ session: ViewerSession) async {
    await wait(
      until: { if case .opening = session.state { false } else { true } }, "the document is not opened")
  }

  /// Draws from one place of the current page to others, in points from its upper left corner.
  func draw(_ tool: ToolID, _ points: (Double, Double)...) {
    session.palette.selection = tool
    for (index, point) in points.enumerated() {
      guard let place = session.viewport.viewPoint(ViewPoint(x: point.0, y: point.1), on: page) else {
        continue
      }
      let pen = PenPoint(place)
      if index == 0 { session.drawing.begin(at: pen) } else { session.drawing.move(to: pen) }
    }
    session.drawing.finish()
  }

  /// The annotations of a page, once everything is done.
  func annotations(_ page: PageID? = nil) async throws -> [Annotation] {
    await session.idle()
    guard let document = session.document else { return [] }
    return try document.page(page ?? self.page).annotations
  }
}

import EditorDriver
import Foundation

/// Pictures of the editor in use, for the documentation.
struct Screenshots {
  private let folder: URL
  private let file: URL
  private let work: URL

  init(folder: String, file: String) throws {
    work = try TemporaryFolder.make()
    (self.folder, self.file) = (URL(fileURLWithPath: folder), URL(fileURLWithPath: file))
  }

  func make() throws {
    defer { try? FileManager.default.removeItem(at: work) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try useLargeWindow()
    try useDarkWindow()
    try useNarrowWindow()
  }

  /// Opens a copy of the document at a page with a figure, does something once it is painted, and closes the editor.
  private func use(
    width: Int, height: Int, _ options: [String] = [], _ body: (EditorRun) throws -> Void
  ) throws {
    let copy = work.appending(path: file.lastPathComponent)
    try? FileManager.default.removeItem(at: copy)
    try FileManager.default.copyItem(at: file, to: copy)
    let screen = try Screen(width: width, height: height)
    defer { screen.close() }
    let arguments = options + ["--picture-on-signal", picture.path, copy.path]
    let run = try EditorRun(in: work, arguments, on: screen, size: (width, height))
    defer { run.terminate() }
    _ = try run.pageInView()
    try run.press("Home", until: "first page") { $0.page == 1 }
    for page in 2...3 { try run.press("Page_Down", until: "page \(page)") { $0.page == page } }
    try body(run)
  }

  private var picture: URL { work.appending(path: "picture.png") }

  /// Makes the editor write a picture of itself: in a picture of this screen popovers would have black corners.
  private func take(_ name: String, _ run: EditorRun) throws {
    try? FileManager.default.removeItem(at: picture)
    _ = try run.wait(for: "all pictures") { $0.isComplete }
    try wait(for: "quiet screen") { try run.screen.isQuiet() }
    run.signal(SIGUSR1)
    try wait(for: "picture") {
      (try? Data(contentsOf: picture))?.suffix(8).starts(with: Data("IEND".utf8)) == true
    }
    let target = folder.appending(path: name)
    try? FileManager.default.removeItem(at: target)
    try FileManager.default.copyItem(at: picture, to: target)
    print(target.path)
  }

  // MARK: - What is on them

  private func useLargeWindow() throws {
    try use(width: 1280, height: 900) { run in
      try draw(run)
      try take("editor.png", run)
      try run.click("style")
      _ = try run.widget("style.width")
      try take("editor-palette.png", run)
      try run.press("Escape", until: "closed palette") { $0.places["style.width"] == nil }
      try run.clickPage(2)
      try run.clickPage(4, holding: "shift")
      try run.wait(for: "selected pages") { $0.selectedPages == [2, 3, 4] }
      try take("editor-grid.png", run)
      try run.press("F9", until: "pages") { $0.shown == "document" }
      try run.press("F7", until: "outline") { $0.places["outline.list"] != nil }
      try run.press("ctrl+b", until: "new item") { $0.places["outline.text"] != nil }
      try take("editor-outline.png", run)
    }
  }

  private func useDarkWindow() throws {
    try use(width: 1280, height: 900, ["--dark"]) { run in
      try draw(run)
      try take("editor-dark.png", run)
    }
  }

  private func useNarrowWindow() throws {
    try use(width: 360, height: 640) { run in
      try draw(run)
      try take("editor-narrow.png", run)
    }
  }

  /// Marks up the page in view, in fractions of its size.
  private func draw(_ run: EditorRun) throws {
    let page = try run.pageInView()
    func place(_ x: Double, _ y: Double) -> Place {
      Place(x * page.frame.width / page.zoom, y * page.frame.height / page.zoom)
    }
    try run.take("ellipse")
    try run.draw([place(0.35, 0.665), place(0.49, 0.595)], on: page)
    try run.take("line")
    try run.draw([place(0.72, 0.735), place(0.5, 0.65)], on: page)
    try run.take("rectangle")
    try run.draw([place(0.085, 0.253), place(0.71, 0.172)], on: page)
    try run.take("freehand")
    let wave = (0...24).map { step in
      place(0.11 + Double(step) * 0.0155, 0.852 + 0.004 * sin(Double(step) * 0.9))
    }
    try run.draw(wave, on: page)
    try run.draw([place(0.75, 0.75), place(0.78, 0.72), place(0.85, 0.79)], on: page)
  }
}

import EditorDriver
import XCTest

/// A test that uses the editor as a person does: on a screen of its own, with mouse and keyboard. What GTK has to
/// complain about fails it.
class DriveCase: XCTestCase {
  private(set) var folder = URL(fileURLWithPath: "/nowhere")
  private var runs: [EditorRun] = []

  override func setUpWithError() throws {
    guard Screen.missingPrograms.isEmpty else {
      throw XCTSkip("Missing: \(Screen.missingPrograms.joined(separator: ", ")).")
    }
    folder = try TemporaryFolder.make()
  }

  override func tearDownWithError() throws {
    // The editors write to it until they end.
    defer { try? FileManager.default.removeItem(at: folder) }
    if let testRun, testRun.totalFailureCount > 0 { keepPictures() }
    for run in runs {
      run.terminate()
      run.screen.close()
      XCTAssertEqual(run.complaints, [], run.errors)
    }
    runs = []
  }

  /// Keeps what was on the screens of a test that failed, if there is a folder for that.
  private func keepPictures() {
    guard let folder = ProcessInfo.processInfo.environment["POSTIL_PICTURES"] else { return }
    for (index, run) in runs.enumerated() {
      let file = URL(fileURLWithPath: folder).appending(path: "\(name)-\(index).ppm")
      try? run.screen.picture().ppm.write(to: file)
    }
  }

  /// Keeps a picture of the screen, if there is a folder for that: to be looked at.
  func look(_ run: EditorRun, _ name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["POSTIL_PICTURES"] else { return }
    try EditorDriver.wait(for: "quiet screen") { try run.screen.isQuiet() }
    try run.screen.picture().ppm.write(to: URL(fileURLWithPath: folder).appending(path: "\(name).ppm"))
  }

  /// Starts the editor with a file, on a screen that it fills.
  func open(
    _ file: URL, width: Int = 1280, height: Int = 900, on screen: Screen? = nil
  ) throws -> EditorRun {
    let screen = try screen ?? Screen(width: width, height: height)
    let run = try EditorRun(in: folder, [file.path], on: screen, size: (width, height))
    runs.append(run)
    return run
  }

  /// The same, once the pages are there.
  func openPages(_ file: URL, width: Int = 1280, height: Int = 900) throws -> EditorRun {
    let run = try open(file, width: width, height: height)
    try run.wait(for: "pages") { $0.state == "ready" && $0.isComplete }
    return run
  }

  /// Makes a document of many pages.
  func makeDocument(_ name: String = "Long.pdf", pageCount: Int = 1000) throws -> URL {
    try place(LongDocument(pageCount: pageCount).data, name)
  }

  /// Makes a file.
  func place(_ data: Data, _ name: String) throws -> URL {
    let file = folder.appending(path: name)
    try data.write(to: file)
    return file
  }
}

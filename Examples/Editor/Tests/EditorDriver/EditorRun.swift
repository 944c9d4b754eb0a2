import Foundation

/// The editor, running as a process of its own, which knows nothing but the folders that it is given.
package final class EditorRun {
  /// The program: it is where the tests are.
  package static var program: URL {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "postil-editor")
  }

  /// The screen that it is on.
  package let screen: Screen
  private let process = Process()
  private let reportFile: URL
  private let errorFile: URL

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - folder: Where it keeps settings, what is remembered and what is cached; a run in the same folder finds it.
  ///   - arguments: Options and files.
  ///   - size: The window, in units.
  ///   - reports: Whether it tells of itself; that takes time, so not when it is measured.
  package init(
    in folder: URL, _ arguments: [String], on screen: Screen, size: (width: Int, height: Int) = (1280, 900),
    reports: Bool = true
  ) throws {
    self.screen = screen
    let name = UUID().uuidString
    reportFile = folder.appending(path: "report-\(name).json")
    errorFile = folder.appending(path: "errors-\(name).txt")
    try Data().write(to: errorFile)
    try Self.stopAnimations(folder)
    process.executableURL = Self.program
    process.arguments =
      (reports ? ["--report", reportFile.path] : []) + ["--size", "\(size.width)x\(size.height)"] + arguments
    process.environment = Self.environment(folder, screen)
    process.currentDirectoryURL = folder
    process.standardError = try FileHandle(forWritingTo: errorFile)
    try process.run()
  }

  deinit { if process.isRunning { process.terminate() } }

  /// Whoever aims at something that moves may miss it.
  private static func stopAnimations(_ folder: URL) throws {
    let settings = folder.appending(path: "config/gtk-4.0")
    try FileManager.default.createDirectory(at: settings, withIntermediateDirectories: true)
    try Data("[Settings]\ngtk-enable-animations=false\n".utf8).write(
      to: settings.appending(path: "settings.ini"))
  }

  private static func environment(_ folder: URL, _ screen: Screen) -> [String: String] {
    var environment = ProcessInfo.processInfo.environment
    for (variable, name) in ["CONFIG": "config", "STATE": "state", "CACHE": "cache", "DATA": "data"] {
      environment["XDG_\(variable)_HOME"] = folder.appending(path: name).path
    }
    environment.merge([
      "DISPLAY": screen.display, "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "GTK_A11Y": "none",
      "GSETTINGS_BACKEND": "memory", "LC_ALL": "C.UTF-8", "LANGUAGE": "en", "HOME": folder.path,
      "DBUS_SESSION_BUS_ADDRESS": "disabled:", "GTK_USE_PORTAL": "0", "SWIFT_BACKTRACE": "enable=no",
    ]) { $1 }
    environment["WAYLAND_DISPLAY"] = nil
    environment["XAUTHORITY"] = nil
    return environment
  }

  // MARK: - What it is doing

  /// Whether it runs.
  package var isRunning: Bool { process.isRunning }

  /// What it told of itself last; `nil` before it has told anything.
  package var report: EditorReport? {
    (try? Data(contentsOf: reportFile)).flatMap { try? JSONDecoder().decode(EditorReport.self, from: $0) }
  }

  /// Waits until what it tells of itself is as it should be.
  @discardableResult
  package func wait(
    for what: String, seconds: Double = 300, until condition: (EditorReport) -> Bool
  ) throws -> EditorReport {
    var last: EditorReport?
    do {
      try EditorDriver.wait(for: what, seconds: seconds) {
        guard process.isRunning else { throw TimeOut(description: "The editor ended: \(errors)") }
        last = report
        return last.map(condition) ?? false
      }
    } catch let error as TimeOut {
      throw TimeOut(description: "\(error) \(last.map(String.init(describing:)) ?? "It told nothing.")")
    }
    guard let last else { throw TimeOut(description: "There was no \(what).") }
    return last
  }

  /// Waits until it has ended by itself, and returns its exit status.
  package func waitForEnd() throws -> Int32 {
    try EditorDriver.wait(for: "end") { !process.isRunning }
    return process.terminationStatus
  }

  /// Ends it, as a desktop does that shuts down.
  package func terminate() {
    guard process.isRunning else { return }
    process.terminate()
    process.waitUntilExit()
  }

  /// Sends it a signal.
  package func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// What it wrote to its standard error.
  package var errors: String { (try? String(contentsOf: errorFile, encoding: .utf8)) ?? "" }

  /// What GTK and others had to complain about; a bare machine lacks some things that do no harm.
  package var complaints: [String] {
    // GTK's own file dialog, on a busy machine, may draw buttons of its path bar before it has given them a place.
    let harmless = [
      "dconf", "portal", "AT-SPI", "icon theme", "session bus", "Trying to snapshot GtkButton",
    ]
    return errors.split(separator: "\n").map(String.init).filter { line in
      let isSerious = ["-WARNING", "-CRITICAL", "-ERROR", "Fatal error", "WARNING **", "CRITICAL **"]
        .contains { line.contains($0) }
      return isSerious && !harmless.contains { line.contains($0) }
    }
  }
}

import CGTK
import GTKKit
import Synchronization
import XCTest

/// A test with a screen, on the main thread. What GTK has to complain about fails it.
open class GTKTestCase: XCTestCase {
  open override func setUp() async throws {
    try await super.setUp()
    try await MainActor.run {
      Complaints.listening
      guard Application.startForTests() else { throw XCTSkip("There is no screen.") }
      Complaints.all = []
    }
  }

  open override func tearDown() async throws {
    await MainActor.run { XCTAssertEqual(Complaints.all, []) }
    try await super.tearDown()
  }

  /// Runs the loop until a condition holds, and fails if it does not for two minutes.
  @MainActor
  public func wait(
    for what: String, file: StaticString = #filePath, line: UInt = #line, until condition: () -> Bool
  ) {
    XCTAssertTrue(
      MainLoop.run(seconds: 120, until: condition), "There was no \(what).", file: file, line: line)
  }

  /// Shows a widget in a window, and waits for it to be painted.
  @MainActor
  public func show(_ content: Widget, width: Int = 320, height: Int = 240) -> Window {
    let window = Window()
    window.setDefaultSize(width: width, height: height)
    window.setContent(content)
    window.present()
    var isPainted = false
    let connection = window.afterPaint { isPainted = true }
    wait(for: "frame") { isPainted && content.width > 0 }
    connection?.disconnect()
    return window
  }
}

/// Warnings and worse that GLib's log was told, on whatever thread.
public enum Complaints {
  private static let told = Mutex<[String]>([])

  /// Those since the test began.
  public static var all: [String] {
    get { told.withLock { $0 } }
    set { told.withLock { $0 = newValue } }
  }

  /// Once for the process.
  static let listening: Void = g_log_set_writer_func(
    { level, fields, count, data in
      let serious =
        G_LOG_LEVEL_ERROR.rawValue | G_LOG_LEVEL_CRITICAL.rawValue | G_LOG_LEVEL_WARNING.rawValue
      if level.rawValue & serious != 0, let text = g_log_writer_format_fields(level, fields, count, 0) {
        Complaints.note(String(cString: text))
        g_free(text)
      }
      return G_LOG_WRITER_HANDLED
    }, nil, nil)

  private static func note(_ message: String) {
    // A bare machine has none of these.
    let isHarmless = ["dconf", "portal", "AT-SPI", "Gdk-Message", "icon theme", "session bus"].contains {
      message.contains($0)
    }
    if !isHarmless { told.withLock { $0.append(message) } }
  }
}

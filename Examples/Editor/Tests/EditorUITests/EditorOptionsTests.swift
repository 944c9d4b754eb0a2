import XCTest

@testable import EditorUI

@preconcurrency @MainActor
final class EditorOptionsTests: XCTestCase {
  func testOptionsAreRead() throws {
    let options = try EditorOptions([
      "--dark", "--size", "360x640", "--trace", "t.json", "a.pdf", "--", "--b.pdf",
    ])
    XCTAssertTrue(options.isDark)
    XCTAssertEqual(options.size.width, 360)
    XCTAssertEqual(options.size.height, 640)
    XCTAssertEqual(options.trace, "t.json")
    XCTAssertEqual(options.files, ["a.pdf", "--b.pdf"])
  }

  func testWhatIsWrongIsSaid() {
    for arguments in [["--no-such"], ["--size"], ["--size", "9x9"], ["--size", "big"], ["--trace"]] {
      XCTAssertThrowsError(try EditorOptions(arguments), "\(arguments)")
    }
  }

  func testTheHelpHasTheOptionsAndTheKeys() {
    let help = EditorOptions.help
    for word in ["--dark", "--picture-on-signal", "--help", "Ctrl+Shift+S", "Shift+F7", "F11"] {
      XCTAssertTrue(help.contains(word), word)
    }
    XCTAssertTrue(help.split(separator: "\n").allSatisfy { $0.count < 140 })
  }

  func testTheEnvironmentMayAskForATrace() throws {
    XCTAssertEqual(try EditorOptions([], environment: ["POSTIL_TRACE": "x"]).trace, "x")
  }
}

import EditorDriver
import Foundation
import XCTest

@testable import EditorUI

extension XCTestCase {
  /// Does something while the language is Russian.
  @MainActor
  func inRussian(_ body: () throws -> Void) throws {
    let environment = ProcessInfo.processInfo.environment
    Translations.start()
    defer {
      setlocale(LC_MESSAGES, "C.UTF-8")
      for name in ["LOCPATH", "LANGUAGE"] {
        if let old = environment[name] { setenv(name, old, 1) } else { unsetenv(name) }
      }
    }
    setenv("LOCPATH", try RussianLocale.made().path, 1)
    unsetenv("LANGUAGE")
    XCTAssertNotNil(setlocale(LC_MESSAGES, RussianLocale.name))
    try body()
  }
}

/// A Russian locale of our own: a machine may have none but C.UTF-8, in which glibc translates nothing.
@MainActor
private enum RussianLocale {
  static let name = "ru_RU.UTF-8"
  private static var folder: URL?

  /// The folder with the locale, for `LOCPATH`. The next tests remove it.
  static func made() throws -> URL {
    if let folder { return folder }
    let new = try TemporaryFolder.make()
    try Programs.run(
      "localedef", ["--no-archive", "-i", "ru_RU", "-f", "UTF-8", new.appending(path: name).path])
    folder = new
    return new
  }
}

/// The texts of a `.po` file and their translations.
struct RussianTexts {
  private(set) var texts: [String: [String]] = [:]

  /// Reads one. Texts must be on one line each, as they are in ours.
  init(_ content: String) {
    var id = ""
    for line in content.split(separator: "\n") {
      guard let start = line.firstIndex(of: "\""), let end = line.lastIndex(of: "\""), start < end else {
        continue
      }
      let text = line[line.index(after: start)..<end].replacingOccurrences(of: "\\\"", with: "\"")
      if line.hasPrefix("msgid ") {
        id = text
      } else if line.hasPrefix("msgid_plural ") {
        texts[text] = []
      } else if line.hasPrefix("msgstr") {
        texts[id, default: []].append(text)
      }
    }
  }
}

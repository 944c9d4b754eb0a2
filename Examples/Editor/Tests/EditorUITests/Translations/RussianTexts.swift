import CGTK
import Foundation
import XCTest

@testable import EditorUI

extension XCTestCase {
  /// Does something while the language is Russian.
  @MainActor
  func inRussian(_ body: () throws -> Void) rethrows {
    let old = ProcessInfo.processInfo.environment["LANGUAGE"]
    defer {
      if let old { setenv("LANGUAGE", old, 1) } else { unsetenv("LANGUAGE") }
      forgetTranslations()
    }
    setenv("LANGUAGE", "ru", 1)
    Translations.start()
    forgetTranslations()
    try body()
  }

  /// The C library keeps what it has found until something about its folders changes.
  @MainActor
  private func forgetTranslations() {
    bindtextdomain("postil-none", FileManager.default.currentDirectoryPath)
    bindtextdomain("postil-none", NSTemporaryDirectory())
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

import EditorTestSupport
import Foundation
import PostilViewer
import XCTest

@testable import EditorUI

@preconcurrency @MainActor
final class TranslationTests: GTKTestCase {
  /// The texts that the sources show, as they are written there.
  private func textsOfSources() throws -> [String] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/EditorUI").standardizedFileURL
    let files = try XCTUnwrap(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    let call = /\btrn?\(\s*"((?:[^"\\]|\\.)*)"(?:,\s*"((?:[^"\\]|\\.)*)",\s*[a-z])?/
    var texts: [String] = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let source = try String(contentsOf: file, encoding: .utf8)
      for match in source.matches(of: call) where !source[..<match.range.lowerBound].hasSuffix("`") {
        texts.append(String(match.1))
        // The second text of trn is a plural; that of tr is a value.
        if match.0.hasPrefix("trn"), let many = match.2 { texts.append(String(many)) }
      }
    }
    return texts
  }

  private func russian() throws -> RussianTexts {
    let url = Resources.folder.appending(path: "po/ru.po")
    return RussianTexts(try String(contentsOf: url, encoding: .utf8))
  }

  private var allTexts: [String] {
    get throws {
      try textsOfSources() + ViewerMessage.templates
        + (PaletteTool.builtIn + PaletteTool.additional + PaletteTool.typing + [.select, .lasso])
        .flatMap { tool in [tool.name] + tool.choices.flatMap { [$0.name] + $0.options.map(\.name) } }
        + [ToolChoice.fingers.name] + ToolChoice.fingers.options.map(\.name)
        + PaletteColor.presets.map(\.name) + Translations.editNames + AnnotationContent.Kind.all.map(\.title)
        + AnnotationState.standard.map(\.name) + ComparedChange.titles
    }
  }

  private func places(_ text: String) -> [String] {
    text.matches(of: /%[@0-9]/).map { String($0.0) }.sorted()
  }

  func testEveryTextIsTranslatedWithTheSamePlaces() throws {
    let known = try russian().texts
    let texts = try allTexts
    XCTAssertGreaterThan(texts.count, 150)
    for text in Set(texts) {
      guard let translations = known[text] else {
        XCTFail("“\(text)” is not translated.")
        continue
      }
      for translation in translations {
        XCTAssertFalse(translation.isEmpty, text)
        XCTAssertEqual(places(translation), places(text), text)
      }
    }
  }

  func testNoTranslationIsLeftOver() throws {
    let used = Set(try allTexts)
    XCTAssertEqual(try russian().texts.keys.filter { !$0.isEmpty && !used.contains($0) }.sorted(), [])
  }

  func testTheCompiledTranslationsAreThoseOfTheSource() throws {
    let known = try russian().texts
    try inRussian {
      for (text, translations) in known where !text.isEmpty && translations.count == 1 {
        XCTAssertEqual(tr(text), translations[0], "Run 'make translations'.")
      }
    }
  }

  func testRussianHasThreePlurals() throws {
    try inRussian {
      func text(_ count: Int) -> String {
        trn("The text of %1 page could not be read.", "The text of %1 pages could not be read.", count)
      }
      XCTAssertEqual(text(1), "Не удалось прочесть текст 1 страницы.")
      XCTAssertEqual(text(2), "Не удалось прочесть текст 2 страниц.")
      XCTAssertEqual(text(21), "Не удалось прочесть текст 21 страницы.")
    }
    XCTAssertEqual(trn("%1 page", "%1 pages", 1), "1 page")
    XCTAssertEqual(trn("%1 page", "%1 pages", 2000), "2,000 pages")
  }

  func testNumbersAreGrouped() throws {
    XCTAssertEqual(grouped(0), "0")
    XCTAssertEqual(grouped(999), "999")
    XCTAssertEqual(grouped(1321), "1,321")
    XCTAssertEqual(grouped(-1_234_567), "−1,234,567")
    try inRussian { XCTAssertEqual(grouped(1321), "1\u{A0}321") }
  }

  func testValuesAreNotTakenForPlaces() {
    XCTAssertEqual(tr("%1 of %2", "%2", "b"), "%2 of b")
  }
}

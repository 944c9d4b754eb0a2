import BenchSupport
import Foundation
import Postil

/// What goes through all pages of a document.
enum WholeDocumentCases {
  /// Searches for a word in a document that was just opened, and once more.
  static func search(_ input: CaseInput) async throws -> Figures {
    let file = try input.needFile()
    let word = try input.options.value("word", "tikz")
    let clock = Rendering.clock
    let start = clock.now
    let document = try PDFDocument.openAndWait(file)
    var first = 0.0
    var count = 0
    for try await _ in try document.search(word) {
      if count == 0 { first = (clock.now - start).milliseconds }
      count += 1
    }
    let all = (clock.now - start).milliseconds
    let again = clock.now
    var countAgain = 0
    for try await _ in try document.search(word) { countAgain += 1 }
    guard count == countAgain else { throw UsageError("the second search found something else") }
    return [
      "first_ms": first, "all_ms": all, "again_ms": (clock.now - again).milliseconds,
      "matches": Double(count),
    ]
  }

  /// Small pictures of all pages as PNG files, which go nowhere.
  static func thumbnails(_ input: CaseInput) async throws -> Figures {
    let file = try input.needFile()
    let width = try input.options.value("width", 128)
    let clock = Rendering.clock
    let start = clock.now
    let document = try PDFDocument.openAndWait(file)
    let renderer = PageRenderer(document, options: try Rendering.options(input))
    var bytes = 0
    for try await picture in renderer.pngPictures(of: document.pageIDs, width: width) {
      bytes += try picture.png.get().count
    }
    return ["all_ms": (clock.now - start).milliseconds, "png_bytes": Double(bytes)]
  }
}

import EditorDriver
import Foundation

/// A file as MuPDF reads it.
struct MuPDF {
  let url: URL

  init(_ url: URL) { self.url = url }

  /// The text of a page, from 1.
  func text(ofPage number: Int) throws -> String {
    try Programs.text("mutool", "draw", "-q", "-F", "txt", "-o", "-", url.path, "\(number)")
  }

  /// The titles of the outline, with a tab for each level.
  func outline() throws -> [String] {
    try Programs.text("mutool", "show", url.path, "outline").split(separator: "\n").map { line in
      let title = line.split(separator: "\"").dropFirst().first ?? ""
      let tabs = line.prefix { $0 != "\"" }.filter { $0 == "\t" }.count
      return String(repeating: "\t", count: max(tabs - 1, 0)) + title
    }
  }

  /// An entry of a page or of what it refers to: `Rotate`, `Annots/0/Subtype`.
  func entry(_ path: String, ofPage number: Int) throws -> String {
    try Programs.text("mutool", "show", url.path, "pages/\(number)/\(path)")
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// A page, a pixel a point.
  func picture(ofPage number: Int) throws -> Picture {
    let data = try Programs.run(
      "mutool", ["draw", "-q", "-r", "72", "-F", "ppm", "-o", "-", url.path, "\(number)"])
    return try Picture(ppm: data)
  }
}

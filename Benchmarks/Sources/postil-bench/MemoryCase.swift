import Foundation
import Postil

/// What a document that is open keeps in memory: its pages of its own, and those of the mapped file.
enum MemoryCase {
  static func open(_ url: URL) throws -> Figures {
    let before = status()
    let document = try PDFDocument(url: url)
    _ = try document.page(at: 0)
    let after = status()
    return withExtendedLifetime(document) {
      [
        "resident_bytes": after["VmRSS", default: 0], "anonymous_bytes": after["RssAnon", default: 0],
        "mapped_bytes": after["RssFile", default: 0],
        "opening_bytes": after["VmRSS", default: 0] - before["VmRSS", default: 0],
      ]
    }
  }

  /// The lines of `/proc/self/status` that count kilobytes, in bytes.
  private static func status() -> [String: Double] {
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return [:] }
    var values: [String: Double] = [:]
    for line in text.split(separator: "\n") where line.hasSuffix(" kB") {
      let words = line.split(whereSeparator: { ": \t".contains($0) })
      if words.count == 3, let kilobytes = Double(words[1]) { values[String(words[0])] = kilobytes * 1024 }
    }
    return values
  }
}

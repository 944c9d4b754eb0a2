import BenchSupport
import Foundation
import Postil

/// What a document that is open keeps in memory: its pages of its own, and those of the mapped file.
enum MemoryCase {
  static func open(_ url: URL) throws -> Figures {
    let before = ProcessStatus.sizes()
    let document = try PDFDocument.openAndWait(url)
    _ = try document.page(at: 0)
    let after = ProcessStatus.sizes()
    for index in 0..<document.pageCount { _ = try document.page(at: index) }
    let all = ProcessStatus.sizes()
    return withExtendedLifetime(document) {
      [
        "resident_bytes": after["VmRSS", default: 0], "anonymous_bytes": after["RssAnon", default: 0],
        "mapped_bytes": after["RssFile", default: 0],
        "opening_bytes": after["VmRSS", default: 0] - before["VmRSS", default: 0],
        "all_pages_bytes": all["RssAnon", default: 0] - after["RssAnon", default: 0],
      ]
    }
  }
}

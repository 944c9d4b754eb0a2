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
    return withExtendedLifetime(document) {
      [
        "resident_bytes": after["VmRSS", default: 0], "anonymous_bytes": after["RssAnon", default: 0],
        "mapped_bytes": after["RssFile", default: 0],
        "opening_bytes": after["VmRSS", default: 0] - before["VmRSS", default: 0],
      ]
    }
  }
}

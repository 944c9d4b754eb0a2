package import Foundation
package import PostilModel
import PostilSystem

/// A file that was redacted, before it is written.
package struct RedactedFile: Sendable {
  /// Its bytes, not encrypted.
  package let data: Data
  package let report: RedactionReport
  /// What was removed, with the areas where it stood.
  package let plan: RedactionPlan

  let pageCount: Int

  /// Looks whether anything is left in it that was to be removed.
  ///
  /// - Throws: ``PDFError`` if so; what the monitor throws.
  package func check(_ monitor: WorkMonitor = .none) throws {
    try RedactionCheck.check(data, plan, pageCount: pageCount, monitor)
  }

  /// Writes the file.
  ///
  /// - Throws: ``PDFError`` with code `.cannotWrite` or `.diskFull`: the file is then as it was.
  package func write(to url: URL, _ encryption: RewriteOptions.Encryption) throws -> RedactionReport {
    do {
      let file = try AtomicFile(target: url)
      var report = report
      if case .aes256 = encryption {
        report.fileSize = 0
        let writer = try RewriteWriter(FileBytes(data: data), password: nil)
        try writer.write(RewriteOptions(encryption: encryption, objectStreams: true)) {
          report.fileSize += $0.count
          try file.write($0)
        }
      } else {
        try file.write(data)
      }
      _ = try file.commit()
      return report
    } catch let error as PDFError {
      throw error.about(url)
    }
  }
}

extension RedactionPlan {
  /// What the text of a redacted page still has that was to be removed; `nil` if it has none.
  package func remains(in text: PageText, onPage index: Int) -> String? {
    // Of what was found by what it says other letters may stand in the same place.
    let zones = (areas[index] ?? []).filter { !$0.isFound }.flatMap(\.zones).map(\.letters)
    // What is written over an area stands in it.
    let overlays = (areas[index] ?? []).compactMap(\.overlayText).joined()
    for (character, box) in zip(text.characters, text.boxes) where !character.properties.isWhitespace {
      let middle = PagePoint(x: Double(box.x + box.z) / 2, y: Double(box.y + box.w) / 2)
      guard !overlays.unicodeScalars.contains(character), zones.contains(where: { $0.contains(middle) })
      else {
        continue
      }
      return "a letter at \(middle)"
    }
    return matcher.ranges(in: text.characters).isEmpty ? nil : "a text that was searched for"
  }
}

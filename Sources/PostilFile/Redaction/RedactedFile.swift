package import Foundation
package import PostilModel
import PostilSystem

/// A file that was redacted, before it is written.
package struct RedactedFile: Sendable {
  /// Its bytes, not encrypted.
  package let data: Data
  /// Those of the file that it was made of, not encrypted.
  let original: Data
  package var report: RedactionReport
  /// What was removed, with the areas where it stood.
  package let plan: RedactionPlan
  /// The pages whose content is another one now, by index.
  package let changedPages: Set<Int>

  let pageCount: Int

  /// Looks whether anything is left in it that was to be removed.
  ///
  /// - Throws: ``PDFError`` with code `.redactionIncomplete` if so, or another one if the file cannot be read; what the monitor throws.
  package func check(_ monitor: WorkMonitor = .none) throws {
    try RedactionCheck.check(data, plan, pageCount: pageCount, monitor)
  }

  /// Writes the file; what is there is replaced.
  ///
  /// - Parameter encryption: With `.keep`, as with `.remove`, the file is not encrypted.
  /// - Throws: ``PDFError`` with code `.cannotWrite`, `.diskFull` or `.fileBusy`: the file is then as it was.
  package func write(to url: URL, _ encryption: RewriteOptions.Encryption) throws -> RedactionReport {
    do {
      let file = try AtomicFile(target: url)
      var report = report
      if encryption.encrypts {
        let encrypted = try encrypted(encryption)
        report.fileSize = encrypted.count
        try file.write(encrypted)
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

extension RedactedFile {
  /// The file with encryption, opened once more.
  private func encrypted(_ encryption: RewriteOptions.Encryption) throws -> Data {
    var result = Data()
    let writer = try RewriteWriter(FileBytes(data: data), password: nil)
    try writer.write(RewriteOptions(encryption: encryption, objectStreams: true)) {
      result.append(contentsOf: $0)
    }
    let pageCount = try FileStore(.data(data), password: nil, options: OpenOptions(access: .memory)).pageCount
    try SavedFileCheck.check(
      FileBytes(data: result), password: encryption.password(else: nil), pageCount: pageCount)
    return result
  }
}

extension RedactionPlan {
  /// Where a redacted page still has a letter in an area, as its text says; `nil` if nowhere.
  package func letterLeft(in text: PageText, onPage index: Int) -> PagePoint? {
    // Of what was found by what it says other letters may stand in the same place.
    let zones = (areas[index] ?? []).filter { !$0.isFound }.flatMap(\.zones).map(\.letters)
    // What is written over an area stands in it, once in each of its quadrilaterals.
    var written: [Unicode.Scalar: Int] = [:]
    for area in areas[index] ?? [] {
      for scalar in (area.overlayText ?? "").unicodeScalars {
        written[scalar, default: 0] += area.quads.count
      }
    }
    for (character, box) in zip(text.characters, text.boxes) where !character.isSpace {
      let middle = PagePoint(x: Double(box.x + box.z) / 2, y: Double(box.y + box.w) / 2)
      guard zones.contains(where: { $0.contains(middle) }) else { continue }
      let left = written[character, default: 0]
      guard left > 0 else { return middle }
      written[character] = left - 1
    }
    return nil
  }
}

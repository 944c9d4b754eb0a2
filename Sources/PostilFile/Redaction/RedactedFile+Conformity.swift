import Foundation
import PostilModel

extension RedactedFile {
  /// What the file breaks of the standards that it says it keeps and did not before, and which it no longer says it keeps, in words for
  /// its report. Nothing if that cannot be checked: it holds no redaction up.
  ///
  /// - Parameter encryption: How the file will be encrypted.
  /// - Throws: What the monitor throws.
  /// - Complexity: O(file), if it says that it keeps one.
  package func conformityWarnings(
    _ encryption: RewriteOptions.Encryption, _ monitor: WorkMonitor = .none
  ) throws -> [String] {
    do {
      let before = try ConformityReader(original)
      let claims = before.claims
      guard !claims.isEmpty else { return [] }
      let after = try ConformityReader(data, encryption)
      let lost = claims.filter { !after.claims.contains($0) }
      let warnings = lost.map { "the document said that it is \($0), and does not say so any more" }
      var report = try after.report(check: monitor.checkCancellation)
      guard !report.findings.isEmpty else { return warnings }
      let broken = Set(try before.report(check: monitor.checkCancellation).brokenRules)
      report.findings.removeAll { broken.contains($0.rule) }
      return warnings + report.warnings { $0.number - 1 }
    } catch is PDFError {
      return []
    }
  }
}

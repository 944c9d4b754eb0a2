import Foundation
import Postil

/// The code of "Redacting".
extension Snippets {
  static func redact(_ document: PDFDocument, _ page: PageID, _ url: URL) async throws -> Redaction {
    var redaction = try await document.redactionOfMarks()
    let area = PageRect(x: 72, y: 600, width: 200, height: 14)
    redaction.areas.append(.init(area, on: page, overlayText: "secret"))
    redaction.texts.append(.init("Smith", options: [.ignoringCase, .wholeWords]))
    redaction.patterns.append(.cardNumbers)
    let report = try await document.redact(redaction, to: url)
    print(report)
    return redaction
  }

  static func redactIfFew(_ document: PDFDocument, _ redaction: Redaction, _ url: URL) async throws {
    let report = try await document.redactionReport(redaction)
    guard report.glyphs < 10_000 else { return }
    try await document.redact(redaction, to: url) { part in print("\(Int(part * 100)) %") }
  }

  static func redactAndEncrypt(_ document: PDFDocument, _ redaction: Redaction, _ url: URL) async throws {
    let options = RedactionOptions(encryption: .aes256(userPassword: "", ownerPassword: "owner"))
    try await document.redact(redaction, to: url, options.allowing(breakingSignatures: true))
  }

  static func scrub(_ document: PDFDocument, _ url: URL) async throws {
    try await document.scrub(to: url)
    try await document.scrub([.metadata, .hiddenText], to: url)
  }
}

import Foundation
import Postil

/// Runs every feature of Postil once and prints a line for each step.
struct Walkthrough {
  let options: DemoOptions
  let log = StepLog()

  init(_ options: DemoOptions) { self.options = options }

  func run() async throws {
    let folder = try ResultFolder(options)
    let original = try await original(in: folder)
    let document = try await open(original)
    let plan = options.file == nil ? PagePlan.handbook(document.pageIDs) : PagePlan(document.pageIDs)
    guard let plan else {
      throw PDFError(.pageOutOfRange, "The document has no pages: there is nothing to show.", url: original)
    }
    let session = DemoSession(
      document: document, plan: plan, original: original, result: folder.result, password: options.password,
      log: log)
    try await session.copy()
    let before = try await session.pictures(in: folder, named: "before")
    try await session.draw()
    try await session.erase()
    try await session.undoAndRedo()
    try await session.arrangePages()
    try await session.save()
    try await session.saveAcrossUndo()
    try await session.conclude()
    let after = try await session.pictures(in: folder, named: "after")
    let both = try SideBySide.write(before: before, after: after, of: plan.marked, to: folder.comparison)
    list([original, folder.result] + before.map(\.url) + after.map(\.url) + [both])
  }

  /// The file that was given, or one that is made now.
  private func original(in folder: ResultFolder) async throws -> URL {
    if let file = options.file { return file }
    return try await log.step {
      let url = folder.url.appendingPathComponent("handbook.pdf")
      try Handbook.write(to: url)
      return ("Made a document to edit: text, a chart, transparency, a picture, links, an outline", url)
    }
  }

  private func open(_ url: URL) async throws -> PDFDocument {
    try await log.step {
      let document = try PDFDocument.openAndWait(url, password: options.password)
      var facts = ["PDF \(document.pdfVersion)", counted(document.pageCount, "page")]
      facts.append("\(grouped(document.fileSize)) bytes")
      if document.isEncrypted { facts.append("encrypted") }
      if document.isSigned { facts.append("signed") }
      if !document.warnings.isEmpty { facts.append(counted(document.warnings.count, "repair")) }
      return ("Opened \(url.lastPathComponent): \(facts.joined(separator: ", "))", document)
    }
  }

  private func list(_ files: [URL]) {
    print("\nThe original, the result, and pictures of pages before and after:")
    for file in files { print("  \(file.relativePath)") }
  }
}

import EditorDriver
import Foundation
import PostilViewer
import XCTest

/// A document of pages of 200 × 100 points; the lower left quarter of each is red.
private func samplePages(_ count: Int) -> Data {
  let content = "1 0 0 rg 0 0 100 50 re f"
  var text = "%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
  let kids = (0..<count).map { "\($0 + 4) 0 R" }.joined(separator: " ")
  text += "2 0 obj<</Type/Pages/Count \(count)/Kids[\(kids)]/MediaBox[0 0 200 100]>>endobj\n"
  text += "3 0 obj<</Length \(content.utf8.count)>>stream\n\(content)\nendstream endobj\n"
  for page in 0..<count {
    text += "\(page + 4) 0 obj<</Type/Page/Parent 2 0 R/Contents 3 0 R/Resources<<>>>>endobj\n"
  }
  // The table of objects is missing: it is made by whoever reads this.
  text += "trailer<</Root 1 0 R/Size \(count + 4)>>\nstartxref\n0\n%%EOF\n"
  return Data(text.utf8)
}

extension XCTestCase {
  /// A session that opens such a document, and remembers nothing.
  @MainActor
  func sampleSession(
    _ count: Int = 3, adapt: (inout ViewerOptions, _ folder: URL) throws -> Void = { _, _ in }
  ) throws -> ViewerSession {
    let folder = try TemporaryFolder.make()
    addTeardownBlock { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "sample.pdf")
    try samplePages(count).write(to: file)
    var options = ViewerOptions()
    options.folders = nil
    options.opening.journalFolder = nil
    options.fileCheckInterval = nil
    options.rendering.previewFolder = nil
    try adapt(&options, folder)
    let session = ViewerSession(options: options)
    session.open(file)
    return session
  }
}

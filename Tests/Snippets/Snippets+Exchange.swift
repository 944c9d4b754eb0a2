import Foundation
import Postil

/// The code of "Taking annotations to other documents and programs".
extension Snippets {
  static func exchange(_ reviewed: PDFDocument, _ original: PDFDocument, _ folder: URL) async throws {
    let export = try await reviewed.exportAnnotations(as: .xfdf)
    try export.data.write(to: folder.appending(path: "comments.xfdf"))

    let result = try await original.importAnnotations(export.data)
    print(result)  // 5 added, 0 changed, 0 unchanged, 0 skipped
    for note in result.skipped { print(note) }
    try await original.save()
  }
}

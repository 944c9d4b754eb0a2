import Coupons
import Foundation
import Postil

/// A folder that is removed with its last user.
final class TestFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("coupons-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String) -> URL { url.appendingPathComponent(name) }

  /// The names of all files, hidden ones included.
  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: url.path).sorted()) ?? [] }

  /// A template of blank pages, 200 × 100 points each.
  @discardableResult func template(pages: Int = 1, rotation: PageRotation = .none) throws -> URL {
    let document = try PDFDocument()
    for index in 0..<pages { try document.insertBlankPage(width: 200, height: 100, at: index) }
    try document.rotatePages(document.pageIDs, by: rotation)
    try document.saveAndWait(to: file("template.pdf"))
    return file("template.pdf")
  }

  func maker(_ table: String, _ layout: String, pages: Int = 1, rotation: PageRotation = .none) throws
    -> CouponMaker
  {
    try CouponMaker(
      template: template(pages: pages, rotation: rotation), table: Table(Data(table.utf8)),
      layout: Layout(json: Data(layout.utf8)), images: url)
  }

  /// A file of coupons with the codes A1, A2 and so on, a page each.
  func coupons(_ count: Int) throws -> CouponFile {
    let rows = (1...count).map { "A\($0)\n" }.joined()
    let layout = #"{"code": "{code}", "items": [{"text": "{code}", "rect": [10, 10, 100, 30]}]}"#
    _ = try maker("code\n" + rows, layout).makeDocument(at: file("coupons.pdf"))
    return CouponFile(file("coupons.pdf"))
  }
}

/// The message of what a call throws.
func message(_ body: () throws -> Void) -> String {
  do {
    try body()
    return "nothing was thrown"
  } catch {
    return error.localizedDescription
  }
}

import Foundation

/// A PDF file in a folder of its own, which goes with it.
final class TestFile: Sendable {
  let url: URL
  private let folder: URL

  /// Writes a file whose pages have these lines of text, or, for `nil`, keep poppler busy for a minute.
  init(_ pages: [String?]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "web-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    url = folder.appending(path: "plan.pdf")
    try Self.data(pages).write(to: url)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private static func data(_ pages: [String?]) -> Data {
    // Objects 1 to 5 are shared; each page has two of its own.
    let kids = pages.indices.map { "\(6 + 2 * $0) 0 R" }.joined(separator: " ")
    let steps = String(repeating: "1 add 1 sub ", count: 1_000)
    var objects = [
      "<</Type/Catalog/Pages 2 0 R>>",
      "<</Type/Pages/Kids[\(kids)]/Count \(pages.count)/MediaBox[0 0 612 792]>>",
      "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
      // A function that is long and jumps about, so that poppler divides the shading as far as it does.
      stream(
        "{ 7919 mul exch 104729 mul add cvi 2 mod \(steps)dup dup }",
        "/FunctionType 4/Domain[0 1 0 1]/Range[0 1 0 1 0 1]"),
      "<</ShadingType 1/ColorSpace/DeviceRGB/Domain[0 1 0 1]/Matrix[200 0 0 200 0 0]/Function 4 0 R>>",
    ]
    for (index, text) in pages.enumerated() {
      let resources = "/Font<</F 3 0 R>>/Shading<</S 5 0 R>>"
      objects.append(
        "<</Type/Page/Parent 2 0 R/Contents \(7 + 2 * index) 0 R/Resources<<\(resources)>>>>")
      let content =
        text.map { "BT /F 24 Tf 72 700 Td (\($0)) Tj ET" } ?? String(repeating: "/S sh ", count: 8_000)
      objects.append(stream(content))
    }
    var file = "%PDF-1.7\n"
    var offsets: [Int] = []
    for (index, object) in objects.enumerated() {
      offsets.append(file.utf8.count)
      file += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    let start = file.utf8.count
    file += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for offset in offsets {
      file += String(repeating: "0", count: 10 - "\(offset)".count) + "\(offset) 00000 n \n"
    }
    file += "trailer\n<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF\n"
    return Data(file.utf8)
  }

  private static func stream(_ content: String, _ dictionary: String = "") -> String {
    "<<\(dictionary)/Length \(content.utf8.count)>>stream\n\(content)\nendstream"
  }
}

import Foundation

/// A folder with a PDF document of three empty pages in it, gone with the value.
final class SampleFile {
  let folder: URL
  var input: URL { folder.appendingPathComponent("in.pdf") }
  var output: URL { folder.appendingPathComponent("out.pdf") }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("example-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Self.document.write(to: input)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private static var document: Data {
    let page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>"
    let tree = "<< /Type /Pages /Count 3 /Kids [3 0 R 4 0 R 5 0 R] >>"
    var text = "%PDF-1.7\n"
    var table = "xref\n0 6\n0000000000 65535 f \n"
    for (index, body) in ["<< /Type /Catalog /Pages 2 0 R >>", tree, page, page, page].enumerated() {
      table +=
        String(repeating: "0", count: 10 - "\(text.utf8.count)".count) + "\(text.utf8.count) 00000 n \n"
      text += "\(index + 1) 0 obj\n\(body)\nendobj\n"
    }
    let trailer = "trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n\(text.utf8.count)\n%%EOF\n"
    return Data((text + table + trailer).utf8)
  }
}

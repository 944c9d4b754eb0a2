import CPostilPDFium
import Glibc
package import PostilRenderProtocol
import PostilRenderServer

/// PDFium, from a library that is loaded when the program runs.
package enum PDFium: DrawingLibrary {
  package typealias Document = PDFiumDocument

  package static let program = "postil-render-pdfium"
  /// The environment variable that says where the library is.
  private static let variable = "POSTIL_PDFIUM"

  package static func setUp() throws(RenderFailure) {
    guard let path = getenv(variable).map({ String(cString: $0) }), !path.isEmpty else {
      throw RenderFailure(
        .rendererNotFound, "Nobody said where PDFium's library is: give its path by \(variable).")
    }
    let folders = FontFiles.folders.compactMap { strdup($0) }
    // It keeps the list, and does not copy it.
    let list = UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(capacity: folders.count + 1)
    for (place, folder) in folders.enumerated() { list[place] = UnsafePointer(folder) }
    list[folders.count] = nil
    if let reason = postil_pdfium_load(path, list) {
      throw RenderFailure(
        .rendererNotFound,
        "PDFium's library at \(path) cannot be loaded: put one for this machine there.",
        underlying: String(cString: reason))
    }
    _ = drawSample(sample(text: nil))
  }

  /// It looks through the folders of fonts when it first needs one that it has not with it.
  package static func loadFonts() { fonts }
  private static let fonts: Void = { _ = drawSample(sample) }()

  /// It looks for them once in a process.
  package static func updateFonts() {}

  package static func installRemedies(_: RemedySet) -> RemedySet { [] }
  package static var hasRemedies: Bool { false }
  /// It says nothing.
  package static func takeMessages() -> [String] { [] }

  package static var sample: [UInt8] { sample(text: "BT /F 8 Tf (a) Tj ET") }

  private static func sample(text: String?) -> [UInt8] {
    let text = text ?? ""
    let page = """
      %PDF-1.4
      1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
      2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
      3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources <</Font <</F 5 0 R>>>>>> endobj
      4 0 obj <</Length \(text.utf8.count)>> stream
      \(text)
      endstream endobj
      5 0 obj <</Type /Font /Subtype /TrueType /BaseFont /PostilSample>> endobj
      trailer <</Root 1 0 R /Size 6>>
      """
    return Array(page.utf8)
  }

  private static func drawSample(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      guard let document = try? PDFiumDocument(bytes, owner: nil, password: nil),
        let block = try? PixelBlock(width: 9, height: 9)
      else { return false }
      let area = DrawnArea(
        page: WorkerPage(index: 0), scale: 1, rect: PixelRect(x: 0, y: 0, width: 9, height: 9))
      return
        (try? PDFiumDrawer(document, limit: RenderingCacheLimit(byteCount: 0, count: 1)).draw(
          area, into: block)) != nil
    }
  }
}

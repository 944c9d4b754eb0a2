import Foundation
import Postil

/// The folder that the results go to, and their names.
struct ResultFolder {
  let url: URL
  let result: URL
  var comparison: URL { url.appendingPathComponent("before-after.png") }

  /// Makes the folder if it is not there.
  init(_ options: DemoOptions) throws {
    url = options.folder
    let name = options.file?.deletingPathExtension().lastPathComponent ?? "handbook"
    result = url.appendingPathComponent(name + "-edited.pdf")
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      throw PDFError(
        .cannotWrite, "The folder '\(url.path)' cannot be made: choose another with OUT=.",
        underlying: (error as NSError).localizedDescription)
    }
  }

  func picture(of page: PageID, _ moment: String) -> URL {
    url.appendingPathComponent("page-\(page.number)-\(moment).png")
  }
}

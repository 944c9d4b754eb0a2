import Foundation
import Postil
import PostilSystem

extension URL {
  /// The file for a picture of a page in the folder: `page-0001.png` and so on.
  ///
  /// - Parameter index: The page's index, from 0.
  func pagePicture(at index: Int) -> URL {
    appendingPathComponent("page-\((index + 1).inFileName).png")
  }

  /// Makes the folder, and those above it, where they are missing.
  func makeFolder() throws(PDFError) {
    do {
      try FileIO.makeFolder(path)
    } catch {
      throw PDFError(
        .cannotWrite, "The folder cannot be made: check its name, and that its parent may be written to.",
        url: self, underlying: error.underlying ?? error.message)
    }
  }
}

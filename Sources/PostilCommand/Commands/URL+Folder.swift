import Foundation
import Postil

extension URL {
  /// Makes the folder, and those above it, where they are missing.
  func makeFolder() throws(PDFError) {
    do {
      try FileManager.default.createDirectory(at: self, withIntermediateDirectories: true)
    } catch {
      throw PDFError(
        .cannotWrite, "The folder cannot be made: check its name, and that its parent may be written to.",
        url: self, underlying: (error as NSError).localizedDescription)
    }
  }
}

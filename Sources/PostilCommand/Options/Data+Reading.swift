import Foundation
import Postil

extension Data {
  /// The bytes of a file that an option names.
  ///
  /// - Throws: ``PDFError`` with code `.cannotRead`.
  init(reading path: String) throws(PDFError) {
    let url = URL(fileURLWithPath: path)
    do {
      try self.init(contentsOf: url)
    } catch {
      throw PDFError(.cannotRead, "The file cannot be read: \(error.localizedDescription)", url: url)
    }
  }
}

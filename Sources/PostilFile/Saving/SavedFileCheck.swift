import Foundation
import PostilModel

/// Opens a file that was just written, before it takes the place of the old one.
enum SavedFileCheck {
  static func check(_ path: String, password: String?, state: DocumentState) throws {
    let failure = PDFError(
      .cannotWrite,
      "The written file did not pass its check, perhaps because the disk is full: the old file is unchanged.")
    do {
      // The name may be a descriptor's: identity and size are the file's all the same.
      let bytes = try FileBytes(url: URL(fileURLWithPath: path), access: .mapped)
      let reader = try ObjectReader(bytes, password: password, chain: try? XrefChain(bytes.pointer))
      let tree = try PageTree(ObjectGraph(reader))
      guard !reader.wasRepaired, tree.count == state.pages.count else { throw failure }
    } catch let error as PDFError {
      var failure = failure
      failure.underlying = error.underlying ?? error.message
      throw failure
    }
  }
}

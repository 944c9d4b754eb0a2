import Foundation
import PostilModel

/// Opens a file that was just written, before it takes the place of the old one.
enum SavedFileCheck {
  static func check(_ path: String, password: String?, pageCount: Int) throws {
    try check(password, pageCount) {
      // The name may be a descriptor's: identity and size are the file's all the same.
      try FileBytes(url: URL(fileURLWithPath: path), access: .mapped)
    }
  }

  static func check(_ bytes: FileBytes, password: String?, pageCount: Int) throws {
    try check(password, pageCount) { bytes }
  }

  private static func check(_ password: String?, _ pageCount: Int, _ open: () throws -> FileBytes) throws {
    let failure = PDFError(
      .cannotWrite,
      "The written file did not pass its check, perhaps because the disk is full: the old file is unchanged.")
    do {
      let bytes = try open()
      let reader = try ObjectReader(bytes, password: password, chain: try? XrefChain(bytes.pointer))
      let tree = try PageTree(ObjectGraph(reader))
      try reader.requireReadable()
      guard !reader.wasRepaired, tree.count == pageCount else { throw failure }
    } catch let error as PDFError {
      var failure = failure
      failure.underlying = error.underlying ?? error.message
      throw failure
    }
  }
}

import Foundation
import Postil

/// What a command fails with: the file as the caller named it, and what is wrong with it.
struct CommandFailure: LocalizedError {
  let errorDescription: String?

  /// - Parameter files: The files of the command line, the one that it is about first.
  init(_ error: PDFError, files: [String]) {
    let named = files.first { file in
      error.url.map { URL(fileURLWithPath: file).isSameFile(as: $0) } ?? false
    }
    let file = named ?? error.url?.path ?? files.first
    let reason = error.underlying.map { " (\($0))" } ?? ""
    errorDescription = (file.map { "\($0): " } ?? "") + error.message + reason
  }

  init(_ error: any Error, files: [String]) {
    self.init(PDFError(.cannotRead, error.localizedDescription), files: files)
  }
}

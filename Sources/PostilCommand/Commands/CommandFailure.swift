import Foundation
import Postil

/// The failure of a command: the file as the caller named it, and the error.
struct CommandFailure: LocalizedError {
  let errorDescription: String?

  /// - Parameter files: The files of the command line, the one that it is about first.
  init(_ error: PDFError, files: [NamedFile]) {
    let named = files.first { file in
      guard let url = file.url, let about = error.url else { return false }
      return url.isSameFile(as: about)
    }
    let file = named?.name ?? error.url?.path ?? files.first?.name
    let reason = error.underlying.map { " (\($0))" } ?? ""
    errorDescription = (file.map { "\($0): " } ?? "") + error.message + reason
  }

  init(_ error: any Error, files: [NamedFile]) {
    self.init(PDFError(.cannotRead, error.localizedDescription), files: files)
  }
}

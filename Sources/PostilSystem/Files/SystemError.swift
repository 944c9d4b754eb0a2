import Foundation
package import PostilModel

/// Error numbers of the system as errors that say what to do.
package enum SystemError {
  /// The error of a call that reads.
  ///
  /// - Parameter code: What `errno` was right after the call.
  package static func reading(_ code: Int32) -> PDFError {
    switch code {
    case ENOENT, ENOTDIR: PDFError(.fileNotFound, "There is no such file: check the path.")
    case EACCES, EPERM:
      PDFError(.cannotRead, "The file may not be read: check its permissions.", underlying: text(code))
    case EISDIR: PDFError(.cannotRead, "It is a folder: give the path of a file.")
    default: PDFError(.cannotRead, "The file cannot be read.", underlying: text(code))
    }
  }

  /// The error of a call that writes.
  ///
  /// - Parameter code: What `errno` was right after the call.
  package static func writing(_ code: Int32) -> PDFError {
    switch code {
    case ENOSPC, EDQUOT:
      PDFError(
        .diskFull, "There is not enough space on the disk: free some, or save to another disk.",
        underlying: text(code))
    case EROFS, EACCES, EPERM:
      PDFError(
        .cannotWrite, "The folder or file may not be written: check its permissions, or save elsewhere.",
        underlying: text(code))
    case ENOENT, ENOTDIR:
      PDFError(.cannotWrite, "There is no such folder to save to: check the path.", underlying: text(code))
    default: PDFError(.cannotWrite, "The file cannot be written: save elsewhere.", underlying: text(code))
    }
  }

  /// The system's own words.
  package static func text(_ code: Int32) -> String { String(cString: strerror(code)) }
}

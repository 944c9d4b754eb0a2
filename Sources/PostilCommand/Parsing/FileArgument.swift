import Foundation
import PostilSystem

/// A file as a command line names it: a path, or `-` for standard input or output. `./-` is a file of that name.
enum FileArgument: Sendable, Hashable {
  case path(String)
  case standardStream

  init(_ text: String) throws { self = text == "-" ? .standardStream : .path(try Values.path(text)) }

  /// `nil` if it is a standard stream.
  var url: URL? {
    if case .path(let path) = self { URL(fileURLWithPath: path) } else { nil }
  }

  var isStandardStream: Bool { self == .standardStream }

  /// Whether both name one file, whatever way and links lead there. A standard stream is none.
  func isSameFile(as other: FileArgument) -> Bool {
    guard let url, let other = other.url else { return false }
    return url.isSameFile(as: other)
  }
}

/// A file of the command line, with the name that messages give it.
struct NamedFile: Sendable {
  let name: String
  let url: URL?

  static func input(_ file: FileArgument) -> NamedFile { NamedFile(file, stream: "standard input") }
  static func output(_ file: FileArgument) -> NamedFile { NamedFile(file, stream: "standard output") }

  private init(_ file: FileArgument, stream: String) {
    url = file.url
    name = if case .path(let path) = file { SystemPath.shown(path) } else { stream }
  }
}

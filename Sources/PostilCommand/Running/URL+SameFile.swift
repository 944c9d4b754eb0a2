import Foundation
import PostilSystem

extension URL {
  /// Whether both name the same file, through links too.
  func isSameFile(as other: URL) -> Bool {
    if resolvingSymlinksInPath().standardizedFileURL.path
      == other.resolvingSymlinksInPath().standardizedFileURL.path
    {
      return true
    }
    guard let here = FileIdentity(self), let there = FileIdentity(other) else { return false }
    return here.isSameFile(as: there)
  }
}

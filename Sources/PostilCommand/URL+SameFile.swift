import Foundation

extension URL {
  /// Whether both name the same file, whatever way and links lead there.
  func isSameFile(as other: URL) -> Bool {
    if resolvingSymlinksInPath().standardizedFileURL.path
      == other.resolvingSymlinksInPath().standardizedFileURL.path
    {
      return true
    }
    guard let here = identity, let there = other.identity else { return false }
    return here == there
  }

  /// The volume and the number of the file on it.
  private var identity: [Int]? {
    guard let values = try? FileManager.default.attributesOfItem(atPath: resolvingSymlinksInPath().path),
      let volume = values[.systemNumber] as? NSNumber, let number = values[.systemFileNumber] as? NSNumber
    else { return nil }
    return [volume.intValue, number.intValue]
  }
}

import Foundation

extension PreviewFiles {
  /// A file on disk, under all its names.
  struct Entry {
    var paths: [String]
    var size: Int
    /// When it was last used.
    var use: Date
  }

  private struct FileNumber: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  /// The names in a document's folder that are keys.
  func keys(of document: PreviewDocument) -> [PreviewKey] {
    names(in: path(of: document)).compactMap(PreviewKey.init)
  }

  /// All files. Drafts that a program left when it was ended are removed on the way.
  func entries() -> [Entry] {
    var entries: [FileNumber: Entry] = [:]
    for folder in names(in: root.path) where PreviewDocument.isFolderName(folder) {
      let folder = root.path + "/" + folder
      for name in names(in: folder) {
        let path = folder + "/" + name
        guard let (number, size, use) = Self.status(path) else { continue }
        if name.hasPrefix(Self.draftPrefix) {
          if use.timeIntervalSinceNow < -600 { remove(path) }
        } else if PreviewKey(fileName: name) != nil {
          entries[number, default: Entry(paths: [], size: size, use: use)].paths.append(path)
        }
      }
    }
    return Array(entries.values)
  }

  /// Removes a file under all its names, and folders that are empty then.
  func remove(_ entry: Entry) {
    for path in entry.paths {
      remove(path)
      rmdir((path as NSString).deletingLastPathComponent)
    }
  }

  /// Removes a document's folder if nothing is in it.
  func removeFolder(of document: PreviewDocument) { rmdir(path(of: document)) }

  private func names(in path: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  }

  private static func status(_ path: String) -> (number: FileNumber, size: Int, use: Date)? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let number = FileNumber(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    let use = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
    return (number, Int(status.st_size), Date(timeIntervalSince1970: use))
  }
}

import Foundation
import PostilSystem

extension PreviewFiles {
  /// A file on disk with all its names (hard links).
  struct Entry {
    var paths: [String]
    var size: Int
    /// When it was last used.
    var use: Date
  }

  /// The previews in a document's folder.
  func keys(of document: PreviewDocument) -> [PreviewFileKey] {
    names(in: path(of: document)).compactMap(PreviewFileKey.init)
  }

  /// All files. Temporary files of programs that were ended are removed.
  func entries() -> [Entry] {
    var entries: [FileIdentity: Entry] = [:]
    for folder in names(in: root.path) where PreviewDocument.isFolderName(folder) {
      let folder = root.path + "/" + folder
      for name in names(in: folder) {
        let path = folder + "/" + name
        guard let status = FileStatus(path: path, followsLinks: false), status.isRegular else { continue }
        if AtomicFile.isTemporaryName(name) {
          if status.modified.timeIntervalSinceNow < -600 { remove(path) }
        } else if PreviewFileKey(fileName: name) != nil {
          let entry = Entry(paths: [], size: status.identity.size, use: status.modified)
          entries[status.identity, default: entry].paths.append(path)
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
}

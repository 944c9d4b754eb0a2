import CGTK
import Foundation

/// The desktop's list of the files that the user opened last, which all programs share.
public enum RecentFiles {
  /// Adds a file that was opened.
  public static func add(_ file: URL) {
    guard let manager = gtk_recent_manager_get_default() else { return }
    gtk_recent_manager_add_item(manager, file.absoluteString)
  }

  /// The files with an extension that are still there, the last one first.
  public static func files(withExtension suffix: String, limit: Int) -> [URL] {
    guard let manager = gtk_recent_manager_get_default(), let list = gtk_recent_manager_get_items(manager)
    else { return [] }
    defer { g_list_free(list) }
    var (item, found): (UnsafeMutablePointer<GList>?, [(file: URL, time: Int64)]) = (list, [])
    while let node = item {
      if let data = node.pointee.data {
        let info = OpaquePointer(data)
        if let text = gtk_recent_info_get_uri(info), let file = URL(string: String(cString: text)),
          file.isFileURL,
          file.pathExtension.lowercased() == suffix, gtk_recent_info_exists(info) != 0
        {
          found.append((file, gtk_recent_info_get_modified(info).map { Int64(g_date_time_to_unix($0)) } ?? 0))
        }
        gtk_recent_info_unref(info)
      }
      item = node.pointee.next
    }
    return found.sorted { $0.time > $1.time }.prefix(limit).map(\.file)
  }
}

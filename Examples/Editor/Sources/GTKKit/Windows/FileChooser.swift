import CGTK
import Foundation

/// The system's dialog to choose a file.
public enum FileChooser {
  /// Asks for a file to open; `nil` if none was chosen.
  ///
  /// - Parameter types: The kinds offered: what they are called, and patterns of names ("*.pdf").
  public static func open(
    _ title: String, types: [(name: String, patterns: [String])] = [], folder: URL? = nil, over parent: Window
  ) async -> URL? {
    await ask(title, saves: false, name: nil, types, folder, parent)
  }

  /// Asks where to save; `nil` if that was cancelled. The system asks before a file is overwritten.
  public static func save(
    _ title: String, name: String, types: [(name: String, patterns: [String])] = [], folder: URL? = nil,
    over parent: Window
  ) async -> URL? {
    await ask(title, saves: true, name: name, types, folder, parent)
  }

  private static func ask(
    _ title: String, saves: Bool, name: String?, _ types: [(name: String, patterns: [String])],
    _ folder: URL?, _ parent: Window
  ) async -> URL? {
    let filters = filters(types)
    let start = folder.flatMap { g_file_new_for_path($0.path) }
    defer {
      g_object_unref(UnsafeMutableRawPointer(filters))
      if let start { g_object_unref(UnsafeMutableRawPointer(start)) }
    }
    return await withCheckedContinuation { continuation in
      let box = Unmanaged.passRetained(ContinuationBox(continuation)).toOpaque()
      let answer: CGTKFileAnswer = { file, box in
        guard let box else { return }
        let continuation = Unmanaged<ContinuationBox>.fromOpaque(box).takeRetainedValue().continuation
        continuation.resume(returning: file.flatMap { URL(gfile: $0) })
      }
      cgtk_ask_for_file(parent.c(), saves ? 1 : 0, title, name, start, filters, answer, box)
    }
  }

  private final class ContinuationBox {
    let continuation: CheckedContinuation<URL?, Never>
    init(_ continuation: CheckedContinuation<URL?, Never>) { self.continuation = continuation }
  }

  private static func filters(_ types: [(name: String, patterns: [String])]) -> OpaquePointer? {
    let list = g_list_store_new(gtk_file_filter_get_type())
    for type in types {
      guard let filter = gtk_file_filter_new() else { continue }
      gtk_file_filter_set_name(filter, type.name)
      for pattern in type.patterns { gtk_file_filter_add_pattern(filter, pattern) }
      g_list_store_append(list, UnsafeMutableRawPointer(filter))
      g_object_unref(UnsafeMutableRawPointer(filter))
    }
    return list
  }
}

extension URL {
  /// A file of GIO that is on this machine.
  init?(gfile: OpaquePointer) {
    guard let path = g_file_get_path(gfile) else { return nil }
    defer { g_free(path) }
    if let text = String(validatingCString: path) {
      self.init(fileURLWithPath: text)
    } else {
      // An address has the bytes of a name that is no UTF-8.
      guard let address = g_file_get_uri(gfile) else { return nil }
      defer { g_free(address) }
      self.init(string: String(cString: address))
    }
  }
}

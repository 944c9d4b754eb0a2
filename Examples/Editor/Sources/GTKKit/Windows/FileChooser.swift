import CGTK
import Foundation

/// Asks for a file in the system's own way.
public enum FileChooser {
  /// Asks for a file to open; `nil` if none was chosen.
  ///
  /// - Parameter types: The kinds offered: what they are called, and patterns of names ("*.pdf").
  public static func open(
    _ title: String, types: [(name: String, patterns: [String])] = [], folder: URL? = nil, over parent: Window
  ) async -> URL? {
    await ask(Chooser(title, GTK_FILE_CHOOSER_ACTION_OPEN, types, parent), folder)
  }

  /// Asks where to save; `nil` if that was given up. The system asks before a file is overwritten.
  public static func save(
    _ title: String, name: String, types: [(name: String, patterns: [String])] = [], folder: URL? = nil,
    over parent: Window
  ) async -> URL? {
    let chooser = Chooser(title, GTK_FILE_CHOOSER_ACTION_SAVE, types, parent)
    gtk_file_chooser_set_current_name(chooser.c(), name)
    return await ask(chooser, folder)
  }

  private static func ask(_ chooser: Chooser, _ folder: URL?) async -> URL? {
    if let folder, let file = g_file_new_for_path(folder.path) {
      gtk_file_chooser_set_current_folder(chooser.c(), file, nil)
      g_object_unref(UnsafeMutableRawPointer(file))
    }
    let response = await withCheckedContinuation { (continuation: CheckedContinuation<Int, Never>) in
      var waiting: CheckedContinuation<Int, Never>? = continuation
      chooser.on("response") { (answer: Int) in
        waiting?.resume(returning: answer)
        waiting = nil
      }
      gtk_native_dialog_show(chooser.c())
    }
    guard response == Int(GTK_RESPONSE_ACCEPT.rawValue),
      let file = gtk_file_chooser_get_file(chooser.c())
    else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(file)) }
    return URL(gfile: file)
  }

  private final class Chooser: Object {
    init(
      _ title: String, _ action: GtkFileChooserAction, _ types: [(name: String, patterns: [String])],
      _ parent: Window
    ) {
      super.init(owning: gtk_file_chooser_native_new(title, parent.c(), action, nil, nil))
      gtk_native_dialog_set_modal(c(), 1)
      for type in types { add(type.name, type.patterns) }
    }

    private func add(_ name: String, _ patterns: [String]) {
      let filter = gtk_file_filter_new()
      gtk_file_filter_set_name(filter, name)
      for pattern in patterns { gtk_file_filter_add_pattern(filter, pattern) }
      gtk_file_chooser_add_filter(c(), filter)
      if let filter { g_object_unref(UnsafeMutableRawPointer(filter)) }
    }
  }
}

extension URL {
  /// A file of GIO that is on this machine.
  init?(gfile: OpaquePointer) {
    guard let path = g_file_get_path(gfile) else { return nil }
    defer { g_free(path) }
    self.init(fileURLWithPath: String(cString: path))
  }
}

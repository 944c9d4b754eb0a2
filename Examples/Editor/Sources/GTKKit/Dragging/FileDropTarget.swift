import CGTK
import Foundation

/// Takes files that are dropped on a widget.
public final class FileDropTarget: EventController {
  /// Makes one.
  public init() { super.init(owning: gtk_drop_target_new(gdk_file_list_get_type(), GDK_ACTION_COPY)) }

  /// Calls a closure with the files and the place in the widget; it returns whether it accepted them.
  @discardableResult
  public func onDrop(_ handler: @escaping @MainActor ([URL], Point) -> Bool) -> SignalConnection {
    answer("drop") { (files: DroppedFiles, x: Double, y: Double) in handler(files.urls, Point(x: x, y: y)) }
  }

  /// Calls a closure when files come to be over the widget, and when they are not any more.
  @discardableResult
  public func onHover(_ handler: @escaping @MainActor (Bool) -> Void) -> SignalConnection {
    onChange(of: "current-drop") { [unowned self] in
      handler(gtk_drop_target_get_current_drop(c()) != nil)
    }
  }
}

/// The list of files in a value in a value.
private struct DroppedFiles: ValueConvertible {
  var urls: [URL] = []

  init?(_ value: UnsafePointer<GValue>) {
    guard let inner = g_value_get_boxed(value)?.assumingMemoryBound(to: GValue.self) else { return nil }
    urls = [URL](fileList: inner)
  }

  func store(in value: UnsafeMutablePointer<GValue>) {}
}

extension [URL] {
  /// The files of a value with a list of files that are on this machine.
  init(fileList value: UnsafePointer<GValue>) {
    self = []
    guard let list = g_value_get_boxed(value) else { return }
    var item = gdk_file_list_get_files(OpaquePointer(list))
    let first = item
    defer { g_slist_free(first) }
    while let node = item {
      if let file = node.pointee.data, let url = URL(gfile: OpaquePointer(file)) { append(url) }
      item = node.pointee.next
    }
  }
}

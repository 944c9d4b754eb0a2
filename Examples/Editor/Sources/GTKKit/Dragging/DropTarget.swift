import CGTK
import Foundation

/// Takes files and data that are dragged over a widget, from this program or another one.
public final class DropTarget: EventController {
  /// Makes one for files, and for data of types such as "application/pdf".
  public init(types: [String]) {
    let builder = gdk_content_formats_builder_new()
    gdk_content_formats_builder_add_gtype(builder, gdk_file_list_get_type())
    for type in ["text/uri-list"] + types { gdk_content_formats_builder_add_mime_type(builder, type) }
    let formats = gdk_content_formats_builder_free_to_formats(builder)
    super.init(owning: gtk_drop_target_async_new(formats, GDK_ACTION_COPY))
  }

  /// Calls a closure when something comes over the widget or moves there, with the place in the widget.
  public func onHover(_ handler: @escaping @MainActor (Point) -> Void) {
    for signal in ["drag-enter", "drag-motion"] {
      answer(signal) { (_: ForeignPointer, x: Double, y: Double) in
        handler(Point(x: x, y: y))
        return Int(GDK_ACTION_COPY.rawValue)
      }
    }
  }

  /// Calls a closure when it is taken away, also before it is dropped.
  public func onLeave(_ handler: @escaping @MainActor () -> Void) { on("drag-leave", handler) }

  /// Calls a closure when it is dropped, with the place in the widget. The closure has `finish(_:)` called of it some time.
  public func onDrop(_ handler: @escaping @MainActor (Drop, Point) -> Void) {
    answer("drop") { (pointer: ForeignPointer, x: Double, y: Double) in
      guard let drop = pointer.pointer.map({ Drop(OpaquePointer($0)) }) else { return false }
      handler(drop, Point(x: x, y: y))
      return true
    }
  }
}

/// Something that was dropped.
@MainActor
public final class Drop {
  private let drop: OpaquePointer

  init(_ drop: OpaquePointer) {
    self.drop = drop
    g_object_ref(UnsafeMutableRawPointer(drop))
  }

  isolated deinit { g_object_unref(UnsafeMutableRawPointer(drop)) }

  /// Whether it comes from a drag of this program.
  public func isOf(_ drag: OutgoingDrag) -> Bool { gdk_drop_get_drag(drop) == drag.c() }

  /// The files on this machine; none if it has none.
  public func files() async -> [URL] {
    guard let formats = gdk_drop_get_formats(drop),
      gdk_content_formats_contain_gtype(formats, gdk_file_list_get_type()) != 0
        || gdk_content_formats_contain_mime_type(formats, "text/uri-list") != 0
    else { return [] }
    return await withCheckedContinuation { continuation in
      let box = Unmanaged.passRetained(Pending { continuation.resume(returning: $0) }).toOpaque()
      gdk_drop_read_value_async(drop, gdk_file_list_get_type(), 0, nil, Self.filesRead, box)
    }
  }

  /// The data of the first of some types that it has; `nil` if it has none, or the program that it comes from does not give it.
  public func data(_ types: [String]) async -> Data? {
    await withCheckedContinuation { continuation in
      // A program that cannot make the data after all closes the stream.
      let answer = { (data: Data?) in continuation.resume(returning: data?.isEmpty == false ? data : nil) }
      let box = Unmanaged.passRetained(Pending(answer)).toOpaque()
      let names = types.map { strdup($0) }
      defer { for name in names { free(name) } }
      var list: [UnsafePointer<CChar>?] = names.map { UnsafePointer($0) } + [nil]
      gdk_drop_read_async(drop, &list, 0, nil, Self.opened, box)
    }
  }

  /// Tells the program that it comes from that it was taken, or was not.
  public func finish(_ isTaken: Bool) { gdk_drop_finish(drop, isTaken ? GDK_ACTION_COPY : GdkDragAction(0)) }

  private final class Pending<Value> {
    let answer: (Value) -> Void
    init(_ answer: @escaping (Value) -> Void) { self.answer = answer }
  }

  private static let filesRead: GAsyncReadyCallback = { source, result, box in
    guard let box, let source else { return }
    let pending = Unmanaged<Pending<[URL]>>.fromOpaque(box).takeRetainedValue()
    pending.answer(
      gdk_drop_read_value_finish(OpaquePointer(source), result, nil).map { [URL](fileList: $0) } ?? [])
  }

  private static let opened: GAsyncReadyCallback = { source, result, box in
    guard let box, let source else { return }
    let pending = Unmanaged<Pending<Data?>>.fromOpaque(box).takeRetainedValue()
    ReceivedData.read(gdk_drop_read_finish(OpaquePointer(source), result, nil, nil), pending.answer)
  }
}

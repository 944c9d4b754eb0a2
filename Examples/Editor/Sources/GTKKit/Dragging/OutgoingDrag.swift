import CGTK
import Foundation

/// A drag of data to other windows and programs, which goes on from a gesture.
public final class OutgoingDrag: Object {
  /// Begins one. The gesture ends.
  ///
  /// - Parameters:
  ///   - gesture: The gesture with which the pointer is pressed.
  ///   - widget: The widget that the gesture is of.
  ///   - type: The type of the data, such as "application/pdf".
  ///   - icon: What is shown at the pointer.
  ///   - hotspot: Where the pointer is in the icon.
  ///   - data: Makes the data when it is asked for; `nil` if there is none.
  public init?(
    from gesture: Gesture, of widget: Widget, type: String, icon: Widget, hotspot: Point,
    data: @escaping @MainActor () async -> Data?
  ) {
    let box = Unmanaged.passRetained(DataMaker(data)).toOpaque()
    let content = cgtk_new_data_provider(type, DataMaker.make, box) { box in
      if let box { Unmanaged<DataMaker>.fromOpaque(box).release() }
    }
    defer { if let content { g_object_unref(UnsafeMutableRawPointer(content)) } }
    guard let surface = gtk_widget_get_native(widget.widget).flatMap({ gtk_native_get_surface($0) }),
      let device = gtk_gesture_get_device(gesture.c()),
      let drag = gdk_drag_begin(surface, device, content, GDK_ACTION_COPY, 0, 0)
    else { return nil }
    gesture.reset()
    if let live = gtk_widget_paintable_new(icon.widget) {
      defer { g_object_unref(UnsafeMutableRawPointer(live)) }
      if let picture = gdk_paintable_get_current_image(live) {
        gtk_drag_icon_set_from_paintable(drag, picture, Int32(hotspot.x), Int32(hotspot.y))
        g_object_unref(UnsafeMutableRawPointer(picture))
      }
    }
    super.init(owning: drag)
  }

  /// Calls a closure when it is over, dropped or not.
  public func onEnd(_ handler: @escaping @MainActor () -> Void) {
    on("dnd-finished", handler)
    on("cancel", handler)
  }
}

/// Makes data when another program asks for it.
private final class DataMaker {
  let data: @MainActor () async -> Data?

  init(_ data: @escaping @MainActor () async -> Data?) { self.data = data }

  static let make: CGTKMakeData = { task, box in
    guard let task, let box else { return }
    Unmanaged<DataMaker>.fromOpaque(box).takeUnretainedValue().make(for: UInt(bitPattern: task))
  }

  /// - Parameter address: That of the GTask.
  private func make(for address: UInt) {
    Task {
      let data = await data()
      let bytes = data?.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
      cgtk_provide(OpaquePointer(bitPattern: address), bytes)
      if let bytes { g_bytes_unref(bytes) }
    }
  }
}

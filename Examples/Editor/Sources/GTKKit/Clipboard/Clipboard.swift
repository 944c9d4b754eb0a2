import CGTK
import Foundation

/// The clipboard of the screen.
public enum Clipboard {
  /// The type of texts.
  public static let plainText = "text/plain;charset=utf-8"

  /// Puts a text there.
  public static func set(_ text: String) {
    guard let clipboard else { return }
    gdk_clipboard_set_text(clipboard, text)
  }

  /// Puts data of a type there, and a text for programs that do not know the type.
  public static func set(_ data: Data, type: String, text: String) {
    guard let clipboard else { return }
    var providers = [provider(data, type), provider(Data(text.utf8), plainText)]
    // The union takes over the providers, and the clipboard retains the union.
    guard let union = gdk_content_provider_new_union(&providers, gsize(providers.count)) else { return }
    gdk_clipboard_set_content(clipboard, union)
    g_object_unref(UnsafeMutableRawPointer(union))
  }

  /// Whether there is data of a type.
  public static func has(_ type: String) -> Bool {
    guard let clipboard, let formats = gdk_clipboard_get_formats(clipboard) else { return false }
    return gdk_content_formats_contain_mime_type(formats, type) != 0
  }

  /// The data of a type; `nil` if there is none, or the program that has it does not provide it.
  public static func data(_ type: String) async -> Data? {
    guard let clipboard, has(type) else { return nil }
    return await withCheckedContinuation { continuation in
      let pending = Unmanaged.passRetained(PendingRead(continuation)).toOpaque()
      type.withCString { type in
        var types: [UnsafePointer<CChar>?] = [type, nil]
        gdk_clipboard_read_async(clipboard, &types, 0, nil, opened, pending)
      }
    }
  }

  private static var clipboard: OpaquePointer? {
    gdk_display_get_default().flatMap { gdk_display_get_clipboard($0) }
  }

  private static func provider(_ data: Data, _ type: String) -> UnsafeMutablePointer<GdkContentProvider>? {
    let bytes = data.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    defer { g_bytes_unref(bytes) }
    return gdk_content_provider_new_for_bytes(type, bytes)
  }

  private final class PendingRead {
    let continuation: CheckedContinuation<Data?, Never>
    init(_ continuation: CheckedContinuation<Data?, Never>) { self.continuation = continuation }
  }

  private static let opened: GAsyncReadyCallback = { source, result, pointer in
    guard let pointer, let source else { return }
    let pending = Unmanaged<PendingRead>.fromOpaque(pointer).takeRetainedValue()
    ReceivedData.read(gdk_clipboard_read_finish(OpaquePointer(source), result, nil, nil)) {
      pending.continuation.resume(returning: $0)
    }
  }
}

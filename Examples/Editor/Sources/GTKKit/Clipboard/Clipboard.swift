import CGTK
import Foundation

/// The clipboard of the screen.
public enum Clipboard {
  /// Puts a text there.
  public static func set(_ text: String) {
    guard let clipboard else { return }
    gdk_clipboard_set_text(clipboard, text)
  }

  /// Puts data of a type there, and a text for programs that do not know the type.
  public static func set(_ data: Data, type: String, text: String) {
    guard let clipboard else { return }
    var providers = [provider(data, type), provider(Data(text.utf8), "text/plain;charset=utf-8")]
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

  /// A pending read.
  private final class PendingRead {
    let continuation: CheckedContinuation<Data?, Never>
    let output = g_memory_output_stream_new_resizable()

    init(_ continuation: CheckedContinuation<Data?, Never>) { self.continuation = continuation }

    /// Resumes the caller, and releases the stream.
    func answer(_ data: Data?) {
      continuation.resume(returning: data)
      if let output { g_object_unref(UnsafeMutableRawPointer(output)) }
    }
  }

  private static let opened: GAsyncReadyCallback = { source, result, pointer in
    guard let pointer, let source else { return }
    let pending = Unmanaged<PendingRead>.fromOpaque(pointer).takeUnretainedValue()
    guard let input = gdk_clipboard_read_finish(OpaquePointer(source), result, nil, nil),
      let output = pending.output
    else {
      pending.answer(nil)
      return Unmanaged<PendingRead>.fromOpaque(pointer).release()
    }
    let flags = GOutputStreamSpliceFlags(
      G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE.rawValue | G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET.rawValue)
    g_output_stream_splice_async(output, input, flags, 0, nil, spliced, pointer)
    g_object_unref(UnsafeMutableRawPointer(input))
  }

  private static let spliced: GAsyncReadyCallback = { source, result, pointer in
    guard let pointer, let source else { return }
    let pending = Unmanaged<PendingRead>.fromOpaque(pointer).takeRetainedValue()
    let stream = UnsafeMutableRawPointer(source).assumingMemoryBound(to: GOutputStream.self)
    let memory = UnsafeMutableRawPointer(source).assumingMemoryBound(to: GMemoryOutputStream.self)
    let count = g_output_stream_splice_finish(stream, result, nil)
    guard count >= 0, let bytes = g_memory_output_stream_get_data(memory) else {
      return pending.answer(count == 0 ? Data() : nil)
    }
    let size = Int(g_memory_output_stream_get_data_size(memory))
    pending.answer(Data(bytes: bytes, count: size))
  }
}

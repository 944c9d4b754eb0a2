import CGTK
import Foundation

/// Data that another program gives.
enum ReceivedData {
  /// Reads a stream to its end and releases it, and calls a closure with the data; with `nil` if it cannot be read, or there is no
  /// stream.
  static func read(_ input: UnsafeMutablePointer<GInputStream>?, _ answer: @escaping (Data?) -> Void) {
    guard let input else { return answer(nil) }
    let output = g_memory_output_stream_new_resizable()
    let pending = Unmanaged.passRetained(Pending(answer)).toOpaque()
    let flags = GOutputStreamSpliceFlags(
      G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE.rawValue | G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET.rawValue)
    g_output_stream_splice_async(output, input, flags, 0, nil, spliced, pending)
    g_object_unref(UnsafeMutableRawPointer(input))
    // The operation has a reference to it until it ends.
    if let output { g_object_unref(UnsafeMutableRawPointer(output)) }
  }

  private final class Pending {
    let answer: (Data?) -> Void
    init(_ answer: @escaping (Data?) -> Void) { self.answer = answer }
  }

  private static let spliced: GAsyncReadyCallback = { source, result, pointer in
    guard let pointer, let source else { return }
    let pending = Unmanaged<Pending>.fromOpaque(pointer).takeRetainedValue()
    let stream = UnsafeMutableRawPointer(source).assumingMemoryBound(to: GOutputStream.self)
    let memory = UnsafeMutableRawPointer(source).assumingMemoryBound(to: GMemoryOutputStream.self)
    let count = g_output_stream_splice_finish(stream, result, nil)
    guard count >= 0, let bytes = g_memory_output_stream_get_data(memory) else {
      return pending.answer(count == 0 ? Data() : nil)
    }
    pending.answer(Data(bytes: bytes, count: Int(g_memory_output_stream_get_data_size(memory))))
  }
}

import PostilQPDFBridge

/// The filters that libqpdf uses for itself, to read object streams and cross-reference streams: those of this module, which end
/// at a limit, in place of its own, which have none.
enum QPDFFilters {
  /// Has libqpdf use them, before it is used for the first time.
  static let install: Void = postil_qpdf_set_decoder { filter, parameters, data, limit, output in
    let entries = ObjectBytes.decode(UnsafeRawBufferPointer(start: parameters.start, count: parameters.count))
    let stage = StreamDecoder.Stage(
      name: PDFName(String(cString: filter)), parameters: entries?.dictionary)
    let bytes = UnsafeRawBufferPointer(start: data.start, count: data.count)
    do {
      let decoded = try StreamDecoder.decode(bytes, stage, limit: limit)
      return decoded.bytes.withUnsafeBufferPointer {
        postil_qpdf_decoded_fill(output, $0.baseAddress, $0.count, decoded.isComplete)
      }
    } catch {
      if case StreamDecoder.Failure.tooLarge = error { output.pointee.is_too_large = true }
      return false
    }
  }
}

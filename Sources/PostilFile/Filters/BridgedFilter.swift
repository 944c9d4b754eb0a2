import QPDFBridge

/// The filters that libqpdf undoes.
enum BridgedFilter {
  /// Undoes one filter.
  ///
  /// - Throws: ``StreamDecoder/Failure``.
  static func decode(
    _ data: UnsafeRawBufferPointer, _ stage: StreamDecoder.Stage, limit: Int
  ) throws(StreamDecoder.Failure) -> StreamDecoder.Decoded {
    // Room for rows is made before anything is read.
    for (key, most) in [("Columns", 1 << 24), ("Colors", 32), ("BitsPerComponent", 16)] as [(PDFName, Int)] {
      guard let value = stage.parameters?[key] else { continue }
      guard let value = value.integer, (1...most).contains(value) else {
        throw .malformed("its parameter \(key) is out of range")
      }
    }
    var entries: PDFDictionary = ["Filter": .name(stage.name)]
    entries["DecodeParms"] = stage.parameters.map(PDFObject.dictionary)
    guard let dictionary = try? ObjectBytes.encode(.dictionary(entries)) else {
      throw .malformed("its parameters are nested too deeply")
    }
    var output = postil_qpdf_decoded()
    var error = postil_qpdf_error()
    let isRight = dictionary.withUnsafeBufferPointer { dictionary in
      postil_qpdf_decode(
        postil_qpdf_bytes(start: dictionary.baseAddress, count: dictionary.count),
        postil_qpdf_bytes(start: data.bindMemory(to: UInt8.self).baseAddress, count: data.count), limit,
        &output, &error)
    }
    defer { postil_qpdf_decoded_free(&output) }
    guard isRight else { throw .malformed(QPDFFailure(error).detail) }
    guard !output.is_too_large else { throw .tooLarge(limit: limit) }
    return StreamDecoder.Decoded(
      bytes: Array(UnsafeBufferPointer(start: output.start, count: output.count)),
      isComplete: output.is_complete)
  }
}

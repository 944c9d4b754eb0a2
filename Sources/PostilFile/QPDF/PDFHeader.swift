/// Where a file says that it is a PDF (ISO 32000-2, 7.5.2).
enum PDFHeader {
  /// Offset of `%PDF-`, which must come within the first 1,024 bytes; all offsets in the file count
  /// from it.
  static func position(in bytes: UnsafeRawBufferPointer) -> Int? {
    let mark = Array("%PDF-".utf8)
    let limit = min(1024, bytes.count - mark.count)
    guard limit >= 0 else { return nil }
    return (0...limit).first { start in
      bytes[start] == mark[0] && bytes[start..<start + mark.count].elementsEqual(mark)
    }
  }
}

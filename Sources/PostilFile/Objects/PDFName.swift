/// A name, without its slash and unescaped. Bytes, because files have names that are not UTF-8.
struct PDFName: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }
  init(_ text: String) { bytes = Array(text.utf8) }
  init(stringLiteral text: String) { self.init(text) }

  var description: String { String(decoding: bytes, as: UTF8.self) }
}

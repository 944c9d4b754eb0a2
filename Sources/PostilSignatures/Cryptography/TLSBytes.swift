import PostilGnuTLSBridge

extension postil_tls_bytes {
  /// The bytes, which are given up.
  consuming func taken() -> [UInt8] {
    defer { postil_tls_free(self) }
    return Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  /// The text, which is given up; `nil` if there is none.
  consuming func takenText() -> String? {
    let isThere = start != nil
    let bytes = taken()
    return isThere ? String(decoding: bytes, as: UTF8.self) : nil
  }
}

extension [UInt8] {
  /// The bytes as a function of the bridge takes them.
  func withView<Result>(_ body: (postil_tls_view) throws -> Result) rethrows -> Result {
    try withUnsafeBufferPointer { try body(postil_tls_view(start: $0.baseAddress, count: $0.count)) }
  }
}

extension [[UInt8]] {
  /// Several of them, at most so many.
  func withViews<Result>(_ body: (UnsafeBufferPointer<postil_tls_view>) throws -> Result) rethrows -> Result {
    let joined = flatMap(\.self)
    return try joined.withUnsafeBufferPointer { all in
      var views: [postil_tls_view] = []
      var offset = 0
      for one in self {
        views.append(postil_tls_view(start: all.baseAddress.map { $0 + offset }, count: one.count))
        offset += one.count
      }
      return try views.withUnsafeBufferPointer(body)
    }
  }
}

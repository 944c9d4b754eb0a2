/// The `/Contents` of signatures, which is no string that is encrypted (ISO 32000-2, 7.6.2): neither of signatures nor of time stamps,
/// whether or not they say their `/Type` (table 255).
extension PDFDictionary {
  /// Whether it is a signature or a time stamp: no other dictionary has a range of bytes.
  var isSignature: Bool { self["ByteRange"] != nil }
}

extension PDFObject {
  /// Whether there is a signature in it that does not say so: libqpdf decrypts its `/Contents`.
  var hasUnnamedSignature: Bool {
    switch self {
    case .array(let items): items.contains(where: \.hasUnnamedSignature)
    case .dictionary(let dictionary), .stream(let dictionary, _):
      (dictionary.isSignature && dictionary["Type"]?.name != "Sig")
        || dictionary.entries.contains { $0.value.hasUnnamedSignature }
    default: false
    }
  }

  /// The object with the `/Contents` that signatures in it have in another, which is the same as it stands in the file.
  func takingSignatures(from raw: PDFObject) -> PDFObject {
    switch (self, raw) {
    case (.array(let items), .array(let others)) where items.count == others.count:
      .array(zip(items, others).map { $0.takingSignatures(from: $1) })
    case (.dictionary(let dictionary), .dictionary(let other)):
      .dictionary(dictionary.takingSignatures(from: other))
    case (.stream(let dictionary, let body), .dictionary(let other)):
      .stream(dictionary.takingSignatures(from: other), body)
    default: self
    }
  }
}

extension PDFDictionary {
  fileprivate func takingSignatures(from raw: PDFDictionary) -> PDFDictionary {
    var result = self
    for entry in entries {
      guard let other = raw[entry.key] else { continue }
      let isRaw = isSignature && entry.key == "Contents" && other.string != nil
      result[entry.key] = isRaw ? other : entry.value.takingSignatures(from: other)
    }
    return result
  }
}

import Foundation

extension String {
  /// A password as it is compared, whatever keys it was typed with: prepared by SASLprep (RFC 4013), as AES-256 wants it (ISO 32000-2, 7.6.4.3.3).
  var preparedBySASL: String {
    guard !utf8.allSatisfy({ $0 < 0x80 }) else { return self }
    var scalars = UnicodeScalarView()
    for scalar in unicodeScalars where !Self.isMappedToNothing(scalar) {
      scalars.append(scalar.properties.generalCategory == .spaceSeparator ? " " : scalar)
    }
    return String(scalars).precomposedStringWithCompatibilityMapping
  }

  /// RFC 3454, table B.1.
  private static func isMappedToNothing(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xAD, 0x34F, 0x1806, 0x180B...0x180D, 0x200B...0x200D, 0x2060, 0xFE00...0xFE0F, 0xFEFF: true
    default: false
    }
  }
}

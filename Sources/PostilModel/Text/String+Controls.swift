extension String {
  /// The text with line feeds where it has other ends of lines (CR, CR and LF, U+0085, U+2028, U+2029), and without control characters but tabs.
  ///
  /// - Complexity: O(length).
  package var withoutControls: String {
    func isOdd(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0x09, 0x0A: false
      case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029: true
      default: false
      }
    }
    guard unicodeScalars.contains(where: isOdd) else { return self }
    var (result, isBehindReturn) = (String.UnicodeScalarView(), false)
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x0A where isBehindReturn: break
      case 0x0D, 0x85, 0x2028, 0x2029: result.append("\n")
      case _ where !isOdd(scalar): result.append(scalar)
      default: break
      }
      isBehindReturn = scalar == "\r"
    }
    return String(result)
  }
}

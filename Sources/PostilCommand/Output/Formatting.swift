import Foundation

extension Int {
  /// With a comma after thousands, in every locale: `1,312`.
  var grouped: String {
    let digits = String(magnitude)
    let parts = stride(from: digits.count, to: 0, by: -3).map { end in
      String(digits.dropLast(digits.count - end).suffix(3))
    }
    return (self < 0 ? "-" : "") + parts.reversed().joined(separator: ",")
  }

  /// With four digits at least, so that names of files are in the order of pages: `0012`.
  var inFileName: String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(4 - digits.count, 0)) + digits
  }

  /// `1 page`, `2 pages`.
  func counted(_ noun: String) -> String { "\(grouped) \(noun)\(self == 1 ? "" : "s")" }
}

extension Double {
  /// To a hundredth, without zeros at the end: `595.28`, `72`.
  var short: String {
    guard isFinite, abs(self) < 1e12 else { return "\(self)" }
    let rounded = (self * 100).rounded() / 100
    return Int(exactly: rounded).map(String.init) ?? "\(rounded)"
  }
}

extension String {
  /// On one line, without control characters of terminals.
  var printable: String {
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: unicodeScalars.map { $0.isTerminalControl ? " " : $0 })
    return String(scalars)
  }
}

extension Unicode.Scalar {
  /// Control characters, line separators and bidirectional controls.
  fileprivate var isTerminalControl: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
    }
  }
}

extension Date {
  /// The date in UTC, as ISO 8601 has it.
  var text: String { formatted(.iso8601) }
}

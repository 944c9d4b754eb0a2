package import Foundation

/// Dates as texts of ISO 8601 in UTC, with as many decimals of a second as it takes to read the
/// very same date again.
package enum DateText {
  /// The text, or `nil` for dates that no text of that form can say exactly.
  static func text(_ date: Date) -> String? {
    let seconds = date.timeIntervalSinceReferenceDate
    guard seconds.isFinite, abs(seconds) < 1e11 else { return nil }
    let whole = seconds.rounded(.down)
    let head = Date(timeIntervalSinceReferenceDate: whole).formatted(.iso8601)
    let text = head.dropLast() + decimals(seconds - whole) + "Z"
    return Self.date(String(text)) == date ? String(text) : nil
  }

  /// The date that a text says: `2026-05-04`, `2026-05-04T12:30:00Z`, `2026-05-04T12:30:00.25+02:00`.
  package static func date(_ text: String) -> Date? {
    if let day = text.wholeMatch(of: /\d{4}-\d\d-\d\d/) { return date("\(day.output)T00:00:00Z") }
    let form = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d:?\d\d)/
    guard let parts = text.wholeMatch(of: form)?.output,
      let whole = try? Date("\(parts.1)\(parts.3)", strategy: .iso8601),
      let fraction = Double("0" + (parts.2 ?? ".0"))
    else { return nil }
    return Date(timeIntervalSinceReferenceDate: whole.timeIntervalSinceReferenceDate + fraction)
  }

  /// `0.25` as `.25`, `9.5e-05` as `.000095`, 0 as nothing.
  private static func decimals(_ fraction: Double) -> String {
    guard fraction > 0 else { return "" }
    let parts = "\(fraction)".split(separator: "e")
    guard parts.count == 2, let exponent = Int(parts[1]) else { return String("\(fraction)".dropFirst()) }
    var digits = parts[0].filter { $0 != "." }
    if digits.count > 1, digits.last == "0" { digits.removeLast() }
    return "." + String(repeating: "0", count: max(-exponent - 1, 0)) + digits
  }
}

extension KeyedEncodingContainer {
  /// Writes a date as ``Fields/date(_:)`` reads it: as text, or in seconds if the text has no way to write it.
  mutating func encodeDate(_ date: Date?, forKey key: Key) throws {
    guard let date else { return }
    if let text = DateText.text(date) {
      try encode(text, forKey: key)
    } else {
      try encode(date.timeIntervalSince1970, forKey: key)
    }
  }
}

import Foundation
import Glibc
import PostilModel

/// Dates as PDF writes them: `D:20261120134500+01'00'` (ISO 32000-2, 7.9.4).
enum DateString {
  /// The moment in UTC, to the second.
  static func encode(_ date: Date) -> [UInt8] {
    // Dates that have no year of four digits would be unreadable: the epoch is the honest default.
    let seconds = date.timeIntervalSince1970
    let usable = (-62_000_000_000.0...253_000_000_000.0).contains(seconds) ? seconds.rounded(.down) : 0
    var time = time_t(usable)
    var parts = tm()
    gmtime_r(&time, &parts)
    let digits = [parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec].map {
      Int($0).padded(to: 2)
    }
    return Array("D:\((Int(parts.tm_year) + 1900).padded(to: 4))\(digits.joined())Z".utf8)
  }

  static func decode(_ bytes: [UInt8]) -> Date? {
    var text = Substring(TextString.decode(bytes))
    if text.hasPrefix("D:") { text = text.dropFirst(2) }
    guard let year: Int32 = take(4, from: &text) else { return nil }
    var parts = tm()
    parts.tm_year = year - 1900
    parts.tm_mon = (take(2, from: &text) ?? 1) - 1
    parts.tm_mday = take(2, from: &text) ?? 1
    parts.tm_hour = take(2, from: &text) ?? 0
    parts.tm_min = take(2, from: &text) ?? 0
    parts.tm_sec = take(2, from: &text) ?? 0
    return Date(timeIntervalSince1970: Double(timegm(&parts) - zone(&text)))
  }

  /// The seconds that local time is ahead of UTC.
  private static func zone(_ text: inout Substring) -> Int {
    guard let sign = text.first, sign == "+" || sign == "-" else { return 0 }
    text = text.dropFirst()
    let hours = take(2, from: &text) ?? 0
    if text.first == "'" { text = text.dropFirst() }
    let seconds = hours * 3600 + (take(2, from: &text) ?? 0) * 60
    return sign == "-" ? -seconds : seconds
  }

  private static func take<Number: FixedWidthInteger>(_ count: Int, from text: inout Substring) -> Number? {
    let digits = text.prefix(count)
    guard digits.count == count, digits.allSatisfy(\.isASCII), let value = Number(digits), value >= 0 else {
      return nil
    }
    text = text.dropFirst(count)
    return value
  }
}

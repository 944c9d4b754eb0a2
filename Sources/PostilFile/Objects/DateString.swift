import Foundation
import PostilModel

/// Dates as PDF writes them: `D:20261120134500+01'00'` (ISO 32000-2, 7.9.4).
enum DateString {
  /// The moment in UTC, to the second.
  static func encode(_ date: Date) -> [UInt8] {
    // Dates that have no year of four digits would be unreadable: the epoch is the honest default.
    let seconds = date.timeIntervalSince1970
    let usable = (-62_000_000_000.0...253_000_000_000.0).contains(seconds) ? seconds.rounded(.down) : 0
    let parts = utc.dateComponents(
      [.year, .month, .day, .hour, .minute, .second], from: Date(timeIntervalSince1970: usable))
    let digits = [parts.month, parts.day, parts.hour, parts.minute, parts.second].map {
      ($0 ?? 0).padded(to: 2)
    }
    return Array("D:\((parts.year ?? 1970).padded(to: 4))\(digits.joined())Z".utf8)
  }

  static func decode(_ bytes: [UInt8]) -> Date? {
    var text = Substring(TextString.decode(bytes))
    if text.hasPrefix("D:") { text = text.dropFirst(2) }
    guard let year = take(4, from: &text) else { return nil }
    var parts = DateComponents(timeZone: TimeZone(secondsFromGMT: 0), year: year)
    parts.month = take(2, from: &text) ?? 1
    parts.day = take(2, from: &text) ?? 1
    parts.hour = take(2, from: &text) ?? 0
    parts.minute = take(2, from: &text) ?? 0
    parts.second = take(2, from: &text) ?? 0
    let offset = zone(&text)
    return utc.date(from: parts)?.addingTimeInterval(-Double(offset))
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

  private static func take(_ count: Int, from text: inout Substring) -> Int? {
    let digits = text.prefix(count)
    guard digits.count == count, digits.allSatisfy(\.isASCII), let value = Int(digits), value >= 0 else {
      return nil
    }
    text = text.dropFirst(count)
    return value
  }

  private static let utc: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .gmt
    return calendar
  }()
}

import Foundation

extension Date {
  /// The day and the minute as all of the editor shows them: in the order of ISO 8601, which every language reads.
  var shown: String {
    let parts = Calendar.current.dateComponents([.year, .month, .day, .hour, .minute], from: self)
    func digits(_ number: Int?, _ count: Int) -> String {
      let text = String(number ?? 0)
      return String(repeating: "0", count: max(count - text.count, 0)) + text
    }
    return "\(digits(parts.year, 4))-\(digits(parts.month, 2))-\(digits(parts.day, 2)) "
      + "\(digits(parts.hour, 2)):\(digits(parts.minute, 2))"
  }
}

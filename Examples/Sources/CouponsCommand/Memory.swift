import Foundation

/// How much memory the program takes, in MB, as Linux says it.
enum Memory {
  /// Now.
  static var resident: Int { value("VmRSS:") }
  /// At the most until now.
  static var peak: Int { value("VmHWM:") }

  private static func value(_ name: String) -> Int {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name) }),
      let kilobytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return 0 }
    return kilobytes / 1_024
  }
}

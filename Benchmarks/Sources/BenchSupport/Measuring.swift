import Foundation

extension Duration {
  package var nanoseconds: Double { Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9 }
  package var milliseconds: Double { nanoseconds / 1e6 }
}

extension Array where Element: BinaryFloatingPoint {
  /// The value in the middle; 0 if there is none.
  package var median: Element {
    let sorted = sorted()
    guard !sorted.isEmpty else { return 0 }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}

/// What the system knows of this process.
package enum ProcessStatus {
  /// The lines of `/proc/self/status` that count kilobytes, in bytes.
  package static func sizes() -> [String: Double] {
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return [:] }
    var values: [String: Double] = [:]
    for line in text.split(separator: "\n") where line.hasSuffix(" kB") {
      let words = line.split(whereSeparator: { ": \t".contains($0) })
      if words.count == 3, let kilobytes = Double(words[1]) { values[String(words[0])] = kilobytes * 1024 }
    }
    return values
  }

  /// The memory that is in use at the moment.
  package static var residentBytes: Double { sizes()["VmRSS", default: 0] }
  /// The most memory that ever was.
  package static var peakBytes: Double { sizes()["VmHWM", default: 0] }
}

import Foundation

/// Facts about this process, from `/proc`.
enum ProcessFacts {
  /// Seconds since the process was started, to a hundredth.
  static var age: Double {
    guard let stat = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
      let end = stat.lastIndex(of: ")")
    else { return 0 }
    // The fields after the name; the start is the 22nd of all.
    let fields = stat[stat.index(after: end)...].split(separator: " ")
    guard fields.count > 19, let ticks = Double(fields[19]) else { return 0 }
    var now = timespec()
    clock_gettime(CLOCK_BOOTTIME, &now)
    let seconds = Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    return seconds - ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// An amount of memory by its name in `/proc/self/status`, in megabytes.
  static func memory(_ name: String) -> Double {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return 0 }
    let line = status.split(separator: "\n").first { $0.hasPrefix("\(name):") }
    let fields = line?.split(whereSeparator: \.isWhitespace) ?? []
    return fields.count > 1 ? (Double(fields[1]) ?? 0) / 1024 : 0
  }
}

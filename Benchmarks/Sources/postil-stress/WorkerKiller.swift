import BenchSupport
import Foundation

/// Ends servers and workers of this program's renderers at random, as crashes would.
struct WorkerKiller {
  let interval: Duration

  /// Kills until the task is cancelled. Returns how many were killed.
  func run(_ dice: Dice) async -> Int {
    var (dice, count) = (dice, 0)
    while !Task.isCancelled {
      try? await Task.sleep(for: interval)
      guard let victim = Self.workers.randomElement(using: &dice) else { continue }
      if kill(victim, SIGKILL) == 0 { count += 1 }
    }
    return count
  }

  /// The children of the launcher, which are servers, or workers of small documents, and theirs.
  private static var workers: [pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    let parents = Dictionary(
      uniqueKeysWithValues: names.compactMap { pid_t($0) }.compactMap { process in
        parent(of: process).map { (process, $0) }
      })
    func children(of processes: [pid_t]) -> [pid_t] {
      parents.filter { processes.contains($0.value) }.keys.sorted()
    }
    let servers = children(of: children(of: [getpid()]))
    return servers + children(of: servers)
  }

  private static func parent(of process: pid_t) -> pid_t? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return nil }
    let fields = text[end...].split(separator: " ")
    return fields.count > 2 ? pid_t(fields[2]) : nil
  }
}

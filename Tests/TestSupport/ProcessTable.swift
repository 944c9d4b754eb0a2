import Foundation

/// The processes of the system.
package enum ProcessTable {
  /// The parent of a process; `nil` if it has ended, also if nobody has waited for it yet.
  package static func parent(of process: Int32) -> Int32? {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
      return nil
    }
    // The name before it, in parentheses, may have blanks.
    let fields = status[(status.lastIndex(of: ")") ?? status.startIndex)...].split(separator: " ")
    return fields.count > 2 && fields[1] != "Z" ? Int32(fields[2]) : nil
  }

  /// The parents of all processes.
  package static func parents() throws -> [Int32: Int32] {
    let processes = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }
    return processes.reduce(into: [:]) { $0[$1] = parent(of: $1) }
  }

  /// Processes that one started, that these started, and so on.
  package static func descendants(of process: Int32) throws -> Set<Int32> {
    let parents = try parents()
    var found: Set<Int32> = []
    var last: Set<Int32> = [process]
    while !last.isEmpty {
      last = Set(parents.filter { last.contains($0.value) && !found.contains($0.key) }.map(\.key))
      found.formUnion(last)
    }
    return found
  }
}

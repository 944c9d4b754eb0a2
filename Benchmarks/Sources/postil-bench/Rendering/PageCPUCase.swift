import BenchSupport
import Foundation
import Postil

/// The CPU time of opening a document and of drawing pages of it, in this program and in those that it started.
enum PageCPUCase {
  static func run(_ input: CaseInput) async throws -> Figures {
    let file = try input.needFile()
    let scale = try input.options.value("scale", 2.0)
    let numbers = (input.options["pages"] ?? "1").split(separator: ",").compactMap { Int($0) }
    let start = ProcessorTime.ofThisProgramAndItsChildren()
    let document = try PDFDocument.openAndWait(file)
    var options = try Rendering.options(input)
    options.workerCount = 1
    let renderer = PageRenderer(document, options: options)
    // The renderer's processes start with the first page.
    let open = ProcessorTime.ofThisProgramAndItsChildren() - start
    var (cold, warm) = (0.0, 0.0)
    for number in numbers {
      guard (1...document.pageCount).contains(number) else { throw UsageError("there is no page \(number)") }
      var times: [Double] = []
      for _ in 1...2 {
        let start = ProcessorTime.ofThisProgramAndItsChildren()
        _ = try await renderer.image(of: document.pageIDs[number - 1], scale: scale)
        times.append(ProcessorTime.ofThisProgramAndItsChildren() - start)
      }
      cold += times[0]
      warm += times[1]
    }
    return ["open_ms": open, "cold_ms": cold, "warm_ms": warm]
  }
}

private enum ProcessorTime {
  /// User and system time in milliseconds.
  static func ofThisProgramAndItsChildren() -> Double {
    let own = milliseconds(CLOCK_PROCESS_CPUTIME_ID)
    return own
      + descendants(of: getpid()).reduce(0) { sum, process in
        var clock = clockid_t()
        return clock_getcpuclockid(process, &clock) == 0 ? sum + milliseconds(clock) : sum
      }
  }

  private static func milliseconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    guard clock_gettime(clock, &time) == 0 else { return 0 }
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }

  /// Processes that this one started, that these started, and so on.
  private static func descendants(of process: pid_t) -> [pid_t] {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    let children = threads.flatMap { thread in
      let list = try? String(contentsOfFile: "/proc/\(process)/task/\(thread)/children", encoding: .utf8)
      return (list ?? "").split(separator: " ").compactMap { pid_t($0) }
    }
    return children + children.flatMap(descendants(of:))
  }
}

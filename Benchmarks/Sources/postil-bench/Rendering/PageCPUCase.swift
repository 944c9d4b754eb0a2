import BenchSupport
import Foundation
import Postil

/// The CPU time of opening documents and of drawing pages of them, in this program and in those that it started. The documents
/// come as lines of standard input, "PAGE,PAGE PATH"; for each a line of JSON goes to standard output.
enum PageCPUCase {
  static func run(_ input: CaseInput) async throws -> Figures {
    let scale = try input.options.value("scale", 2.0)
    var options = try Rendering.options(input)
    options.workerCount = 1
    try await start(options)
    var sum: Figures = [:]
    while let line = readLine() {
      let words = line.split(separator: " ", maxSplits: 1)
      guard words.count == 2 else { throw UsageError("a line is PAGE,PAGE PATH") }
      do {
        let pages = words[0].split(separator: ",").compactMap { Int($0) }
        let figures = try await measure(URL(fileURLWithPath: String(words[1])), pages, scale, options)
        sum.merge(figures, uniquingKeysWith: +)
        try Program.print(figures)
      } catch {
        try Program.print(["error": "\(error)"])
      }
    }
    return sum
  }

  /// Starts the renderer's first process, which all documents have in common, and lets it come to rest.
  private static func start(_ options: RenderOptions) async throws {
    let document = try PDFDocument()
    try document.insertBlankPage(width: 100, height: 100, at: 0)
    let renderer = PageRenderer(document, options: options)
    _ = try await renderer.image(of: document.pageIDs[0], scale: 1)
    try await Task.sleep(for: .seconds(1))
  }

  private static func measure(
    _ file: URL, _ pages: [Int], _ scale: Double, _ options: RenderOptions
  ) async throws -> Figures {
    let clock = ContinuousClock()
    let start = ProcessorTime.start
    let opening = clock.now
    let document = try await PDFDocument.open(file)
    let renderer = PageRenderer(document, options: options)
    // The document's processes start with its first page.
    var figures = ["clock_ms": (clock.now - opening).milliseconds, "open_ms": ProcessorTime.end.since(start)]
    for page in pages {
      guard document.pageIDs.indices.contains(page - 1) else { throw UsageError("there is no page \(page)") }
      for name in ["cold_ms", "warm_ms"] {
        let start = ProcessorTime.start
        let drawing = clock.now
        _ = try await renderer.image(of: document.pageIDs[page - 1], scale: scale)
        if name == "cold_ms" { figures["clock_ms", default: 0] += (clock.now - drawing).milliseconds }
        figures[name, default: 0] += ProcessorTime.end.since(start)
      }
    }
    return figures
  }
}

/// The user and system time that this program and its descendants have taken, in milliseconds, by process.
private struct ProcessorTime {
  private var times: [pid_t: Double]

  /// The time before something is measured: this program's comes last, so that looking for the others does not count.
  static var start: ProcessorTime {
    var time = ofDescendants
    time.times[getpid()] = milliseconds(CLOCK_PROCESS_CPUTIME_ID)
    return time
  }

  /// The time after that: this program's comes first.
  static var end: ProcessorTime {
    let own = milliseconds(CLOCK_PROCESS_CPUTIME_ID)
    var time = ofDescendants
    time.times[getpid()] = own
    return time
  }

  private static var ofDescendants: ProcessorTime {
    var times: [pid_t: Double] = [:]
    for process in descendants(of: getpid()) {
      var clock = clockid_t()
      if clock_getcpuclockid(process, &clock) == 0 { times[process] = milliseconds(clock) }
    }
    return ProcessorTime(times: times)
  }

  /// What has been taken since another time. Processes that have ended since, as those of the last document, do not count.
  func since(_ start: ProcessorTime) -> Double {
    times.reduce(0) { $0 + $1.value - (start.times[$1.key] ?? 0) }
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

import EditorDriver
import Foundation

/// One round of measurements, with caches that are empty at its start.
struct BenchRound {
  /// What is measured, how it is written and its unit.
  static let rows: [(name: String, format: String, unit: String)] = [
    ("start to first page, nothing cached", "%8.3f", "s"),
    ("start to first page, previews cached", "%8.3f", "s"),
    ("resident memory at the first page", "%8.1f", "MB"),
    ("pointer to pixels, stroke of 2,000 points, median", "%8.2f", "ms"),
    ("pointer to pixels, stroke of 2,000 points, 95 %", "%8.2f", "ms"),
    ("pointer to pixels, stroke of 2,000 points, worst", "%8.2f", "ms"),
    ("the part of it that is work: a frame, 95 %", "%8.2f", "ms"),
    ("pages scrolled through", "%8.0f", "  "),
    ("wheel to pixels, 95 %", "%8.2f", "ms"),
    ("stalls of the main loop over 50 ms while scrolling", "%8.0f", "  "),
    ("longest stall while scrolling", "%8.2f", "ms"),
    ("resident memory after scrolling", "%8.1f", "MB"),
    ("most resident memory while scrolling", "%8.1f", "MB"),
  ]

  private(set) var figures: [String: Double] = [:]
  private let folder: URL
  private let file: URL

  init(of original: URL, in folder: URL) throws {
    (self.folder, file) = (folder, folder.appending(path: "Document.pdf"))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: original, to: file)
    let cold = try measure { _ in }
    figures["start to first page, nothing cached"] = cold.firstPage
    let warm = try measure { _ in }
    figures["start to first page, previews cached"] = warm.firstPage
    figures["resident memory at the first page"] = warm.firstPageMemory
    try scroll()
    try draw()
  }

  /// Runs the editor, does something once a page is there, and reads what was measured.
  private func measure(_ options: [String] = [], _ body: (Screen) throws -> Void) throws -> BenchTrace {
    let (screen, trace) = (try Screen(), folder.appending(path: "trace.txt"))
    defer { screen.close() }
    try? FileManager.default.removeItem(at: trace)
    let run = try EditorRun(
      in: folder, ["--trace", trace.path] + options + [file.path], on: screen, reports: false)
    defer { run.terminate() }
    try wait(for: "first page") { run.isRunning && (try? BenchTrace(trace))?.firstPage != nil }
    try wait(for: "quiet screen") { try screen.isQuiet() }
    try body(screen)
    try wait(for: "quiet screen") { try screen.isQuiet() }
    // Previews and the place in the document are written within a second.
    Thread.sleep(forTimeInterval: 2)
    run.terminate()
    return try BenchTrace(trace)
  }

  private mutating func scroll() throws {
    let before = page
    let trace = try measure { screen in
      try screen.turnWheel(at: Place(640, 450), notches: 200)
    }
    figures["pages scrolled through"] = Double(page - before)
    figures["wheel to pixels, 95 %"] = trace.part(0.95, of: "scroll")
    figures["stalls of the main loop over 50 ms while scrolling"] = trace.summary["stalls"]
    figures["longest stall while scrolling"] = trace.summary["longestStallMilliseconds"]
    figures["resident memory after scrolling"] = trace.summary["residentMB"]
    figures["most resident memory while scrolling"] = trace.summary["peakMB"]
  }

  private mutating func draw() throws {
    let way = (0...2000).map { index in
      let (angle, radius) = (Double(index) / 25, 40 + Double(index) / 12)
      return Place(670 + radius * cos(angle), 440 + radius * sin(angle))
    }
    let trace = try measure(["--tool", "freehand"]) { screen in
      let moves = way.dropFirst().map { "mousemove \($0) sleep 0.004" }.joined(separator: " ")
      try screen.does("mousemove \(way[0]) sleep 0.1 mousedown 1 \(moves) mouseup 1")
    }
    figures["pointer to pixels, stroke of 2,000 points, median"] = trace.part(0.5, of: "move")
    figures["pointer to pixels, stroke of 2,000 points, 95 %"] = trace.part(0.95, of: "move")
    figures["the part of it that is work: a frame, 95 %"] = trace.part(0.95, of: "frame of move")
    figures["pointer to pixels, stroke of 2,000 points, worst"] = trace.part(1, of: "move")
  }

  /// The page that the editor remembers, from 0.
  private var page: Int {
    let file = folder.appending(path: "state/postil/positions.json")
    guard let data = try? Data(contentsOf: file),
      let json = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
      let last = (json["positions"] as? [[String: Any]])?.last
    else { return 0 }
    return (last["page"] as? NSNumber)?.intValue ?? 0
  }
}

/// What the editor wrote with `--trace`.
struct BenchTrace {
  /// Seconds from the start until something of a page was painted.
  private(set) var firstPage: Double?
  /// Megabytes at that time.
  private(set) var firstPageMemory: Double?
  private(set) var summary: [String: Double] = [:]
  private var delays: [String: [Double]] = [:]

  init(_ file: URL) throws {
    let lines = try Data(contentsOf: file).split(separator: 10)
    for line in lines {
      guard let entries = try? JSONSerialization.jsonObject(with: line) as? [String: Any] else { continue }
      let numbers = entries.compactMapValues { ($0 as? NSNumber)?.doubleValue }
      switch entries["type"] as? String {
      case "firstPage": (firstPage, firstPageMemory) = (numbers["seconds"], numbers["residentMB"])
      case "summary": summary = numbers
      case "frame":
        delays["frame of \(entries["kind"] as? String ?? "")", default: []].append(
          numbers["milliseconds"] ?? 0)
      default: delays[entries["kind"] as? String ?? "", default: []].append(numbers["milliseconds"] ?? 0)
      }
    }
  }

  /// A quantile of the latencies of a kind of event, in milliseconds; `nil` if there are none.
  func part(_ share: Double, of kind: String) -> Double? {
    guard let sorted = delays[kind]?.sorted(), !sorted.isEmpty else { return nil }
    return sorted[min(Int(Double(sorted.count) * share), sorted.count - 1)]
  }
}

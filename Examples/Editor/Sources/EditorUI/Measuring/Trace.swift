import Foundation
import GTKKit
import Synchronization

/// Measures the latency from input to pixels, and writes it to a file: a JSON object a line.
///
/// - `firstPage`: seconds from the start of the process until something of a page was painted, and the longest stall of the
///   main loop until then.
/// - `event`: for an input event, milliseconds until a frame that shows it was painted, the wait for that frame (up to 17 at 60
///   frames a second) included.
/// - `frame`: for a frame that shows input, milliseconds that it took to lay out and paint.
/// - `summary`, at the end: quantiles of the latencies, the longest stall since the first page, the number of stalls over
///   50 ms, and memory.
final class Trace {
  /// The trace of this run, if there is to be one.
  static var shared: Trace?

  /// Kinds of input.
  enum Kind: String {
    /// A button or finger goes down.
    case press
    /// It moves.
    case move
    /// It goes up.
    case release
    /// The wheel.
    case scroll
    /// Two fingers.
    case zoom
  }

  private let file: FileHandle
  private var waiting: [(kind: Kind, time: Double)] = []
  /// The events of them that the scene includes already.
  private var taken: [(kind: Kind, time: Double)] = []
  private var delays: [Double] = []
  private let stalls = StallWatch()
  private var hasPage = false
  private var frameBegan: Double?

  /// Begins to write to a file; `nil` if it cannot be created.
  init?(path: String) {
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let file = FileHandle(forWritingAtPath: path)
    else { return nil }
    self.file = file
    stalls.start()
  }

  /// Records an input event that a frame is to show. Its latency counts from when it happened, which may be well before it is
  /// delivered: GTK holds events of the pointer back until the next frame.
  func note(_ kind: Kind, _ event: Event?) {
    let now = MainLoop.now
    let ages = event?.ages ?? []
    for age in ages.isEmpty ? [0] : ages { waiting.append((kind, now - age)) }
  }

  /// Records that the next frame shows all events until now.
  func noteTaken() {
    taken += waiting
    waiting = []
  }

  /// Notes that a page is in the frame that is being painted.
  func notePage() { hasPage = true }

  /// Notes that a frame begins.
  func noteFrame() { frameBegan = MainLoop.now }

  /// Notes that a frame was painted.
  func notePaint() {
    if hasPage {
      hasPage = false
      write([
        "type": "firstPage", "seconds": ProcessFacts.age, "residentMB": ProcessFacts.memory("VmRSS"),
        "longestStallMilliseconds": stalls.restart() * 1000,
      ])
    }
    let now = MainLoop.now
    for event in taken {
      let delay = (now - event.time) * 1000
      delays.append(delay)
      write(["type": "event", "kind": event.kind.rawValue, "milliseconds": delay])
    }
    if let frameBegan, let last = taken.last {
      write(["type": "frame", "kind": last.kind.rawValue, "milliseconds": (now - frameBegan) * 1000])
    }
    (taken, frameBegan) = ([], nil)
  }

  /// Writes the summary, and closes the file.
  func finish() {
    let sorted = delays.sorted()
    func part(_ share: Double) -> Double {
      sorted.isEmpty ? 0 : sorted[min(Int(Double(sorted.count) * share), sorted.count - 1)]
    }
    write([
      "type": "summary", "events": delays.count, "medianMilliseconds": part(0.5),
      "p95Milliseconds": part(0.95),
      "worstMilliseconds": sorted.last ?? 0, "longestStallMilliseconds": stalls.longest * 1000,
      "stalls": stalls.count,
      "residentMB": ProcessFacts.memory("VmRSS"), "peakMB": ProcessFacts.memory("VmHWM"),
    ])
    try? file.close()
  }

  private func write(_ line: [String: Any]) {
    guard let data = try? JSONSerialization.data(withJSONObject: line, options: .sortedKeys) else { return }
    file.write(data + Data("\n".utf8))
  }
}

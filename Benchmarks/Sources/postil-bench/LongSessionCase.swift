import BenchSupport
import Foundation
import Glibc
import Postil
import PostilTools

/// A document that is edited and saved for hours: what it keeps in memory must not grow with the number of edits and saves.
///
/// What is on the page is bounded (50 strokes of 2,000 points), and so is the history (8 MB).
struct LongSessionCase {
  private let document: PDFDocument
  private let page: PageID
  private var dice = Dice(seed: 7)
  private var drawn = 0
  private static let mostStrokes = 50
  private static let points = 2_000

  /// - Parameter url: A copy that may be written to.
  private init(_ url: URL) throws {
    document = try PDFDocument.openAndWait(url)
    document.undoByteLimit = 8 << 20
    page = try document.page(at: 0).id
  }

  /// Saves, each after one edit. Each `rewriteEvery`-th is a rewrite; 0: none is.
  static func saves(_ input: CaseInput, rewriteEvery: Int) throws -> Figures {
    var session = try LongSessionCase(try input.needFile())
    let count = try input.options.value("count", 500)
    return try session.sampled(count) { session, index in
      try session.edit()
      let isRewrite = rewriteEvery > 0 && (index + 1) % rewriteEvery == 0
      try session.document.saveAndWait(isRewrite ? .rewrite() : .automatic(safety: .inPlace))
    }
  }

  /// Edits without a save.
  static func edits(_ input: CaseInput) throws -> Figures {
    var session = try LongSessionCase(try input.needFile())
    return try session.sampled(try input.options.value("count", 10_000)) { session, _ in try session.edit() }
  }

  /// One edit: a stroke is added, changed, removed or erased in part, or a step undone or done again.
  private mutating func edit() throws {
    let strokes = try document.page(page).annotations.filter { $0.capabilities.contains(.cleared) }
    let chosen = strokes.randomElement(using: &dice)
    switch Int.random(in: 0..<6, using: &dice) {
    case 0: _ = try document.undo()
    case 1: _ = try document.redo()
    case 2 where chosen != nil:
      guard var changed = chosen else { return }
      changed.style.lineWidth = Double.random(in: 1...9, using: &dice)
      try document.replace(changed, on: page)
    case 3 where strokes.count > Self.mostStrokes / 2:
      guard let chosen else { return }
      try document.remove(chosen.id, from: page)
    case 4 where chosen != nil:
      guard let box = chosen?.bounds else { return }
      var eraser = EraserTool(width: 3, erasing: try document.page(page).annotations)
      eraser.begin(at: PagePoint(x: box.minX, y: box.minY))
      eraser.move(to: PagePoint(x: box.maxX, y: box.maxY))
      try document.commit(eraser.finish(), on: page)
    default:
      guard strokes.count < Self.mostStrokes else { return try document.remove(strokes[0].id, from: page) }
      drawn += 1
      try document.add(stroke(drawn), to: page)
    }
  }

  private func stroke(_ number: Int) -> Annotation {
    let points = (0..<Self.points).map { index in
      let angle = Double(index + number) / 300
      return PagePoint(
        x: 300 + (50 + Double(number % 150)) * cos(angle),
        y: 400 + (50 + Double(number % 97)) * sin(angle * 1.3))
    }
    return Annotation(.ink([InkStroke(points: points)]), style: AnnotationStyle(color: .red, lineWidth: 2))
  }

  /// Does something so many times, and tells what memory is in use after each tenth of them; the growth is counted from the
  /// first tenth on.
  private mutating func sampled(
    _ count: Int, _ body: (inout LongSessionCase, Int) throws -> Void
  ) throws -> Figures {
    var figures: Figures = [:]
    var (resident, allocated): ([Double], [Double]) = ([], [])
    for index in 0..<count {
      try body(&self, index)
      guard (index + 1) % max(count / 10, 1) == 0 else { continue }
      resident.append(ProcessStatus.residentBytes)
      allocated.append(Self.allocatedBytes)
      let part = String(format: "%03d", (index + 1) * 100 / count)
      figures["resident_\(part)_bytes"] = resident.last
      figures["allocated_\(part)_bytes"] = allocated.last
    }
    figures["resident_growth_bytes"] = (resident.dropFirst().max() ?? 0) - (resident.first ?? 0)
    figures["allocated_growth_bytes"] = (allocated.dropFirst().max() ?? 0) - (allocated.first ?? 0)
    return figures
  }

  /// Memory of the program's own after what was freed went back to the system, in bytes.
  private static var allocatedBytes: Double {
    typealias Trim = @convention(c) (Int) -> Int32
    if let trim = dlsym(nil, "malloc_trim") { _ = unsafeBitCast(trim, to: Trim.self)(0) }
    return ProcessStatus.sizes()["RssAnon", default: 0]
  }
}

import BenchSupport
import Foundation
import Postil

/// One of many who do things at random.
struct StressActor {
  private let document: PDFDocument
  private let renderer: PageRenderer
  private let isEditor: Bool
  private let clock = ContinuousClock()
  private var dice: Dice
  private(set) var report = StressReport()

  init(_ document: PDFDocument, _ renderer: PageRenderer, _ dice: Dice, isEditor: Bool) {
    self.document = document
    self.renderer = renderer
    self.dice = dice
    self.isEditor = isEditor
  }

  mutating func run(until end: ContinuousClock.Instant) async {
    while clock.now < end {
      if isEditor, Int.random(in: 0..<2, using: &dice) == 0 {
        edit()
      } else {
        await look()
      }
    }
  }

  // MARK: - Looking

  /// Asks for something, and loses interest in it every third time.
  private mutating func look() async {
    guard let page = document.pageIDs.randomElement(using: &dice) else { return }
    let wish = RenderTask(page, document, &dice)
    report.count(wish.name)
    let task = Task { [renderer, document] in try await wish.fulfil(renderer, document) }
    guard Int.random(in: 0..<3, using: &dice) == 0 else {
      do {
        try await task.value
      } catch {
        report.failed(error)
        if (error as? PDFError)?.code == .renderCrashed { renderer.retry(page) }
      }
      return
    }
    try? await Task.sleep(for: .microseconds(Int.random(in: 0..<20_000, using: &dice)))
    let start = clock.now
    task.cancel()
    do {
      try await task.value
    } catch {
      report.failed(error)
    }
    report.wasCancelled(after: clock.now - start)
  }

  // MARK: - Editing

  private mutating func edit() {
    do {
      try change()
    } catch {
      // Somebody else may have moved or removed what was to be changed.
      report.failed(error)
    }
  }

  private mutating func change() throws {
    let count = document.pageCount
    let index = Int.random(in: 0..<count, using: &dice)
    switch Int.random(in: 0..<10, using: &dice) {
    case 0:
      report.count("turn")
      try document.rotatePages([document.pageIDs[index]], by: .clockwise90)
    case 1:
      report.count("move")
      try document.movePages([document.pageIDs[index]], to: Int.random(in: 0..<count, using: &dice))
    case 2, 3, 4:
      report.count("undo")
      for _ in 0..<3 { try document.undo() }
    case 5:
      report.count("trim")
      renderer.trimMemory(tileMemory: 4 << 20)
    case 6:
      report.count("remove")
      let page = try document.page(at: index)
      if let old = page.annotations.randomElement(using: &dice) {
        try document.remove(old.id, from: page.id)
      }
    default:
      report.count("draw")
      try document.add(stroke(), to: document.page(at: index).id)
    }
  }

  private mutating func stroke() -> Annotation {
    var point = PagePoint(x: Double.random(in: 50..<500, using: &dice), y: 400)
    var points = [point]
    for _ in 0..<20 {
      point.x += Double.random(in: -20..<20, using: &dice)
      point.y += Double.random(in: -20..<20, using: &dice)
      points.append(point)
    }
    return Annotation(.ink([InkStroke(points: points)]), style: AnnotationStyle(color: .red, lineWidth: 2))
  }
}

import BenchSupport
import Foundation
import Postil

/// Edits of many annotations or pages, with n and 2n of them: the ratio of the times is near 2 where the cost is linear.
struct ScalingCase {
  private let input: CaseInput
  private let folder: URL
  private let clock = ContinuousClock()

  static func run(_ input: CaseInput) throws -> Figures {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("postil-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let count = try input.options.value("count", 10_000)
    let only = input.options["only"]
    var figures: Figures = [:]
    try Samples.warmUp()
    let measured = ScalingCase(input: input, folder: folder)
    for (name, measure) in measures.sorted(by: { $0.key < $1.key }) where only.map(name.contains) ?? true {
      let once = try measure(measured, name.hasPrefix("100k") ? 10 * count : count)
      let twice = try measure(measured, name.hasPrefix("100k") ? 20 * count : 2 * count)
      for (step, time) in once {
        let double = twice[step] ?? 0
        figures["\(name), \(step)_ms"] = time
        figures["\(name), \(step)_double_ms"] = double
        figures["\(name), \(step)_ratio"] = double / max(time, 0.001)
      }
    }
    return figures
  }

  /// Makes a document of so many parts and returns the milliseconds that each step takes.
  private typealias Measure = @Sendable (ScalingCase, Int) throws -> [String: Double]

  private static let measures: [String: Measure] = [
    "annotations of the session": { try $0.annotations(try $0.drawn($1), $1) },
    "annotations of the file": { try $0.annotations(try $0.open(SmallPDF.squares($1)), $1) },
    "annotations one by one": { try $0.singleAnnotations(try $0.open(SmallPDF.squares($1)), $1) },
    "pages": { try $0.pages(try $0.open(SmallPDF.pages($1)), $1) },
    "pages in nodes": { try $0.pages(try $0.open(SmallPDF.pages($1, nodeSize: 10)), $1) },
    "pages one by one": { try $0.singlePages(try $0.open(SmallPDF.pages($1)), $1) },
    "100k pages": { try $0.turns(try $0.open(SmallPDF.pages($1))) },
  ]

  private func open(_ data: Data) throws -> PDFDocument {
    let url = folder.appendingPathComponent("\(UUID().uuidString).pdf")
    try data.write(to: url)
    return try PDFDocument.openAndWait(url)
  }

  /// A page with strokes that are not saved.
  private func drawn(_ count: Int) throws -> PDFDocument {
    let document = try open(SmallPDF.pages(1))
    let page = try document.page(at: 0)
    let box = page.bounds(for: .cropBox)
    try document.add((0..<count).map { AnnotatedDocument.stroke($0, in: box) }, to: page.id)
    return document
  }

  private func time(_ body: () throws -> Void) rethrows -> Double { try clock.measure(body).milliseconds }

  /// The time of an edit, of undoing and redoing it, and of saving what it made.
  private func steps(
    _ name: String, _ document: PDFDocument, _ count: Int = 1, _ edit: () throws -> Void
  ) throws -> [String: Double] {
    var result: [String: Double] = [:]
    document.undoLimit = max(count, 1000)
    document.undoByteLimit = 1 << 30
    result[name] = try time(edit)
    result["\(name), undo"] = try time { for _ in 0..<count { try document.undo() } }
    result["\(name), redo"] = try time { for _ in 0..<count { try document.redo() } }
    result["\(name), save"] = try time { try document.saveAndWait(.incremental(safety: .inPlace)) }
    return result
  }

  private func annotations(_ document: PDFDocument, _ count: Int) throws -> [String: Double] {
    var result: [String: Double] = [:]
    let page = try document.page(at: 0).id
    result["read"] = try time { _ = try document.page(page).annotations.count }
    let changes = try document.page(page).annotations.map { annotation in
      var changed = annotation
      changed.contents = "Checked"
      changed.style.color = .blue
      return Edit.replaceAnnotation(changed, page: page)
    }
    result.merge(try steps("change", document) { try document.apply(changes) }) { $1 }
    result.merge(try steps("clear", document) { try document.removeDrawnAnnotations(on: page) }) { $1 }
    return result
  }

  private func singleAnnotations(_ document: PDFDocument, _ count: Int) throws -> [String: Double] {
    var result: [String: Double] = [:]
    let page = try document.page(at: 0).id
    let changes = try document.page(page).annotations.map { annotation in
      var changed = annotation
      changed.style.color = .blue
      return Edit.replaceAnnotation(changed, page: page)
    }
    result.merge(
      try steps("change", document, count) { for change in changes { try document.apply(change) } }
    ) { $1 }
    // From the top down: from the bottom up every place above changes.
    let ids = try document.page(page).annotations.map(\.id).reversed()
    result.merge(
      try steps("remove", document, count) { for id in ids { try document.remove(id, from: page) } }
    ) { $1 }
    return result
  }

  private func pages(_ document: PDFDocument, _ count: Int) throws -> [String: Double] {
    var result: [String: Double] = [:]
    let ids = document.pageIDs
    result["sizes"] = try time {
      for id in ids { _ = try document.transform(of: id) }
    }
    result["pages"] = try time {
      for index in ids.indices { _ = try document.page(at: index) }
    }
    result.merge(
      try steps("reverse", document) { try document.apply(.movePages(ids.reversed(), to: 0)) }
    ) { $1 }
    return result
  }

  private func singlePages(_ document: PDFDocument, _ count: Int) throws -> [String: Double] {
    var dice = Dice(seed: 1)
    let targets = (0..<count).map { _ in Int.random(in: 0..<count, using: &dice) }
    return try steps("move", document, count) {
      for target in targets {
        let page = document.pageIDs[Int.random(in: 0..<count, using: &dice)]
        try document.movePages([page], to: target)
      }
    }
  }

  private func turns(_ document: PDFDocument) throws -> [String: Double] {
    let ids = document.pageIDs
    return try steps("turn", document) { try document.apply(.rotatePages(ids, by: .clockwise90)) }
  }
}

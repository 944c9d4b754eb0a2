import BenchSupport
import Foundation
import Postil

/// Compares tiles with whole pages.
struct TileComparison {
  private let document: PDFDocument
  private let renderer: PageRenderer
  private let plan: ComparisonPlan
  private let clock = ContinuousClock()

  init(_ document: PDFDocument, _ plan: ComparisonPlan) {
    self.document = document
    self.plan = plan
    var options = RenderOptions()
    options.workerCount = 1
    // Each tile is looked at once.
    options.tileMemory = 0
    options.deadline = plan.deadline
    options.renderer = plan.renderer
    renderer = PageRenderer(document, options: options)
  }

  func run() async throws {
    for (index, page) in document.pageIDs.prefix(plan.pageCount).enumerated() {
      for scale in plan.scales { try await compare(page, number: index + 1, scale) }
    }
  }

  private func compare(_ page: PageID, number: Int, _ scale: Double) async throws {
    do {
      try refuseLarge(page, scale)
      let (whole, time) = try await drawn { try await renderer.image(of: page, scale: scale) }
      try tell(whole, number, scale, time)
      for size in plan.sizes { try await compare(page, number, scale, size, whole) }
    } catch let error as PDFError {
      try Program.print(ComparisonLine(page: number, scale: scale, error: error))
    }
  }

  private func refuseLarge(_ page: PageID, _ scale: Double) throws {
    let size = try document.page(page).transform(scale: scale).viewSize
    if size.width * size.height > Double(plan.largest) {
      throw PDFError(.invalidArgument, "At scale \(scale) the page has more than \(plan.largest) pixels.")
    }
  }

  private func tell(_ whole: PageImage, _ number: Int, _ scale: Double, _ time: Duration) throws {
    var line = ComparisonLine(page: number, scale: scale)
    (line.width, line.height, line.milliseconds) = (whole.width, whole.height, time.milliseconds)
    guard let folder = plan.dumpFolder else { return try Program.print(line) }
    let file = folder.appendingPathComponent("\(number)-\(scale).pixels")
    try whole.withPixels { pixels in try Data(pixels).write(to: file) }
    line.dump = file.path
    try Program.print(line)
    _ = readLine()
  }

  private func compare(
    _ page: PageID, _ number: Int, _ scale: Double, _ size: Int, _ whole: PageImage
  ) async throws {
    var line = ComparisonLine(page: number, scale: scale, size: size)
    do {
      var (difference, time) = (PixelDifference(), Duration.zero)
      for id in try renderer.tiles(of: page, scale: scale, size: size) {
        let (tile, one) = try await drawn { try await renderer.tile(id) }
        difference.add(tile, in: whole)
        time += one
      }
      let missing = whole.width * whole.height - difference.pixels
      line.percent = missing == 0 ? difference.percent : 100
      (line.largest, line.milliseconds) = (difference.largest, time.milliseconds)
    } catch let error as PDFError {
      line = ComparisonLine(page: number, scale: scale, size: size, error: error)
    }
    try Program.print(line)
  }

  private func drawn<Result>(_ body: () async throws -> Result) async throws -> (Result, Duration) {
    let start = clock.now
    let result = try await body()
    return (result, clock.now - start)
  }
}

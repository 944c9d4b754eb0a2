import BenchSupport
import Foundation
import Postil

/// A window that is scrolled down through a whole document, page under page, half a window at a time.
struct ScrollCase {
  private static let (width, height) = (1_600.0, 1_200.0)
  /// Between pages, in pixels.
  private static let gap = 16.0
  /// What the program takes besides the caches.
  private static let allowance = 80 << 20

  private let document: PDFDocument
  private let renderer: PageRenderer
  private let options: RenderOptions
  private let scale: Double
  /// How long a window is looked at before scrolling on; until all is there if that is `nil`.
  private let patience: Duration?
  /// The place of each page in the column, in pixels.
  private let places: [(page: PageID, top: Double, height: Double)]
  /// The memory in use when the document was open, and when the sizes of its pages were known.
  private let openedBytes: Double
  private let sizedBytes: Double

  init(_ input: CaseInput) throws {
    document = try PDFDocument.openAndWait(try input.needFile())
    openedBytes = ProcessStatus.residentBytes
    options = try Rendering.options(input)
    scale = try input.options.value("scale", 2)
    let milliseconds = try input.options.value("patience", 0)
    patience = milliseconds > 0 ? .milliseconds(milliseconds) : nil
    renderer = PageRenderer(document, options: options)
    var (places, top) = ([(page: PageID, top: Double, height: Double)](), 0.0)
    for page in document.pageIDs.prefix(try input.options.value("count", Int.max)) {
      let size = try document.transform(of: page, scale: scale).viewSize
      places.append((page, top, size.height))
      top += size.height + Self.gap
    }
    self.places = places
    sizedBytes = ProcessStatus.residentBytes
  }

  func run() async throws -> Figures {
    let clock = Rendering.clock
    let start = clock.now
    var (curve, top, first) = (MemoryCurve(), 0.0, 0)
    while first < places.count {
      let shown = places[first...].prefix { $0.top < top + Self.height }
      await renderKey(at: shown.map { Viewport.Area(page: $0.page, rect: rect(of: $0.top, from: top)) })
      curve.add(page: first)
      top += Self.height / 2
      while first < places.count, places[first].top + places[first].height < top { first += 1 }
    }
    return figures(curve, clock.now - start)
  }

  private func rect(of pageTop: Double, from top: Double) -> ViewRect {
    ViewRect(x: 0, y: top - pageTop, width: Self.width, height: Self.height)
  }

  /// Waits for all pictures, or scrolls on before.
  private func renderKey(at areas: [Viewport.Area]) async {
    let viewport = Viewport(areas: areas, scale: scale)
    let looking = Task { for await _ in renderer.updates(for: viewport) {} }
    if let patience {
      try? await Task.sleep(for: patience)
      looking.cancel()
    }
    await looking.value
  }

  private func figures(_ curve: MemoryCurve, _ time: Duration) -> Figures {
    let caches = options.tileMemory + options.previewMemory + options.recordingMemory
    let statistics = renderer.statistics
    return curve.figures.merging([
      "opened_bytes": openedBytes, "sized_bytes": sizedBytes,
      "limit_bytes": Double(caches + Self.allowance), "total_ms": time.milliseconds,
      "tiles_bytes": Double(statistics.tiles.bytes), "previews_bytes": Double(statistics.previews.bytes),
      "recordings_bytes": Double(statistics.recordingBytes), "pages_drawn": Double(statistics.pagesDrawn),
    ]) { $1 }
  }
}

/// How much memory was in use when.
struct MemoryCurve {
  private var samples: [(page: Int, bytes: Double)] = []

  /// Takes a sample.
  mutating func add(page: Int) { samples.append((page, ProcessStatus.residentBytes)) }

  var figures: Figures {
    let peak = samples.max { $0.bytes < $1.bytes }
    var figures = ["peak_bytes": peak?.bytes ?? 0, "peak_page": Double(peak?.page ?? 0) + 1]
    // The caches are full long before the second half.
    let pages = samples.last?.page ?? 0
    let (third, fourth) = (most(in: (pages / 2)..<(pages * 3 / 4)), most(in: (pages * 3 / 4)..<(pages + 1)))
    figures["growth_bytes"] = fourth - third
    for page in stride(from: 0, through: pages, by: 100) {
      let digits = String(page)
      let name = "page_" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits + "_bytes"
      figures[name] = samples.first { $0.page >= page }?.bytes
    }
    return figures
  }

  private func most(in pages: Range<Int>) -> Double {
    samples.filter { pages.contains($0.page) }.map(\.bytes).max() ?? 0
  }
}

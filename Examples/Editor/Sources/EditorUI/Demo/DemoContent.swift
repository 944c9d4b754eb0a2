import Observation
import Postil
import PostilViewer

/// A document straight from the renderer, to be shown before there is a session.
@Observable
final class DemoContent: CanvasContent {
  private struct Pictures {
    var preview: CanvasPicture?
    var tiles: [CanvasPicture] = []
    var scale = 0.0
  }

  var viewport: PageViewport { didSet { if viewport.request != oldValue.request { load() } } }
  var draws = true
  var style = StrokeStyle(color: Color(red: 0.1, green: 0.2, blue: 0.8), lineWidth: 3)
  private(set) var drawings: [CanvasDrawing] = []

  @ObservationIgnored private let document: PDFDocument
  @ObservationIgnored private let renderer: PageRenderer
  @ObservationIgnored private var loading: Task<Void, Never>?
  @ObservationIgnored private var count = 0
  private var pictures: [PageID: Pictures] = [:]
  private var isDrawing = false

  init(_ document: PDFDocument) {
    self.document = document
    renderer = PageRenderer(document)
    let pages = document.pageIDs
    let sizes = pages.prefix(200).reduce(into: [PageID: ViewSize]()) { sizes, page in
      guard let size = try? document.transform(of: page).viewSize else { return }
      sizes[page] = ViewSize(width: size.width, height: size.height)
    }
    viewport = PageViewport(pages: pages, sizes: sizes)
  }

  func pictures(of page: PageID) -> [CanvasPicture] {
    guard let known = pictures[page] else { return [] }
    return (known.preview.map { [$0] } ?? []) + known.tiles
  }

  func transform(of page: PageID, scale: Double) -> PageTransform? {
    try? document.transform(of: page, scale: scale)
  }

  private func load() {
    loading?.cancel()
    let request = viewport.request
    loading = Task { [weak self, renderer] in
      for await update in renderer.updates(for: request) {
        guard !Task.isCancelled, let self else { return }
        take(update, request.scale)
      }
      guard let self, !Task.isCancelled else { return }
      drawings.removeAll { !$0.tool.isDrawing || !isDrawing }
    }
  }

  private func take(_ update: RenderUpdate, _ scale: Double) {
    count += 1
    switch update {
    case .preview(let page, let image):
      let whole = ViewRect(x: 0, y: 0, width: 1, height: 1)
      pictures[page, default: Pictures()].preview = CanvasPicture(id: count, image: image, frame: whole)
    case .tile(let tile): take(tile)
    case .failed: return
    }
  }

  private func take(_ tile: Tile) {
    guard let size = try? document.transform(of: tile.id.page, scale: tile.id.scale).viewSize else { return }
    var known = pictures[tile.id.page] ?? Pictures()
    if known.scale != tile.id.scale { (known.scale, known.tiles) = (tile.id.scale, []) }
    let frame = ViewRect(
      x: tile.frame.x / size.width, y: tile.frame.y / size.height, width: tile.frame.width / size.width,
      height: tile.frame.height / size.height)
    known.tiles.removeAll { $0.frame == frame }
    known.tiles.append(CanvasPicture(id: count, image: tile.image, frame: frame))
    pictures[tile.id.page] = known
  }

  // MARK: - Drawing

  func beginDrawing(at point: PenPoint) -> Bool {
    guard let page = viewport.visiblePage(at: point.point)?.page else { return false }
    count += 1
    drawings.append(CanvasDrawing(id: count, page: page, tool: FreehandTool(style: style)))
    isDrawing = true
    reach(point) { $0.begin(at: $1) }
    return true
  }

  func draw(to points: [PenPoint]) {
    for point in points { reach(point) { $0.move(to: $1) } }
  }

  private func reach(_ point: PenPoint, _ body: (inout any DrawingTool, PagePoint) -> Void) {
    guard isDrawing, let last = drawings.indices.last else { return }
    let page = drawings[last].page
    guard let place = viewport.pagePoint(at: point.point, on: page),
      let transform = transform(of: page, scale: 1)
    else { return }
    body(&drawings[last].tool, transform.pagePoint(place))
  }

  func finishDrawing() {
    guard isDrawing, let drawing = drawings.last else { return }
    isDrawing = false
    var tool = drawing.tool
    try? document.commit(tool.finish(), on: drawing.page)
    load()
  }

  @discardableResult
  func cancelDrawing() -> Bool {
    guard isDrawing else { return false }
    isDrawing = false
    drawings.removeLast()
    return true
  }
}

import BenchSupport
import Postil

/// What somebody wants to see. What else a renderer learns to do belongs here, too.
enum RenderTask: Sendable {
  case tile(TileID)
  case cachedTile(TileID)
  case image(PageID, Double)
  case thumbnail(PageID, Int)
  case thumbnails(Int, Int)
  case preview(PageID)
  case viewport(Viewport)
  case search(PageID, String)

  init(_ page: PageID, _ document: PDFDocument, _ dice: inout Dice) {
    let scale = ([0.5, 1, 1.5, 2, 3] as [Double]).randomElement(using: &dice) ?? 1
    let (column, row) = (Int.random(in: 0..<3, using: &dice), Int.random(in: 0..<3, using: &dice))
    let tile = TileID(page: page, scale: scale, size: 256, column: column, row: row)
    switch Int.random(in: 0..<22, using: &dice) {
    case 0..<9: self = .tile(tile)
    case 9..<11: self = .cachedTile(tile)
    case 11: self = .image(page, scale)
    case 12..<15: self = .thumbnail(page, Int.random(in: 20..<400, using: &dice))
    case 15: self = .thumbnails(60, Int.random(in: 0..<100, using: &dice))
    case 16: self = .preview(page)
    case 17..<19: self = .search(page, ["page", "e", "the", "nowhere"].randomElement(using: &dice) ?? "e")
    default:
      let y = Double.random(in: 0..<1_000, using: &dice)
      let rect = ViewRect(x: 0, y: y, width: 800, height: 600)
      self = .viewport(Viewport(page: page, rect: rect, scale: scale, tileSize: 256))
    }
  }

  var name: String {
    switch self {
    case .tile: "tile"
    case .cachedTile: "cachedTile"
    case .image: "image"
    case .thumbnail: "thumbnail"
    case .thumbnails: "thumbnails"
    case .preview: "preview"
    case .viewport: "viewport"
    case .search: "search"
    }
  }

  func fulfil(_ renderer: PageRenderer, _ document: PDFDocument) async throws {
    switch self {
    case .tile(let id): check(try await renderer.tile(id).image)
    case .cachedTile(let id): if let tile = try renderer.cachedTile(id) { check(tile.image) }
    case .image(let page, let scale): check(try await renderer.image(of: page, scale: scale))
    case .thumbnail(let page, let width): check(try await renderer.thumbnail(of: page, width: width))
    case .thumbnails(let width, let start): await fewThumbnails(renderer, width, from: start)
    case .preview(let page): check(try await renderer.preview(of: page))
    case .viewport(let viewport): for await _ in renderer.updates(for: viewport) {}
    case .search(let page, let text):
      for try await _ in try document.search(text, options: .ignoringCase, in: [page]) {}
    }
  }

  private func fewThumbnails(_ renderer: PageRenderer, _ width: Int, from start: Int) async {
    var count = 0
    for await _ in renderer.thumbnails(width: width, from: start) {
      count += 1
      if count == 10 { return }
    }
  }

  /// Reads pixels, so that the sanitizers see memory that somebody else still writes.
  private func check(_ image: PageImage) {
    let sum = image.withPixels { pixels in
      stride(from: 0, to: pixels.count, by: 997).reduce(into: 0) { $0 &+= Int(pixels[$1]) }
    }
    precondition(sum > 0, "a page without paper")
  }
}

import CPostilPDFium
import Glibc
package import PostilRenderProtocol
package import PostilRenderServer

/// Draws parts of pages with PDFium: cut out of pieces of the page (``PictureGrid``), which are kept.
package final class PDFiumDrawer: PageDrawing {
  private var documents: SnapshotDocuments<PDFiumDocument>
  private var pictures: RenderingCache<PagePicture>
  /// For pictures that are not kept.
  private var scratch = ScratchMemory()
  package private(set) var pagesDrawn = 0
  /// A piece is kept for the next tile, however little memory there is for such: drawing it anew would take the time of a page.
  private static let leastByteCount = 16 << 20

  package init(_ document: PDFiumDocument, limit: RenderingCacheLimit) {
    documents = SnapshotDocuments(document)
    var limit = limit
    limit.byteCount = max(limit.byteCount, Self.leastByteCount)
    pictures = RenderingCache(limit: limit)
  }

  package var document: PDFiumDocument { documents.document }
  package var knownPages: Set<Int> { pictures.pages }
  package var byteCount: Int { pictures.byteCount }
  package var knownSnapshots: [Int] { documents.numbers }

  package func add(_ snapshot: PDFiumDocument, number: Int) { documents.add(snapshot, number: number) }

  package func trimCache() {
    pictures.trimWhileIdle()
    scratch.trim()
  }

  package func draw(_ area: DrawnArea, into block: PixelBlock) throws {
    let view = try view(of: area)
    let grid = PictureGrid(view)
    block.clear()
    for cell in grid.cells(touching: area.rect) {
      let picture =
        try pictures.rendering(area.page, scale: area.scale, holding: cell, at: (0, 0))
        ?? pictures.insert(area.page, scale: area.scale) { try makePicture(of: cell, area, view, grid) }
      block.fill(area.rect, from: picture.block, at: picture.area)
    }
  }

  package func pixels(_ area: DrawnArea) throws -> UnsafeRawBufferPointer {
    let view = try view(of: area)
    let grid = PictureGrid(view)
    let cells = grid.cells(touching: area.rect)
    let block = try scratch.block(width: area.rect.width, height: area.rect.height)
    if cells == [area.rect], case .whole(let width, let height) = grid.canvas, width == area.rect.width,
      height == area.rect.height
    {
      try draw(area.rect, area, view, onto: block, covering: area.rect)
      return UnsafeRawBufferPointer(block.bytes)
    }
    block.clear()
    for cell in cells {
      let picture = try makePicture(of: cell, area, view, grid)
      block.fill(area.rect, from: picture.block, at: cell)
    }
    return UnsafeRawBufferPointer(block.bytes)
  }

  private func view(of area: DrawnArea) throws -> ViewTurn {
    let (document, index) = try documents.document(of: area.page)
    return try ViewTurn(area, ofPageOf: document.size(ofPage: index))
  }

  private func makePicture(of cell: PixelRect, _ area: DrawnArea, _ view: ViewTurn, _ grid: PictureGrid)
    throws
    -> PagePicture
  {
    let block = try PixelBlock(width: cell.width, height: cell.height)
    switch grid.canvas {
    case .whole(let width, let height) where (width, height) != (cell.width, cell.height):
      let canvas = try PageCanvas(width: width, height: height)
      let whole = PixelRect(x: 0, y: 0, width: width, height: height)
      try draw(cell, area, view, onto: canvas.block, covering: whole)
      block.fill(cell, from: canvas.block, at: whole)
    case .whole, .piece: try draw(cell, area, view, onto: block, covering: cell)
    }
    return PagePicture(area: cell, block: block)
  }

  /// Draws a piece of a page.
  ///
  /// - Parameters:
  ///   - covered: The part of the page's view that the block is of.
  private func draw(
    _ piece: PixelRect, _ area: DrawnArea, _ view: ViewTurn, onto block: PixelBlock,
    covering covered: PixelRect
  ) throws {
    guard let bytes = block.bytes.baseAddress else { return }
    let (document, index) = try documents.document(of: area.page)
    let (a, b, c, d, e, f) = view.coefficients
    let matrix = postil_pdfium_matrix(
      a: a * area.scale, b: b * area.scale, c: c * area.scale, d: d * area.scale, e: e - Double(covered.x),
      f: f - Double(covered.y))
    // Blocks are 32,767 pixels a side at most, and pieces within them.
    let canvas = postil_pdfium_canvas(
      bytes: bytes, width: Int32(block.width), height: Int32(block.height))
    pagesDrawn += 1
    try document.draw(
      index, hiding: area.page.hidden, canvas, matrix,
      postil_pdfium_area(
        x: Int32(piece.x - covered.x), y: Int32(piece.y - covered.y), width: Int32(piece.width),
        height: Int32(piece.height)), isOnPaper: !area.page.isTransparent)
  }

  package func svg(_ page: WorkerPage) throws -> [UInt8] {
    throw RenderFailure(.unsupported, "PDFium makes no SVG files: have poppler draw the page.")
  }

  package func fontSubstitutes(_ page: WorkerPage) throws -> [FontSubstitute] {
    let (document, index) = try documents.document(of: page)
    return try document.fontSubstitutes(ofPage: index)
  }
}

/// A canvas of all of a page, of which a piece is drawn: the system gives memory to no other part of it.
private final class PageCanvas {
  let block: PixelBlock
  private let memory: UnsafeMutableRawBufferPointer

  init(width: Int, height: Int) throws(RenderFailure) {
    let count = width * height * 4
    guard
      let address = mmap(
        nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
      address != MAP_FAILED
    else {
      throw RenderFailure(
        .renderFailed, "There is no memory for \(width) × \(height) pixels: use a smaller scale.")
    }
    memory = UnsafeMutableRawBufferPointer(start: address, count: count)
    block = try PixelBlock(memory, offset: 0, width: width, height: height)
  }

  deinit { munmap(memory.baseAddress, memory.count) }
}

import Foundation
import PostilModel
import RenderProtocol

@testable import PostilRender

/// A worker process of a document, used directly.
struct TestWorker {
  let worker: any PageWorker
  private let pool = PixelBufferPool(byteLimit: 0)

  init(_ data: Data, password: String? = nil, options: PopplerOptions = PopplerOptions()) throws {
    try self.init(RenderSource(data), password: password, options: options)
  }

  init(_ source: RenderSource, password: String? = nil, options: PopplerOptions = PopplerOptions()) throws {
    try self.init(PopplerBackend(source, password: password, options: options))
  }

  init(_ backend: PopplerBackend) throws {
    worker = try backend.makeWorker(
      renderings: RenderingCacheLimit(byteCount: 64 << 20, count: 6), deadline: .seconds(3_600))
  }

  func carryOut(_ request: RenderRequest, deadline: Duration = .seconds(3_600)) throws -> RenderResult {
    try worker.carryOut(request, pool: pool, deadline: deadline)
  }

  func image(ofPage index: Int, scale: Double) throws -> PageImage {
    try carryOut(.page(PageRenderKey(index: index), scale: scale)).image()
  }

  func text(ofPage index: Int, transform: PageTransform) throws -> PageText {
    let packed = try carryOut(.text(index, transform)).text()
    return PageText(characters: packed.characters, boxes: packed.boxes)
  }
}

import Foundation
import PostilModel
import PostilRenderProtocol

@testable import PostilRender

extension RenderRequest {
  /// A page of 612 × 792 points, at scale 1.
  static func page(_ index: Int) -> RenderRequest {
    let rect = PixelRect(x: 0, y: 0, width: 612, height: 792)
    return .page(PageArea(renderKey: PageRenderKey(index: index), scale: 1, rect: rect))
  }
}

/// A worker process of a document, used directly.
struct TestWorker {
  let worker: any PageWorker
  private let pool = PixelBufferPool(byteLimit: 0)

  init(_ data: Data, password: String? = nil, options: ProcessOptions = ProcessOptions()) throws {
    try self.init(RenderSource(data), password: password, options: options)
  }

  init(_ source: RenderSource, password: String? = nil, options: ProcessOptions = ProcessOptions()) throws {
    try self.init(ProcessBackend(source, password: password, options: options))
  }

  init(_ backend: ProcessBackend) throws {
    worker = try backend.makeWorker(
      renderings: RenderingCacheLimit(byteCount: 64 << 20, count: 6), deadline: .seconds(3_600))
  }

  func carryOut(_ request: RenderRequest, deadline: Duration = .seconds(3_600)) throws -> RenderResult {
    try worker.carryOut(request, pool: pool, deadline: deadline)
  }

  /// - Parameter size: Of the page as it is shown, in points.
  func image(ofPage index: Int, scale: Double, size: (width: Double, height: Double) = (612, 792)) throws
    -> PageImage
  {
    let area = try PageArea(
      wholePage: PageRenderKey(index: index), width: size.width, height: size.height, scale: scale)
    return try carryOut(.page(area)).image()
  }

  func text(ofPage index: Int, transform: PageTransform) throws -> PageText {
    let packed = try carryOut(.text(index, transform)).text()
    return PageText(characters: packed.characters, boxes: packed.boxes)
  }
}

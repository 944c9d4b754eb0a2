import Foundation
import PostilRenderProtocol

@testable import PostilRender

/// The other end of a connection: a thread that answers as it likes.
final class FakePeer: Sendable {
  /// The program's end.
  let socket: MessageSocket
  private let hasEnded = DispatchSemaphore(value: 0)

  /// - Parameter answer: Called with each request, and this end.
  init<Request: MessageCodable & SendableMetatype>(
    _: Request.Type,
    _ answer: @escaping @Sendable (MessageSocket.Received<Request>, MessageSocket) throws -> Void
  ) throws {
    let (socket, other) = try MessageSocket.pair()
    self.socket = socket
    let thread = Thread { [hasEnded] in
      while let request = try? other.receive(Request.self) { try? answer(request, other) }
      hasEnded.signal()
    }
    thread.start()
  }

  /// Waits until the connection was closed.
  func waitUntilEnd() { hasEnded.wait() }
}

/// What a worker answers that does what it is asked.
extension WorkerAnswer {
  init(to request: WorkerRequest) {
    self.init()
    (pages, pagesDrawn, cachedBytes) = ([request.page.index], 1, 1_000)
  }
}

extension RenderRequest {
  /// A tile of a page, 50 pixels wide and high.
  static func tile(_ page: Int) -> RenderRequest {
    let area = PageArea(
      renderKey: PageRenderKey(index: page), scale: 1, rect: PixelRect(x: 0, y: 0, width: 50, height: 50))
    return .tile(area, sameAs: area)
  }
}

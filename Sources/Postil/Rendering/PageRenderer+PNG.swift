import Dispatch
public import Foundation
public import PostilModel
import PostilRender

extension PageRenderer {
  /// The page as a PNG file, with the pixels of ``image(of:scale:)``.
  ///
  /// - Throws: As ``image(of:scale:)``.
  public func pngData(of page: PageID, scale: Double) async throws -> Data {
    try await pngData(of: page, scale: scale, RenderUrgency(.visible))
  }

  /// The page as a PNG file, `width` pixels wide: see ``pngData(of:scale:)``.
  ///
  /// - Throws: As ``image(of:scale:)``.
  public func pngData(of page: PageID, width: Int) async throws -> Data {
    try await pngData(of: page, scale: scale(of: page, width: width))
  }

  /// Pages as PNG files, `width` pixels wide, in the order given. As many are drawn at once as the renderer has workers,
  /// some of them ahead of the iteration: not all are in memory. A page that cannot be shown has an error instead, and the others
  /// still come. For pictures that are shown on a screen, again and again, ``thumbnails(of:width:)`` is quicker.
  public func pngPictures(of pages: [PageID], width: Int) -> PNGPictures {
    PNGPictures(renderer: self, pages: pages, width: width)
  }

  fileprivate func pngData(of page: PageID, width: Int, rank: Int) async throws -> Data {
    try await pngData(
      of: page, scale: scale(of: page, width: width), RenderUrgency(.thumbnail, rank: rank))
  }

  private func pngData(of page: PageID, scale: Double, _ urgency: RenderUrgency) async throws -> Data {
    let view = try views.view(of: page)
    let base = try await draw(.page(try view.wholePage(scale: scale)), of: view, urgency)
    // Here and not in the process that drew it: what a document makes of a file, if it takes that over, is for nobody to decode.
    return try await encoded { try self.paint(view, over: base, scale: scale).pngData() }
  }

  private static let encoders = DispatchQueue(label: "Postil.Encoding", attributes: .concurrent)

  /// A file made of an image, on a thread that is none of Swift's pool: it takes some hundredths of a second.
  func encoded<File: Sendable>(_ make: @escaping @Sendable () throws -> File) async throws -> File {
    try await withCheckedThrowingContinuation { continuation in
      Self.encoders.async { continuation.resume(with: Result { try make() }) }
    }
  }
}

/// A page as a PNG file. See ``PageRenderer/pngPictures(of:width:)``.
public struct PNGPicture: Sendable {
  /// The page.
  public let page: PageID
  /// The file, or why there is none: ``PDFError``.
  public let png: Result<Data, PDFError>
}

/// Pages as PNG files, in order. See ``PageRenderer/pngPictures(of:width:)``.
public struct PNGPictures: AsyncSequence, Sendable {
  /// A page.
  public typealias Element = PNGPicture

  let renderer: PageRenderer
  let pages: [PageID]
  let width: Int

  /// Makes an iterator, which begins to draw when it is asked for the first page.
  public func makeAsyncIterator() -> Iterator { Iterator(pictures: self) }

  /// Goes from page to page. When it is released, pages that are being drawn for it are canceled.
  public struct Iterator: AsyncIteratorProtocol {
    private let ahead: TasksAhead<(rank: Int, page: PageID), Data>

    init(pictures: PNGPictures) {
      let (renderer, width) = (pictures.renderer, pictures.width)
      ahead = TasksAhead(
        pictures.pages.enumerated().map { (rank: $0, page: $1) }, limit: renderer.options.workerCount * 2
      ) { item in
        try await renderer.pngData(of: item.page, width: width, rank: item.rank)
      }
    }

    /// The next page; `nil` after the last.
    ///
    /// - Throws: `CancellationError`, at once when the task is canceled.
    public mutating func next() async throws -> PNGPicture? {
      guard let (item, result) = try await ahead.next() else { return nil }
      do {
        return PNGPicture(page: item.page, png: .success(try result.get()))
      } catch let error as PDFError {
        return PNGPicture(page: item.page, png: .failure(error))
      }
    }
  }
}

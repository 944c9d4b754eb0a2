public import Foundation
public import PostilModel
import PostilRender
import Synchronization

/// Pages as files of other formats.
extension PageRenderer {
  /// The page as a JPEG file, with the pixels of ``image(of:scale:)`` on white.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - scale: Pixels a point.
  ///   - quality: From 0, small, to 1, fine.
  /// - Throws: As ``image(of:scale:)``.
  public func jpegData(of page: PageID, scale: Double, quality: Double = 0.9) async throws -> Data {
    let (image, resolution) = (
      try await image(of: page, scale: scale), try resolution(of: page, scale: scale)
    )
    return try await encoded { try image.jpegData(quality: quality, resolution: resolution) }
  }

  /// Pixels an inch of a page's picture at a scale: units of pages may be larger than points (``PDFPage/userUnit``).
  package func resolution(of page: PageID, scale: Double) throws -> Double {
    try scale * 72 / document.userUnit(of: page)
  }

  /// The scale at which a page's picture has so many pixels an inch.
  package func scale(of page: PageID, resolution: Double) throws -> Double {
    try resolution / 72 * document.userUnit(of: page)
  }

  /// Pages as pictures of one TIFF file, in the order given, with the pixels of ``image(of:scale:)``. As many are drawn at once as the
  /// renderer has workers.
  ///
  /// - Throws: As ``image(of:scale:)``; with code `.invalidArgument` if there are no pages, `.unsupported` if the file would be larger
  ///   than 4 GB.
  public func tiffData(of pages: [PageID], scale: Double) async throws -> Data {
    try await tiffData(of: pages) { _ in scale }
  }

  /// As ``tiffData(of:scale:)``, with a scale for each page.
  package func tiffData(
    of pages: [PageID], scale: @escaping @Sendable (PageID) throws -> Double
  ) async throws -> Data {
    guard !pages.isEmpty else {
      throw PDFError(.invalidArgument, "A TIFF file needs a page at least.")
    }
    let encoder = TIFFFile()
    let images = images(of: pages, scale: scale)
    while let (page, image) = try await images.next() {
      let (image, resolution) = (try image.get(), try resolution(of: page, scale: scale(page)))
      try await encoded { try encoder.append(image, resolution: resolution) }
    }
    return Data(encoder.finished())
  }

  /// A document whose pages are pictures of pages, in the order given: with nothing in them that can be searched, selected or taken out.
  ///
  /// - Parameters:
  ///   - pages: The pages.
  ///   - scale: Pixels a point: 200 / 72 is 200 dpi.
  ///   - quality: Of the JPEG files that the pages hold, from 0 to 1.
  /// - Throws: As ``image(of:scale:)``; with code `.invalidArgument` if there are no pages, or a page would be smaller than 3 or larger
  ///   than 14,400 points.
  public func documentOfPictures(
    of pages: [PageID], scale: Double, quality: Double = 0.9
  ) async throws -> PDFDocument {
    try await documentOfPictures(of: pages, quality: quality) { _ in scale }
  }

  /// As ``documentOfPictures(of:scale:quality:)``, with a scale for each page.
  package func documentOfPictures(
    of pages: [PageID], quality: Double, scale: @escaping @Sendable (PageID) throws -> Double
  ) async throws -> PDFDocument {
    guard !pages.isEmpty else {
      throw PDFError(.invalidArgument, "A document needs a page at least.")
    }
    let document = try PDFDocument()
    let images = images(of: pages, scale: scale)
    var count = 0
    while let (page, image) = try await images.next() {
      let image = try image.get()
      let stated = try resolution(of: page, scale: scale(page))
      // A page that is so large that it has units of its own becomes no larger than one of points can be.
      let resolution = max(stated, Double(max(image.width, image.height)) * 72 / Self.longestPage)
      let data = try await encoded { try image.jpegData(quality: quality, resolution: resolution) }
      try document.insertPage(showing: Appearance.Image(data), resolution: resolution, at: count)
      count += 1
    }
    return document
  }

  /// In points.
  private static let longestPage = 14_400.0

  /// The page as an SVG file, in points: texts and drawings as outlines, which can be enlarged at will. What SVG does not have, such as
  /// some ways of blending, is in it as pictures.
  ///
  /// - Throws: As ``image(of:scale:)``; with code `.unsupported` for other colors than the original ones.
  public func svgData(of page: PageID) async throws -> Data {
    let view = try views.view(of: page)
    guard view.look.colors == .original else {
      throw PDFError(.unsupported, "Pages become SVG in their own colors only.")
    }
    let key = view.vectorKey(in: document)
    if key.snapshot == nil, case .blank? = key.source { return Self.blankSVG(view) }
    let engine = try engines.engine(for: key.source, in: document)
    do {
      return Data(try await engine.result(of: .svg(key), RenderUrgency(.visible)).svg())
    } catch var error as PDFError {
      error.pageIndex = document.pageIDs.firstIndex(of: page)
      throw error
    }
  }

  /// An empty page.
  private static func blankSVG(_ view: PageView) -> Data {
    let size = view.transform(scale: 1).viewSize
    let paper =
      view.look.paper == .white
      ? "<rect x=\"0\" y=\"0\" width=\"\(size.width)\" height=\"\(size.height)\" fill=\"white\"/>" : ""
    return Data(
      ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(size.width)pt\" "
        + "height=\"\(size.height)pt\" viewBox=\"0 0 \(size.width) \(size.height)\">\(paper)</svg>\n").utf8)
  }

  /// Pages as they are drawn, a few ahead of who reads them.
  private func images(
    of pages: [PageID], scale: @escaping @Sendable (PageID) throws -> Double
  ) -> TasksAhead<PageID, PageImage> {
    TasksAhead(pages, limit: options.workerCount + 1) { page in
      try await self.image(of: page, scale: scale(page))
    }
  }
}

/// A TIFF file that threads write one after the other.
private final class TIFFFile: Sendable {
  private let encoder = Mutex(TIFFEncoder())

  func append(_ image: PageImage, resolution: Double) throws {
    try encoder.withLock { try $0.append(image, resolution: resolution) }
  }

  func finished() -> [UInt8] { encoder.withLock { $0.finished() } }
}

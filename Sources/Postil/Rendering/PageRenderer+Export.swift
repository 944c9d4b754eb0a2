public import Foundation
public import PostilModel
import PostilRender
import Synchronization

/// Pages as files of other formats.
extension PageRenderer {
  /// The page as a JPEG file, as large as on paper: with the pixels of ``image(of:scale:)`` on white, at the scale times
  /// ``PDFPage/userUnit``.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - scale: Pixels a point of 1/72 inch.
  ///   - quality: From 0, small, to 1, fine.
  /// - Throws: As ``image(of:scale:)``.
  public func jpegData(of page: PageID, scale: Double, quality: Double = 0.9) async throws -> Data {
    let image = try await image(of: page, scale: self.scale(of: page, resolution: scale * 72))
    return try await encoded { try image.jpegData(quality: quality, resolution: scale * 72) }
  }

  /// Pixels an inch of a page's picture at a scale: units of pages may be larger than points (``PDFPage/userUnit``).
  package func resolution(of page: PageID, scale: Double) throws -> Double {
    try scale * 72 / document.userUnit(of: page)
  }

  /// The scale at which a page's picture has so many pixels an inch.
  package func scale(of page: PageID, resolution: Double) throws -> Double {
    try resolution / 72 * document.userUnit(of: page)
  }

  /// Pages as pictures of one TIFF file, in the order given, as large as on paper: with the pixels of ``image(of:scale:)``, at the
  /// scale times ``PDFPage/userUnit``. As many are drawn at once as the renderer has workers.
  ///
  /// - Parameters:
  ///   - pages: The pages.
  ///   - scale: Pixels a point of 1/72 inch.
  /// - Throws: As ``image(of:scale:)``; with code `.invalidArgument` if there are no pages, `.unsupported` if the file would be larger
  ///   than 4 GB.
  public func tiffData(of pages: [PageID], scale: Double) async throws -> Data {
    try await tiffData(of: pages) { try self.scale(of: $0, resolution: scale * 72) }
  }

  /// As ``tiffData(of:scale:)``, with pixels a unit for each page.
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

  /// A document whose pages are pictures of pages, in the order given and as large on paper: with nothing in them that can be
  /// searched, selected or taken out.
  ///
  /// - Parameters:
  ///   - pages: The pages.
  ///   - scale: Pixels a point of 1/72 inch: 200 / 72 is 200 dpi.
  ///   - quality: Of the JPEG files that the pages hold, from 0 to 1.
  /// - Throws: As ``image(of:scale:)``; with code `.invalidArgument` if there are no pages, or a page would be smaller than 3 or larger
  ///   than 14,400 points.
  public func documentOfPictures(
    of pages: [PageID], scale: Double, quality: Double = 0.9
  ) async throws -> PDFDocument {
    try await documentOfPictures(of: pages, quality: quality) {
      try self.scale(of: $0, resolution: scale * 72)
    }
  }

  /// As ``documentOfPictures(of:scale:quality:)``, with pixels a unit for each page.
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
    let unit = try document.userUnit(of: page)
    do {
      let file = try await engine.result(of: .svg(key), RenderUrgency(.visible)).svg()
      return Data(unit == 1 ? file : Self.enlarged(file, by: unit))
    } catch var error as PDFError {
      error.pageIndex = document.pageIDs.firstIndex(of: page)
      throw error
    }
  }

  /// A drawing whose sides, in its first element, are others: what it has stays in the units of its view box.
  private static func enlarged(_ file: some Sequence<UInt8>, by factor: Double) -> [UInt8] {
    let file = Array(file)
    var head = String(decoding: file.prefix(500), as: UTF8.self)
    guard let start = head.range(of: "<svg"), let end = head[start.upperBound...].firstIndex(of: ">") else {
      return file
    }
    var rest = file.dropFirst(head[..<end].utf8.count)
    head = String(head[..<end])
    for side in ["width", "height"] {
      guard let name = head.range(of: " \(side)=\""),
        let close = head[name.upperBound...].firstIndex(of: "\"")
      else { return file }
      let digits = head[name.upperBound..<close].prefix { $0.isNumber || $0 == "." }
      guard let length = Double(digits) else { return file }
      head.replaceSubrange(digits.startIndex..<digits.endIndex, with: "\(length * factor)")
    }
    rest.insert(contentsOf: head.utf8, at: rest.startIndex)
    return Array(rest)
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

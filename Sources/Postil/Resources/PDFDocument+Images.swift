import Foundation
import PostilFile
import PostilModel
import PostilRender

extension PDFDocument {
  /// The images that pages paint: in their contents, forms, patterns and annotations. What resources only list is not among them, nor what
  /// is in a layer that is hidden when the document is opened, nor letters that are drawn as pictures. Each image comes once, with all
  /// places where it is painted; nothing of it is decoded.
  ///
  /// Images are those of the files that pages come from: a stamp that was added in this session has them when the document was saved and
  /// opened again.
  ///
  /// ```swift
  /// for (number, image) in try await document.images().enumerated() {
  ///   let file = try await document.file(of: image)
  ///   try file.data.write(to: folder.appending(path: "image-\(number + 1).\(file.fileExtension)"))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - pages: The pages; `nil`: all.
  ///   - progress: Told the part of the work that is done, 0 to 1, on the thread that reads.
  /// - Returns: The images in the order in which the pages paint them first. A page that cannot be read is named
  ///   (``PageFindings/unreadablePages``); so is one behind the limit of inline images, 512 MB.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, or `.damaged` if the file cannot be read; `CancellationError`.
  /// - Complexity: O(bytes of what the pages show), on a thread of its own; inline images stay in memory.
  public func images(
    on pages: [PageID]? = nil, progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> PageFindings<DocumentImage> {
    let (files, order) = (try pageFiles(of: pages), pages ?? pageIDs)
    return try await cancellable(on: Self.opening, progress) { monitor in
      try Self.images(files, order, monitor)
    }
  }

  /// The same as ``images(on:progress:)``, and blocks the calling thread meanwhile.
  public func imagesAndWait(on pages: [PageID]? = nil) throws(PDFError) -> PageFindings<DocumentImage> {
    do {
      return try Self.images(try pageFiles(of: pages), pages ?? pageIDs, .none)
    } catch {
      throw PDFError.from(error)
    }
  }

  /// The images of one page: see ``images(on:progress:)``.
  public func images(on page: PageID) async throws -> PageFindings<DocumentImage> {
    try await images(on: [page])
  }

  private static func images(
    _ files: [PageFile], _ order: [PageID], _ monitor: WorkMonitor
  ) throws -> PageFindings<DocumentImage> {
    let (readers, unreadable) = try files.read(with: { try ImageReader($0.file, $0.source) }, monitor) {
      try $0.addImages(ofPage: $1, as: $2.id, placement: $2.placement, check: $3)
    }
    return PageFindings(
      readers.flatMap(\.images).inOrder(of: order), unreadablePages: order.filter(unreadable.contains))
  }

  /// An image as a file that other programs show:
  ///
  /// - **JPEG** as the document has it, bit for bit, where such a file shows the same: without a mask, with the values spread as usual,
  ///   and of a color space that a JPEG file can have. Its ICC profile, if the document has one beside it, does not come along.
  /// - **JPEG 2000** likewise.
  /// - **PNG** for all others. Gray, RGB and indexed colors of 1 to 16 bits are kept as they are, with their ICC profile (`CalGray` and
  ///   `CalRGB` as gray and RGB); other colors (CMYK, Lab, spot colors) become RGB as the renderer shows them. Masks become an alpha channel,
  ///   of eight bits; where a mask is finer than its image, the file has the pixels of the mask. A stencil is black where it is painted,
  ///   and white elsewhere.
  ///
  /// Images in CCITT, JBIG2 or JPEG 2000 that have to be decoded are decoded by the renderer, in its own process.
  ///
  /// - Parameter image: An image of the document: see ``images(on:progress:)``.
  /// - Throws: ``PDFError`` with code `.damaged` if the image cannot be read, `.unsupported` if it is too large (256 MB of samples; what
  ///   the renderer has to paint, 67 million pixels and 32,767 a side) or has transparency that cannot be kept, `.invalidArgument` if it
  ///   is of another document; as ``PageRenderer`` if the renderer fails; `CancellationError`. Other images can be read then.
  /// - Complexity: O(bytes in the file, and pixels), on a thread of its own.
  public func file(of image: DocumentImage) async throws -> ImageFile {
    guard let (file, _) = try? file(of: image.id.source) else {
      throw PDFError(.invalidArgument, "The image is of another document: ask that one for its file.")
    }
    var painted: [[UInt8]: PaintedImage] = [:]
    while true {
      let outcome = try await cancellable(on: Self.opening) { [imageReaders, painted] monitor in
        let outcome = try imageReaders.outcome(of: image, in: file, painted) {
          try monitor.checkCancellation()
        }
        guard case .pixels(let pixels) = outcome else { return outcome }
        return .file(ImageFile(.png, try PNGFile.data(pixels)))
      }
      switch outcome {
      case .file(let file): return file
      case .pixels(let pixels): return ImageFile(.png, try PNGFile.data(pixels))
      case .needs(let images):
        for image in images where painted[image.key] == nil {
          try Task.checkCancellation()
          painted[image.key] = try await image.painted()
        }
      }
    }
  }
}

extension [DocumentImage] {
  /// Those of several files in the order of pages, each with its places in that order.
  fileprivate func inOrder(of pages: [PageID]) -> [DocumentImage] {
    let numbers = Dictionary(pages.enumerated().map { ($1, $0) }) { first, _ in first }
    func number(_ place: DocumentImage.Place) -> Int { numbers[place.page] ?? .max }
    let images = map { $0.withPlaces(sortedBy: number) }
    let firsts = images.map { $0.places.first.map(number) ?? .max }
    return images.indices.sorted { (firsts[$0], $0) < (firsts[$1], $1) }.map { images[$0] }
  }
}

extension PNGFile {
  fileprivate static func data(_ pixels: ImagePixels) throws(PDFError) -> Data {
    let colors: Colors =
      switch pixels.colors {
      case .gray: .gray
      case .rgb: .rgb
      case .grayAndAlpha: .grayAndAlpha
      case .rgbAndAlpha: .rgbAndAlpha
      case .palette(let palette): .palette(palette)
      }
    return try data(
      pixels.rows, width: pixels.width, height: pixels.height, depth: pixels.depth, colors,
      profile: pixels.profile)
  }
}

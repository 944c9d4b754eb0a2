package import PostilModel

/// Finds the images that a file's pages paint, and makes files of them. It has its own view of the objects; one thread at a time.
package final class ImageReader {
  private let contents: PageContents
  private let source: PageSource

  /// - Parameters:
  ///   - file: The file.
  ///   - source: A source of pages of it, which tells it from other files of the document.
  /// - Throws: ``PDFError`` as opening a document.
  package init(_ file: OpenedFile, _ source: PageSource) throws {
    contents = try PageContents(file)
    self.source = source
  }

  /// The images found so far, in the order in which they are painted.
  package private(set) var images: [DocumentImage] = []
  private var places: [DocumentImage.ID: Int] = [:]
  private var inlineSize = 0
  /// How many bytes inline images of all pages may have.
  private static let mostInline = 512 << 20

  /// Adds the images of a page.
  ///
  /// - Parameters:
  ///   - index: The page's place in the file.
  ///   - id: What the page is in the document.
  ///   - placement: Where its content stands; `nil` if it is where the file has it.
  ///   - check: Called every few milliseconds; what it throws ends the reading.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, `.damaged` or `.unsupported`; what `check` throws.
  /// - Complexity: O(bytes of what the page shows).
  package func addImages(
    ofPage index: Int, as id: PageID, placement: ContentPlacement?,
    check: @escaping @Sendable () throws -> Void
  ) throws {
    let resources = try contents.resources(ofPage: index, check: check)
    for image in resources.images {
      // Inline images of forms are the same on all pages that show the form.
      let isOfPage = if case .inline(nil, _) = image.key { true } else { false }
      let imageID = DocumentImage.ID(source: source, page: isOfPage ? index : nil, key: image.key)
      let place = places[imageID] ?? images.count
      if place == images.count {
        let new = DocumentImage(image, id: imageID, contents.objects)
        if new.isInline { inlineSize += new.byteCount ?? 0 }
        guard inlineSize <= Self.mostInline else {
          throw PDFError(
            .unsupported, "The pages have too many inline images: ask for fewer pages at a time.")
        }
        places[imageID] = place
        images.append(new)
      }
      for matrix in image.matrices {
        images[place].addPlace(matrix, on: id, placement)
      }
    }
  }

  /// Makes a file of an image.
  ///
  /// - Parameters:
  ///   - painted: Images that a renderer painted for it, by ``UndecodedImage/key``.
  ///   - check: Called now and then; what it throws ends the work.
  /// - Throws: ``PDFError`` with code `.damaged` or `.unsupported`.
  /// - Complexity: O(bytes in the file, and pixels).
  package func outcome(
    of image: DocumentImage, _ painted: [[UInt8]: PaintedImage], check: () throws -> Void
  ) throws -> ImageDecoding.Outcome {
    let objects = contents.objects
    let object: PDFObject
    switch (image.id.key, image.inline) {
    case (.object(let id), _): object = .reference(id)
    case (.inline, let inline?): object = inline
    case (.inline, nil): object = .null
    }
    guard case .stream(let dictionary, _) = objects.resolve(object) else {
      throw PDFError(.damaged, "The file has no image any more where there was one: open it again.")
    }
    var decoding = ImageDecoding(objects, painted)
    return try decoding.outcome(of: ImageEntries(object, dictionary, objects), check: check)
  }
}

extension DocumentImage {
  fileprivate mutating func addPlace(_ matrix: Affine, on page: PageID, _ placement: ContentPlacement?) {
    func point(_ x: Double, _ y: Double) -> PagePoint {
      let point = matrix.apply(x, y)
      return placement.map { $0.apply(point) } ?? point
    }
    let quad = PageQuad(
      upperLeft: point(0, 1), upperRight: point(1, 1), lowerLeft: point(0, 0), lowerRight: point(1, 0))
    // What is beyond all pages is nowhere.
    guard quad.corners.allSatisfy(\.isUsable) else { return }
    func resolution(_ pixels: Int, _ length: Double) -> Double {
      length > 1e-9 ? Double(pixels) * 72 / length : 0
    }
    places.append(
      Place(
        page: page, quad: quad,
        horizontalResolution: resolution(width, quad.upperLeft.distance(to: quad.upperRight)),
        verticalResolution: resolution(height, quad.upperLeft.distance(to: quad.lowerLeft))))
  }
}

extension PageContents {
  /// The images and fonts that a page uses.
  ///
  /// - Parameters and errors: As ``read(_:check:_:)``.
  func resources(ofPage index: Int, check: @escaping @Sendable () throws -> Void) throws -> PageResources {
    try read(index, check: check) { page in
      let resources = PageResources()
      let walk = ContentWalk(resources)
      try interpret(page, walk)
      try forEachShownAnnotation(of: page) { _, appearance in
        if let appearance { try walk.paint(appearance) }
      }
      return resources
    }
  }
}

package import PostilRenderProtocol
package import PostilRenderServer
import PostilSplashBridge

/// A document as Splash draws it: opened once more, since poppler's interface for GLib does not give what it has open to others. Not
/// `Sendable`: for one thread at a time.
package final class SplashDocument {
  private let document: OpaquePointer
  private let owner: AnyObject?

  /// Whether `postil-render` has Splash.
  package static var isAvailable: Bool { postil_splash_is_available() }

  /// Opens a document.
  ///
  /// - Parameter bytes: The document. They must stay until the process ends, or as long as `owner` lives.
  /// - Throws: ``RenderFailure`` with code `.unsupported` if Splash is not there, `.damaged` if it cannot read the document.
  package init(_ bytes: UnsafeRawBufferPointer, owner: AnyObject?, password: String?) throws(RenderFailure) {
    guard Self.isAvailable else {
      throw RenderFailure(
        .unsupported,
        """
        Pages are to be drawn by Splash, which this postil-render was built without: install poppler's private headers \
        (libpoppler-private-dev), and build it again.
        """)
    }
    PopplerSetup.run()
    self.owner = owner
    // As poppler's interface for GLib does: in ISO 8859-1, and in UTF-8.
    let short = password.flatMap { text in
      let letters = text.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
      return letters.count == text.unicodeScalars.count ? letters : nil
    }
    let tries = password.map { text in [short, Array(text.utf8)].compactMap(\.self) } ?? [nil]
    let opened = tries.lazy.compactMap { Self.open(bytes, $0) }.first
    guard let opened else {
      throw RenderFailure(.damaged, "The document cannot be drawn by Splash: it is damaged, or not a PDF.")
    }
    document = opened
  }

  private static func open(_ bytes: UnsafeRawBufferPointer, _ password: [UInt8]?) -> OpaquePointer? {
    guard let password else { return postil_splash_open(bytes.baseAddress, bytes.count, nil, 0) }
    return password.map { CChar(bitPattern: $0) }.withUnsafeBufferPointer {
      postil_splash_open(bytes.baseAddress, bytes.count, $0.baseAddress, $0.count)
    }
  }

  deinit { postil_splash_close(document) }

  /// Draws a part of a page on white.
  ///
  /// - Parameters:
  ///   - area: The part; what its page says of a snapshot was looked at.
  ///   - index: The page in the document.
  ///   - block: Of the part's size.
  /// - Throws: ``RenderFailure`` with code `.pageOutOfRange`, `.damaged` or `.renderFailed`.
  package func draw(_ area: DrawnArea, ofPage index: Int, into block: PixelBlock) throws(RenderFailure) {
    guard let page = Int32(exactly: index), let x = Int32(exactly: area.rect.x),
      let y = Int32(exactly: area.rect.y), block.width == area.rect.width, block.height == area.rect.height
    else { throw RenderFailure(.renderFailed, "The part of the page is out of range: use a smaller scale.") }
    var part = postil_splash_area(
      page: page, scale: area.scale, quarter_turns: Int32(area.page.quarterTurns), x: x, y: y,
      width: Int32(block.width), height: Int32(block.height), is_in_cmyk: area.page.device == .splashInCMYK)
    let hidden = places(of: area.page.hidden, onPage: page)
    let result = hidden.withUnsafeBufferPointer { hidden in
      postil_splash_draw(
        document, &part, hidden.baseAddress, hidden.count,
        block.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), block.bytes.count)
    }
    switch result {
    case POSTIL_SPLASH_DONE: return
    case POSTIL_SPLASH_NO_PAGE: throw RenderFailure(.pageOutOfRange, "There is no such page.")
    case POSTIL_SPLASH_DAMAGED:
      throw RenderFailure(.damaged, "The page cannot be read: the file is damaged there.")
    default: throw RenderFailure(.renderFailed, "The page cannot be drawn by Splash: use a smaller scale.")
    }
  }

  private func places(of marks: [HiddenAnnotation], onPage page: Int32) -> [Int] {
    guard !marks.isEmpty else { return [] }
    let count = postil_splash_annotations(document, page, nil, 0)
    let boxes = [postil_splash_box](unsafeUninitializedCapacity: count) { boxes, written in
      written = min(postil_splash_annotations(document, page, boxes.baseAddress, count), count)
    }
    return marks.compactMap { mark in
      mark.place(amongst: boxes.indices) { place in
        let box = boxes[place]
        return [box.min_x, box.min_y, box.max_x, box.max_y]
      }
    }
  }
}

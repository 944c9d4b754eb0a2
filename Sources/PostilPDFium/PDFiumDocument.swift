import CPostilPDFium
package import PostilRenderProtocol
import PostilRenderServer

/// A document of PDFium. Not `Sendable`: it is for one thread.
package final class PDFiumDocument: DrawnDocument {
  package typealias Drawer = PDFiumDrawer

  private let document: OpaquePointer
  /// Keeps the bytes.
  private let owner: AnyObject?
  /// The hidden annotations, by page.
  private var hidden: [Int: [HiddenEntry]] = [:]
  /// The pages that were drawn last, the latest at the end: the library reads a page's content when it is opened.
  private var pages: [(index: Int, page: OpaquePointer)] = []
  private static let pageLimit = 2

  /// - Throws: ``RenderFailure`` with code `.cannotRead`, `.damaged`, `.passwordRequired`, `.wrongPassword` or `.unsupported`.
  package init(_ bytes: UnsafeRawBufferPointer, owner: AnyObject?, password: String?) throws(RenderFailure) {
    var code: UInt = 0
    guard let start = bytes.baseAddress,
      let opened = postil_pdfium_open(start, bytes.count, password, &code)
    else { throw Self.failure(code, hasPassword: password != nil) }
    document = opened
    self.owner = owner
  }

  deinit {
    for entry in pages { postil_pdfium_close_page(entry.page) }
    postil_pdfium_close(document)
  }

  private static func failure(_ code: UInt, hasPassword: Bool) -> RenderFailure {
    switch Int(exactly: code) {
    case Int(postil_pdfium_needs_password) where hasPassword:
      RenderFailure(.wrongPassword, "The password is not the right one.")
    case Int(postil_pdfium_needs_password):
      RenderFailure(.passwordRequired, "The document is protected: give its password.")
    case Int(postil_pdfium_unknown_encryption):
      RenderFailure(
        .unsupported, "The document is encrypted in a way that PDFium does not know: use poppler.")
    case Int(postil_pdfium_cannot_read): RenderFailure(.cannotRead, "The file cannot be opened.")
    default:
      RenderFailure(
        .damaged, "The document cannot be rendered: it is damaged, or not a PDF.",
        underlying: "PDFium's error \(code)")
    }
  }

  package var pageCount: Int { Int(postil_pdfium_page_count(document)) }

  /// The size of a page as it is shown, in points: its crop box, rotated.
  func size(ofPage index: Int) throws(RenderFailure) -> (width: Double, height: Double) {
    var (width, height) = (0.0, 0.0)
    postil_pdfium_page_size(try page(index), &width, &height)
    return (width, height)
  }

  package func text(ofPage _: Int, matrix _: [Double]) throws -> PackedText {
    throw RenderFailure(
      .renderFailed, "The program that draws with PDFium reads no text: have poppler read it.")
  }

  /// What the library takes in place of the fonts that a page shows text in, and the file does not have.
  ///
  /// - Throws: ``RenderFailure`` with code `.unsupported` if the library is too old to tell.
  func fontSubstitutes(ofPage index: Int) throws(RenderFailure) -> [FontSubstitute] {
    let list = SubstituteList()
    let isTold = postil_pdfium_fonts(try page(index), Unmanaged.passUnretained(list).toOpaque()) {
      context, font, family in
      guard let context, let font else { return }
      Unmanaged<SubstituteList>.fromOpaque(context).takeUnretainedValue().add(
        String(cString: font), family.map { String(cString: $0) } ?? "")
    }
    guard isTold else {
      throw RenderFailure(
        .unsupported, "This version of PDFium does not tell which fonts it takes: use a newer one.")
    }
    return list.substitutes
  }

  /// What is found of a page's fonts, each once.
  private final class SubstituteList {
    private(set) var substitutes: [FontSubstitute] = []

    func add(_ font: String, _ family: String) {
      let substitute = FontSubstitute(font: font, family: family.isEmpty ? nil : family)
      guard substitutes.count < FontSubstitute.countLimit, !substitutes.contains(substitute) else { return }
      substitutes.append(substitute)
    }
  }

  /// A page, open until others were asked for.
  private func page(_ index: Int) throws(RenderFailure) -> OpaquePointer {
    if let place = pages.firstIndex(where: { $0.index == index }) {
      let known = pages.remove(at: place)
      pages.append(known)
      return known.page
    }
    guard (0..<pageCount).contains(index), let number = Int32(exactly: index) else {
      throw RenderFailure(.pageOutOfRange, "There is no such page: the document has \(pageCount) pages.")
    }
    guard let page = postil_pdfium_open_page(document, number) else {
      throw RenderFailure(.damaged, "The page cannot be read: the file is damaged there.")
    }
    if pages.count >= Self.pageLimit { postil_pdfium_close_page(pages.removeFirst().page) }
    pages.append((index, page))
    return page
  }

  /// Draws a page into an area of a canvas.
  ///
  /// - Parameters:
  ///   - matrix: From points of the page as it is shown, y down, to pixels.
  ///   - isOnPaper: Whether there is white paper behind it.
  func draw(
    _ index: Int, hiding marks: [HiddenAnnotation], _ canvas: postil_pdfium_canvas,
    _ matrix: postil_pdfium_matrix, _ area: postil_pdfium_area, isOnPaper: Bool
  ) throws(RenderFailure) {
    let page = try page(index)
    show(page, index, hiding: marks)
    guard postil_pdfium_draw(page, canvas, matrix, area, isOnPaper) else {
      throw RenderFailure(
        .renderFailed,
        "There is no memory to draw the page with: use a smaller scale.")
    }
  }

  // MARK: - Hidden annotations

  /// A hidden annotation, and its original flags.
  private struct HiddenEntry {
    let mark: HiddenAnnotation
    let place: Int32
    let flags: Int32
  }

  private static let hiddenFlag: Int32 = 2

  /// Hides annotations of a page, and shows the others as the file says, by their flags in memory: the library makes its list of
  /// them each time that it draws.
  private func show(_ page: OpaquePointer, _ index: Int, hiding marks: [HiddenAnnotation]) {
    let old = hidden[index] ?? []
    guard old.map(\.mark) != marks else { return }
    // In reverse: two locators may lead to one annotation, and the first one found its original flags.
    for entry in old.reversed() { postil_pdfium_set_annotation_flags(page, entry.place, entry.flags) }
    hidden[index] = marks.compactMap { mark in
      guard let place = place(of: mark, page) else { return nil }
      let flags = postil_pdfium_annotation_flags(page, place)
      guard flags >= 0 else { return nil }
      postil_pdfium_set_annotation_flags(page, place, flags | Self.hiddenFlag)
      return HiddenEntry(mark: mark, place: place, flags: flags)
    }
  }

  /// The place as the file has it; if the rectangle there is another, the nearest with the same.
  private func place(of mark: HiddenAnnotation, _ page: OpaquePointer) -> Int32? {
    let count = postil_pdfium_annotation_count(page)
    if let place = Int32(exactly: mark.place), (0..<max(count, 0)).contains(place), matches(place, mark, page)
    {
      return place
    }
    return (0..<max(count, 0)).filter { matches($0, mark, page) }
      .min { abs(Int($0) - mark.place) < abs(Int($1) - mark.place) }
  }

  private func matches(_ place: Int32, _ mark: HiddenAnnotation, _ page: OpaquePointer) -> Bool {
    guard let rect = mark.rect else { return false }
    var found = [0.0, 0, 0, 0]
    guard postil_pdfium_annotation_rect(page, place, &found) else { return false }
    // Its numbers have 24 bits.
    return zip(found, rect).allSatisfy { abs($0 - $1) < max(0.01, abs($1) * 1e-6) }
  }
}

package import PostilRenderProtocol

/// A library that draws pages. `postil-render` has poppler, `postil-render-pdfium` has PDFium; everything else of both
/// programs, the processes, their messages and what shuts them in, is in this module. For a process with one thread.
package protocol DrawingLibrary {
  associatedtype Document: DrawnDocument

  /// The program's name.
  static var program: String { get }
  /// Loads the library, and has it set up what all documents need. Called once, before everything else.
  ///
  /// - Throws: ``RenderFailure`` with code `.rendererNotFound` or `.unsupported` if it cannot be loaded.
  static func setUp() throws(RenderFailure)
  /// Has it find the fonts that documents may need and not have with them. Called again and again.
  static func loadFonts()
  /// Takes notice of fonts that were installed or removed since.
  static func updateFonts()
  /// Installs what makes it faster. Returns what is on.
  static func installRemedies(_ wanted: RemedySet) -> RemedySet
  static var hasRemedies: Bool { get }
  /// What it said since this was last called.
  static func takeMessages() -> [String]
  /// A small document with a text in a font that is not embedded.
  static var sample: [UInt8] { get }
}

/// A document that a library has open.
package protocol DrawnDocument: AnyObject {
  associatedtype Drawer: PageDrawing where Drawer.Document == Self

  /// Opens a document.
  ///
  /// - Parameter bytes: The document. They must stay until the process ends, or as long as `owner` lives.
  /// - Throws: ``RenderFailure`` with code `.cannotRead`, `.damaged`, `.passwordRequired`, `.wrongPassword` or `.unsupported`.
  init(_ bytes: UnsafeRawBufferPointer, owner: AnyObject?, password: String?) throws(RenderFailure)

  var pageCount: Int { get }
  /// The text of a page, in the order and with the boxes of the library.
  ///
  /// - Parameter matrix: From points of the page's view, the origin at its upper left, to those of the boxes: a, b, c, d, e, f.
  func text(ofPage index: Int, matrix: [Double]) throws -> PackedText
}

/// Draws parts of a document's pages, and keeps renderings to make further parts of.
package protocol PageDrawing: AnyObject {
  associatedtype Document

  init(_ document: Document, limit: RenderingCacheLimit)
  var document: Document { get }
  /// How often it had the library draw a page.
  var pagesDrawn: Int { get }
  /// The indices of the pages of which it keeps renderings.
  var knownPages: Set<Int> { get }
  /// The memory of these, in bytes.
  var byteCount: Int { get }
  /// The numbers of the snapshots whose documents are kept.
  var knownSnapshots: [Int] { get }
  /// Keeps the document of a snapshot.
  func add(_ snapshot: Document, number: Int)
  /// Draws a part of a page into a block of the part's size, from a rendering that is kept.
  func draw(_ area: DrawnArea, into block: PixelBlock) throws
  /// Draws a part of a page without keeping a rendering. The pixels stay until the next call of this.
  func pixels(_ area: DrawnArea) throws -> UnsafeRawBufferPointer
  /// A page as an SVG file, in points.
  ///
  /// - Throws: ``RenderFailure`` with code `.unsupported` if the library makes none.
  func svg(_ page: WorkerPage) throws -> [UInt8]
  /// What it takes in place of the page's fonts that the file does not have, each once.
  ///
  /// - Throws: ``RenderFailure`` with code `.unsupported` if the library does not tell.
  func fontSubstitutes(_ page: WorkerPage) throws -> [FontSubstitute]
  /// Trims what is kept to its limit while idle.
  func trimCache()
}

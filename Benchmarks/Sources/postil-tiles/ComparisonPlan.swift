import BenchSupport
import Foundation
import Postil

/// What is compared.
struct ComparisonPlan {
  let pageCount: Int
  let scales: [Double]
  let sizes: [Int]
  let largest: Int
  let isTurned: Bool
  let dumpFolder: URL?
  let deadline: Duration
  let renderer: RendererChoice

  init(_ arguments: Arguments) throws {
    pageCount = try arguments.value("pages", 3)
    scales = try arguments.list("scales", [1, 2, 4.3])
    sizes = try arguments.list("sizes", [256, 512])
    largest = try arguments.value("max-pixels", 1 << 28)
    isTurned = arguments.has("turn")
    deadline = .seconds(try arguments.value("deadline", 30.0))
    let name = arguments["renderer"] ?? RendererChoice.poppler.rawValue
    guard let renderer = RendererChoice(rawValue: name) else { throw UsageError("no renderer \(name)") }
    self.renderer = renderer
    dumpFolder = arguments["dump"].map { URL(fileURLWithPath: $0) }
  }

  /// Turns the pages to be compared, those that can be.
  func turn(_ document: PDFDocument) throws {
    for index in 0..<min(pageCount, document.pageCount) {
      // A page that cannot be turned cannot be read either, and drawing it will say so.
      try? document.rotatePages([document.pageIDs[index]], by: .clockwise90)
    }
  }
}

/// What was found, as it is printed.
struct ComparisonLine: Encodable {
  /// The page's number, from 1.
  var page: Int?
  var scale: Double?
  /// The length of the tiles' sides; none if the line tells of the whole page.
  var size: Int?
  var width: Int?
  var height: Int?
  /// How many pixels differ too much, in per cent, and the most that a channel differs by.
  var percent: Double?
  var largest: Int?
  /// How long the whole page, or all its tiles, took to draw.
  var milliseconds: Double?
  /// The file with the pixels of the whole page.
  var dump: String?
  /// What is wrong: the kind of error, and in words.
  var code: String?
  var message: String?

  init(page: Int? = nil, scale: Double? = nil, size: Int? = nil) {
    self.page = page
    self.scale = scale
    self.size = size
  }

  init(page: Int? = nil, scale: Double? = nil, size: Int? = nil, error: PDFError) {
    self.init(page: page, scale: scale, size: size)
    code = error.code.rawValue
    message = error.description
  }
}

public import Foundation
import Postil
public import PostilLayout
import PostilSVGBridge
import PostilSystem

extension Picture {
  /// The largest file that is drawn, in bytes, and the largest page that it may become.
  public static let largestSVG = 16 << 20

  /// Makes a picture of a drawing in SVG, which stays one of paths; letters become paths too, and what filters make is an image of 300
  /// pixels an inch. Of other files nothing is read: images that it refers to are left out, those within it (`data:`) are painted.
  ///
  /// What cannot be drawn is an error when the document is set.
  ///
  /// - Parameters:
  ///   - data: The file, of up to ``largestSVG`` bytes.
  ///   - alternative: What it says to who does not see it.
  ///   - width: Its width in points; without it as the file says, 96 pixels an inch, and no larger than there is room.
  ///   - file: Where it stands in the program, for messages.
  ///   - line: The same.
  public init(
    svg data: Data, alternative: AlternativeText, width: Double? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(alternative: alternative, width: width, file: file, line: line) { try Self.page(of: data) }
  }

  /// Makes a picture of a file in SVG, which is read when the document is set.
  public init(
    svgContentsOf url: URL, alternative: AlternativeText, width: Double? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(alternative: alternative, width: width, file: file, line: line) {
      try Self.page(of: FileIO.contents(of: url, upTo: Self.largestSVG))
    }
  }

  private static func page(of data: Data) throws -> (page: Data, size: PageSize) {
    guard data.count <= largestSVG else {
      throw PDFError(.invalidArgument, "The drawing is larger than \(largestSVG >> 20) MB: make it simpler.")
    }
    var (page, message) = (postil_svg_page(), [CChar](repeating: 0, count: 200))
    let isDrawn = [UInt8](data).withUnsafeBufferPointer {
      postil_svg_draw($0.baseAddress, $0.count, 4 * largestSVG, &page, &message)
    }
    guard isDrawn != 0, let bytes = page.bytes else {
      let end = message.firstIndex(of: 0) ?? message.endIndex
      let reason = String(decoding: message[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      throw PDFError(.invalidArgument, "The SVG cannot be drawn: \(reason).")
    }
    defer { free(bytes) }
    return (Data(bytes: bytes, count: page.length), PageSize(width: page.width, height: page.height))
  }
}

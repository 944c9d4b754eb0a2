public import Foundation
public import Postil
import PostilZintBridge

/// The modules of a barcode, for drawings of one's own; ``Barcode`` is a block of a document. Lengths are in modules, from the upper left corner.
public struct BarcodeSymbol: Sendable, Hashable {
  /// A line of text that people read.
  struct Line: Sendable, Hashable {
    let text: String
    let x: Double
    let baseline: Double
    let size: Double
    let alignment: TextAlignment
  }

  /// How wide it is, with its quiet zone if it has one.
  public let width: Double
  /// How high it is.
  public let height: Double
  /// What is dark: rectangles that do not overlap.
  public let bars: [PageRect]
  let lines: [Line]

  /// Makes a barcode of a text, without the text below bars.
  ///
  /// - Parameters:
  ///   - text: What it says.
  ///   - correction: How much of QR and Aztec codes may be damaged.
  ///   - hasQuietZone: Whether the room around it that scanners need is a part of it.
  ///   - kind: What kind of code it is.
  /// - Throws: `PDFError` with code `.invalidArgument` if the text does not fit.
  public init(
    _ text: String, _ kind: BarcodeKind, correction: Barcode.Correction = .medium, hasQuietZone: Bool = true
  ) throws(PDFError) {
    try self.init(
      kind, Array(text.utf8), isText: true, correction, height: 0, hasQuietZone: hasQuietZone,
      showsText: false)
  }

  /// Makes a barcode of bytes, which it has as they are.
  public init(
    data: Data, _ kind: BarcodeKind, correction: Barcode.Correction = .medium, hasQuietZone: Bool = true
  ) throws(PDFError) {
    try self.init(
      kind, Array(data), isText: false, correction, height: 0, hasQuietZone: hasQuietZone, showsText: false)
  }

  /// - Throws: `PDFError` with code `.invalidArgument` if the data do not fit.
  init(
    _ kind: BarcodeKind, _ data: [UInt8], isText: Bool, _ correction: Barcode.Correction, height: Double,
    hasQuietZone: Bool, showsText: Bool
  ) throws(PDFError) {
    if let counts = kind.digitCounts {
      let isNumber = data.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      guard isNumber, counts.contains(data.count) else {
        throw PDFError(
          .invalidArgument,
          "\(kind.name) has \(counts.lowerBound) to \(counts.upperBound) digits, the last of which is made if it is missing."
        )
      }
    }
    // The hyphens of a book's number part groups for people.
    let data = kind == .isbn ? data.filter { $0 != UInt8(ascii: "-") } : data
    let options = postil_barcode_options(
      is_text: isText ? 1 : 0, error_correction: kind == .qr || kind == .aztec ? correction.number : 0,
      height: Float(height),
      has_quiet_zone: hasQuietZone ? 1 : 0, shows_text: showsText ? 1 : 0)
    var message = [CChar](repeating: 0, count: 200)
    guard let symbol = postil_barcode_new(kind.kind, data, data.count, options, &message) else {
      let end = message.firstIndex(of: 0) ?? message.endIndex
      var reason = String(decoding: message[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      // zint numbers its messages.
      reason = reason.replacing(#/^Error \d+: /#, with: "")
      throw PDFError(.invalidArgument, "The data make no \(kind.name): \(reason).")
    }
    defer { postil_barcode_free(symbol) }
    let found = symbol.pointee
    (width, self.height) = (Double(found.width), Double(found.height))
    bars = Self.merged(
      UnsafeBufferPointer(start: found.bars, count: found.bar_count).map {
        PageRect(x: Double($0.x), y: Double($0.y), width: Double($0.width), height: Double($0.height))
      })
    lines = UnsafeBufferPointer(start: found.lines, count: found.line_count).map { line in
      Line(
        text: line.text.map { String(cString: $0) } ?? "", x: Double(line.x), baseline: Double(line.y),
        size: Double(line.size),
        alignment: line.alignment == 1 ? .left : line.alignment == 2 ? .right : .center)
    }
  }

  /// Rectangles of equal columns that stand one below the other, as one: so no line shows between them.
  private static func merged(_ bars: [PageRect]) -> [PageRect] {
    struct Column: Hashable {
      let x: Double
      let width: Double
    }
    var (result, last): ([PageRect], [Column: Int]) = ([], [:])
    for bar in bars.sorted(by: { ($0.minY, $0.minX) < ($1.minY, $1.minX) }) {
      let column = Column(x: bar.minX, width: bar.width)
      if let index = last[column], abs(result[index].maxY - bar.minY) < 0.001 {
        result[index] = result[index].union(bar)
      } else {
        last[column] = result.count
        result.append(bar)
      }
    }
    return result
  }
}

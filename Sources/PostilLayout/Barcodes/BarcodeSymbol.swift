import PostilModel
import PostilZintBridge

/// The modules of a barcode as zint finds them. Lengths are in modules, from the upper left corner.
struct BarcodeSymbol {
  /// A line of text that people read.
  struct Line {
    let text: String
    let x: Double
    let baseline: Double
    let size: Double
    let alignment: TextAlignment
  }

  let width: Double
  let height: Double
  let bars: [PageRect]
  let lines: [Line]

  /// - Throws: ``PDFError`` with code `.invalidArgument` if the data do not fit.
  init(
    _ kind: BarcodeKind, _ data: [UInt8], isText: Bool, correction: Int, height: Double, hasQuietZone: Bool,
    showsText: Bool
  ) throws {
    let options = postil_barcode_options(
      is_text: isText ? 1 : 0, error_correction: Int32(correction), height: Float(height),
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
        size: Double(line.size), alignment: line.alignment == 1 ? .left : line.alignment == 2 ? .right : .center)
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

public import Foundation
public import Postil

/// A barcode, painted as one path: it is sharp in any size.
///
/// ```swift
/// Barcode("https://example.com", .qr, width: .mm(30))
/// Barcode("4006381333931", .ean13)
/// ```
public struct Barcode: SetFigure {
  /// How much of a QR or Aztec code may be damaged or covered.
  public enum Correction: String, Sendable, Hashable, Codable, CaseIterable {
    /// 7 %; of Aztec 10 %.
    case low = "L"
    /// 15 %; of Aztec 23 %.
    case medium = "M"
    /// 25 %; of Aztec 36 %.
    case quarter = "Q"
    /// 30 %; of Aztec 50 %.
    case high = "H"

    /// What zint has for it.
    var number: Int32 {
      switch self {
      case .low: 1
      case .medium: 2
      case .quarter: 3
      case .high: 4
      }
    }
  }

  private let bytes: [UInt8]
  private let isText: Bool
  private let kind: BarcodeKind
  private let width: Double?
  private let height: Double?
  private let correction: Correction
  private let hasQuietZone: Bool
  private let showsText: Bool
  private let color: Color
  private let alternative: AlternativeText
  /// Where it stands, and its caption.
  public var placement = FigurePlacement()
  let place: SourcePlace

  /// Makes a barcode of a text.
  ///
  /// Data that do not fit are an error when the document is set.
  ///
  /// - Parameters:
  ///   - text: What it says. Letters that the kind has not are written as UTF-8, which the barcode says (ECI); see ``init(data:_:width:height:correction:hasQuietZone:color:alternative:file:line:)``.
  ///   - width: How wide it is in all, in points; without it a module of squares is 0.6 mm wide, one of bars 0.33 mm.
  ///   - height: How high bars are, in points; squares are as high as they are wide.
  ///   - correction: How much of QR and Aztec codes may be damaged.
  ///   - hasQuietZone: Whether the room around it that scanners need is a part of it.
  ///   - showsText: Whether its text stands below bars.
  ///   - color: The color of its modules: scanners need a dark one.
  ///   - alternative: What it says to who does not see it; without it the kind and the text.
  ///   - kind: What kind of code it is.
  ///   - file: Where it stands in the program, for messages.
  ///   - line: The same.
  public init(
    _ text: String, _ kind: BarcodeKind, width: Double? = nil, height: Double? = nil,
    correction: Correction = .medium, hasQuietZone: Bool = true, showsText: Bool = true,
    color: Color = .black,
    alternative: AlternativeText? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    (bytes, isText, self.kind, self.width, self.height) = (Array(text.utf8), true, kind, width, height)
    (self.correction, self.hasQuietZone, self.showsText) = (correction, hasQuietZone, showsText)
    self.color = color
    self.alternative = alternative ?? .text("\(kind.name): \(Self.shortened(text))")
    place = SourcePlace(file, line)
  }

  /// Makes a barcode of bytes, which it has as they are. Those of a payment, for example, are to be UTF-8 without a mark that says so.
  ///
  /// Parameters are those of the other initializer.
  public init(
    data: Data, _ kind: BarcodeKind, width: Double? = nil, height: Double? = nil,
    correction: Correction = .medium, hasQuietZone: Bool = true, color: Color = .black,
    alternative: AlternativeText? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    (bytes, isText, self.kind, self.width, self.height) = (Array(data), false, kind, width, height)
    (self.correction, self.hasQuietZone, showsText) = (correction, hasQuietZone, false)
    self.color = color
    self.alternative = alternative ?? .text("\(kind.name) of \(data.count) bytes")
    place = SourcePlace(file, line)
  }

  var noun: String { "The barcode" }

  func picture(_ setter: BlockSetter) throws -> Picture {
    let (drawing, size) = try drawing(setter)
    var picture = Picture(.drawing(drawing, size), alternative, nil, place)
    picture.placement = placement
    return picture
  }

  // MARK: - Drawing

  private static func shortened(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > 200 ? line.prefix(199) + "…" : line
  }

  private func symbol(height: Double) throws(PDFError) -> BarcodeSymbol {
    try BarcodeSymbol(
      kind, bytes, isText: isText, correction, height: height, hasQuietZone: hasQuietZone,
      showsText: showsText && kind.isLinear)
  }

  private func drawing(_ setter: BlockSetter) throws -> (Appearance, PageSize) {
    var symbol = try symbol(height: 0)
    let wanted = width ?? symbol.width * kind.usualModule
    guard wanted.isFinite, wanted > 0, wanted <= setter.width + 0.01 else {
      throw PDFError(
        .invalidArgument,
        "The barcode is \(wanted) points wide, and there is room for \(Int(setter.width)): make it smaller.")
    }
    let module = wanted / symbol.width
    if let height, kind.isLinear {
      let modules = height / module
      guard modules.isFinite, (0.5...2000).contains(modules) else {
        throw PDFError(
          .invalidArgument, "Bars cannot be \(height) points high: half to 2,000 modules will do.")
      }
      symbol = try self.symbol(height: modules)
    }
    let size = PageSize(width: wanted, height: symbol.height * module)
    var elements: [PagePath.Element] = []
    for bar in symbol.bars {
      elements +=
        PagePath.rectangle(
          PageRect(
            x: bar.minX * module, y: size.height - bar.maxY * module, width: bar.width * module,
            height: bar.height * module)
        ).elements
    }
    var items = [Appearance.Item(path: PagePath(elements), fill: color, fillRule: .nonzero)]
    for line in symbol.lines where !line.text.allSatisfy(\.isWhitespace) {
      items.append(text(line, setter.style.code.font.family, module, size.height))
    }
    return (Appearance(items: items), size)
  }

  /// A line of text, whose letters are as wide as zint thinks.
  private func text(
    _ line: BarcodeSymbol.Line, _ family: String, _ module: Double, _ height: Double
  ) -> Appearance.Item {
    let size = line.size * module
    // Letters of one width are 0.6 sizes wide, and their frame is higher than they are: the width says how large they become.
    let width = Double(line.text.count) * size * 0.6
    let x = line.x * module
    let left = line.alignment == .left ? x : line.alignment == .right ? x - width : x - width / 2
    let frame = PageRect(
      x: left, y: height - line.baseline * module - size * 0.4, width: width, height: size * 1.5)
    return .text(
      Appearance.Text(line.text, font: TextFont(family, size: min(max(size, 1), 1000)), color: color),
      in: frame,
      fitting: .scaled)
  }
}

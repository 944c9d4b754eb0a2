import PostilModel

extension ContentOperation {
  /// The operation without operands that say something and are none of its operator's (ISO 32000-2, annex A), which readers pass
  /// over: strings, names and dictionaries before those that it has; `nil` if there are none.
  var withoutStrayOperands: ContentOperation? {
    guard let op, let count = op.operandCount, operands.count > count,
      operands.dropLast(count).contains(where: \.saysSomething)
    else { return nil }
    return ContentOperation(op: op, operands: operands.suffix(count), range: range)
  }
}

extension PDFObject {
  fileprivate var saysSomething: Bool {
    switch self {
    case .string, .name, .dictionary: true
    case .array(let items): items.contains { $0.string != nil || $0.name != nil || $0.dictionary != nil }
    default: false
    }
  }
}

extension ContentOperator {
  /// How many operands it has; `nil` if that is not always the same.
  fileprivate var operandCount: Int? {
    switch self {
    case .fillColor, .fillColorOrPattern, .strokeColor, .strokeColorOrPattern, .inlineImage: nil
    case .concatenate, .textMatrix, .curveTo, .glyphWidthAndBox: 6
    case .curveFromCurrent, .curveToEnd, .rectangle, .fillCMYK, .strokeCMYK: 4
    case .fillRGB, .strokeRGB, .showOnNextLineSpaced: 3
    case .moveTo, .lineTo, .dash, .font, .moveLine, .moveLineSettingLeading, .glyphWidth,
      .markPointWithProperties,
      .beginMarkWithProperties:
      2
    case .lineWidth, .lineCap, .lineJoin, .miterLimit, .renderingIntent, .flatness, .graphicsState,
      .characterSpacing, .wordSpacing, .horizontalScale, .leading, .renderingMode, .rise, .show, .showList,
      .showOnNextLine, .fillSpace, .strokeSpace, .fillGray, .strokeGray, .shade, .paintObject, .markPoint,
      .beginMark:
      1
    default: 0
    }
  }
}

import PostilModel

extension Double {
  /// The coordinate as poppler has it after it was saved.
  var coordinateAsRead: Double { asRead(decimals: SavedNumber.coordinateDecimals) }
  /// The number as poppler has it after it was saved.
  var numberAsRead: Double { asRead(decimals: SavedNumber.decimals) }

  /// The number rounded, and put together digit by digit: sums of tenths are not exact, and the last bit
  /// may decide which pixel a hairline is moved to.
  private func asRead(decimals: Int) -> Double {
    var unit = (0..<decimals).reduce(1) { unit, _ in unit * 10 }
    let scaled = (self * Double(unit)).rounded()
    guard scaled.isFinite, abs(scaled) < 1e15 else { return 0 }
    let digits = Int(abs(scaled))
    var value = Double(digits / unit)
    var rest = digits % unit
    var place = 0.1
    while rest > 0 {
      unit /= 10
      value += place * Double(rest / unit)
      rest %= unit
      place *= 0.1
    }
    return scaled < 0 ? -value : value
  }
}

extension PagePoint {
  var asRead: PagePoint { PagePoint(x: x.coordinateAsRead, y: y.coordinateAsRead) }
}

extension PageRect {
  var asRead: PageRect {
    PageRect(
      corner: PagePoint(x: minX, y: minY).asRead, corner: PagePoint(x: maxX, y: maxY).asRead)
  }
}

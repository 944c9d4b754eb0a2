import PostilModel

/// The content that is written, in pieces, some of which are still to be changed or dropped.
struct ContentOutput {
  private var pieces: [[UInt8]] = [[]]

  mutating func write(_ bytes: some Sequence<UInt8>) { pieces[pieces.count - 1] += bytes }

  mutating func write(_ text: String) { write(text.utf8) }

  mutating func write(_ object: PDFObject) { write(PDFSerializer.bytes(of: object)) }

  /// Writes something that may be replaced later; returns its number.
  mutating func writePiece(_ bytes: [UInt8]) -> Int {
    pieces.append(bytes)
    pieces.append([])
    return pieces.count - 2
  }

  mutating func replacePiece(_ number: Int, by bytes: [UInt8]) { pieces[number] = bytes }

  var bytes: [UInt8] { Array(pieces.joined()) }

  // MARK: - Operations

  mutating func write(_ numbers: [Double], _ operation: String) {
    for number in numbers { write("\(Self.text(number)) ") }
    write("\(operation)\n")
  }

  /// Up to six decimals: matrices of small fonts and large scales need them.
  static func text(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "0" }
    let unit = 1_000_000
    let scaled = Int((value * Double(unit)).rounded())
    let (whole, rest) = abs(scaled).quotientAndRemainder(dividingBy: unit)
    let sign = scaled < 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    var digits = rest.padded(to: 6)
    while digits.last == "0" { digits.removeLast() }
    return "\(sign)\(whole).\(digits)"
  }
}

import Foundation

/// Takes bytes apart into rows of cells.
struct CellReader: Sendable {
  private let data: Data
  private let separator: UInt8
  private var position: Data.Index
  private var line = 1

  private static let quote = UInt8(ascii: "\"")
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  init(_ data: Data) {
    self.data = data
    position = data.startIndex + (data.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    let first = data[position...].prefix { $0 != Self.lineFeed && $0 != Self.carriageReturn }
    let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    // The first of several that occur equally often.
    separator =
      separators.reversed().max { a, b in first.count { $0 == a } <= first.count { $0 == b } } ?? 0x2C
  }

  /// The next row that is not empty, and the line it begins in; `nil` at the end.
  mutating func next() throws -> (line: Int, cells: [String])? {
    while position < data.endIndex {
      let start = line
      let cells = try row()
      if cells != [""] { return (start, cells) }
    }
    return nil
  }

  private mutating func row() throws -> [String] {
    var cells: [String] = []
    while true {
      cells.append(try cell())
      guard let end = take() else { return cells }
      if end == separator { continue }
      if end == Self.carriageReturn, peek() == Self.lineFeed { position += 1 }
      line += 1
      return cells
    }
  }

  /// The bytes up to a separator, a line break or the end, which are not taken.
  private mutating func cell() throws -> String {
    let start = line
    var bytes: [UInt8] = []
    if peek() == Self.quote {
      position += 1
      while true {
        guard let byte = take() else {
          throw CouponError("Line \(start): a quotation mark at the end of a cell is missing.")
        }
        if byte == Self.quote {
          guard peek() == Self.quote else { break }
          position += 1
        } else if byte == Self.lineFeed {
          line += 1
        }
        bytes.append(byte)
      }
      if let next = peek(), !isEnd(next) {
        throw CouponError("Line \(line): a quotation mark inside a cell must be doubled.")
      }
    } else {
      while let byte = peek(), !isEnd(byte) {
        bytes.append(byte)
        position += 1
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CouponError("Line \(start) is not text in UTF-8: save the table in that encoding.")
    }
    return text
  }

  private func isEnd(_ byte: UInt8) -> Bool {
    byte == separator || byte == Self.lineFeed || byte == Self.carriageReturn
  }

  private func peek() -> UInt8? { position < data.endIndex ? data[position] : nil }

  private mutating func take() -> UInt8? {
    guard position < data.endIndex else { return nil }
    defer { position += 1 }
    return data[position]
  }
}

/// The boxes of a JPEG 2000 file (ISO/IEC 15444-1, annex I).
struct JPEG2000Boxes {
  struct Box {
    /// Its type: four letters.
    let type: String
    /// Where it stands, its head included.
    let range: Range<Int>
    let contents: Range<Int>
  }

  /// Those that follow each other from the start; none if that is no such file, as a codestream alone is not.
  private(set) var boxes: [Box] = []
  private let data: UnsafeRawBufferPointer

  /// - Parameter data: Is read as long as the value is used.
  init(_ data: UnsafeRawBufferPointer) {
    self.data = data
    guard data.count > 12, data[..<8].elementsEqual([0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20]) else { return }
    var place = 0
    while let short = number(place, 4), let type = number(place + 4, 4), Self.isType(type) {
      var (length, head) = (short, 8)
      if short == 1 {
        guard let long = number(place + 8, 8) else { break }
        (length, head) = (long, 16)
      } else if short == 0 {
        // It reaches to the end of the file; a picture has an end of its own.
        guard type == Self.codestream, let end = endOfCodestream(from: place + 8) else { break }
        length = end - place
      }
      guard length >= head, length <= data.count - place else { break }
      boxes.append(
        Box(
          type: String(decoding: data[place + 4..<place + 8], as: UTF8.self), range: place..<place + length,
          contents: place + head..<place + length))
      place += length
    }
  }

  private static let codestream = 0x6A70_3263

  /// Letters, digits and spaces.
  private static func isType(_ type: Int) -> Bool {
    stride(from: 0, to: 32, by: 8).allSatisfy { (0x20..<0x7F).contains(type >> $0 & 0xFF) }
  }

  private func number(_ place: Int, _ size: Int) -> Int? {
    guard place >= 0, place <= data.count - size else { return nil }
    let value = data[place..<place + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: value)
  }

  /// Behind the mark of the end of a codestream (annex A): the parts of its tiles say how long they are.
  ///
  /// - Returns: `nil` if there is none.
  func endOfCodestream(from start: Int) -> Int? {
    guard number(start, 2) == 0xFF4F else { return nil }
    var place = start + 2
    while let marker = number(place, 2) {
      switch marker {
      case 0xFFD9: return place + 2
      case 0xFF90:
        // A length of zero: up to the end, wherever that is.
        guard let length = number(place + 6, 4), length >= 14 else { return nil }
        place += length
      case 0xFF00...0xFFFF:
        guard let length = number(place + 2, 2), length >= 2 else { return nil }
        place += 2 + length
      default: return nil
      }
    }
    return nil
  }
}

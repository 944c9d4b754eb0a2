/// Where pictures end that are not decoded here (ISO 32000-2, 7.4.6 to 7.4.9): programs that draw them look at nothing behind that.
enum PictureEnd {
  /// Whether a filter is of pictures whose end may be found here.
  static func isKnown(_ filter: PDFName) -> Bool {
    ["DCTDecode", "CCITTFaxDecode", "JBIG2Decode", "JPXDecode"].contains(filter)
  }

  /// Where a picture ends.
  ///
  /// - Returns: `nil` if it does not say.
  /// - Complexity: O(bytes).
  static func end(of data: UnsafeRawBufferPointer, _ stage: StreamDecoder.Stage) -> Int? {
    switch stage.name {
    case "DCTDecode": JPEG.end(of: data)
    case "CCITTFaxDecode": endOfFax(data, rows: stage.parameters?["K"]?.number ?? 0)
    case "JBIG2Decode": endOfSegments(data)
    case "JPXDecode": endOfBoxes(data)
    default: nil
    }
  }

  // MARK: - CCITT

  /// Behind the block of ends of lines that ends a facsimile (ITU-T T.4, 4.1.4; T.6, 2.4.1.1): eleven zeros and a one, at least
  /// twice, which no code has.
  ///
  /// - Parameter rows: `/K`: rows that may be in two dimensions or one have a bit more behind each end.
  private static func endOfFax(_ data: UnsafeRawBufferPointer, rows: Double) -> Int? {
    let step = rows > 0 ? 13 : 12
    var (zeros, sinceEnd, end): (Int, Int?, Int?) = (0, nil, nil)
    for (place, byte) in data.enumerated() {
      for bit in 0..<8 {
        sinceEnd = sinceEnd.map { $0 + 1 }
        if let end, let sinceEnd, sinceEnd > step { return end }
        guard byte & (0x80 >> UInt8(bit)) != 0 else {
          zeros += 1
          continue
        }
        if zeros >= 11 {
          // Between the ends of two rows is a row.
          if sinceEnd == step { end = min(place + (bit == 7 && rows > 0 ? 2 : 1), data.count) }
          sinceEnd = 0
        }
        zeros = 0
      }
    }
    return end
  }

  // MARK: - JBIG2

  /// Behind the last of the segments of a page (ITU-T T.88, 7.2): each says how long it is.
  private static func endOfSegments(_ data: UnsafeRawBufferPointer) -> Int? {
    func number(_ place: Int, _ size: Int) -> Int? {
      guard place >= 0, place <= data.count - size else { return nil }
      return data[place..<place + size].reduce(0) { $0 << 8 | Int($1) }
    }
    var (place, last) = (0, -1)
    while let segment = number(place, 4), segment > last, let flags = number(place + 4, 1),
      isKind(flags & 63),
      let head = number(place + 5, 1)
    {
      // What it refers to: up to four segments, or a longer list.
      var next = place + 6
      var count = head >> 5
      if count == 7 {
        guard let long = number(place + 5, 4) else { return last < 0 ? nil : place }
        count = long & 0x1FFF_FFFF
        guard count <= data.count else { return last < 0 ? nil : place }
        next = place + 9 + (count + 8) / 8
      } else if count > 4 {
        break
      }
      next += count * (segment <= 256 ? 1 : segment <= 65_536 ? 2 : 4) + (flags & 64 != 0 ? 4 : 1)
      // Only those of a single kind may leave open how long they are; what follows them is not looked for.
      guard let length = number(next, 4), length != 0xFFFF_FFFF, length <= data.count - next - 4 else {
        return nil
      }
      (place, last) = (next + 4 + length, segment)
    }
    return last < 0 ? nil : place
  }

  /// ITU-T T.88, 7.3.
  private static func isKind(_ kind: Int) -> Bool {
    [0, 4, 6, 7, 16, 20, 22, 23, 36, 38, 39, 40, 42, 43, 48, 49, 50, 51, 52, 53, 54, 62].contains(kind)
  }

  // MARK: - JPEG 2000

  /// Behind the last box (ISO/IEC 15444-1, annex I), or the mark of the end of a picture that is in none.
  private static func endOfBoxes(_ data: UnsafeRawBufferPointer) -> Int? {
    let reader = JPEG2000Boxes(data)
    return reader.boxes.isEmpty ? reader.endOfCodestream(from: 0) : reader.boxes.last?.range.upperBound
  }
}

import PostilModel

/// What a picture says about itself: comments, and what cameras and programs note (Exif, XMP), in markers of JPEG images (ITU-T T.81,
/// B.2.4.5 and B.2.4.6), wherever these stand, and in boxes of JPEG 2000 images (ISO/IEC 15444-1, I.7).
struct ImageNotes {
  private(set) var texts: [[UInt8]] = []
  /// Color profiles, which stay.
  private(set) var profiles: [[UInt8]] = []
  /// The image without its notes, with the filters in `stages`.
  private(set) var without: [UInt8] = []
  private(set) var stages: [StreamDecoder.Stage] = []
  /// Whether something would be left out.
  private(set) var isShorter = false

  /// How many bytes of a compressed note are read.
  private static let longest = 1 << 20

  /// `nil` for what is no image of these formats.
  init?(_ dictionary: PDFDictionary, _ id: ObjectID, _ changes: ObjectChanges) {
    guard let stages = try? StreamDecoder.stages(of: dictionary, changes.resolve), let last = stages.last,
      last.name == "DCTDecode" || last.name == "JPXDecode", var bytes = try? changes.streamData(id)
    else { return nil }
    if stages.count > 1 {
      let outer = dictionary.filtered(by: stages.dropLast())
      let decoded = bytes.withUnsafeBytes { try? StreamDecoder.decode($0, outer, limit: StreamLimit.picture) }
      guard let decoded else { return nil }
      bytes = decoded.bytes
    }
    self.init(bytes)
    self.stages = [last]
  }

  init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0xFF, 0xD8]) {
      bytes.withUnsafeBytes { addMarkers($0) }
    } else {
      guard bytes.withUnsafeBytes({ addBoxes($0) }) else { return nil }
    }
  }

  private mutating func addMarkers(_ bytes: UnsafeRawBufferPointer) {
    var end = 0
    JPEG.forEachMarker(in: bytes) { marker, position, length in
      let next = position + 2 + length
      guard length >= 2, next <= bytes.count else { return }
      let contents = bytes[position + 4..<next]
      let kept = Self.keptSize(marker, contents)
      if marker == 0xE2, kept == contents.count { profiles.append(Array(contents)) }
      // Of no use in a picture that can be decoded: nobody knows what becomes of it without them.
      if (0x02...0xBF).contains(marker) || (0xF0...0xFD).contains(marker) { return note(contents) }
      guard kept < contents.count else { return }
      note(contents.dropFirst(kept))
      isShorter = true
      without += bytes[end..<position]
      if kept > 0 {
        without += [
          0xFF, marker, UInt8(truncatingIfNeeded: (kept + 2) >> 8), UInt8(truncatingIfNeeded: kept + 2),
        ]
        without += contents.prefix(kept)
        // It has no small picture any more.
        if marker == 0xE0 { without.replaceSubrange(without.count - 2..<without.count, with: [0, 0]) }
      }
      end = next
    }
    without += bytes[end...]
  }

  /// How many bytes of a marker's contents say how the samples are meant: JFIF without its small picture, the color profile, Adobe's
  /// transform, and all of what belongs to the coding. Other programs' and comments are notes.
  private static func keptSize(_ marker: UInt8, _ contents: Slice<UnsafeRawBufferPointer>) -> Int {
    switch marker {
    case 0xE0: contents.starts(with: Array("JFIF\0".utf8)) ? min(contents.count, 14) : 0
    case 0xE2: contents.starts(with: Array("ICC_PROFILE\0".utf8)) ? contents.count : 0
    case 0xEE: contents.starts(with: Array("Adobe".utf8)) ? min(contents.count, 12) : 0
    case 0xE0...0xEF, 0xFE: 0
    default: contents.count
    }
  }

  private mutating func note(_ note: Slice<UnsafeRawBufferPointer>) {
    texts.append(Array(note))
    // Some are compressed.
    if note.first == 0x78,
      let text = try? Flate.inflate(UnsafeRawBufferPointer(rebasing: note), limit: Self.longest)
    {
      texts.append(text.bytes)
    }
  }

  private mutating func addBoxes(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let boxes = JPEG2000Boxes(bytes).boxes
    guard let last = boxes.last else { return false }
    // Lists of pieces that say where these stand in the file.
    let isMovable = !boxes.contains { ["ftbl", "cref"].contains($0.type) }
    for box in boxes {
      if isMovable, ["xml ", "uuid", "uinf", "free", "skip", "jp2i"].contains(box.type) {
        note(bytes[box.contents])
        isShorter = true
      } else {
        without += bytes[box.range]
      }
    }
    without += bytes[last.range.upperBound...]
    return true
  }
}

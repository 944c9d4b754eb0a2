import PostilModel

/// What a JPEG image says about itself: comments, and what cameras and programs note (Exif, XMP), in markers before the samples
/// (ITU-T T.81, B.2.4.5 and B.2.4.6).
struct ImageNotes {
  private(set) var texts: [[UInt8]] = []
  /// The image without them.
  private(set) var without: [UInt8] = []

  /// How many bytes of a compressed note are read.
  private static let longest = 1 << 20

  /// `nil` for what is no JPEG image.
  init?(_ dictionary: PDFDictionary, _ id: ObjectID, _ changes: ObjectChanges) {
    let names = changes.names(dictionary["Filter"]) ?? []
    guard names == ["DCTDecode"] || names == ["DCT"], let bytes = try? changes.streamData(id) else {
      return nil
    }
    self.init(bytes)
  }

  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
    without = [0xFF, 0xD8]
    var place = 2
    while place + 4 <= bytes.count, bytes[place] == 0xFF {
      let marker = bytes[place + 1]
      // Fill bytes, and the start of the samples.
      if marker == 0xFF {
        place += 1
        continue
      }
      if marker == 0xDA || marker == 0xD9 { break }
      let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
      let end = place + 2 + max(length, 2)
      guard end <= bytes.count else { break }
      // How the samples are meant: JFIF, the colour profile, Adobe's transform.
      let isNote = marker == 0xFE || (0xE0...0xEF).contains(marker) && ![0xE0, 0xE2, 0xEE].contains(marker)
      if isNote {
        let note = bytes[place + 4..<end]
        texts.append(Array(note))
        // Some are compressed.
        if note.first == 0x78,
          let text = note.withUnsafeBytes({ try? Flate.inflate($0, limit: Self.longest) })
        {
          texts.append(text.bytes)
        }
      } else {
        without += bytes[place..<end]
      }
      place = end
    }
    without += bytes[place...]
  }
}

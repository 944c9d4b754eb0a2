/// With what `postil-render` draws a page.
package enum PageDevice: UInt8, Sendable, Hashable, CaseIterable {
  /// Cairo.
  case cairo
  /// Splash.
  case splash
  /// Splash, which joins colors as inks (DeviceCMYK).
  case splashInCMYK
}

/// A page as a worker is to draw it.
package struct WorkerPage: Sendable, Hashable {
  /// Its index in the document.
  package var index: Int
  /// How it is turned besides, clockwise, in quarters.
  package var quarterTurns: UInt8
  /// Annotations that are not drawn.
  package var hidden: [HiddenAnnotation]
  /// Whether replaying a recording would give other pixels than rendering the page.
  package var isHardToRecord: Bool
  /// The number of a document of one page that is drawn in place of the page; 0 for none.
  package var snapshot: Int
  /// Whether there is no paper behind the page.
  package var isTransparent: Bool
  /// What draws it on paper. The other program has one.
  package var device: PageDevice

  package init(
    index: Int, quarterTurns: UInt8 = 0, hidden: [HiddenAnnotation] = [], isHardToRecord: Bool = false,
    snapshot: Int = 0, isTransparent: Bool = false, device: PageDevice = .cairo
  ) {
    self.index = index
    self.quarterTurns = quarterTurns
    self.hidden = hidden
    self.isHardToRecord = isHardToRecord
    self.snapshot = snapshot
    self.isTransparent = isTransparent
    self.device = device
  }
}

extension WorkerPage: MessageCodable {
  package init(from reader: inout MessageReader) throws(MessageError) {
    self.init(
      index: try reader.read(), quarterTurns: try reader.read(), hidden: try reader.read(),
      isHardToRecord: try reader.read(), snapshot: try reader.read(), isTransparent: try reader.read())
    guard quarterTurns < 4, let device = PageDevice(rawValue: try reader.read()) else { throw .malformed }
    self.device = device
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(index)
    writer.write(quarterTurns)
    writer.write(hidden)
    writer.write(isHardToRecord)
    writer.write(snapshot)
    writer.write(isTransparent)
    writer.write(device.rawValue)
  }
}

/// An annotation of the file: its place among those of its page and, since poppler leaves some out, its rectangle.
package struct HiddenAnnotation: Sendable, Hashable {
  package var place: Int
  /// The least x and y, the greatest x and y, in page space.
  package var rect: [Double]?

  package init(place: Int, rect: [Double]?) {
    self.place = place
    self.rect = rect
  }
}

extension HiddenAnnotation: MessageCodable {
  package init(from reader: inout MessageReader) throws(MessageError) {
    place = try reader.read()
    let hasRect: Bool = try reader.read()
    rect = hasRect ? try reader.read() : nil
    if let rect, rect.count != 4 { throw .malformed }
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(place)
    writer.write(rect != nil)
    if let rect { writer.write(rect) }
  }
}

/// Where in shared memory pixels go: 32 bits each, rows without gaps.
package struct PixelTarget: Sendable, Hashable {
  /// The number of the memory.
  package var memory: Int
  /// The size of all of the memory, in bytes.
  package var memorySize: Int
  /// Where the first pixel is, in bytes.
  package var offset: Int
  package var width: Int
  package var height: Int

  package init(memory: Int, memorySize: Int, offset: Int, width: Int, height: Int) {
    self.memory = memory
    self.memorySize = memorySize
    self.offset = offset
    self.width = width
    self.height = height
  }
}

extension PixelTarget: MessageCodable {
  package init(from reader: inout MessageReader) throws(MessageError) {
    self.init(
      memory: try reader.read(), memorySize: try reader.read(), offset: try reader.read(),
      width: try reader.read(), height: try reader.read())
  }

  package func write(to writer: inout MessageWriter) {
    for value in [memory, memorySize, offset, width, height] { writer.write(value) }
  }
}

/// What a program asks of a worker.
package struct WorkerRequest {
  package enum Kind: UInt8, Sendable, CaseIterable {
    /// A part of the page, from a rendering that is kept, into shared memory.
    case tile
    /// A part of the page, drawn without keeping anything. After the answer its pixels come through the pipe that is the
    /// first descriptor.
    case direct
    /// The text of the page, as a payload: the bytes of ``PackedText``.
    case text
    /// The page as an SVG file, in points, as a payload.
    case svg
    /// What is taken in place of the page's fonts that the file does not have, as a payload: ``FontSubstitute``.
    case fonts
  }

  package var kind: Kind
  package var page: WorkerPage
  /// Pixels a point.
  package var scale = 1.0
  /// The part to draw.
  package var rect = PixelRect(x: 0, y: 0, width: 0, height: 0)
  package var target: PixelTarget?
  /// Whether the target's memory comes as the first descriptor.
  package var hasNewMemory = false
  /// The size of the snapshot's document if that comes as the last descriptor.
  package var snapshotSize: Int?
  /// Memory that is no longer used.
  package var released: [Int] = []
  /// From points of the page's view, unturned, to page space: a, b, c, d, e, f, as in a PDF file.
  package var textMatrix: [Double] = []
  /// How much CPU time may be used, in seconds: a last resort, if the process is not ended otherwise.
  package var cpuLimit = 60

  package init(_ kind: Kind, page: WorkerPage) {
    self.kind = kind
    self.page = page
  }
}

extension WorkerRequest: MessageCodable {
  package init(from reader: inout MessageReader) throws(MessageError) {
    guard let kind = Kind(rawValue: try reader.read()) else { throw .malformed }
    self.init(kind, page: try reader.read())
    scale = try reader.read()
    rect = try reader.read()
    target = try reader.read()
    hasNewMemory = try reader.read()
    snapshotSize = try reader.read()
    released = try reader.read()
    textMatrix = try reader.read()
    cpuLimit = try reader.read()
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(kind.rawValue)
    writer.write(page)
    writer.write(scale)
    writer.write(rect)
    writer.write(target)
    writer.write(hasNewMemory)
    writer.write(snapshotSize)
    writer.write(released)
    writer.write(textMatrix)
    writer.write(cpuLimit)
  }
}

import PostilModel

/// Objects as the bytes in which they go to libqpdf and come from it: see `PostilQPDFBridge.h`. One call
/// carries a whole object. Without recursion, so that nesting in a file costs no stack.
enum ObjectBytes {
  /// How deeply arrays and dictionaries may be inside each other, as `POSTIL_QPDF_DEEPEST`.
  static let maximumDepth = 512

  private static let tooDeep = PDFError(
    .damaged, "Arrays and dictionaries are inside each other more than \(maximumDepth) deep.")

  // MARK: - Reading

  /// An array or dictionary of which some items are still to come.
  private struct Growing {
    let isDictionary: Bool
    var missing: Int
    var items: [PDFObject] = []
    var entries = PDFDictionary()
    var key = PDFName(bytes: [])
    /// Whether it is the dictionary of a stream.
    var isStream = false
  }

  /// The object that the bytes are; `nil` if they are none.
  static func decode(_ bytes: UnsafeRawBufferPointer) -> PDFObject? {
    var input = Input(bytes: bytes)
    var stack: [Growing] = []
    var isStream = false
    while let tag = input.byte() {
      var complete: PDFObject?
      switch tag {
      case UInt8(ascii: "["), UInt8(ascii: "<"):
        guard let count = input.count(), stack.count < maximumDepth else { return nil }
        stack.append(Growing(isDictionary: tag == UInt8(ascii: "<"), missing: count, isStream: isStream))
        isStream = false
      case UInt8(ascii: "S"):
        isStream = true
        continue
      default:
        guard let object = input.scalar(tag) else { return nil }
        complete = object
      }
      // Closes whatever this item completes.
      while true {
        if let object = complete {
          guard let top = stack.indices.last else { return input.isAtEnd ? object : nil }
          if stack[top].isDictionary {
            stack[top].entries.append(stack[top].key, object)
          } else {
            stack[top].items.append(object)
          }
          stack[top].missing -= 1
          complete = nil
        }
        guard let top = stack.indices.last else { return nil }
        if stack[top].missing > 0 {
          if stack[top].isDictionary {
            guard let key = input.text() else { return nil }
            stack[top].key = PDFName(bytes: key)
          }
          break
        }
        let done = stack.removeLast()
        complete =
          done.isStream
          ? .stream(done.entries, .inFile)
          : done.isDictionary ? .dictionary(done.entries) : .array(done.items)
      }
    }
    return nil
  }

  private struct Input {
    let bytes: UnsafeRawBufferPointer
    var position = 0

    var isAtEnd: Bool { position == bytes.count }

    mutating func byte() -> UInt8? {
      guard position < bytes.count else { return nil }
      defer { position += 1 }
      return bytes[position]
    }

    mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(_: Number.Type) -> Number? {
      let size = MemoryLayout<Number>.size
      guard bytes.count - position >= size else { return nil }
      defer { position += size }
      return bytes.loadUnaligned(fromByteOffset: position, as: Number.self)
    }

    mutating func count() -> Int? { number(UInt32.self).map(Int.init) }

    mutating func text() -> [UInt8]? {
      guard let count = count(), bytes.count - position >= count else { return nil }
      defer { position += count }
      return Array(bytes[position..<position + count])
    }

    mutating func scalar(_ tag: UInt8) -> PDFObject? {
      switch tag {
      case UInt8(ascii: "n"): return .null
      case UInt8(ascii: "t"): return .boolean(true)
      case UInt8(ascii: "f"): return .boolean(false)
      case UInt8(ascii: "i"): return number(Int64.self).map { .integer(Int($0)) }
      case UInt8(ascii: "r"): return text().map { .real(String(decoding: $0, as: UTF8.self)) }
      case UInt8(ascii: "s"): return text().map { .string($0) }
      case UInt8(ascii: "/"): return text().map { .name(PDFName(bytes: $0)) }
      case UInt8(ascii: "R"):
        guard let number = number(Int32.self), let generation = number32() else { return nil }
        return .reference(ObjectID(number: Int(number), generation: Int(generation)))
      default: return nil
      }
    }

    private mutating func number32() -> Int32? { number(Int32.self) }
  }

  // MARK: - Writing

  /// An array or dictionary of which some items are still to be written.
  private enum Open {
    case items(ArraySlice<PDFObject>)
    case entries(ArraySlice<PDFDictionary.Entry>)
  }

  /// - Throws: `PDFError` `.damaged` if it is too deep, or has a stream inside, which no file can have.
  static func encode(_ object: PDFObject) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var stack: [Open] = []
    var next: PDFObject? = object
    while let object = next {
      switch object {
      case .array(let items):
        bytes.append(UInt8(ascii: "["))
        append(UInt32(clamping: items.count), to: &bytes)
        stack.append(.items(items[...]))
      case .dictionary(let dictionary):
        bytes.append(UInt8(ascii: "<"))
        append(UInt32(clamping: dictionary.entries.count), to: &bytes)
        stack.append(.entries(dictionary.entries[...]))
      case .stream:
        throw PDFError(.damaged, "A stream inside another object cannot be written.")
      default: try append(scalar: object, to: &bytes)
      }
      guard stack.count <= maximumDepth else { throw tooDeep }
      next = following(&stack, &bytes)
    }
    return bytes
  }

  /// The item to write next; with its key, which is written.
  private static func following(_ stack: inout [Open], _ bytes: inout [UInt8]) -> PDFObject? {
    while let top = stack.popLast() {
      switch top {
      case .items(var items):
        guard let item = items.popFirst() else { continue }
        stack.append(.items(items))
        return item
      case .entries(var entries):
        guard let entry = entries.popFirst() else { continue }
        stack.append(.entries(entries))
        append(text: entry.key.bytes.filter { $0 != 0 }, to: &bytes)
        return entry.value
      }
    }
    return nil
  }

  private static func append(scalar object: PDFObject, to bytes: inout [UInt8]) throws {
    switch object {
    case .boolean(let value): bytes.append(UInt8(ascii: value ? "t" : "f"))
    case .integer(let value):
      bytes.append(UInt8(ascii: "i"))
      append(Int64(value), to: &bytes)
    case .real(let digits):
      bytes.append(UInt8(ascii: "r"))
      append(text: Array(digits.utf8), to: &bytes)
    case .string(let value):
      bytes.append(UInt8(ascii: "s"))
      append(text: value, to: &bytes)
    case .name(let name):
      bytes.append(UInt8(ascii: "/"))
      append(text: name.bytes.filter { $0 != 0 }, to: &bytes)
    case .reference(let id):
      guard let number = Int32(exactly: id.number), let generation = Int32(exactly: id.generation) else {
        throw PDFError(.damaged, "The object number \(id.number) \(id.generation) is too high to be written.")
      }
      bytes.append(UInt8(ascii: "R"))
      append(number, to: &bytes)
      append(generation, to: &bytes)
    default: bytes.append(UInt8(ascii: "n"))
    }
  }

  private static func append<Number: FixedWidthInteger>(_ number: Number, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number) { bytes += $0 }
  }

  private static func append(text: [UInt8], to bytes: inout [UInt8]) {
    append(UInt32(clamping: text.count), to: &bytes)
    bytes += text
  }
}

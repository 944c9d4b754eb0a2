/// What the next update is appended to.
struct IncrementalBase {
  let chain: XrefChain
  /// Where the newest cross-reference section is, as the file counts.
  var start: Int
  /// One more than the highest object number in use.
  var nextNumber: Int
  /// One more than the highest number of an object.
  var size: Int
  var endsWithNewline: Bool
  /// How many updates were appended since the file was opened.
  var updates = 0

  /// Files up to this size are searched for references to numbers that no object has: a new object
  /// of such a number would turn up where nothing was.
  private static let searchedSize = 8 << 20

  static func find(in bytes: UnsafeRawBufferPointer) -> Result<IncrementalBase, XrefChain.Unusable> {
    do {
      let chain = try XrefChain(bytes)
      var next = chain.size
      // There shall be room for what an edit adds.
      guard next <= ObjectID.highestNumber - 100_000 else {
        throw XrefChain.Unusable(reason: "the numbers of its objects leave no room for new ones")
      }
      if bytes.count <= searchedSize { next = max(next, highestReference(bytes, above: next) + 1) }
      return .success(
        IncrementalBase(
          chain: chain, start: chain.start, nextNumber: next, size: chain.size,
          endsWithNewline: bytes.last == 10 || bytes.last == 13))
    } catch let error as XrefChain.Unusable {
      return .failure(error)
    } catch {
      return .failure(XrefChain.Unusable(reason: "the cross-reference table cannot be read"))
    }
  }

  /// The highest number of what looks like a reference ("12 0 R"), as far as it is plausible.
  private static func highestReference(_ bytes: UnsafeRawBufferPointer, above size: Int) -> Int {
    var highest = 0
    var position = 5
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "R"), bytes[position - 1] == 32,
        let number = number(before: position - 1, bytes)
      {
        if number >= size, number < size + 100_000 { highest = max(highest, number) }
      }
      position += 1
    }
    return highest
  }

  private static func number(before end: Int, _ bytes: UnsafeRawBufferPointer) -> Int? {
    var position = end - 1
    func isDigit(_ index: Int) -> Bool { index >= 0 && (48...57).contains(bytes[index]) }
    guard isDigit(position) else { return nil }
    while isDigit(position) { position -= 1 }
    guard position > 0, bytes[position] == 32, isDigit(position - 1) else { return nil }
    let last = position
    while isDigit(position - 1) { position -= 1 }
    guard last - position < 10 else { return nil }
    return bytes[position..<last].reduce(0) { $0 * 10 + Int($1 - 48) }
  }
}

import PostilModel

/// A PDF object as a value (ISO 32000-2, 7.3). References are kept as such, so that a value holds
/// one object of the file and not all that it leads to.
enum PDFObject: Sendable, Hashable {
  case null
  case boolean(Bool)
  case integer(Int)
  /// The digits as the file has them, so that writing them back changes nothing.
  case real(String)
  case string([UInt8])
  case name(PDFName)
  case array([PDFObject])
  case dictionary(PDFDictionary)
  case stream(PDFDictionary, StreamBody)
  case reference(ObjectID)

  /// Where a stream's bytes are.
  enum StreamBody: Sendable, Hashable {
    /// In the file, under the object's own number.
    case inFile
    /// Here, encoded as the dictionary's `/Filter` says.
    case encoded([UInt8])
  }
}

extension PDFObject {
  /// A coordinate in points, as precise as is seen.
  static func coordinate(_ value: Double) -> PDFObject {
    rounded(value, decimals: SavedNumber.coordinateDecimals)
  }

  static func coordinates(_ values: [Double]) -> PDFObject { .array(values.map(coordinate)) }

  /// A rectangle (ISO 32000-2, 7.9.5).
  static func rect(_ rect: PageRect) -> PDFObject {
    .coordinates([rect.minX, rect.minY, rect.maxX, rect.maxY])
  }

  /// A colour's part, an opacity, or the like.
  static func number(_ value: Double) -> PDFObject { rounded(value, decimals: SavedNumber.decimals) }

  private static func rounded(_ value: Double, decimals: Int) -> PDFObject {
    var (unit, count) = (1, decimals)
    for _ in 0..<decimals { unit *= 10 }
    let scaled = (value * Double(unit)).rounded()
    guard scaled.isFinite, abs(scaled) < 1e15 else { return .integer(0) }
    let whole = Int(scaled)
    var rest = abs(whole) % unit
    if rest == 0 { return .integer(whole / unit) }
    while rest % 10 == 0 { (rest, count) = (rest / 10, count - 1) }
    return .real(decimal(isNegative: whole < 0, abs(whole) / unit, rest, count))
  }

  /// Digits with a point, from behind: pages are made of thousands of numbers.
  private static func decimal(isNegative: Bool, _ whole: Int, _ fraction: Int, _ count: Int) -> String {
    let longest = 24
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: longest) { digits in
      var place = longest
      func put(_ byte: UInt8) {
        place -= 1
        digits[place] = byte
      }
      var (rest, whole) = (fraction, whole)
      for _ in 0..<count {
        put(UInt8(ascii: "0") + UInt8(rest % 10))
        rest /= 10
      }
      put(UInt8(ascii: "."))
      repeat {
        put(UInt8(ascii: "0") + UInt8(whole % 10))
        whole /= 10
      } while whole > 0
      if isNegative { put(UInt8(ascii: "-")) }
      return String(decoding: digits[place...], as: UTF8.self)
    }
  }

  static func numbers(_ values: [Double]) -> PDFObject { .array(values.map(number)) }

  /// The value if it is a number of either kind and finite.
  var number: Double? {
    switch self {
    case .integer(let value): return Double(value)
    case .real(let text):
      if let value = Self.decimal(text) { return value }
      guard let value = Double(text), value.isFinite else { return nil }
      return value
    default: return nil
    }
  }

  /// The powers of ten that a `Double` has exactly, as far as they are wanted.
  private static let powers: [Double] = (0...15).map { (0..<$0).reduce(1) { power, _ in power * 10 } }

  /// The value of up to 15 digits with a point among them, which is nearly all numbers of a file: the quotient of two numbers that a
  /// `Double` has exactly is what reading the digits one by one gives, in a tenth of the time. `nil` for all others.
  private static func decimal(_ text: String) -> Double? {
    var (value, digits, decimals) = (0, 0, 0)
    var (isNegative, isFirst, hasPoint) = (false, true, false)
    for byte in text.utf8 {
      defer { isFirst = false }
      switch byte {
      case 48...57:
        value = value * 10 + Int(byte - 48)
        digits += 1
        if hasPoint { decimals += 1 }
        guard digits <= 15 else { return nil }
      case UInt8(ascii: ".") where !hasPoint: hasPoint = true
      case UInt8(ascii: "-") where isFirst: isNegative = true
      default: return nil
      }
    }
    guard digits > 0, !isNegative || value > 0 else { return nil }
    let result = Double(value) / powers[decimals]
    return isNegative ? -result : result
  }

  /// The largest number that counts as an integer, and the smallest, negative. Nothing in a file is as many; so sums and
  /// differences of numbers of a file do not overflow, and a `Double` has each of them exactly.
  static let largestInteger = 1 << 53

  /// The value if it is a whole number, or one that is rounded to it, within ±2⁵³.
  var integer: Int? {
    let value: Int?
    switch self {
    case .integer(let integer): value = integer
    case .real: value = number.flatMap { Int(exactly: $0.rounded()) }
    default: return nil
    }
    return value.flatMap { (-Self.largestInteger...Self.largestInteger).contains($0) ? $0 : nil }
  }

  var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
  var string: [UInt8]? { if case .string(let value) = self { value } else { nil } }
  var name: PDFName? { if case .name(let value) = self { value } else { nil } }
  var array: [PDFObject]? { if case .array(let value) = self { value } else { nil } }
  var reference: ObjectID? { if case .reference(let value) = self { value } else { nil } }
  var isStream: Bool { if case .stream = self { true } else { false } }
  var isNull: Bool { if case .null = self { true } else { false } }

  /// The dictionary, or a stream's dictionary.
  var dictionary: PDFDictionary? {
    switch self {
    case .dictionary(let value), .stream(let value, _): value
    default: nil
    }
  }

  /// All references in this object, also in nested arrays and dictionaries.
  func forEachReference(_ body: (ObjectID) -> Void) {
    switch self {
    case .reference(let id): body(id)
    case .array(let items): items.forEach { $0.forEachReference(body) }
    case .dictionary(let dictionary), .stream(let dictionary, _):
      dictionary.entries.forEach { $0.value.forEachReference(body) }
    default: break
    }
  }

  /// The object with other dictionaries, the inner ones first, also in arrays and a stream's own; `nil` if none is another.
  ///
  /// - Parameter transform: The dictionary for another one; `nil` to leave it as it is.
  func mapDictionaries(_ transform: (PDFDictionary) -> PDFDictionary?) -> PDFObject? {
    func map(_ dictionary: PDFDictionary) -> PDFDictionary? {
      var inner: PDFDictionary?
      for entry in dictionary.entries {
        guard let value = entry.value.mapDictionaries(transform) else { continue }
        inner = inner ?? dictionary
        inner?[entry.key] = value
      }
      return transform(inner ?? dictionary) ?? inner
    }
    switch self {
    case .array(var items):
      var isChanged = false
      for (index, item) in items.enumerated() {
        guard let item = item.mapDictionaries(transform) else { continue }
        items[index] = item
        isChanged = true
      }
      return isChanged ? .array(items) : nil
    case .dictionary(let dictionary): return map(dictionary).map(PDFObject.dictionary)
    case .stream(let dictionary, let body): return map(dictionary).map { .stream($0, body) }
    default: return nil
    }
  }

  /// The object with other references, also in nested arrays and dictionaries, and in a stream's dictionary.
  func mapReferences(_ transform: (ObjectID) -> PDFObject) -> PDFObject {
    func map(_ dictionary: PDFDictionary) -> PDFDictionary {
      var result = PDFDictionary()
      for entry in dictionary.entries { result.append(entry.key, entry.value.mapReferences(transform)) }
      return result
    }
    switch self {
    case .reference(let id): return transform(id)
    case .array(let items): return .array(items.map { $0.mapReferences(transform) })
    case .dictionary(let dictionary): return .dictionary(map(dictionary))
    case .stream(let dictionary, let body): return .stream(map(dictionary), body)
    default: return self
    }
  }
}

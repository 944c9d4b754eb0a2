/// Numbers modulo an odd one, multiplied after Montgomery: a number is kept as its product with 2 to the power of 64 times
/// the count of words. How long it takes depends on the numbers, which tells nobody anything: only public ones are used, to
/// verify what GnuTLS cannot.
struct OddModulus {
  /// A number below the modulus, in words, the lowest first.
  typealias Words = [UInt64]

  let words: Words
  let bitCount: Int
  /// The negative inverse of the modulus, modulo 2 to the power of 64.
  private let inverse: UInt64
  /// What numbers are multiplied with to be kept.
  private let square: Words
  /// 1, as it is kept.
  let one: Words

  /// Longer ones take too long.
  static let mostBits = PublicKeyInfo.mostBytes * 8

  /// - Parameter bytes: The modulus, the highest byte first.
  /// - Returns: `nil` if it is even, less than 3 or too long.
  init?(_ bytes: [UInt8]) {
    let bytes = Array(bytes.drop { $0 == 0 })
    guard let first = bytes.first, let last = bytes.last, last & 1 == 1, bytes.count > 1 || last > 1,
      bytes.count <= Self.mostBits / 8
    else { return nil }
    let words = Self.words(bytes, count: (bytes.count + 7) / 8)
    self.words = words
    bitCount = 8 * bytes.count - first.leadingZeroBitCount
    var inverse: UInt64 = 1
    // Each step doubles how many bits are right.
    for _ in 0..<6 { inverse = inverse &* (2 &- words[0] &* inverse) }
    self.inverse = 0 &- inverse
    var power = Self.words([1], count: words.count)
    var one = power
    for bit in 0..<128 * words.count {
      if bit == 64 * words.count { one = power }
      power = Self.sum(power, power, words)
    }
    self.one = one
    square = power
  }

  /// A number in words, which has no more than so many.
  private static func words(_ bytes: [UInt8], count: Int) -> Words {
    var result = Words(repeating: 0, count: count)
    for (position, byte) in bytes.reversed().enumerated() {
      result[position / 8] |= UInt64(byte) << UInt64(8 * (position % 8))
    }
    return result
  }

  /// Whether a number is less than another one of as many words.
  private static func isLess(_ a: Words, _ b: Words) -> Bool {
    for index in a.indices.reversed() where a[index] != b[index] { return a[index] < b[index] }
    return false
  }

  private static func difference(_ a: Words, _ b: Words) -> Words {
    var result = a
    var borrow: UInt64 = 0
    for index in result.indices {
      let (first, isBelow) = a[index].subtractingReportingOverflow(b[index])
      let (second, isBelowToo) = first.subtractingReportingOverflow(borrow)
      result[index] = second
      borrow = isBelow || isBelowToo ? 1 : 0
    }
    return result
  }

  private static func sum(_ a: Words, _ b: Words, _ modulus: Words) -> Words {
    var result = a
    var carry: UInt64 = 0
    for index in result.indices {
      let (first, isOver) = a[index].addingReportingOverflow(b[index])
      let (second, isOverToo) = first.addingReportingOverflow(carry)
      result[index] = second
      carry = isOver || isOverToo ? 1 : 0
    }
    return carry == 1 || !isLess(result, modulus) ? difference(result, modulus) : result
  }

  func sum(_ a: Words, _ b: Words) -> Words { Self.sum(a, b, words) }

  func difference(_ a: Words, _ b: Words) -> Words {
    let result = Self.difference(a, b)
    guard Self.isLess(a, b) else { return result }
    // It went around; adding the modulus brings it back.
    return Self.difference(result, Self.difference(Words(repeating: 0, count: words.count), words))
  }

  func product(_ a: Words, _ b: Words) -> Words {
    let count = words.count
    var total = Words(repeating: 0, count: count + 2)
    for index in 0..<count {
      Self.add(a, times: b[index], to: &total)
      Self.add(words, times: total[0] &* inverse, to: &total)
      // The lowest word is 0 now.
      for position in 0...count { total[position] = total[position + 1] }
      total[count + 1] = 0
    }
    let result = Array(total.prefix(count))
    return total[count] != 0 || !Self.isLess(result, words) ? Self.difference(result, words) : result
  }

  private static func add(_ a: Words, times factor: UInt64, to total: inout Words) {
    var carry: UInt64 = 0
    for index in a.indices {
      let (high, low) = a[index].multipliedFullWidth(by: factor)
      let (first, isOver) = total[index].addingReportingOverflow(low)
      let (second, isOverToo) = first.addingReportingOverflow(carry)
      total[index] = second
      carry = high &+ (isOver ? 1 : 0) &+ (isOverToo ? 1 : 0)
    }
    let (last, isOver) = total[a.count].addingReportingOverflow(carry)
    total[a.count] = last
    total[a.count + 1] &+= isOver ? 1 : 0
  }

  /// - Parameter exponent: The highest byte first.
  func power(_ base: Words, _ exponent: [UInt8]) -> Words {
    var result = one
    for byte in exponent {
      for bit in (0..<8).reversed() {
        result = product(result, result)
        if byte >> UInt8(bit) & 1 == 1 { result = product(result, base) }
      }
    }
    return result
  }

  /// What times a number is 1, if the modulus is a prime number; 0 of 0.
  func inverse(of number: Words) -> Words {
    // Fermat's little theorem.
    power(number, Self.bytes(Self.difference(words, Self.words([2], count: words.count))))
  }

  /// A number as it is kept.
  ///
  /// - Parameter bytes: The highest byte first.
  /// - Returns: `nil` if it is not below the modulus.
  func kept(_ bytes: [UInt8]) -> Words? {
    let bytes = Array(bytes.drop { $0 == 0 })
    guard bytes.count <= 8 * words.count else { return nil }
    let number = Self.words(bytes, count: words.count)
    return Self.isLess(number, words) ? product(number, square) : nil
  }

  /// A number that may be above the modulus, but not twice as large, as it is kept.
  func reduced(_ bytes: [UInt8]) -> Words? {
    if let number = kept(bytes) { return number }
    let bytes = Array(bytes.drop { $0 == 0 })
    guard bytes.count <= 8 * words.count else { return nil }
    let number = Self.difference(Self.words(bytes, count: words.count), words)
    return Self.isLess(number, words) ? product(number, square) : nil
  }

  /// A number that is kept, as itself: the highest byte first, as many bytes as the words of the modulus have.
  func bytes(_ number: Words) -> [UInt8] {
    Self.bytes(product(number, Self.words([1], count: words.count)))
  }

  private static func bytes(_ words: Words) -> [UInt8] {
    words.reversed().flatMap { word in
      (0..<8).reversed().map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) }
    }
  }
}

import Foundation

/// What texts look like that are to be removed.
public struct RedactionPattern: Sendable, Hashable {
  private let expression: String
  private let check: Check

  private enum Check: Sendable { case none, card, phone }

  /// Addresses of electronic mail.
  public static let emailAddresses = RedactionPattern(
    trusted: #"[A-Za-z0-9._%+-]+@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9-]+)+"#)
  /// Telephone numbers: 7 to 15 digits with spaces, dots, hyphens, slashes and brackets between them.
  public static let phoneNumbers = RedactionPattern(
    trusted: #"(?<![\w.])(?:\+|\(|\d)[\d ()./\u2010-\u2013-]{5,25}\d(?!\w)"#, check: .phone)
  /// Numbers of payment cards: 13 to 19 digits with spaces or hyphens between them, whose check digit (Luhn) is right.
  public static let cardNumbers = RedactionPattern(
    trusted: #"(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)"#, check: .card)

  private init(trusted expression: String, check: Check = .none) {
    (self.expression, self.check) = (expression, check)
  }

  /// Makes a pattern of a regular expression, in the syntax of `NSRegularExpression`. Ends of lines are line feeds.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if it is none.
  public init(_ regularExpression: String) throws(PDFError) {
    do { _ = try NSRegularExpression(pattern: regularExpression) } catch {
      throw PDFError(
        .invalidArgument,
        "'\(regularExpression)' is not a regular expression: check its brackets and escapes.")
    }
    self.init(trusted: regularExpression)
  }

  /// The places in a text of a page that look like it, as ranges of Unicode scalars.
  ///
  /// - Complexity: As the regular expression's.
  public func matches(in text: PageText) -> [Range<Int>] {
    guard let expression = try? NSRegularExpression(pattern: expression) else { return [] }
    let string = text.string
    // NSRegularExpression counts units of UTF-16.
    var scalars = [Int](repeating: 0, count: string.utf16.count + 1)
    var unit = 0
    for (index, scalar) in string.unicodeScalars.enumerated() {
      for _ in 0..<(scalar.value > 0xFFFF ? 2 : 1) {
        scalars[unit] = index
        unit += 1
      }
    }
    scalars[unit] = text.count
    return expression.matches(in: string, range: NSRange(location: 0, length: unit)).compactMap { match in
      guard match.range.length > 0 else { return nil }
      let range = scalars[match.range.location]..<scalars[match.range.location + match.range.length]
      return isRight(text.characters[range]) ? range : nil
    }
  }

  private func isRight(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
    let digits = text.compactMap { (0x30...0x39).contains($0.value) ? Int($0.value) - 0x30 : nil }
    switch check {
    case .none: return true
    case .phone: return (7...15).contains(digits.count)
    case .card:
      let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
        let value = digit.offset % 2 == 1 ? digit.element * 2 : digit.element
        return sum + (value > 9 ? value - 9 : value)
      }
      return sum % 10 == 0
    }
  }
}

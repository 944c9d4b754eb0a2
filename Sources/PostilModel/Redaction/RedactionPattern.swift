import Foundation

/// What texts look like that are to be removed.
public struct RedactionPattern: Sendable, Hashable {
  private let expression: NSRegularExpression?
  private let check: Check

  private enum Check: Sendable { case none, card, phone }

  /// Addresses of electronic mail.
  public static let emailAddresses = RedactionPattern(
    // From the beginning of a run of letters, which is looked at once: a page may be one long word.
    trusted: #"(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]++"#
      + #"@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9-]+)+"#)
  /// Telephone numbers: 7 to 15 digits with spaces, dots, hyphens, slashes and brackets between them.
  public static let phoneNumbers = RedactionPattern(
    trusted: #"(?<![\w.])(?:\+|\(|\d)[\d ()./\u2010-\u2013-]{5,25}\d(?!\w)"#, check: .phone)
  /// Numbers of payment cards: 13 to 19 digits with spaces or hyphens between them, whose check digit (Luhn) is right.
  public static let cardNumbers = RedactionPattern(
    trusted: #"(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)"#, check: .card)

  private init(_ expression: NSRegularExpression?, check: Check = .none) {
    (self.expression, self.check) = (expression, check)
  }

  /// Of an expression that is known to be right.
  private init(trusted expression: String, check: Check = .none) {
    self.init(try? NSRegularExpression(pattern: expression), check: check)
  }

  /// Makes a pattern of a regular expression, in the syntax of `NSRegularExpression`. Ends of lines are line feeds.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if it is none.
  public init(_ regularExpression: String) throws(PDFError) {
    do { self.init(try NSRegularExpression(pattern: regularExpression)) } catch {
      throw PDFError(
        .invalidArgument,
        "'\(regularExpression)' is not a regular expression: check its brackets and escapes.")
    }
  }

  /// The places in a text of a page that look like it, as ranges of Unicode scalars.
  ///
  /// - Complexity: As the regular expression's.
  public func matches(in text: PageText) -> [Range<Int>] { matches(in: text.characters) }

  /// The places in a text that look like it, as ranges of its scalars; none of them is empty.
  package func matches(in characters: [Unicode.Scalar]) -> [Range<Int>] {
    guard let expression, !characters.isEmpty else { return [] }
    let string = PageText.string(of: characters[...])
    // NSRegularExpression counts units of UTF-16.
    var scalars: [Int] = []
    scalars.reserveCapacity(characters.count + 1)
    for (index, scalar) in characters.enumerated() {
      scalars.append(index)
      if scalar.value > 0xFFFF { scalars.append(index) }
    }
    let units = scalars.count
    scalars.append(characters.count)
    return expression.matches(in: string, range: NSRange(location: 0, length: units)).compactMap { match in
      guard match.range.length > 0 else { return nil }
      let range = scalars[match.range.location]..<scalars[match.range.location + match.range.length]
      return isRight(characters[range]) ? range : nil
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

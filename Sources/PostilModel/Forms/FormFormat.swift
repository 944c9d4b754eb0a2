import Foundation

/// How a field shows its value, where its script is one of those that form editors write: a number, a percentage or a date.
/// The value itself stays as it is.
package enum FormFormat: Hashable {
  case number(NumberStyle)
  case percent(decimals: Int, separators: Int)
  case date(String)

  package struct NumberStyle: Hashable {
    var decimals: Int
    /// 0: `1,234.56`, 1: `1234.56`, 2: `1.234,56`, 3: `1234,56`, 4: `1'234.56`.
    var separators: Int
    /// Whether negative numbers are in parentheses.
    var hasParentheses: Bool
    var currency: String
    var isCurrencyFirst: Bool
  }

  /// `nil` for scripts that are not understood.
  init?(_ script: String) {
    guard let call = ScriptCall(script) else { return nil }
    func decimals() -> Int? { call.integer(0).flatMap { (0...20).contains($0) ? $0 : nil } }
    func separators() -> Int? { call.integer(1).flatMap { (0...4).contains($0) ? $0 : nil } }
    switch call.function {
    case "AFNumber_Format":
      guard let decimals = decimals(), let separators = separators() else { return nil }
      self = .number(
        NumberStyle(
          decimals: decimals, separators: separators, hasParentheses: (call.integer(2) ?? 0) >= 2,
          currency: call.text(4) ?? "", isCurrencyFirst: call.boolean(5) ?? true))
    case "AFPercent_Format":
      guard let decimals = decimals(), let separators = separators() else { return nil }
      self = .percent(decimals: decimals, separators: separators)
    case "AFDate_FormatEx":
      guard let format = call.text(0), !format.isEmpty, format.count < 100 else { return nil }
      self = .date(format)
    default: return nil
    }
  }

  /// What a field shows for a text: the text itself where it has no format that is understood, or the text does not fit it.
  package static func shown(_ text: String, _ field: FormField) -> String {
    guard !text.isEmpty, let script = field.scripts.first(where: { $0.trigger == .format }),
      let format = FormFormat(script.source)
    else { return text }
    return format.shown(text) ?? text
  }

  /// `nil` if the text is no number, or no date.
  func shown(_ text: String) -> String? {
    switch self {
    case .number(let style):
      guard let number = Self.number(text, separators: style.separators) else { return nil }
      let digits = Self.digits(abs(number), decimals: style.decimals, separators: style.separators)
      let amount = style.isCurrencyFirst ? style.currency + digits : digits + style.currency
      // What is rounded to nothing is not negative.
      guard number < 0, digits.contains(where: { ("1"..."9").contains($0) }) else { return amount }
      return style.hasParentheses ? "(\(amount))" : "-" + amount
    case .percent(let decimals, let separators):
      guard let number = Self.number(text, separators: separators) else { return nil }
      let digits = Self.digits(abs(number * 100), decimals: decimals, separators: separators)
      return (number < 0 ? "-" : "") + digits + "%"
    case .date(let format): return FormDateFormat(format).shown(text)
    }
  }

  // MARK: - Numbers

  /// The number that a field's text says; `nil` if it is none.
  static func number(_ text: String, separators: Int = 1) -> Double? {
    var text = text.filter { !$0.isWhitespace && $0 != "'" && $0 != "’" }
    switch (text.contains("."), text.contains(",")) {
    // The last of both is the decimal point.
    case (true, true):
      let isComma =
        (text.lastIndex(of: ",") ?? text.startIndex) > (text.lastIndex(of: ".") ?? text.startIndex)
      text = text.filter { $0 != (isComma ? "." : ",") }.replacing(",", with: ".")
    case (false, true):
      let groups = text.split(separator: ",", omittingEmptySubsequences: false)
      let isGrouped = separators == 0 && groups.dropFirst().allSatisfy { $0.count == 3 }
      text = isGrouped || groups.count > 2 ? text.replacing(",", with: "") : text.replacing(",", with: ".")
    case (true, false), (false, false): break
    }
    guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), let number = Double(text),
      number.isFinite
    else { return nil }
    return number
  }

  private static func digits(_ number: Double, decimals: Int, separators: Int) -> String {
    let plain = String(format: "%.\(decimals)f", locale: Locale(identifier: "en_US_POSIX"), number)
    let parts = plain.split(separator: ".")
    let group = separators == 0 ? "," : separators == 2 ? "." : separators == 4 ? "'" : ""
    var whole = ""
    for (index, digit) in (parts.first ?? "0").enumerated() {
      if index > 0, ((parts.first?.count ?? 0) - index) % 3 == 0 { whole += group }
      whole.append(digit)
    }
    guard decimals > 0, parts.count > 1 else { return whole }
    return whole + (separators == 2 || separators == 3 ? "," : ".") + parts[1]
  }
}

/// A date as forms write it: `d`, `dd`, `ddd`, `dddd`, `m` to `mmmm`, `yy`, `yyyy`, `H`, `HH`, `h`, `hh`, `M`, `MM`, `s`, `ss`,
/// `tt`, and what stands between them.
struct FormDateFormat {
  let tokens: [String]

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November",
    "December",
  ]
  private static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]

  struct Moment {
    var year = 0
    var month = 1
    var day = 1
    var hour = 0
    var minute = 0
    var second = 0
    var isAfternoon: Bool?
  }

  init(_ format: String) {
    tokens = format.reduce(into: []) { tokens, character in
      if let last = tokens.last, last.first == character, "dmyHhMst".contains(character) {
        tokens[tokens.count - 1].append(character)
      } else {
        tokens.append(String(character))
      }
    }
  }

  /// A date in this form: from one in this form, or one like `2026-05-04`. `nil` if the text is neither.
  func shown(_ text: String) -> String? {
    let iso = FormDateFormat("yyyy-mm-dd")
    guard let moment = iso.moment(text) ?? moment(text) else { return nil }
    return written(moment)
  }

  func moment(_ text: String) -> Moment? {
    var rest = text[...]
    var moment = Moment()
    for token in tokens {
      switch token {
      case "d", "dd": guard let value = Self.number(&rest, 2) else { return nil }; moment.day = value
      case "ddd", "dddd": guard Self.name(Self.weekdays, &rest) != nil else { return nil }
      case "m", "mm": guard let value = Self.number(&rest, 2) else { return nil }; moment.month = value
      case "mmm", "mmmm":
        guard let value = Self.name(Self.months, &rest) else { return nil }; moment.month = value + 1
      case "yy":
        guard let value = Self.number(&rest, 2) else { return nil }
        moment.year = value < 50 ? 2000 + value : 1900 + value
      case "yyyy": guard let value = Self.number(&rest, 4), value > 0 else { return nil }; moment.year = value
      case "H", "HH", "h", "hh":
        guard let value = Self.number(&rest, 2) else { return nil }; moment.hour = value
      case "M", "MM": guard let value = Self.number(&rest, 2) else { return nil }; moment.minute = value
      case "s", "ss": guard let value = Self.number(&rest, 2) else { return nil }; moment.second = value
      case "t", "tt":
        let word = rest.prefix(token.count).lowercased()
        guard word.hasPrefix("a") || word.hasPrefix("p") else { return nil }
        moment.isAfternoon = word.hasPrefix("p")
        rest = rest.dropFirst(token.count)
      default:
        guard rest.hasPrefix(token) else { return nil }
        rest = rest.dropFirst(token.count)
      }
    }
    if let isAfternoon = moment.isAfternoon { moment.hour = moment.hour % 12 + (isAfternoon ? 12 : 0) }
    guard rest.isEmpty, (1...12).contains(moment.month), (0...23).contains(moment.hour),
      (0...59).contains(moment.minute), (0...59).contains(moment.second),
      (1...Self.days(in: moment.month, moment.year)).contains(moment.day)
    else { return nil }
    return moment
  }

  static func days(in month: Int, _ year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  private static func number(_ rest: inout Substring, _ most: Int) -> Int? {
    let digits = rest.prefix(most).prefix { ("0"..."9").contains($0) }
    rest = rest.dropFirst(digits.count)
    return Int(digits)
  }

  /// The index of the name that comes next, in full or its first three letters.
  private static func name(_ names: [String], _ rest: inout Substring) -> Int? {
    let word = rest.prefix { $0.isLetter }.lowercased()
    guard
      let index = names.firstIndex(where: { $0.lowercased() == word || $0.prefix(3).lowercased() == word })
    else { return nil }
    rest = rest.dropFirst(word.count)
    return index
  }

  func written(_ moment: Moment) -> String {
    tokens.map { token in
      func padded(_ value: Int, _ count: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
      }
      let hour = (moment.hour + 11) % 12 + 1
      switch token {
      case "d": return String(moment.day)
      case "dd": return padded(moment.day, 2)
      case "ddd": return String(Self.weekdays[Self.weekday(moment)].prefix(3))
      case "dddd": return Self.weekdays[Self.weekday(moment)]
      case "m": return String(moment.month)
      case "mm": return padded(moment.month, 2)
      case "mmm": return String(Self.months[moment.month - 1].prefix(3))
      case "mmmm": return Self.months[moment.month - 1]
      case "yy": return padded(moment.year % 100, 2)
      case "yyyy": return padded(moment.year, 4)
      case "H": return String(moment.hour)
      case "HH": return padded(moment.hour, 2)
      case "h": return String(hour)
      case "hh": return padded(hour, 2)
      case "M": return String(moment.minute)
      case "MM": return padded(moment.minute, 2)
      case "s": return String(moment.second)
      case "ss": return padded(moment.second, 2)
      case "t": return moment.hour < 12 ? "a" : "p"
      case "tt": return moment.hour < 12 ? "am" : "pm"
      default: return token
      }
    }.joined()
  }

  /// The day of the week, from Sunday (Sakamoto's method).
  private static func weekday(_ moment: Moment) -> Int {
    let year = moment.month < 3 ? moment.year - 1 : moment.year
    let offset = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4][moment.month - 1]
    return (year + year / 4 - year / 100 + year / 400 + offset + moment.day) % 7
  }
}

import Foundation
import PostilModel

/// An attribute that says the value of one key (ISO 19444-1, 6.6).
struct XFDFAttribute {
  /// How the value is written.
  enum Form {
    case text, name, number, numbers, rect, color, flags, date
    case boolean(true: String, false: String)
    /// The first of the values of a word is the one that is written.
    case words([(word: String, value: PDFValue)])
  }

  let name: String
  let key: String
  let form: Form

  static let all: [XFDFAttribute] = [
    .init(name: "rect", key: "Rect", form: .rect),
    .init(name: "color", key: "C", form: .color),
    .init(name: "interior-color", key: "IC", form: .color),
    .init(name: "flags", key: "F", form: .flags),
    .init(name: "name", key: "NM", form: .text),
    .init(name: "title", key: "T", form: .text),
    .init(name: "subject", key: "Subj", form: .text),
    .init(name: "date", key: "M", form: .date),
    .init(name: "creationdate", key: "CreationDate", form: .date),
    .init(name: "opacity", key: "CA", form: .number),
    .init(
      name: "replyType", key: "RT",
      form: .words([("reply", .name("R")), ("group", .name("Group"))])),
    .init(name: "IT", key: "IT", form: .name),
    .init(name: "fringe", key: "RD", form: .numbers),
    .init(name: "coords", key: "QuadPoints", form: .numbers),
    .init(name: "icon", key: "Name", form: .name),
    .init(name: "rotation", key: "Rotate", form: .number),
    .init(
      name: "justification", key: "Q",
      form: .words([
        ("left", .integer(0)), ("centered", .integer(1)), ("right", .integer(2)), ("center", .integer(1)),
      ])),
    .init(name: "state", key: "State", form: .text),
    .init(name: "statemodel", key: "StateModel", form: .text),
    .init(
      name: "symbol", key: "Sy",
      form: .words([
        ("paragraph", .name("P")), ("none", .name("None")), ("P", .name("P")), ("None", .name("None")),
      ])),
    .init(name: "leaderLength", key: "LL", form: .number),
    .init(name: "leaderExtend", key: "LLE", form: .number),
    .init(name: "leaderOffset", key: "LLO", form: .number),
    .init(name: "caption", key: "Cap", form: .boolean(true: "yes", false: "no")),
    .init(name: "caption-style", key: "CP", form: .name),
    .init(name: "callout", key: "CL", form: .numbers),
    .init(name: "open", key: "Open", form: .boolean(true: "yes", false: "no")),
    .init(
      name: "Highlight", key: "H",
      form: .words([
        ("None", .name("N")), ("Invert", .name("I")), ("Outline", .name("O")), ("Push", .name("P")),
      ])),
    .init(name: "overlay-text", key: "OverlayText", form: .text),
    .init(name: "overlay-text-repeat", key: "Repeat", form: .boolean(true: "true", false: "false")),
  ]

  static let byName = Dictionary(all.map { ($0.name.lowercased(), $0) }) { first, _ in first }

  /// The keys whose values are texts, whatever their encoding.
  static let textKeys: Set<String> = Set(
    all.compactMap { attribute in
      switch attribute.form {
      case .text, .date: attribute.key
      default: nil
      }
    } + ["Contents"])
}

// MARK: - Writing

extension XFDFAttribute {
  /// The value as a text; `nil` if it is not of the form.
  func text(_ value: PDFValue) -> String? {
    switch (form, value) {
    case (.text, .string), (.date, .string): value.text
    case (.name, .name(let name)): name
    case (.number, _): value.number == nil ? nil : XFDFNumber.text(value)
    case (.numbers, .array(let values)): XFDFNumber.text(values)
    case (.rect, .array(let values)): XFDFNumber.text(Self.normalized(values))
    case (.color, .array(let values)): Self.colorText(values.compactMap(\.number))
    case (.flags, .integer(let bits)): Self.flagsText(bits)
    case (.boolean(let yes, let no), .boolean(let isTrue)): isTrue ? yes : no
    case (.words(let words), _): words.first { $0.value == value }?.word
    default: nil
    }
  }

  /// The left, lower, right and upper edge of a rectangle, which a file may say by any two opposite corners (ISO 32000-2, 7.9.5).
  private static func normalized(_ values: [PDFValue]) -> [PDFValue] {
    let numbers = values.compactMap(\.number)
    guard values.count == 4, numbers.count == 4 else { return values }
    var result = values
    for (low, high) in [(0, 2), (1, 3)] where numbers[low] > numbers[high] { result.swapAt(low, high) }
    return result
  }

  private static func colorText(_ parts: [Double]) -> String? {
    Color(parts: parts).map { "#\($0.hex)" }
  }

  private static let flagNames = [
    "invisible", "hidden", "print", "nozoom", "norotate", "noview", "readonly", "locked", "togglenoview",
    "lockedcontents",
  ]

  private static func flagsText(_ bits: Int) -> String? {
    let names = flagNames.indices.filter { bits & 1 << $0 != 0 }.map { flagNames[$0] }
    return names.isEmpty ? nil : names.joined(separator: ",")
  }
}

// MARK: - Reading

extension XFDFAttribute {
  /// The value of a text; `nil` if it says none that is known. Numbers have to be numbers.
  ///
  /// - Throws: `PDFError` with code `.invalidAnnotations`.
  func value(_ text: String) throws -> PDFValue? {
    switch form {
    case .text: return .string(Data(TextString.encode(text)))
    case .name: return text.isEmpty ? nil : .name(text)
    case .date: return text.isEmpty ? nil : .string(Data(TextString.encode(Self.date(text))))
    case .number:
      guard let number = XFDFNumber.value(text) else { throw problem(text, "a number") }
      return number
    case .numbers, .rect:
      guard let numbers = XFDFNumber.list(text) else { throw problem(text, "a list of numbers") }
      return numbers.isEmpty ? nil : .array(numbers)
    case .color:
      guard !text.isEmpty else { return nil }
      guard let color = Color(hex: text) else { throw problem(text, "a color such as #FF8000") }
      let parts = [color.red, color.green, color.blue]
      return .array(
        parts.map { part in Int(exactly: part).map(PDFValue.integer) ?? .real(Self.rounded(part)) })
    case .flags:
      let names = text.split { $0 == "," || $0.isWhitespace }.map { $0.lowercased() }
      let bits = names.compactMap(Self.flagNames.firstIndex).reduce(0) { $0 | 1 << $1 }
      return bits == 0 ? nil : .integer(bits)
    case .boolean(let yes, _): return .boolean([yes, "yes", "true", "1"].contains(text.lowercased()))
    case .words(let words): return words.first { $0.word.lowercased() == text.lowercased() }?.value
    }
  }

  private func problem(_ text: String, _ form: String) -> PDFError {
    PDFError(.invalidAnnotations, "the attribute \(name)=\"\(text.prefix(60))\" is not \(form)")
  }

  /// Parts of colors to as many decimals as tell 256 steps apart.
  private static func rounded(_ part: Double) -> Double { (part * 1e5).rounded() / 1e5 }

  /// A date of PDF; others are of ISO 8601.
  private static func date(_ text: String) -> String {
    let form = /(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:(Z)|([+-]\d\d):?(\d\d))?/
    guard let parts = text.wholeMatch(of: form)?.output else { return text }
    let zone = parts.8.map { "\($0)'\(parts.9 ?? "00")'" } ?? (parts.7 == nil ? "" : "Z")
    return "D:\(parts.1)\(parts.2)\(parts.3)\(parts.4)\(parts.5)\(parts.6)\(zone)"
  }
}

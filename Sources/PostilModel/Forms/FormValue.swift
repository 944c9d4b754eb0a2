/// The value of a form field.
///
/// | Field | Value |
/// |---|---|
/// | text | ``text(_:)``; an empty text is no value |
/// | check box | ``checked(_:)``; of several boxes that exclude each other, ``text(_:)`` with the value of the one that is checked |
/// | radio buttons | ``text(_:)`` with the value of the selected one; `checked(false)` if none is |
/// | combo box | ``text(_:)`` with the value of the option, or, if it can be edited, any text |
/// | list box | ``choices(_:)`` with the values of the selected options |
///
/// ```swift
/// try document.fill(["name": "Ada", "member": true, "languages": ["de", "en"]])
/// ```
public enum FormValue: Sendable, Hashable {
  /// A text, or the value of one option.
  case text(String)
  /// Whether a check box is checked; `false` also selects none of several buttons.
  case checked(Bool)
  /// The values of the selected options of a list.
  case choices([String])

  /// Whether it is no text, nothing selected, or not checked.
  public var isEmpty: Bool {
    switch self {
    case .text(let text): text.isEmpty
    case .checked(let isChecked): !isChecked
    case .choices(let values): values.isEmpty
    }
  }
}

extension FormValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral {
  /// A text, or the value of an option.
  public init(stringLiteral text: String) { self = .text(text) }
  /// Whether a box is checked.
  public init(booleanLiteral isChecked: Bool) { self = .checked(isChecked) }
  /// The values of options of a list.
  public init(arrayLiteral values: String...) { self = .choices(values) }
}

extension FormValue: Codable {
  /// Reads a text, a number (as its digits), `true` or `false`, or a list of texts.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let isChecked = try? value.decode(Bool.self) {
      self = .checked(isChecked)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let number = try? value.decode(Int.self) {
      self = .text(String(number))
    } else if let number = try? value.decode(Double.self) {
      self = .text(String(number))
    } else if let texts = try? value.decode([String].self) {
      self = .choices(texts)
    } else {
      throw DecodingError.dataCorruptedError(
        in: value, debugDescription: "the value of a field is a text, true or false, or a list of texts")
    }
  }

  /// Writes what ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .text(let text): try value.encode(text)
    case .checked(let isChecked): try value.encode(isChecked)
    case .choices(let texts): try value.encode(texts)
    }
  }
}

extension FormValue: CustomStringConvertible {
  /// The text, the selected values with commas between them, `yes` or `no`.
  public var description: String {
    switch self {
    case .text(let text): text
    case .checked(let isChecked): isChecked ? "yes" : "no"
    case .choices(let values): values.joined(separator: ", ")
    }
  }
}

/// What is being entered into a form field, before it is its value.
public struct FormEntry: Sendable, Hashable {
  /// How it is entered.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// As one line of text.
    case text
    /// As one line of text that is not to be seen.
    case password
    /// As text of several lines.
    case paragraph
    /// As one line of text, or by choosing a day.
    case date
    /// As one line of text, or by choosing an option.
    case editableComboBox
    /// By choosing an option.
    case comboBox
    /// By choosing one or more options.
    case listBox
  }

  /// The place where it is entered.
  public internal(set) var widget: FormWidget
  /// The field, with the value that it has until then.
  public let field: FormField
  /// How it is entered.
  public let kind: Kind
  /// The text so far; of a combo box the label of its option.
  public internal(set) var text: String
  /// The values of the options of a list box that are chosen so far.
  public internal(set) var choices: [String]
  /// Whether the options, or the days of a calendar, are to be shown beside the field.
  public internal(set) var isListOpen = false
  /// The index of the option that typing its first letters found; `nil` if nothing was found so.
  public internal(set) var foundIndex: Int?

  private let look: FieldTextLook
  private let original: FormValue

  /// `nil` for fields into which nothing is entered: buttons and signatures.
  init?(_ field: FormField, at widget: FormWidget, look: FieldTextLook?) {
    guard let kind = Kind(field) else { return nil }
    (self.field, self.widget, self.kind, self.look) = (field, widget, kind, look ?? FieldTextLook())
    (text, choices) = ("", [])
    switch field.value {
    case .text(let value):
      let isCombo = kind == .comboBox || kind == .editableComboBox
      text = isCombo ? field.options.first { $0.value == value }?.label ?? value : value
    case .choices(let values): choices = values
    case .checked: break
    }
    original = kind == .listBox ? .choices(choices) : .text(text)
  }

  /// The value so far, as ``Postil/FormField/accepted(_:)`` takes it.
  public var value: FormValue { kind == .listBox ? .choices(choices) : .text(text) }
  /// Whether it differs from the value that the field has.
  public var isChanged: Bool { value != original }
  /// Whether a text is typed.
  public var isTyped: Bool { kind != .comboBox && kind != .listBox }
  /// Whether there are options or days to choose from beside the text.
  public var hasList: Bool { [.comboBox, .editableComboBox, .date].contains(kind) }
  /// Whether several options of a list box may be chosen.
  public var allowsSeveral: Bool { kind == .listBox && field.flags.contains(.multiSelect) }

  /// Whether an option is chosen.
  public func isChosen(_ option: FormField.Option) -> Bool {
    kind == .listBox ? choices.contains(option.value) : text == option.label
  }

  /// The index of the first option that is chosen; `nil` if none is.
  public var chosenIndex: Int? { field.options.firstIndex(where: isChosen) }

  // MARK: - Typing

  /// A text as it may be typed: on one line where the field has one, and no longer than the field allows. Of a text that is too
  /// long what was inserted is shortened, not what was there.
  func limited(_ new: String) -> String {
    var text = new.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    if kind != .paragraph { text = text.replacing("\n", with: " ") }
    guard kind != .editableComboBox, let most = field.maximumLength, most >= 0, text.count > most else {
      return text
    }
    let start = zip(self.text, text).prefix { $0 == $1 }.count
    let rest = min(self.text.count, text.count) - start
    let end = zip(self.text.reversed(), text.reversed()).prefix(rest).prefix { $0 == $1 }.count
    let inserted = text.dropFirst(start).dropLast(end)
    let room = max(most - start - end, 0)
    return String(text.prefix(start) + inserted.prefix(room) + text.suffix(end))
  }

  // MARK: - Look

  /// The family and the style of the text.
  public var font: TextFont { look.font }
  /// The color of the text.
  public var color: Color { look.color }
  /// Where its lines stand.
  public var alignment: TextAlignment { look.alignment }
  /// Whether the field's text does not run as the page's does; it is entered upright all the same.
  public var isTurned: Bool { look.isTurned }
  /// The cells that the field is divided into, each for one character (a comb); `nil` if there are none, or the text would run
  /// across them.
  public var cells: Int? { kind == .text && !isTurned ? field.combCells : nil }
  /// The space between the edge of the field and the text, in points.
  public var inset: Double { look.inset * 2 }

  private static let smallest = 4.0
  /// The size of text of several lines, and of lists, that may have any, in points.
  private static let usual = 12.0

  /// The size of the text, in points, about as the field will show it: the field's own, or one that fits.
  ///
  /// - Complexity: O(characters).
  public var fontSize: Double {
    if look.size > 0 { return look.size }
    let width = max(widget.rect.width - 2 * inset, 1)
    let height = max(widget.rect.height - 2 * look.inset, 1)
    switch kind {
    case .listBox: return Self.usual
    case .paragraph:
      // Halves of points from the usual size down; fewer lines fit the larger it is.
      var (fits, tooLarge) = (Int(Self.smallest * 2), Int(Self.usual * 2) + 1)
      while tooLarge - fits > 1 {
        let size = (fits + tooLarge) / 2
        let isFitting = measured(size: Double(size) / 2, in: width).map { $0.height <= height } ?? true
        if isFitting { fits = size } else { tooLarge = size }
      }
      return Double(fits) / 2
    case .text, .password, .date, .comboBox, .editableComboBox:
      let unit = measured(size: 100)
      let wide = unit.map { $0.width > 0 ? width / $0.width * 100 : .infinity } ?? .infinity
      return min(max(min(wide, height / 1.15), Self.smallest), TextFont.sizes.upperBound)
    }
  }

  private func measured(size: Double, in width: Double? = nil) -> TextMeasurement? {
    var font = look.font
    font.size = size
    let shown = kind == .password ? String(repeating: "*", count: text.count) : text
    return try? Appearance.Text(shown, font: font).measured(in: width)
  }
}

extension FormEntry.Kind {
  init?(_ field: FormField) {
    switch field.kind {
    case .text where field.flags.contains(.password): self = .password
    case .text where field.flags.contains(.multiline): self = .paragraph
    case .text: self = field.showsDate ? .date : .text
    case .comboBox: self = field.flags.contains(.edit) ? .editableComboBox : .comboBox
    case .listBox: self = .listBox
    case .checkBox, .radioButtons, .pushButton, .signature, .unknown: return nil
    }
  }
}

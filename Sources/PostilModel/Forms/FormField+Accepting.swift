extension FormField {
  /// The value as the field has it: checked against its kind, options and limits, and in the form that ``FormValue`` describes.
  ///
  /// - Throws: ``PDFError`` with code `.notEditable` for fields that cannot be filled in, `.invalidArgument` for values that
  ///   the field does not take.
  public func accepted(_ new: FormValue) throws(PDFError) -> FormValue {
    switch kind {
    case .pushButton, .signature, .unknown:
      throw PDFError(
        .notEditable, "The field '\(name)' is \(kind.phrase), which has no value: leave it out.")
    default: break
    }
    guard !flags.contains(.readOnly) else {
      throw PDFError(.notEditable, "The field '\(name)' is read-only: leave it out.")
    }
    return try value(for: new)
  }

  /// ``accepted(_:)`` for values that the document itself gives, which read-only fields take as well.
  package func value(for new: FormValue) throws(PDFError) -> FormValue {
    switch kind {
    case .text: .text(try text(for: new))
    case .checkBox, .radioButtons: try buttonValue(for: new)
    case .comboBox: .text(try option(for: try single(new), isFree: flags.contains(.edit)))
    case .listBox: .choices(try choices(for: new))
    case .pushButton, .signature, .unknown: new
    }
  }

  private func refused(_ reason: String) -> PDFError {
    PDFError(.invalidArgument, "The field '\(name)' \(reason).")
  }

  // MARK: - Text

  private func text(for new: FormValue) throws(PDFError) -> String {
    let given = try single(new)
    let text = given.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    if let maximumLength, maximumLength >= 0, text.count > maximumLength {
      throw refused("takes \(maximumLength) characters, and the text has \(text.count): shorten it")
    }
    guard text.unicodeScalars.count <= Appearance.Text.longest else {
      throw refused("takes at most \(Appearance.Text.longest) characters: shorten the text")
    }
    if !flags.contains(.multiline), text.contains("\n") {
      throw refused("has one line: take the line feeds out")
    }
    let control = text.unicodeScalars.first {
      $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t"
    }
    if let control { throw refused("takes no control characters: take \(control.codePoint) out") }
    return text
  }

  private func single(_ new: FormValue) throws(PDFError) -> String {
    switch new {
    case .text(let text): return text
    case .choices(let values) where values.count <= 1: return values.first ?? ""
    case .choices: throw refused("takes one value: give a text")
    case .checked: throw refused("takes a text, not true or false")
    }
  }

  // MARK: - Buttons

  private func buttonValue(for new: FormValue) throws(PDFError) -> FormValue {
    let values = buttonValues
    switch new {
    case .checked(false): return .checked(false)
    case .checked(true):
      guard values.count == 1, let only = values.first else {
        throw refused("has several buttons: give the value of one of them: \(Self.list(values))")
      }
      return kind == .checkBox ? .checked(true) : .text(only)
    case .text, .choices:
      let text = try single(new)
      if text.isEmpty || (text == "Off" && !values.contains("Off")) { return .checked(false) }
      // Files of form data may have what the field itself has in the file.
      let named = values.contains(text) ? text : widgets.first { $0.state == text }?.value
      guard let named else {
        if kind == .checkBox, values.count == 1 {
          throw refused("has no value '\(text)': give true or false, or \(Self.list(values)) or Off")
        }
        throw refused("has no button '\(text)': use one of \(Self.list(values)), or Off")
      }
      return kind == .checkBox && values.count == 1 ? .checked(true) : .text(named)
    }
  }

  // MARK: - Choices

  private func option(for text: String, isFree: Bool) throws(PDFError) -> String {
    if text.isEmpty { return text }
    if let option = options.first(where: { $0.value == text }) ?? options.first(where: { $0.label == text }) {
      return option.value
    }
    guard isFree else {
      throw refused("has no option '\(text)': use one of \(Self.list(options))")
    }
    guard text.unicodeScalars.count <= Appearance.Text.longest,
      !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { throw refused("takes one line of text without control characters") }
    return text
  }

  private func choices(for new: FormValue) throws(PDFError) -> [String] {
    let given: [String]
    switch new {
    case .choices(let values): given = values
    case .text(let text): given = text.isEmpty ? [] : [text]
    case .checked: throw refused("takes a list of options, not true or false")
    }
    var result: [String] = []
    for text in given {
      let value = try option(for: text, isFree: false)
      if !result.contains(value) { result.append(value) }
    }
    guard result.count <= 1 || flags.contains(.multiSelect) else {
      throw refused("takes one option, not \(result.count)")
    }
    // In the order of the options, as the file lists them.
    let places = Dictionary(options.enumerated().map { ($1.value, $0) }) { first, _ in first }
    return result.sorted { places[$0, default: 0] < places[$1, default: 0] }
  }

  private static func list(_ options: [Option]) -> String {
    list(options.map(\.value)) { index in
      options[index].label == options[index].value ? "" : " (\(options[index].label))"
    }
  }

  private static func list(_ values: [String], remark: (Int) -> String = { _ in "" }) -> String {
    let shown = values.prefix(12).enumerated().map { "'\($1)'\(remark($0))" }.joined(separator: ", ")
    return values.count > 12 ? shown + " and \(values.count - 12) more" : shown.isEmpty ? "none" : shown
  }
}

extension FormField {
  /// A value that is written as text, as in tables and on command lines: for check boxes `yes`, `true`, `on`, `1`, `x`, `no`, `false`,
  /// `off`, `0` or nothing, unless a box has that very value; several options of a list with `|` between them. Not checked yet: see
  /// ``accepted(_:)``.
  public func value(fromText text: String) -> FormValue {
    switch kind {
    case .checkBox where !buttonValues.contains(text) && !isOneOfSeveralStates(text):
      switch text.lowercased() {
      case "yes", "true", "on", "1", "x": return .checked(true)
      case "no", "false", "off", "0", "": return .checked(false)
      default: return .text(text)
      }
    case .listBox where !options.contains { $0.value == text || $0.label == text }:
      return .choices(text.split(separator: "|").map(String.init))
    default: return .text(text)
    }
  }

  /// Whether a text is what the file calls a button of several. Of a single one `0` and `1` say whether it is checked.
  private func isOneOfSeveralStates(_ text: String) -> Bool {
    buttonValues.count > 1 && widgets.contains { $0.state == text }
  }
}

extension FormField.Kind {
  /// The kind in a sentence.
  package var phrase: String {
    switch self {
    case .text: "a text"
    case .checkBox: "a check box"
    case .radioButtons: "a group of radio buttons"
    case .pushButton: "a push button"
    case .comboBox: "a combo box"
    case .listBox: "a list box"
    case .signature: "a signature"
    case .unknown: "of an unknown kind"
    }
  }
}

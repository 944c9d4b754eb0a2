extension NewFormField {
  /// How many fields may be above one another.
  private static let deepest = 30
  /// The longest names and values of buttons, in UTF-8 bytes: names in a file have at most 127 (ISO 32000-1, annex C).
  private static let longestName = 1_000
  private static let longestValue = 127

  /// The field as it is added: its values as the field has them, the values of its check boxes filled in, its options sorted if the
  /// flag says so.
  ///
  /// - Throws: ``PDFError`` with code `.unsupported`, `.invalidArgument` or `.invalidGeometry`.
  package func validated() throws(PDFError) -> NewFormField {
    try requireName()
    try requireKind()
    try look.requireUsable()
    var result = self
    try result.completeWidgets()
    try requireDifferentValues()
    try requireFlags()
    try requireOptions()
    if flags.contains(.sort) { result.options.sort { $0.label < $1.label } }
    let field = result.field
    /// As it is written for a field that is there.
    func accepted(_ value: FormValue) throws(PDFError) -> FormValue {
      guard case .text(let text) = value, kind == .checkBox else { return try field.value(for: value) }
      return try field.value(for: field.value(fromText: text))
    }
    if let value { result.value = try accepted(value) }
    if let defaultValue { result.defaultValue = try accepted(defaultValue) }
    return result
  }

  /// The field as a form has it.
  private var field: FormField {
    FormField(
      name: name, kind: kind, value: .text(""), options: options, flags: flags, maximumLength: maximumLength,
      widgets: widgets.enumerated().map { index, widget in
        FormField.Widget(
          page: widget.page, annotation: AnnotationID(rawValue: ""), rect: widget.rect, value: widget.value,
          tabIndex: index)
      })
  }

  private var isChoice: Bool { kind == .comboBox || kind == .listBox }

  private func refused(_ reason: String) -> PDFError {
    PDFError(.invalidArgument, "The field '\(name)' \(reason).")
  }

  // MARK: - Name and kind

  private func requireName() throws(PDFError) {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty }) else {
      throw PDFError(
        .invalidArgument,
        "The name of a field '\(name)' has an empty part: give a text before, between and after its dots.")
    }
    guard parts.count <= Self.deepest, name.utf8.count <= Self.longestName else {
      throw PDFError(
        .invalidArgument,
        "The name of a field has at most \(Self.deepest) parts and 1,000 bytes: give a shorter one.")
    }
    try requireText(name, "a name")
    if let alternateName { try requireText(alternateName, "an alternate name") }
    if let mappingName { try requireText(mappingName, "a mapping name") }
  }

  private func requireText(_ text: String, _ what: String) throws(PDFError) {
    guard text.unicodeScalars.count <= Appearance.Text.longest,
      !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { throw refused("needs \(what) of one line without control characters") }
  }

  private func requireKind() throws(PDFError) {
    guard kind != .pushButton, kind != .unknown else {
      throw PDFError(
        .unsupported,
        "The field '\(name)' is \(kind.phrase), which cannot be added: add a text, a check box, radio buttons, a combo box, "
          + "a list box or a signature.")
    }
    if kind == .signature, value != nil || defaultValue != nil {
      throw refused("is a signature, which is added without a value: sign it afterwards")
    }
    if let maximumLength {
      guard kind == .text else { throw refused("is \(kind.phrase): only texts have a maximum length") }
      guard (1...Appearance.Text.longest).contains(maximumLength) else {
        throw refused("has a maximum length of 1 to \(Appearance.Text.longest) characters")
      }
    }
  }

  // MARK: - Places

  private mutating func completeWidgets() throws(PDFError) {
    guard !widgets.isEmpty else { throw refused("has no place: say on which page it is shown, and where") }
    guard kind != .signature || widgets.count == 1 else {
      throw refused("is a signature, which has one place, not \(widgets.count)")
    }
    for index in widgets.indices {
      let rect = widgets[index].rect
      guard rect.isUsable, !rect.isEmpty else {
        throw PDFError(
          .invalidGeometry,
          "The field '\(name)' needs a rectangle with a width and a height, within 1,000,000 points.")
      }
      guard kind.isButton else {
        guard widgets[index].value == nil else {
          throw refused("is \(kind.phrase): only the places of buttons have values")
        }
        continue
      }
      if kind == .checkBox, widgets[index].value == nil { widgets[index].value = "Yes" }
      guard let value = widgets[index].value else {
        throw refused(
          "needs a value in each of its widgets, which are its buttons; options are those of lists")
      }
      try requireText(value, "values of buttons")
      guard !value.isEmpty, value != "Off", value.utf8.count <= Self.longestValue else {
        throw refused(
          "cannot have a button with the value '\(value)': give 1 to \(Self.longestValue) bytes other than Off"
        )
      }
    }
  }

  /// Of radio buttons that exclude each other the value says which one is selected.
  private func requireDifferentValues() throws(PDFError) {
    guard kind == .radioButtons, !flags.contains(.radiosInUnison) else { return }
    let values = widgets.compactMap(\.value)
    guard Set(values).count == values.count else {
      throw refused("has two buttons of one value: give each another one, or the flag radiosInUnison")
    }
  }

  // MARK: - Flags and options

  /// The flags that the kind takes, besides those that say the kind.
  private var possibleFlags: FormFieldFlags {
    let all: FormFieldFlags = [.readOnly, .required, .noExport]
    return switch kind {
    case .text:
      all.union([.multiline, .password, .fileSelect, .doNotSpellCheck, .doNotScroll, .comb])
    case .radioButtons: all.union([.radio, .noToggleToOff, .radiosInUnison])
    case .comboBox: all.union([.combo, .edit, .sort, .doNotSpellCheck, .commitOnSelectionChange])
    case .listBox: all.union([.sort, .multiSelect, .commitOnSelectionChange])
    case .checkBox, .signature, .pushButton, .unknown: all
    }
  }

  private func requireFlags() throws(PDFError) {
    let others = flags.subtracting(possibleFlags)
    guard others.isEmpty else {
      let names = FormField.Kind.allCases.flatMap { others.names(for: $0) }
      let named = names.first.map { "the flag \($0)" } ?? "flags of the value \(others.rawValue)"
      throw refused("is \(kind.phrase), which cannot have \(named): take it out")
    }
    if flags.contains(.comb) {
      guard maximumLength != nil, flags.isDisjoint(with: .combExcluding) else {
        throw refused(
          "has cells (comb): give a maximum length, and no flag multiline, password or fileSelect")
      }
    }
  }

  private func requireOptions() throws(PDFError) {
    guard isChoice || options.isEmpty else {
      throw refused("is \(kind.phrase): only combo boxes and list boxes have options")
    }
    guard !isChoice || !options.isEmpty || flags.contains(.edit) else {
      throw refused("has no options: give at least one")
    }
    for option in options {
      try requireText(option.value, "options")
      try requireText(option.label, "options")
    }
    guard Set(options.map(\.value)).count == options.count else {
      throw refused("has two options of one value: give each another one")
    }
  }
}

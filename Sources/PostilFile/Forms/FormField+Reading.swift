import PostilModel

/// Makes values of fields as a file has them.
struct FormFieldReader {
  let objects: any ObjectSource

  private static let mostOptions = 100_000
  private static let longestScript = 1 << 20

  /// A field without its widgets.
  func field(_ field: FormTree.Field) -> FormField {
    let entries = field.entries
    let kind = kind(of: entries)
    let options = kind == .comboBox || kind == .listBox ? options(entries["Opt"]) : []
    return FormField(
      name: field.name, kind: kind, value: value(of: field, kind, entries["V"]),
      defaultValue: entries["DV"].map { value(of: field, kind, $0) }, options: options,
      flags: flags(entries), maximumLength: objects.resolve(entries["MaxLen"]).integer,
      alternateName: objects.text(entries["TU"]), mappingName: objects.text(entries["TM"]),
      scripts: scripts(of: field))
  }

  func flags(_ entries: PDFDictionary) -> FormFieldFlags {
    FormFieldFlags(rawValue: objects.resolve(entries["Ff"]).integer ?? 0)
  }

  func kind(of entries: PDFDictionary) -> FormField.Kind {
    let flags = flags(entries)
    switch objects.resolve(entries["FT"]).name {
    case "Tx": return .text
    case "Ch": return flags.contains(.combo) ? .comboBox : .listBox
    case "Sig": return .signature
    case "Btn":
      return flags.contains(.pushButton) ? .pushButton : flags.contains(.radio) ? .radioButtons : .checkBox
    default: return .unknown
    }
  }

  /// Items are texts, or pairs of a value and a text (ISO 32000-2, table 234).
  func options(_ object: PDFObject?) -> [FormField.Option] {
    (objects.resolve(object).array ?? []).prefix(Self.mostOptions).map { item in
      let item = objects.resolve(item)
      if let pair = item.array {
        let value = objects.text(pair.first) ?? ""
        return FormField.Option(value, label: pair.count > 1 ? objects.text(pair[1]) : nil)
      }
      return FormField.Option(objects.text(item) ?? "")
    }
  }

  /// The text that a reader draws for a field without an appearance; `nil` if it draws none.
  ///
  /// - Parameter entries: The field's, with what it inherits.
  func shownText(_ entries: PDFDictionary) -> String? {
    switch kind(of: entries) {
    case .text: flags(entries).contains(.password) ? nil : text(entries["V"])
    case .comboBox: text(objects.resolve(entries["V"]).array?.first ?? entries["V"])
    case .listBox: options(entries["Opt"]).map(\.label).joined(separator: "\n")
    default: nil
    }
  }

  // MARK: - Values

  private func value(
    of field: FormTree.Field, _ kind: FormField.Kind, _ object: PDFObject?
  ) -> FormValue {
    switch kind {
    case .checkBox, .radioButtons: return buttonValue(of: field, kind, object)
    case .listBox:
      let value = objects.resolve(object)
      return .choices(value.array?.compactMap { text($0) } ?? text(value).map { [$0] } ?? [])
    case .comboBox:
      let value = objects.resolve(object)
      return .text(text(value.array?.first ?? value) ?? "")
    case .text, .pushButton, .signature, .unknown: return .text(text(object) ?? "")
    }
  }

  /// A text, which may also be in a stream (ISO 32000-2, 12.7.5.3), or a name.
  private func text(_ object: PDFObject?) -> String? {
    switch objects.resolve(object) {
    case .string(let bytes): return TextString.decode(bytes)
    case .name(let name): return name.description
    case .stream: return object.flatMap(stream).map(TextString.decode)
    default: return nil
    }
  }

  private func stream(_ object: PDFObject) -> [UInt8]? {
    try? objects.decoded(object, limit: Self.longestScript)
  }

  private func buttonValue(
    of field: FormTree.Field, _ kind: FormField.Kind, _ object: PDFObject?
  ) -> FormValue {
    let buttons = buttons(of: field)
    var state = objects.resolve(object).name?.description
    if state == nil, let text = objects.text(object) { state = text }
    // Where the field says nothing, its buttons do.
    if object == nil {
      state =
        buttons.first { button in
          let shown = objects.resolve(objects.object(button.object).dictionary?["AS"]).name?.description
          return shown == button.state
        }?.state
    }
    guard let state, state != "Off",
      let button = buttons.first(where: { $0.state == state }) ?? buttons.first(where: { $0.value == state })
    else { return .checked(false) }
    let isOnlyValue = Set(buttons.map(\.value)).count == 1
    return kind == .checkBox && isOnlyValue ? .checked(true) : .text(button.value)
  }

  // MARK: - Buttons

  /// A button of a field.
  struct Button {
    let object: ObjectID
    /// The name of its appearance when it is on.
    let state: String
    /// What the field's value is then.
    let value: String
  }

  /// The buttons of a check box or a group of radio buttons.
  func buttons(of field: FormTree.Field) -> [Button] {
    // Where options say the values, the appearances are numbered (ISO 32000-2, 12.7.5.2.3).
    let options = objects.resolve(field.entries["Opt"]).array ?? []
    return field.widgets.enumerated().map { index, widget in
      let dictionary = objects.object(widget.object).dictionary ?? [:]
      let state =
        onState(of: dictionary) ?? fallbackState(field, index, dictionary, hasOptions: !options.isEmpty)
      let value = options.indices.contains(index) ? objects.text(options[index]) : nil
      return Button(object: widget.object, state: state, value: value ?? state)
    }
  }

  /// Whether a widget has the appearance that shows its field's value, or none is shown: a stream, and of a button one for its
  /// state when it is on.
  func isDrawn(_ widget: PDFDictionary, _ kind: FormField.Kind) -> Bool {
    let normal = objects.normalAppearance(of: widget)
    switch kind {
    case .text, .comboBox, .listBox: return normal.isStream
    case .checkBox, .radioButtons:
      guard case .dictionary(let states) = normal else { return false }
      return states.entries.contains { $0.key != "Off" && objects.resolve($0.value).isStream }
    case .pushButton, .signature, .unknown: return true
    }
  }

  /// Whether a reader draws a widget itself, which shows something.
  ///
  /// - Parameter areTextsDrawn: Whether readers are asked to draw all fields that have texts (`/NeedAppearances`).
  func lacksAppearance(_ widget: PDFDictionary, areTextsDrawn: Bool) -> Bool {
    let kind = kind(of: objects.withEntriesOfFields(widget))
    switch kind {
    case .text, .comboBox, .listBox: return areTextsDrawn || !isDrawn(widget, kind)
    case .checkBox, .radioButtons: return !isDrawn(widget, kind)
    // Nothing but what the widget says of its look is seen of them.
    case .pushButton, .signature:
      return widget["MK"] != nil && objects.normalAppearance(of: widget).isNull
    case .unknown: return false
    }
  }

  /// The name of the appearance of a button that is on, other than `/Off`; it need not be there.
  func onState(of widget: PDFDictionary) -> String? {
    guard let appearances = objects.resolve(widget["AP"]).dictionary else { return nil }
    for key in ["N", "D"] as [PDFName] {
      guard case .dictionary(let states) = objects.resolve(appearances[key]) else { continue }
      if let on = states.entries.first(where: { $0.key != "Off" }) { return on.key.description }
    }
    return nil
  }

  /// The name for a button that has no appearance.
  private func fallbackState(
    _ field: FormTree.Field, _ index: Int, _ widget: PDFDictionary, hasOptions: Bool
  ) -> String {
    if hasOptions { return String(index) }
    if let shown = objects.resolve(widget["AS"]).name, shown != "Off" { return shown.description }
    if field.widgets.count == 1, let value = objects.resolve(field.entries["V"]).name, value != "Off" {
      return value.description
    }
    return field.widgets.count == 1 ? "Yes" : String(index)
  }

  // MARK: - Scripts

  private func scripts(of field: FormTree.Field) -> [FormField.Script] {
    let holders =
      [field.entries] + field.widgets.prefix(1).compactMap { objects.object($0.object).dictionary }
    guard let actions = holders.lazy.compactMap({ objects.resolve($0["AA"]).dictionary }).first else {
      return []
    }
    return scripts(in: actions).map(\.script)
  }

  /// The scripts among additional actions (ISO 32000-2, table 199), with their keys there.
  func scripts(in actions: PDFDictionary) -> [(key: PDFName, script: FormField.Script)] {
    let triggers: [(PDFName, FormField.Script.Trigger)] = [
      ("K", .keystroke), ("F", .format), ("V", .validate), ("C", .calculate),
    ]
    return triggers.compactMap { key, trigger in
      guard let action = objects.resolve(actions[key]).dictionary,
        objects.resolve(action["S"]).name == "JavaScript", let source = text(action["JS"])
      else { return nil }
      return (key, FormField.Script(trigger, source))
    }
  }
}

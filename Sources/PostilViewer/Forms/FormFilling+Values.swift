public import Foundation

/// Entering and choosing values.
extension FormFilling {
  /// The text that is being entered; empty while none is. A text that is set is put on one line where the field has one, and is
  /// cut to as many characters as the field takes. Ignored where no text is typed: see ``FormEntry/isTyped``.
  public var text: String {
    get { entry?.text ?? "" }
    set {
      guard var entry, entry.isTyped else { return }
      entry.text = entry.limited(newValue)
      if entry != self.entry { self.entry = entry }
      if let frame, !viewer.isInView(frame) { reveal(entry.widget) }
    }
  }

  /// Does what the space bar or the Return key do to the field with the focus: toggles a button, takes the option of a combo box
  /// that was found by its letters, else begins to edit the field, with the list of a combo box open.
  ///
  /// - Returns: Whether there is such a field.
  @discardableResult
  public func activate() -> Bool {
    switch focusedField?.kind {
    case .checkBox, .radioButtons: toggle()
    case .comboBox where entry?.kind == .comboBox:
      if let found = entry?.foundIndex { choose(found) }
    case nil: return false
    default: begin()
    }
    return true
  }

  /// Begins to edit the field with the focus.
  ///
  /// - Returns: Whether it is edited: `false` if it is a button, or no field has the focus.
  @discardableResult
  public func begin() -> Bool {
    guard let focus, let field = focusedField, refusal(of: field) == nil else { return false }
    guard entry == nil else { return true }
    guard var new = FormEntry(field, at: focus, look: facts?.looks[field.name]) else { return false }
    if let former = refused.removeValue(forKey: field.name) {
      (new.text, new.choices) = (former.text, former.choices)
    }
    new.isListOpen = new.kind == .comboBox
    typeAhead.forget()
    entry = new
    return true
  }

  /// Ends editing, and gives the field what was entered, as one step of undo. If the field does not take it, editing continues,
  /// and ``ViewerSession/message`` has the error. The field keeps the focus.
  ///
  /// - Returns: Whether nothing is being edited any more.
  @discardableResult
  public func commit() -> Bool {
    guard let entry else { return true }
    guard entry.isChanged else {
      end()
      return true
    }
    do {
      let value = try entry.field.accepted(entry.value)
      try entry.field.requireGlyphs(for: value)
      end()
      fill(value, in: entry.field.name, entered: entry)
      return true
    } catch {
      editor.report(error, during: .filling)
      refusalCount += 1
      return false
    }
  }

  /// Gives the field what was entered so far, if it differs from its value, and goes on editing.
  ///
  /// - Returns: Whether the field takes it: see ``commit()``.
  func commitSoFar() -> Bool {
    guard let entry, entry.isChanged else { return true }
    guard commit() else { return false }
    begin()
    return true
  }

  /// Closes the list if there is one beside a text; else ends editing, and the field keeps its value; else no field has the focus
  /// any more.
  public func cancel() {
    if let entry, entry.isListOpen, entry.isTyped {
      self.entry?.isListOpen = false
    } else if entry != nil {
      end()
    } else {
      focus = nil
    }
  }

  private func end() {
    entry = nil
    dismissMessage()
  }

  /// Dismisses what was said of another value, or another field.
  func dismissMessage() {
    if editor.message?.activity == .filling { editor.message = nil }
  }

  // MARK: - Lists and calendars

  /// Shows the options of a combo box, or the days of a date, beside the field with the focus, or hides them. Hiding those of a combo
  /// box that takes no other text ends editing without a choice.
  public func setListOpen(_ isOpen: Bool) {
    if isOpen { begin() }
    guard let entry, entry.hasList, entry.isListOpen != isOpen else { return }
    if entry.kind == .comboBox, !isOpen { return end() }
    self.entry?.isListOpen = isOpen
  }

  /// Chooses an option of the field that is edited. A combo box has it as its value at once, or as its text if other text can be
  /// typed; of a list box that allows several it is chosen, or no longer chosen.
  ///
  /// - Parameter index: The index of the option; others are ignored.
  public func choose(_ index: Int) {
    guard let entry, entry.field.options.indices.contains(index) else { return }
    let option = entry.field.options[index]
    // What is typed next begins another word.
    typeAhead.forget()
    switch entry.kind {
    case .comboBox:
      self.entry?.text = option.label
      commit()
    case .editableComboBox:
      self.entry?.text = option.label
      self.entry?.isListOpen = false
    case .listBox:
      let isChosen = entry.choices.contains(option.value)
      let others = entry.allowsSeveral ? entry.choices.filter { $0 != option.value } : []
      let chosen = Set(isChosen && entry.allowsSeveral ? others : others + [option.value])
      self.entry?.choices = entry.field.options.map(\.value).filter(chosen.contains)
      if entry.field.flags.contains(.commitOnSelectionChange), commit() { begin() }
    case .text, .password, .paragraph, .date: break
    }
  }

  /// Finds the option that begins with what is typed, letter by letter; case and marks do not count, and the same letter again
  /// goes on to the next option. The list of a combo box opens. In a list box that takes one option, that option is chosen.
  /// ``FormEntry/foundIndex`` says which it is, for the list to show it and to give it the keyboard focus.
  ///
  /// - Parameters:
  ///   - text: The character that was typed. A space goes on with a word, and is none of its own.
  ///   - time: When it was typed, in seconds: letters that are more than a second apart begin another word.
  ///   - index: The index of the option that has the keyboard focus in the list; `nil` for the one that is chosen.
  /// - Returns: Whether there is such an option.
  @discardableResult
  public func findOption(typing text: String, at time: Double, from index: Int? = nil) -> Bool {
    guard let field = focusedField, field.kind == .comboBox || field.kind == .listBox,
      text == " " || text.first?.isWhitespace == false, refusal(of: field) == nil
    else { return false }
    // Without a list no word was begun.
    guard entry != nil || text != " " else { return false }
    if entry == nil { begin() }
    let labels = field.options.map(\.label)
    let start = index ?? entry?.foundIndex ?? entry?.chosenIndex
    guard let found = typeAhead.type(text, at: time, in: labels, from: start) else { return false }
    if entry?.kind == .listBox, entry?.allowsSeveral == false, entry?.chosenIndex != found {
      // A commit begins another entry, not another word.
      let typed = typeAhead
      choose(found)
      typeAhead = typed
    }
    entry?.foundIndex = found
    return true
  }

  /// The year, the month and the day that the text of a date says; `nil` if it says none.
  public var day: DateComponents? {
    guard let entry, entry.kind == .date, let day = entry.field.day(in: entry.text) else { return nil }
    return DateComponents(year: day.year, month: day.month, day: day.day)
  }

  /// Writes a day as the text of the date that is edited, in the field's own form, and closes the calendar.
  public func choose(_ day: DateComponents) {
    guard let entry, entry.kind == .date, let year = day.year, let month = day.month, let number = day.day,
      let text = entry.field.text(
        for: CalendarDay(year: year, month: month, day: number), replacing: entry.text)
    else { return }
    self.text = text
    self.entry?.isListOpen = false
  }

  // MARK: - Buttons

  /// Checks the check box with the focus, or takes its mark away; selects a radio button, or none of its group if it was selected
  /// and the form allows that.
  public func toggle() {
    guard let field = focusedField, let button = focus?.place.value, refusal(of: field) == nil else { return }
    let isOnly = field.kind == .checkBox && field.buttonValues.count == 1
    let isOn = field.value == (isOnly ? .checked(true) : .text(button))
    if isOn, field.kind == .radioButtons, field.flags.contains(.noToggleToOff) { return }
    fill(isOn ? .checked(false) : isOnly ? .checked(true) : .text(button), in: field.name)
  }

  /// Takes the value of the button or the combo box with the focus away, as the Delete key does; not of radio buttons of which
  /// one is always selected. The text that is being entered stays as it is.
  public func clear() {
    guard entry == nil, let field = focusedField, !field.value.isEmpty, refusal(of: field) == nil else {
      return
    }
    switch field.kind {
    case .comboBox: fill(.text(""), in: field.name)
    case .radioButtons where field.flags.contains(.noToggleToOff): break
    case .checkBox, .radioButtons: fill(.checked(false), in: field.name)
    default: break
    }
  }

  /// Focuses and selects the next radio button of the group with the focus, wrapping around.
  ///
  /// - Parameter distance: How many buttons to go on; back if it is negative.
  /// - Returns: Whether a radio button has the focus.
  @discardableResult
  public func selectNextButton(_ distance: Int = 1) -> Bool {
    guard let focus, let field = focusedField, field.kind == .radioButtons else { return false }
    let group = stops.filter { $0.name == field.name }
    guard let now = group.firstIndex(where: { $0.isSame(as: focus) }) else { return false }
    let next = group[((now + distance) % group.count + group.count) % group.count]
    guard moveFocus(to: next), let button = next.place.value, field.value != .text(button) else {
      return true
    }
    fill(.text(button), in: field.name)
    return true
  }

  // MARK: - The document

  /// Gives a field a value that it takes. It shows at once; if the document does not take it after all, it is as before.
  ///
  /// - Parameter entry: What was entered, to be offered again if the document refuses it.
  private func fill(_ value: FormValue, in name: String, entered entry: FormEntry? = nil) {
    dismissMessage()
    editCount += 1
    let edit = editCount
    pending[name] = (value, edit)
    form?.set([name: value])
    let shown = entry.flatMap { entry in
      EnteredText(entry).flatMap { drawing.addSettling($0, on: entry.widget.page) }
    }
    editor.enqueue(.filling) {
      try $0.document.fill([name: value])
    } then: { [weak self] result in
      guard let self else { return }
      if pending[name]?.edit == edit { pending[name] = nil }
      if let shown { drawing.settle(shown, after: result) }
      guard case .failure = result else { return }
      // What is offered again differs from the value that the field has.
      if pending[name] == nil, let former = facts?.form.fields.first(where: { $0.name == name })?.value {
        form?.set([name: former])
      }
      read()
      if let entry { offerAgain(entry) }
    }
  }

  /// Lets people change what the document refused: now, or if something else is being entered, when they come back.
  private func offerAgain(_ entry: FormEntry) {
    refused[entry.field.name] = entry
    guard self.entry?.isChanged != true else { return }
    reveal(entry.widget)
    (self.entry, focus) = (nil, entry.widget)
    begin()
  }
}

/// Fields that have to be filled in.
extension FormFilling {
  /// The most fields that a message names.
  private static let mostNamed = 12

  /// Tells which fields have to be filled in and are not, once some field was filled in.
  func tellMissing() {
    guard editor.message == nil, editor.state?.parts.formValues.isEmpty == false else {
      return
    }
    let missing = missingFields
    guard !missing.isEmpty else { return }
    var names = missing.prefix(Self.mostNamed).map { $0.alternateName ?? $0.name }.joined(separator: ", ")
    if missing.count > Self.mostNamed { names += " and \(missing.count - Self.mostNamed) more" }
    editor.report(PDFError(.requiredFieldsEmpty, "Not filled in: \(names)."), during: .filling)
  }
}

/// Pointing at fields, and going from one to the next.
extension FormFilling {
  /// The topmost field at a point of the view, also one that cannot be filled in; `nil` if there is none.
  public func widget(at point: ViewPoint) -> FormWidget? {
    guard let place = viewer.place(at: point) else { return nil }
    return widgets[place.page]?.last { $0.rect.contains(place.point) }
  }

  /// Clicks on a field: focuses it, and toggles a button, or opens the list of a combo box.
  ///
  /// - Returns: Whether the field has the focus: `false` if it cannot be filled in, or what was being entered elsewhere is not
  ///   what that field takes; then ``ViewerSession/message`` says why.
  @discardableResult
  public func click(_ widget: FormWidget) -> Bool {
    let isInView = viewer.viewRect(widget.rect, on: widget.page).map(viewer.isInView) ?? false
    guard moveFocus(to: widget, reveals: !isInView) else { return false }
    switch focusedField?.kind {
    case .checkBox, .radioButtons: toggle()
    case .comboBox where entry == nil: begin()
    default: break
    }
    return true
  }

  /// Focuses a place and brings it into view. Text fields and list boxes begin to be edited. What was being entered elsewhere
  /// is committed.
  ///
  /// - Returns: Whether it has the focus: see ``click(_:)``.
  @discardableResult
  public func moveFocus(to widget: FormWidget) -> Bool { moveFocus(to: widget, reveals: true) }

  private func moveFocus(to widget: FormWidget, reveals: Bool) -> Bool {
    guard let field = form?[widget.name] else { return false }
    if let focus, focus.isSame(as: widget), entry != nil { return true }
    guard leave() else { return false }
    if let refusal = refusal(of: field) {
      editor.report(refusal, during: .filling)
      return false
    }
    dismissMessage()
    onFocus()
    if reveals { reveal(widget) }
    focus = widget
    if field.kind == .text || field.kind == .listBox || field.flags.isFreeCombo(field.kind) { begin() }
    return true
  }

  /// Focuses the first place of a field that is shown.
  ///
  /// - Parameter name: The full name of the field.
  /// - Returns: Whether it has the focus: see ``click(_:)``.
  @discardableResult
  public func moveFocus(toField name: String) -> Bool {
    let all = widgets.values.lazy.flatMap(\.self).filter { $0.name == name }
    return all.min { $0.place.tabIndex < $1.place.tabIndex }.map { moveFocus(to: $0) } ?? false
  }

  /// Focuses the next field that can be filled in, in tab order, across pages; without a focus the first one from the current
  /// page on. After the last one no field has the focus.
  ///
  /// - Parameter distance: How many fields to go on; back if it is negative.
  /// - Returns: Whether the focus is in the form: `false` if there are no fields, or it left the form.
  @discardableResult
  public func focusNext(_ distance: Int = 1) -> Bool {
    guard !stops.isEmpty else { return false }
    let next: Int
    if let focus, let now = stops.firstIndex(where: { $0.isSame(as: focus) }) {
      next = now + distance
    } else {
      let viewport = viewer.viewport
      let current = viewport.currentIndex
      func index(_ stop: FormWidget) -> Int { viewport.layout.index(of: stop.page) ?? 0 }
      next =
        distance > 0
        ? stops.firstIndex { index($0) >= current } ?? 0
        : stops.lastIndex { index($0) <= current } ?? stops.count - 1
    }
    guard stops.indices.contains(next) else { return !leave() }
    // A field that does not take what was entered keeps the focus.
    moveFocus(to: stops[next])
    return focus != nil
  }

  /// Focuses the first field that has to be filled in and is not.
  @discardableResult
  public func focusMissing() -> Bool { missingFields.first.map { moveFocus(toField: $0.name) } ?? false }

  /// Commits what is being entered, and focuses no field.
  ///
  /// - Returns: Whether no field has the focus: `false` if the field does not take what was entered.
  @discardableResult
  public func leave() -> Bool {
    guard commit() else { return false }
    if focus != nil { focus = nil }
    return true
  }

  /// Commits what is being entered on a page that is not in view any more.
  func pagesInView(_ pages: Set<PageID>) {
    if let entry, !pages.contains(entry.widget.page) { commit() }
  }

  func reveal(_ widget: FormWidget) { viewer.reveal(widget.rect, on: widget.page) }

  // MARK: - What cannot be filled in

  /// Why a field cannot be filled in; `nil` if it can.
  func refusal(of field: FormField) -> PDFError? {
    guard let facts else { return nil }
    if facts.form.xfa == .dynamic {
      return PDFError(
        .unsupported,
        "The form is in XFA alone, which has no fields to fill in: save it as a static form first.")
    }
    if field.flags.contains(.readOnly) {
      return PDFError(.notEditable, "The field '\(field.name)' is read-only.")
    }
    if !facts.mayFill {
      return PDFError(
        .notPermitted,
        "The document's author does not allow filling in its form: open it with the owner's password.")
    }
    if facts.permittedChanges == PermittedChanges.none {
      return PDFError(.wouldBreakSignature, "The document is certified and permits no changes.")
    }
    if facts.locks.contains(where: { $0.locks(field.name) }) {
      return PDFError(.wouldBreakSignature, "A signature locks the form field '\(field.name)'.")
    }
    return nil
  }
}

extension FormFieldFlags {
  /// Whether they are those of a combo box that takes any text.
  fileprivate func isFreeCombo(_ kind: FormField.Kind) -> Bool { kind == .comboBox && contains(.edit) }
}

import Observation

/// Filling in the form of the document: the fields in view, the one with the keyboard focus, and what is being entered into it.
///
/// A view paints ``highlights(on:)`` and a ring around the ``frame`` of the ``focus``; it hands clicks on what ``widget(at:)``
/// finds to ``click(_:)``, the Tab key to ``focusNext(_:)``, the space bar to ``activate()``. While there is an ``entry`` it
/// shows a text field, or a list, over ``frame``, keeps ``text`` up to date, and calls ``commit()`` or ``cancel()``. Every
/// value is one step of undo; calculated fields follow. What a field does not take is in ``ViewerSession/message``, and
/// nothing of it is lost.
@MainActor @Observable public final class FormFilling {
  /// The form with the values as they are; `nil` if the document has none, or while it is read.
  public internal(set) var form: PDFForm?
  /// Whether fields that can be filled in are highlighted. It is stored with the settings: see ``ViewerOptions/folders``.
  public var highlightsFields = true {
    didSet { if highlightsFields != oldValue { onHighlight(highlightsFields) } }
  }
  /// The place that has the keyboard focus; `nil` if none has.
  public internal(set) var focus: FormWidget?
  /// What is being entered into the field with the focus; `nil` if nothing is.
  public internal(set) var entry: FormEntry?
  /// How often a field did not take what was entered (``commit()``). When it goes up, a view gives the keyboard focus back to what
  /// the field is edited with, wherever it is then.
  public internal(set) var refusalCount = 0

  /// The form as it was read, and what may be done with it.
  @ObservationIgnored var facts: FormFacts?
  /// The places that are shown, by page, bottom first.
  @ObservationIgnored var widgets: [PageID: [FormWidget]] = [:]
  /// The places that can have the focus, in tab order.
  @ObservationIgnored var stops: [FormWidget] = []
  /// The same by page.
  @ObservationIgnored private var fillable: [PageID: [FormWidget]] = [:]
  /// Values that are not in the document yet, and the number of the edit that puts each there.
  @ObservationIgnored var pending: [String: (value: FormValue, edit: Int)] = [:]
  @ObservationIgnored var editCount = 0
  /// What was typed to find an option.
  @ObservationIgnored var typeAhead = TypeAhead()
  /// What the document did not take, to be offered again.
  @ObservationIgnored var refused: [String: FormEntry] = [:]
  @ObservationIgnored private var reading: Task<Void, Never>?
  /// Whether the document changed while the form was read.
  @ObservationIgnored private var isStale = false
  /// Called when ``highlightsFields`` has changed.
  @ObservationIgnored var onHighlight: (Bool) -> Void = { _ in }
  /// Called before a field gets the focus.
  @ObservationIgnored var onFocus: () -> Void = {}
  let editor: DocumentEditor
  let viewer: PageViewer
  let drawing: DrawingController

  init(_ editor: DocumentEditor, _ viewer: PageViewer, _ drawing: DrawingController) {
    (self.editor, self.viewer, self.drawing) = (editor, viewer, drawing)
  }

  deinit { reading?.cancel() }

  /// The field with the focus; `nil` if none has it.
  public var focusedField: FormField? { focus.flatMap { form?[$0.name] } }

  /// Where the field with the focus is in the view; `nil` if none has the focus, or its page is not laid out.
  public var frame: ViewRect? { focus.flatMap { viewer.viewRect($0.rect, on: $0.page) } }

  /// Units of the view a point.
  public var scale: Double { viewer.viewport.zoom }

  /// The fields of a page that can be filled in, for highlighting them; none while that is switched off.
  ///
  /// - Returns: Where each is in the view, and whether it has to be filled in and is not.
  public func highlights(on page: PageID) -> [(frame: ViewRect, isMissing: Bool)] {
    guard highlightsFields, let form else { return [] }
    return fillable[page, default: []].compactMap { widget in
      guard let field = form[widget.name], let frame = viewer.viewRect(widget.rect, on: page) else {
        return nil
      }
      return (frame, field.isMissing)
    }
  }

  /// The fields that have to be filled in, can be, and are not, in tab order.
  public var missingFields: [FormField] {
    guard let form else { return [] }
    let shown = Set(stops.map(\.name))
    return form.missingFields.filter { shown.contains($0.name) }
  }

  // MARK: - Reading

  /// Reads the form again if an edit may have changed it.
  func documentChanged(from old: DocumentState, to new: DocumentState, edited: Set<PageID>) {
    let isChanged =
      old.parts.formValues != new.parts.formValues || old.pages != new.pages
      || edited.contains { widgets[$0] != nil }
    if isChanged { read() }
  }

  /// Reads the form in the background.
  func read() {
    guard let documentActor = editor.documentActor else { return }
    guard reading == nil else { return isStale = true }
    reading = Task { [weak self] in
      let facts = await documentActor.formFacts()
      guard !Task.isCancelled, let self, self.editor.documentActor === documentActor else { return }
      self.reading = nil
      if self.isStale {
        self.isStale = false
        self.read()
      } else {
        self.show(facts)
      }
    }
  }

  /// Waits until the form has been read.
  func idle() async {
    while let reading { await reading.value }
  }

  private func show(_ new: FormFacts?) {
    facts = new
    var form = new?.form
    form?.set(pending.mapValues { $0.value })
    let all = (form?.fields ?? []).flatMap { field in
      field.kind.hasValue
        ? field.widgets.map { FormWidget(name: field.name, place: $0) }
          .filter { new?.hidden[$0.page]?.contains($0.place.annotation) != true } : []
    }
    widgets = Dictionary(grouping: all, by: \.page)
    stops = all.filter { form?[$0.name].map { refusal(of: $0) == nil } ?? false }
      .sorted { $0.place.tabIndex < $1.place.tabIndex }
    fillable = Dictionary(grouping: stops, by: \.page)
    self.form = form
    guard let focus else { return }
    guard let widget = all.first(where: { $0.isSame(as: focus) }), let field = form?[widget.name] else {
      // The field may come back.
      if let entry, entry.isChanged { refused[entry.field.name] = entry }
      (self.entry, self.focus) = (nil, nil)
      return
    }
    if widget != focus { self.focus = widget }
    guard var entry else { return }
    if !entry.isChanged, let fresh = FormEntry(field, at: widget, look: new?.looks[field.name]) {
      let isListOpen = entry.isListOpen
      entry = fresh
      entry.isListOpen = isListOpen
    }
    entry.widget = widget
    if entry != self.entry { self.entry = entry }
  }

  func reset() {
    reading?.cancel()
    (reading, isStale, facts, form) = (nil, false, nil, nil)
    (entry, focus) = (nil, nil)
    (widgets, stops, fillable) = ([:], [], [:])
    (pending, refused) = ([:], [:])
  }
}

/// A form, and what may be done with it.
struct FormFacts: Sendable {
  let form: PDFForm
  /// How the texts of fields look, by full name.
  let looks: [String: FieldTextLook]
  /// The widgets that are not shown on a screen.
  let hidden: [PageID: Set<AnnotationID>]
  /// What certifications permit; `nil` if there are none.
  let permittedChanges: PermittedChanges?
  /// The fields that signatures lock.
  let locks: [FieldLock]
  /// Whether the author allows filling in the form.
  let mayFill: Bool
}

extension DocumentActor {
  /// The form; `nil` if there is none, or it cannot be read.
  func formFacts() -> FormFacts? {
    guard let form = try? document.form else { return nil }
    let pages = Set(form.fields.lazy.flatMap(\.widgets).map(\.page))
    let hidden = pages.reduce(into: [PageID: Set<AnnotationID>]()) { hidden, page in
      let annotations = (try? document.page(page).annotations) ?? []
      hidden[page] = Set(annotations.filter { !$0.isShown }.map(\.id))
    }
    let signatures = document.isSigned ? document.signatures : []
    // Either permission is enough (ISO 32000-2, table 22).
    let mayFill =
      !document.effectivePermissions.isDisjoint(with: [.fillingForms, .annotating])
    return FormFacts(
      form: form, looks: (try? document.fieldLooks()) ?? [:], hidden: hidden,
      permittedChanges: signatures.compactMap(\.permittedChanges).min(), locks: signatures.flatMap(\.locks),
      mayFill: mayFill)
  }
}

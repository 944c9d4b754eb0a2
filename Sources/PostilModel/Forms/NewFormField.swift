/// A form field that is to be added to a document (ISO 32000-2, 12.7.4): see ``DocumentEditing/addField(_:)``.
///
/// ```swift
/// let field = NewFormField(
///   .text, named: "person.name", on: page.id, in: PageRect(x: 72, y: 700, width: 200, height: 20))
/// ```
public struct NewFormField: Sendable, Hashable {
  /// A place on a page where the field is shown.
  public struct Widget: Sendable, Hashable {
    /// The page.
    public var page: PageID
    /// Where it is, in points of the page as the file has it, not turned.
    public var rect: PageRect
    /// The value that the field has when this button is checked; `Yes` for a check box that says none. Other fields have none.
    public var value: String?
    /// How far it is turned counterclockwise on the page as the file has it; `nil`: upright as the page is shown when the
    /// field is added.
    public var rotation: PageRotation?

    /// Makes a place.
    public init(on page: PageID, in rect: PageRect, value: String? = nil, rotation: PageRotation? = nil) {
      self.page = page
      self.rect = rect
      self.value = value
      self.rotation = rotation
    }
  }

  /// The full name: the names of the fields above it and its own, with dots between them. Fields above it that the form does
  /// not have are added, too.
  public var name: String
  /// What it is. Push buttons and fields of an unknown kind cannot be added.
  public var kind: FormField.Kind
  /// Where it is shown: in one place, or several that show the same value. Radio buttons have a place for each button, a
  /// signature has one.
  public var widgets: [Widget]
  /// Its value; `nil`: empty, or nothing selected.
  public var value: FormValue?
  /// The value that resetting the form gives it; `nil`: none.
  public var defaultValue: FormValue?
  /// The options of a combo box or a list box.
  public var options: [FormField.Option]
  /// Its flags; those that say its kind are set besides.
  public var flags: FormFieldFlags
  /// How many characters a text may have; `nil`: any number. With ``FormFieldFlags/comb`` the number of cells.
  public var maximumLength: Int?
  /// What people read instead of the name.
  public var alternateName: String?
  /// The name in exported data.
  public var mappingName: String?
  /// How it looks.
  public var look: FormFieldLook

  /// Makes a field that is shown in several places. It is checked when it is added to a document.
  public init(
    _ kind: FormField.Kind, named name: String, widgets: [Widget], options: [FormField.Option] = [],
    value: FormValue? = nil, flags: FormFieldFlags = [], maximumLength: Int? = nil,
    look: FormFieldLook = FormFieldLook()
  ) {
    self.name = name
    self.kind = kind
    self.widgets = widgets
    self.options = options
    self.value = value
    self.flags = flags
    self.maximumLength = maximumLength
    self.look = look
  }

  /// Makes a field that is shown in one place. It is checked when it is added to a document.
  public init(
    _ kind: FormField.Kind, named name: String, on page: PageID, in rect: PageRect,
    options: [FormField.Option] = [], value: FormValue? = nil, flags: FormFieldFlags = [],
    maximumLength: Int? = nil, look: FormFieldLook = FormFieldLook()
  ) {
    self.init(
      kind, named: name, widgets: [Widget(on: page, in: rect)], options: options, value: value, flags: flags,
      maximumLength: maximumLength, look: look)
  }
}

extension NewFormField: CustomStringConvertible {
  /// The name and what it is: `person.name (text)`.
  public var description: String { "\(name) (\(kind.rawValue))" }
}

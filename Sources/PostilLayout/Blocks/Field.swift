public import Postil

/// A field of a form, which readers of the document fill in: a label, and the place for the value (ISO 32000-2, 12.7).
///
/// ```swift
/// Field.text("person.name", label: "Name").required()
/// Field.text("remarks", label: "Remarks", lines: 4)
/// Field.checkBox("terms", label: "I agree to \(Inline("the terms").link(to: "https://example.com")).")
/// Field.radioButtons("color", ["red", "green"], label: "Color").value("red")
/// Field.comboBox("country", [FormField.Option("de", label: "Germany"), "France"], label: "Country")
/// Field.signature("signature", label: "Signature")
/// ```
public struct Field: SetBlock {
  /// Where the label of a field stands. Those of buttons stand beside them.
  public enum LabelPlace: Sendable, Hashable {
    /// Above the field, or above the buttons of a group.
    case above
    /// Beside the field, in a column of so many points.
    case beside(Double)
    /// Nowhere: it is only read aloud, and shown when a pointer rests on the field.
    case hidden
  }

  let kind: FormField.Kind
  let name: String
  let options: [FormField.Option]
  let label: Inline
  let lines: Int
  private(set) var value: FormValue?
  private(set) var flags: FormFieldFlags = []
  private(set) var toolTip: String?
  private(set) var maximumLength: Int?
  private(set) var width: Double?
  private(set) var labelPlace: LabelPlace = .above
  private var changes: @Sendable (inout FieldStyle) -> Void = { _ in }
  let place: SourcePlace

  private init(
    _ kind: FormField.Kind, _ name: String, _ options: [FormField.Option], _ label: Inline, lines: Int = 1,
    _ place: SourcePlace
  ) {
    (self.kind, self.name, self.options, self.label) = (kind, name, options, label)
    (self.lines, self.place) = (lines, place)
  }

  // MARK: - Kinds

  /// A field for text.
  ///
  /// - Parameters:
  ///   - name: Its full name, which no other field has: parts with dots between them are names of groups, and its own.
  ///   - label: What it is for.
  ///   - lines: How many lines it shows, 1 to 1,000. With more than one, texts of any length are broken.
  ///   - file: Where it stands in the program, for messages.
  ///   - line: The same.
  public static func text(
    _ name: String, label: Inline, lines: Int = 1, file: StaticString = #fileID, line: UInt = #line
  ) -> Field {
    let field = Field(.text, name, [], label, lines: lines, SourcePlace(file, line))
    return lines > 1 ? field.flags(.multiline) : field
  }

  /// A box to check, with its label beside it.
  public static func checkBox(
    _ name: String, label: Inline, file: StaticString = #fileID, line: UInt = #line
  ) -> Field { Field(.checkBox, name, [], label, SourcePlace(file, line)) }

  /// Buttons of which one is selected, one below the other, each with its option beside it.
  public static func radioButtons(
    _ name: String, _ options: [FormField.Option], label: Inline, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Field { Field(.radioButtons, name, options, label, SourcePlace(file, line)) }

  /// A list that is opened, of which one option is chosen.
  public static func comboBox(
    _ name: String, _ options: [FormField.Option], label: Inline, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Field { Field(.comboBox, name, options, label, SourcePlace(file, line)) }

  /// A list of which one option is chosen, or several, with the flag `.multiSelect`.
  ///
  /// - Parameters:
  ///   - name: As of ``text(_:label:lines:file:line:)``.
  ///   - options: What there is to choose.
  ///   - label: What it is for.
  ///   - lines: How many options are seen at once, 1 to 1,000.
  ///   - file: Where it stands in the program, for messages.
  ///   - line: The same.
  public static func listBox(
    _ name: String, _ options: [FormField.Option], label: Inline, lines: Int = 4,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Field { Field(.listBox, name, options, label, lines: lines, SourcePlace(file, line)) }

  /// A place for a signature, which is made when the document is signed.
  ///
  /// - Parameters:
  ///   - name: As of ``text(_:label:lines:file:line:)``.
  ///   - label: What it is for.
  ///   - lines: How high it is, in lines of text, 1 to 1,000.
  ///   - file: Where it stands in the program, for messages.
  ///   - line: The same.
  public static func signature(
    _ name: String, label: Inline, lines: Int = 3, file: StaticString = #fileID, line: UInt = #line
  ) -> Field { Field(.signature, name, [], label, lines: lines, SourcePlace(file, line)) }

  // MARK: - Changes

  private func changed(_ change: (inout Field) -> Void) -> Field {
    var copy = self
    change(&copy)
    return copy
  }

  /// The field with a value: a text, whether a box is checked, or the values of options.
  public func value(_ value: FormValue) -> Field { changed { $0.value = value } }
  /// The field as one that has to be filled in.
  public func required() -> Field { flags(.required) }
  /// The field as one that shows its value and cannot be filled in.
  public func readOnly() -> Field { flags(.readOnly) }
  /// The field with more flags.
  public func flags(_ flags: FormFieldFlags) -> Field { changed { $0.flags.formUnion(flags) } }
  /// The field with another text than its label that is read aloud, and shown when a pointer rests on it.
  public func toolTip(_ text: String) -> Field { changed { $0.toolTip = text } }
  /// The field as one that takes so many characters.
  public func maximumLength(_ count: Int) -> Field { changed { $0.maximumLength = count } }
  /// The field as one that takes so many characters, each in a cell of its own.
  public func cells(_ count: Int) -> Field { maximumLength(count).flags(.comb) }
  /// The field so many points wide, which is otherwise as wide as there is room.
  public func width(_ width: Double) -> Field { changed { $0.width = width } }
  /// The field with its label elsewhere.
  public func labelled(_ place: LabelPlace) -> Field { changed { $0.labelPlace = place } }

  /// The field with a style that differs from the document's.
  public func styled(_ change: @escaping @Sendable (inout FieldStyle) -> Void) -> Field {
    let before = changes
    return changed { field in
      field.changes = { style in
        before(&style)
        change(&style)
      }
    }
  }

  func set(_ setter: BlockSetter) throws {
    var style = setter.style.field
    changes(&style)
    try setter.at("The field", place) { try FieldSetter(self, style, setter).set() }
  }

  /// How wide a column of a table becomes for it.
  var usualWidth: Double { width ?? (kind == .checkBox ? 24 : 120) }
}

/// A field of a form (ISO 32000-2, 12.7.4): its value, and what values it takes.
public struct FormField: Sendable, Hashable {
  /// What a field is.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// Text of one or more lines.
    case text
    /// A box to check, or several of which at most one is checked.
    case checkBox
    /// Buttons of which one is selected.
    case radioButtons
    /// A button that does something and has no value.
    case pushButton
    /// A list of which one option is chosen, and that may take other text.
    case comboBox
    /// A list of which one or more options are chosen.
    case listBox
    /// A place for a signature.
    case signature
    /// A field that says no kind, or an unknown one.
    case unknown
  }

  /// An option of a combo box or a list box.
  public struct Option: Sendable, Hashable {
    /// What the field has as its value.
    public var value: String
    /// What is shown.
    public var label: String

    /// Makes an option; without a label the value is shown.
    public init(_ value: String, label: String? = nil) {
      self.value = value
      self.label = label ?? value
    }
  }

  /// A place on a page where a field is shown (a widget annotation, ISO 32000-2, 12.5.6.19).
  public struct Widget: Sendable, Hashable {
    /// The page.
    public var page: PageID
    /// The annotation on that page.
    public var annotation: AnnotationID
    /// Where it is, in page space.
    public var rect: PageRect
    /// The value of the field when this button is checked; `nil` for other fields.
    public var value: String?
    /// Its place in the order in which the Tab key goes through all fields of the document, from 0.
    public var tabIndex: Int
    /// The name of the button's appearance when it is checked, where that is not its value (ISO 32000-2, 12.7.5.2.3).
    package var state: String?

    package init(
      page: PageID, annotation: AnnotationID, rect: PageRect, value: String?, state: String? = nil,
      tabIndex: Int
    ) {
      self.state = state == value ? nil : state
      self.page = page
      self.annotation = annotation
      self.rect = rect
      self.value = value
      self.tabIndex = tabIndex
    }
  }

  /// A script of a field (ISO 32000-2, 12.6.3). Postil runs none; it understands a few common calls.
  public struct Script: Sendable, Hashable {
    /// What it is for.
    public enum Trigger: String, Sendable, Hashable {
      /// What may be typed.
      case keystroke
      /// How the value is shown.
      case format
      /// Whether the value is allowed.
      case validate
      /// What the value is, from others.
      case calculate
    }
    /// What it is for.
    public var trigger: Trigger
    /// The script, in JavaScript.
    public var source: String

    package init(_ trigger: Trigger, _ source: String) { (self.trigger, self.source) = (trigger, source) }
  }

  /// The full name: the names of the fields above it and its own, with dots between them.
  public var name: String
  /// What it is.
  public var kind: Kind
  /// The value.
  public var value: FormValue
  /// The value that resetting the form gives it; `nil` if the file says none.
  public var defaultValue: FormValue?
  /// The options of a combo box or a list box.
  public var options: [Option]
  /// Its flags.
  public var flags: FormFieldFlags
  /// How many characters a text may have; `nil`: any number.
  public var maximumLength: Int?
  /// What people read instead of the name (`/TU`).
  public var alternateName: String?
  /// The name in exported data (`/TM`).
  public var mappingName: String?
  /// Where it is shown, in the order of the pages and of the annotations on each.
  public var widgets: [Widget]
  /// Its scripts.
  public var scripts: [Script]

  package init(
    name: String, kind: Kind, value: FormValue, defaultValue: FormValue? = nil, options: [Option] = [],
    flags: FormFieldFlags = [], maximumLength: Int? = nil, alternateName: String? = nil,
    mappingName: String? = nil, widgets: [Widget] = [], scripts: [Script] = []
  ) {
    self.name = name
    self.kind = kind
    self.value = value
    self.defaultValue = defaultValue
    self.options = options
    self.flags = flags
    self.maximumLength = maximumLength
    self.alternateName = alternateName
    self.mappingName = mappingName
    self.widgets = widgets
    self.scripts = scripts
  }

  /// The values that checked buttons give the field, each once.
  public var buttonValues: [String] {
    widgets.compactMap(\.value).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Whether it can be filled in: it is none of ``Kind/pushButton``, ``Kind/signature`` and ``Kind/unknown``, and not read-only.
  public var isFillable: Bool { kind.hasValue && !flags.contains(.readOnly) }

  /// How many cells a text has, each for one character (ISO 32000-2, table 229); `nil` if it has none.
  package var combCells: Int? {
    guard kind == .text, flags.contains(.comb), flags.isDisjoint(with: .combExcluding),
      let maximumLength, (1...10_000).contains(maximumLength)
    else { return nil }
    return maximumLength
  }

  /// Whether it has to be filled in and is not.
  public var isMissing: Bool { flags.contains(.required) && value.isEmpty && isFillable }
}

extension FormField.Option: ExpressibleByStringLiteral {
  /// Makes an option whose value is shown.
  public init(stringLiteral value: String) { self.init(value) }
}

extension FormField.Kind {
  /// Whether people give fields of the kind a value.
  package var hasValue: Bool { ![.pushButton, .signature, .unknown].contains(self) }
  /// Whether it has buttons that are checked.
  package var isButton: Bool { self == .checkBox || self == .radioButtons }
}

/// The flags of a field (`/Ff`, ISO 32000-2, tables 227, 229, 231 and 233).
public struct FormFieldFlags: OptionSet, Sendable, Hashable {
  /// The bits as the file has them.
  public let rawValue: Int
  /// Makes a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  private init(bit: Int) { rawValue = 1 << (bit - 1) }

  /// It cannot be filled in.
  public static let readOnly = FormFieldFlags(bit: 1)
  /// It has to be filled in.
  public static let required = FormFieldFlags(bit: 2)
  /// Its value is not sent.
  public static let noExport = FormFieldFlags(bit: 3)
  /// Text of several lines.
  public static let multiline = FormFieldFlags(bit: 13)
  /// Text that is not to be seen.
  public static let password = FormFieldFlags(bit: 14)
  /// One of the radio buttons is always selected.
  public static let noToggleToOff = FormFieldFlags(bit: 15)
  /// Radio buttons.
  public static let radio = FormFieldFlags(bit: 16)
  /// A button without a value.
  public static let pushButton = FormFieldFlags(bit: 17)
  /// A combo box rather than a list box.
  public static let combo = FormFieldFlags(bit: 18)
  /// A combo box that takes other text than its options.
  public static let edit = FormFieldFlags(bit: 19)
  /// Options that are to be sorted.
  public static let sort = FormFieldFlags(bit: 20)
  /// Text that names a file.
  public static let fileSelect = FormFieldFlags(bit: 21)
  /// Several options may be chosen.
  public static let multiSelect = FormFieldFlags(bit: 22)
  /// The spelling is not checked.
  public static let doNotSpellCheck = FormFieldFlags(bit: 23)
  /// Text ends where its box does.
  public static let doNotScroll = FormFieldFlags(bit: 24)
  /// Each character in a cell of its own.
  public static let comb = FormFieldFlags(bit: 25)
  /// Text with styles.
  public static let richText = FormFieldFlags(bit: 26)
  /// Radio buttons of the same value are selected together. The same bit as ``richText``, which texts have.
  public static let radiosInUnison = FormFieldFlags(bit: 26)
  /// A choice counts at once.
  public static let commitOnSelectionChange = FormFieldFlags(bit: 27)

  /// The flags with which a text has no cells.
  package static let combExcluding: FormFieldFlags = [.multiline, .password, .fileSelect]

  /// The names of the flags that a kind of field can have.
  package func names(for kind: FormField.Kind) -> [String] { named(for: kind).map(\.name) }

  /// The flags that a kind of field can have, with their names.
  package func named(for kind: FormField.Kind) -> [(flag: FormFieldFlags, name: String)] {
    var all: [(flag: FormFieldFlags, name: String)] = [
      (.readOnly, "readOnly"), (.required, "required"), (.noExport, "noExport"),
    ]
    switch kind {
    case .text:
      all += [
        (.multiline, "multiline"), (.password, "password"), (.fileSelect, "fileSelect"),
        (.doNotSpellCheck, "doNotSpellCheck"), (.doNotScroll, "doNotScroll"), (.comb, "comb"),
        (.richText, "richText"),
      ]
    case .radioButtons:
      all += [(.noToggleToOff, "noToggleToOff"), (.radiosInUnison, "radiosInUnison")]
    case .comboBox, .listBox:
      all += [
        (.edit, "edit"), (.sort, "sort"), (.multiSelect, "multiSelect"),
        (.doNotSpellCheck, "doNotSpellCheck"), (.commitOnSelectionChange, "commitOnSelectionChange"),
      ]
    case .checkBox, .pushButton, .signature, .unknown: break
    }
    return all.filter { contains($0.flag) }
  }
}

extension FormField: CustomStringConvertible {
  /// The name, what it is, and the value: `person.name (text): Ada`.
  public var description: String { "\(name) (\(kind.rawValue)): \(value)" }
}

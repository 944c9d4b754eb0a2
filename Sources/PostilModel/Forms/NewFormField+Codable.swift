public import Foundation

extension NewFormField {
  private static let keys = [
    "name", "kind", "page", "rect", "widgets", "value", "defaultValue", "options", "flags", "maximumLength",
    "alternateName", "mappingName",
  ]

  /// Reads fields: JSON in UTF-8, a list of them or `{"fields": [ … ]}`. What a field has: ``init(from:)``.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument`, which says where: line and column of what is not JSON, or the field
  ///   and the key of what does not make sense.
  public static func fields(json: Data) throws(PDFError) -> [NewFormField] {
    let form = JSONDocument(
      name: "list of fields", code: .invalidArgument, list: "fields", item: "field",
      empty: "[] for no fields")
    return try form.decode(List.self, from: json).fields
  }

  private struct List: Decodable {
    let fields: [NewFormField]

    init(from decoder: any Decoder) throws {
      if let object = try? Fields(decoder) {
        try object.allow(["fields"], in: "a list of fields")
        fields = try object.value("fields")
      } else {
        fields = try decoder.singleValueContainer().decode([NewFormField].self)
      }
    }
  }
}

extension NewFormField: Codable {
  /// Reads a field: what it is called, what it is, and where.
  ///
  /// ```json
  /// {"name": "person.name", "kind": "text", "page": 1, "rect": [72, 700, 200, 20], "flags": ["required"]}
  /// {"name": "color", "kind": "radioButtons", "widgets": [
  ///   {"page": 1, "rect": [72, 660, 14, 14], "value": "red"},
  ///   {"page": 1, "rect": [102, 660, 14, 14], "value": "green"}]}
  /// {"name": "country", "kind": "comboBox", "page": 1, "rect": [72, 620, 200, 20],
  ///  "options": ["France", {"value": "de", "label": "Germany"}], "value": "de", "font": "Times-Roman", "size": 11,
  ///  "color": "000080", "alignment": "center", "background": "FFFFE0",
  ///  "border": {"color": "808080", "width": 1, "style": "solid"}}
  /// ```
  ///
  /// Pages are named by their number in the file as it was opened. `widgets` takes the place of `page` and `rect`; each may have
  /// a `rotation` in degrees counterclockwise. Besides there may be `defaultValue`, `maximumLength`, `alternateName`,
  /// `mappingName` and, of buttons, `mark`. Keys that are not known are errors.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    try fields.allow(Self.keys + FormFieldLook.keys, in: "a field")
    guard let kind = try fields.word("kind", as: FormField.Kind.self) else {
      throw fields.error("the key 'kind' is missing, which says what the field is")
    }
    let widgets: [Widget]
    if let several: [Widget] = try fields.optional("widgets") {
      let (page, rect) = (
        try fields.optional("page", as: PageID.self), try fields.optional("rect", as: PageRect.self)
      )
      guard page == nil, rect == nil else {
        throw fields.error("either 'widgets' or 'page' and 'rect' say where the field is", at: "widgets")
      }
      widgets = several
    } else {
      widgets = [Widget(on: try fields.value("page"), in: try fields.value("rect"))]
    }
    let options: [CodedOption] = try fields.optional("options") ?? []
    self.init(
      kind, named: try fields.value("name"), widgets: widgets, options: options.map(\.option),
      value: try fields.optional("value"), flags: try fields.fieldFlags("flags", of: kind),
      maximumLength: try fields.integer("maximumLength"), look: try FormFieldLook(fields))
    defaultValue = try fields.optional("defaultValue")
    alternateName = try fields.optional("alternateName")
    mappingName = try fields.optional("mappingName")
  }

  /// Writes what ``init(from:)`` reads, without keys that have their default.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(name, forKey: "name")
    try fields.encode(kind.rawValue, forKey: "kind")
    try fields.encode(widgets, forKey: "widgets")
    try fields.encodeIfPresent(value, forKey: "value")
    try fields.encodeIfPresent(defaultValue, forKey: "defaultValue")
    if !options.isEmpty { try fields.encode(options.map(CodedOption.init), forKey: "options") }
    let names = flags.names(for: kind)
    if !names.isEmpty { try fields.encode(names, forKey: "flags") }
    try fields.encodeIfPresent(maximumLength, forKey: "maximumLength")
    try fields.encodeIfPresent(alternateName, forKey: "alternateName")
    try fields.encodeIfPresent(mappingName, forKey: "mappingName")
    try look.encode(to: &fields)
  }
}

extension NewFormField.Widget: Codable {
  /// Reads `{"page": 1, "rect": [72, 660, 14, 14], "value": "red", "rotation": 90}`; the last two may be left out.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    try fields.allow(["page", "rect", "value", "rotation"], in: "a place of a field")
    self.init(
      on: try fields.value("page"), in: try fields.value("rect"), value: try fields.optional("value"),
      rotation: try fields.rotation("rotation"))
  }

  /// Writes what ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(page, forKey: "page")
    try fields.encode(rect, forKey: "rect")
    try fields.encodeIfPresent(value, forKey: "value")
    try fields.encodeIfPresent(rotation?.degrees, forKey: "rotation")
  }
}

/// An option: a text, or an object with a value and a label.
private struct CodedOption: Codable {
  let option: FormField.Option

  init(_ option: FormField.Option) { self.option = option }

  init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      option = FormField.Option(text)
      return
    }
    let fields = try Fields(decoder)
    try fields.allow(["value", "label"], in: "an option")
    option = FormField.Option(try fields.value("value"), label: try fields.optional("label"))
  }

  func encode(to encoder: any Encoder) throws {
    if option.label == option.value {
      var text = encoder.singleValueContainer()
      try text.encode(option.value)
    } else {
      var fields = encoder.container(keyedBy: Fields.Name.self)
      try fields.encode(option.value, forKey: "value")
      try fields.encode(option.label, forKey: "label")
    }
  }
}

extension Fields {
  /// Flags by their names; none if they are missing.
  fileprivate func fieldFlags(_ name: String, of kind: FormField.Kind) throws -> FormFieldFlags {
    let names: [String] = try optional(name) ?? []
    let known = FormFieldFlags(rawValue: -1).named(for: kind)
    return try names.reduce(into: []) { flags, word in
      guard let flag = known.first(where: { $0.name == word })?.flag else {
        let words = known.map(\.name).joined(separator: ", ")
        throw error("there is no '\(word)' here; use some of \(words)", at: name)
      }
      flags.insert(flag)
    }
  }
}

extension FormFieldLook {
  fileprivate static let keys = ["font", "size", "color", "alignment", "background", "border", "mark"]

  /// Reads the look's part of a field.
  fileprivate init(_ fields: Fields) throws {
    self.init(
      font: try fields.word("font") ?? .helvetica,
      size: try fields.number("size", in: 0...TextFont.sizes.upperBound) ?? 0,
      color: try fields.optional("color") ?? .black, alignment: try fields.word("alignment") ?? .left,
      background: try fields.optional("background"), border: try fields.optional("border"),
      mark: try fields.word("mark"))
  }

  /// Writes the look's part of a field.
  fileprivate func encode(to fields: inout KeyedEncodingContainer<Fields.Name>) throws {
    if font != .helvetica { try fields.encode(font, forKey: "font") }
    if size != 0 { try fields.encode(size, forKey: "size") }
    if color != .black { try fields.encode(color, forKey: "color") }
    if alignment != .left { try fields.encode(alignment, forKey: "alignment") }
    try fields.encodeIfPresent(background, forKey: "background")
    try fields.encodeIfPresent(border, forKey: "border")
    try fields.encodeIfPresent(mark, forKey: "mark")
  }
}

extension FormFieldLook.Border: Codable {
  /// Reads `{"color": "808080", "width": 1, "style": "solid"}`; every key may be left out.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    try fields.allow(["color", "width", "style"], in: "a border")
    self.init(
      color: try fields.optional("color") ?? .black, width: try fields.number("width", in: Self.widths) ?? 1,
      style: try fields.word("style") ?? .solid)
  }

  /// Writes what ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(color, forKey: "color")
    try fields.encode(width, forKey: "width")
    try fields.encode(style, forKey: "style")
  }
}

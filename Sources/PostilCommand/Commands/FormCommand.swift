import Postil

/// `postil form`: the fields of a form.
struct FormCommand: PostilCommand {
  static let description = CommandDescription(
    name: "form", abstract: "Lists the fields of a form: names, kinds, values, options.",
    discussion:
      "Fields are in tab order. With --json also their flags, limits, scripts and places: rectangles are in points from the "
      + "lower left, of the page as the file has it, not turned.",
    synopsis: "FILE [--json]", arguments: [InputFile.argument],
    sections: [
      OptionSection(title: "Options", options: [PageOption.json.description]), InputFile.options,
    ], example: "postil form application.pdf")

  private let file: InputFile
  private let printsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    file = try InputFile(arguments)
    printsJSON = arguments.has(PageOption.json)
  }

  var files: [NamedFile] { file.files }

  func run(_ context: CommandContext) async throws {
    let document = try file.open(context)
    let form = try document.form
    if printsJSON {
      context.print(form?.values(of: document) ?? .object(["fields": .list([])]))
    } else {
      context.output.write(form.map { Self.table($0, document) } ?? "There is no form.\n")
    }
  }

  private static func table(_ form: PDFForm, _ document: PDFDocument) -> String {
    guard !form.fields.isEmpty else {
      return form.xfa == .dynamic ? "The form is in XFA alone.\n" : "The form has no fields.\n"
    }
    var table = Table([">Page", "Name", "Kind", "Value", "Takes"])
    for field in form.fields {
      let page = field.widgets.first.flatMap { document.index(of: $0.page) }.map { "\($0 + 1)" } ?? ""
      table.add([page, field.name, field.kind.rawValue, field.value.description, field.limits])
    }
    return table.text
  }
}

extension FormField {
  /// What the field takes, in short.
  fileprivate var limits: String {
    var parts: [String] = []
    if let maximumLength { parts.append("\(maximumLength) characters") }
    let values = options.isEmpty ? buttonValues : options.map(\.value)
    if kind != .pushButton, !values.isEmpty {
      parts.append(values.prefix(8).joined(separator: "|") + (values.count > 8 ? "|…" : ""))
    }
    parts += flags.names(for: kind)
    return parts.joined(separator: ", ")
  }

  fileprivate func values(of document: PDFDocument) -> JSONValue {
    let widgets = widgets.map { widget -> JSONValue in
      .object([
        "page": document.index(of: widget.page).map { .integer($0 + 1) } ?? .null,
        "annotation": .text(widget.annotation.rawValue), "rect": JSONValue(widget.rect),
        "value": JSONValue(widget.value), "tabIndex": .integer(widget.tabIndex),
      ])
    }
    return .object([
      "name": .text(name), "kind": .text(kind.rawValue), "value": JSONValue(value),
      "defaultValue": defaultValue.map { JSONValue($0) } ?? .null,
      "options": .list(options.map { .object(["value": .text($0.value), "label": .text($0.label)]) }),
      "flags": .list(flags.names(for: kind).map(JSONValue.text)),
      "maximumLength": maximumLength.map(JSONValue.integer) ?? .null,
      "alternateName": JSONValue(alternateName), "mappingName": JSONValue(mappingName),
      "widgets": .list(widgets),
      "scripts": .list(
        scripts.map { .object(["trigger": .text($0.trigger.rawValue), "source": .text($0.source)]) }),
    ])
  }
}

extension PDFForm {
  fileprivate func values(of document: PDFDocument) -> JSONValue {
    .object([
      "fields": .list(fields.map { $0.values(of: document) }), "xfa": JSONValue(xfa?.rawValue),
      "needsAppearances": .bool(needsAppearances), "isReaderExtended": .bool(isReaderExtended),
      "calculationOrder": .list(calculationOrder.map(JSONValue.text)),
      "missing": .list(missingFields.map { .text($0.name) }),
      "unknownScripts": .list(fieldsWithUnknownScripts.map(JSONValue.text)),
    ])
  }
}

extension JSONValue {
  init(_ value: FormValue) {
    switch value {
    case .text(let text): self = .text(text)
    case .checked(let isChecked): self = .bool(isChecked)
    case .choices(let values): self = .list(values.map(JSONValue.text))
    }
  }
}

import Postil
import PostilSystem

/// `postil form`: the fields of a form, their values as a file, and fields that are added to it or removed from it.
struct FormCommand: PartCommand {
  private static let add = Option(
    "--add", "FIELDS.json", completion: .files,
    help: "Adds the fields that a file lists; - is standard input.", parse: { try FileArgument($0) })
  private static let remove = Option(
    "--remove", "NAME", repeats: true,
    help: "Removes a field by its full name, before others are added; may be given several times.",
    parse: Values.text)
  private static let values = Option(
    "--values", "DATA", completion: .files,
    help:
      "Writes the values for 'postil fill --data' into DATA.json, DATA.fdf or DATA.xfdf; - is JSON on standard output.",
    parse: { try FileArgument($0) })

  static let description = CommandDescription(
    name: "form",
    abstract: "Lists the fields of a form, writes their values into a file, adds fields and removes some.",
    discussion:
      "Fields are in tab order. With --json also their flags, limits, scripts and places: rectangles are in points from the "
      + "lower left, of the page as the file has it, not turned. The file of --add holds a list such as [{\"name\": "
      + "\"person.name\", \"kind\": \"text\", \"page\": 1, \"rect\": [72, 700, 200, 20]}]. Kinds are text, checkBox, "
      + "radioButtons, comboBox, listBox and signature. A field may have \"value\", \"defaultValue\" (of a check box true or "
      + "false, yes or no), \"options\", \"flags\" such as required, multiline, comb or edit, \"maximumLength\", \"alternateName\", \"mappingName\", and a look: \"font\" "
      + "(Helvetica, Times-Bold and so on), \"size\", \"color\", \"alignment\", \"background\", \"border\": {\"color\": "
      + "\"808080\", \"width\": 1, \"style\": \"solid\"}, \"mark\". Radio buttons, and fields in several places, have "
      + "\"widgets\": [{\"page\": 1, \"rect\": [72, 660, 14, 14], \"value\": \"red\"}].",
    synopsis: "FILE [--json] [--values DATA | --remove NAME… --add FIELDS.json \(SavingOptions.synopsis)]",
    arguments: [InputFile.argument],
    sections: [
      OptionSection(title: "Options", options: [values.description, add.description, remove.description])
    ]
      + SavingOptions.sections,
    example: "postil form application.pdf --add fields.json -o form.pdf")

  let file: InputFile
  let saving: SavingOptions?
  let printsJSON: Bool
  private let source: FileArgument?
  private let removed: [String]
  private let values: (target: FileArgument, format: FormDataFormat)?

  init(_ arguments: ParsedArguments) throws {
    file = try InputFile(arguments)
    source = arguments[Self.add]
    removed = arguments.all(Self.remove)
    if source?.isStandardStream == true, let other = file.standardInputUse {
      throw UsageError("\(other) and the fields cannot both come from standard input")
    }
    values = try arguments[Self.values].map { ($0, try Self.format(of: $0)) }
    if values != nil, source != nil || !removed.isEmpty {
      throw UsageError("--values writes what the form has: give it without --add and --remove")
    }
    guard values?.target.isSameFile(as: file.argument) != true else {
      throw UsageError("the values would replace the document: give another name after --values")
    }
    saving = try .ifChanged(
      source != nil || !removed.isEmpty, by: "--add or --remove", arguments, file: file)
    printsJSON = arguments.has(PageOption.json)
  }

  var files: [NamedFile] {
    file.files + (source.map { [.input($0)] } ?? []) + (values.map { [.output($0.target)] } ?? [])
      + (saving?.files ?? [])
  }

  private static func format(of target: FileArgument) throws -> FormDataFormat {
    guard let url = target.url else { return .json }
    guard let format = FormDataFormat(rawValue: url.pathExtension.lowercased()) else {
      throw UsageError("the name after --values must end with .json, .fdf or .xfdf")
    }
    return format
  }

  func show(_ document: PDFDocument, _ context: CommandContext) throws {
    if let (target, format) = values {
      let data = try document.formDataAndWait(as: format)
      guard let url = target.url else { return context.output.write(data) }
      return try ExportedFile.write(data, to: url)
    }
    let form = try document.form
    if printsJSON {
      context.print(form?.values(of: document) ?? .object(["fields": .list([])]))
    } else {
      context.output.write(form.map { Self.table($0, document) } ?? "There is no form.\n")
    }
  }

  func edit(_ document: PDFDocument, _ context: CommandContext) throws -> CommandOutcome {
    for name in removed { try document.removeFieldAndWait(named: name) }
    let fields = try source.map { try context.value(of: $0) { try NewFormField.fields(json: $0) } } ?? []
    try document.addFields(fields)
    let notes: [String] = [
      removed.isEmpty ? nil : "\(removed.count.counted("field")) removed",
      fields.isEmpty ? nil : "\(fields.count.counted("field")) added",
    ].compactMap(\.self)
    return CommandOutcome(
      values: [
        "added": .list(fields.map { .text($0.name) }), "removed": .list(removed.map(JSONValue.text)),
      ],
      note: notes.isEmpty ? nil : notes.joined(separator: ", "))
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

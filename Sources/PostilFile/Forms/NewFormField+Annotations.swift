package import PostilModel
import Foundation

extension NewFormField {
  /// The annotations that add the field to a document, one for each place. Each has all that the field says, under its full
  /// name: a save divides that among field and widgets, see ``SavePlan/listAddedFields()``.
  ///
  /// - Parameter rotation: How far a page is turned when it is shown.
  package func annotations(
    _ rotation: (PageID) throws -> PageRotation
  ) throws -> [(page: PageID, annotation: Annotation)] {
    try widgets.map { widget in
      let id = AnnotationID()
      var entries = entries(of: widget, turned: try widget.rotation ?? rotation(widget.page))
      entries["NM"] = .text(id.rawValue)
      return (widget.page, ImportedAnnotation.annotation(AnnotationDictionary(entries), id: id))
    }
  }

  /// All entries of a widget: those of the field under its full name, and its own.
  ///
  /// - Parameter font: The name of the font in the form's resources; `nil`: the standard one of the look.
  func entries(of widget: Widget, turned turn: PageRotation, in font: PDFName? = nil) -> [String: PDFValue] {
    var entries = entries(in: font)
    let rect = widget.rect
    entries["Rect"] = .array([rect.minX, rect.minY, rect.maxX, rect.maxY].map(PDFValue.number))
    // As a kid of a button says its value (ISO 32000-2, table 230).
    if let value = widget.value { entries["Opt"] = .array([.text(value)]) }
    var look = appearanceCharacteristics
    if turn != .none { look["R"] = .integer(turn.degrees) }
    if !look.isEmpty { entries["MK"] = .dictionary(look) }
    return entries
  }

  /// What the field says, and what all of its widgets have.
  private func entries(in font: PDFName?) -> [String: PDFValue] {
    var entries: [String: PDFValue] = [
      "Type": .name("Annot"), "Subtype": .name("Widget"), "F": .integer(AnnotationFlags.print.rawValue),
      "FT": .name(kind.type), "T": .text(name),
    ]
    let flags = flags.union(kind.flags)
    if !flags.isEmpty { entries["Ff"] = .integer(flags.rawValue) }
    entries["TU"] = alternateName.map(PDFValue.text)
    entries["TM"] = mappingName.map(PDFValue.text)
    entries["V"] = value.flatMap(coded)
    entries["DV"] = defaultValue.flatMap(coded)
    entries["MaxLen"] = maximumLength.map(PDFValue.integer)
    if !options.isEmpty {
      entries["Opt"] = .array(
        options.map { option in
          option.label == option.value
            ? .text(option.value) : .array([.text(option.value), .text(option.label)])
        })
    }
    if kind != .signature {
      entries["DA"] = .string(
        Data(
          DefaultAppearance(
            kind.isButton ? "ZaDb" : font ?? PDFName(look.font.resourceName), size: look.size, look.color
          ).bytes))
    }
    if look.alignment != .left { entries["Q"] = .integer(look.alignment == .center ? 1 : 2) }
    if let border = look.border {
      entries["BS"] = .dictionary(["W": .number(border.width), "S": .name(border.style.fileName)])
    }
    return entries
  }

  /// The value as a field has it; `nil` for none.
  private func coded(_ value: FormValue) -> PDFValue? {
    switch value {
    case .text(let text) where kind.isButton: .name(text)
    case .text(let text): text.isEmpty ? nil : .text(text)
    case .checked(let isChecked): isChecked ? widgets.first?.value.map(PDFValue.name) : nil
    case .choices(let values):
      values.count == 1 ? .text(values[0]) : values.isEmpty ? nil : .array(values.map(PDFValue.text))
    }
  }

  /// The background, the border's colour and the mark (`/MK`, ISO 32000-2, table 192).
  private var appearanceCharacteristics: [String: PDFValue] {
    func parts(_ color: Color) -> PDFValue {
      .array([color.red, color.green, color.blue].map(PDFValue.number))
    }
    var entries: [String: PDFValue] = [:]
    entries["BG"] = look.background.map(parts)
    entries["BC"] = (look.border?.color).map(parts)
    if kind.isButton {
      let mark = look.mark ?? (kind == .radioButtons ? .circle : .check)
      entries["CA"] = .text(mark.character)
    }
    return entries
  }
}

extension FormFieldLook.Font {
  /// The name under which forms usually have it in their resources.
  var resourceName: String {
    switch self {
    case .helvetica: "Helv"
    case .helveticaBold: "HeBo"
    case .helveticaOblique: "HeOb"
    case .helveticaBoldOblique: "HeBO"
    case .times: "TiRo"
    case .timesBold: "TiBo"
    case .timesItalic: "TiIt"
    case .timesBoldItalic: "TiBI"
    case .courier: "Cour"
    case .courierBold: "CoBo"
    case .courierOblique: "CoOb"
    case .courierBoldOblique: "CoBO"
    }
  }
}

extension FormFieldLook.Border.Style {
  /// The name in a file (ISO 32000-2, table 168).
  fileprivate var fileName: String {
    switch self {
    case .solid: "S"
    case .dashed: "D"
    case .beveled: "B"
    case .inset: "I"
    case .underline: "U"
    }
  }
}

extension FormFieldLook.Mark {
  /// The character of ZapfDingbats.
  fileprivate var character: String {
    switch self {
    case .check: "4"
    case .circle: "l"
    case .cross: "8"
    case .diamond: "u"
    case .square: "n"
    case .star: "H"
    }
  }
}

extension FormField.Kind {
  /// The type in a file (`/FT`, ISO 32000-2, table 226).
  fileprivate var type: String {
    switch self {
    case .text: "Tx"
    case .checkBox, .radioButtons, .pushButton: "Btn"
    case .comboBox, .listBox: "Ch"
    case .signature, .unknown: "Sig"
    }
  }

  /// The flags that say the kind.
  fileprivate var flags: FormFieldFlags {
    switch self {
    case .radioButtons: .radio
    case .pushButton: .pushButton
    case .comboBox: .combo
    default: []
    }
  }
}

extension PDFValue {
  fileprivate static func text(_ text: String) -> PDFValue { .string(Data(TextString.encode(text))) }

  /// Written as JSON and read again it is the same.
  fileprivate static func number(_ value: Double) -> PDFValue {
    Int(exactly: value).map(PDFValue.integer) ?? .real(value)
  }
}

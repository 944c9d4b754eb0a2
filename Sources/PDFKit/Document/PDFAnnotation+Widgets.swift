internal import Foundation
internal import Postil

/// Widgets: what shows a form field on a page. Fields of a file are read and filled in; new ones cannot be made. A value that the field
/// does not take changes nothing.
extension PDFAnnotation {
  private var field: FormField? {
    guard annotation.subtype == "Widget", let page, let form = try? page.engine?.document.form else {
      return nil
    }
    return form.fields.first { field in field.widgets.contains { isWidget($0, page) } }
  }

  private func isWidget(_ widget: FormField.Widget, _ page: PDFPage) -> Bool {
    widget.annotation == value.id && widget.page == page.pageID
  }

  private func fill(_ new: FormValue) {
    guard let page, let name = field?.name else { return }
    try? page.engine?.document.fill([name: new])
  }

  /// The full name of the field.
  public var fieldName: String? { field?.name }

  /// The kind of the field.
  public var widgetFieldType: PDFAnnotationWidgetSubtype {
    switch field?.kind {
    case .checkBox, .radioButtons, .pushButton: .button
    case .comboBox, .listBox: .choice
    case .signature: .signature
    case .text: .text
    default: PDFAnnotationWidgetSubtype(rawValue: "")
    }
  }

  /// The kind of a button.
  public var widgetControlType: PDFWidgetControlType {
    switch field?.kind {
    case .pushButton: .pushButtonControl
    case .radioButtons: .radioButtonControl
    case .checkBox: .checkBoxControl
    default: .unknownControl
    }
  }

  /// The value of a text field, or what is chosen of a list, several in lines of their own; of a check box `Yes` or `Off`, of a button of a
  /// group the value of the one that is on.
  public var widgetStringValue: String? {
    get { field?.value.pdfKitText }
    set {
      guard let field else { return }
      let text = newValue ?? ""
      fill([.listBox, .comboBox].contains(field.kind) ? field.value(fromText: text) : .text(text))
    }
  }

  /// The value that resetting the form gives the field.
  public var widgetDefaultStringValue: String? { field?.defaultValue?.pdfKitText }

  /// Whether a check box or radio button is on. Turning off the radio button that is on leaves none of its group on, if
  /// the field takes that.
  public var buttonWidgetState: PDFWidgetCellState {
    get {
      guard let field, let page else { return .offState }
      let own = field.widgets.first { isWidget($0, page) }?.value
      switch field.value {
      case .checked(let isOn): return isOn ? .onState : .offState
      case .text(let chosen): return chosen == own && own != nil ? .onState : .offState
      default: return .offState
      }
    }
    set {
      guard let field, let page else { return }
      let own = field.widgets.first { isWidget($0, page) }?.value
      switch field.kind {
      case .checkBox where field.widgets.count == 1: fill(.checked(newValue == .onState))
      case .checkBox, .radioButtons:
        if newValue == .onState, let own {
          fill(.text(own))
        } else if buttonWidgetState == .onState {
          fill(.text(""))
        }
      default: return
      }
    }
  }

  /// What the value of the field is when this button is on.
  public var buttonWidgetStateString: String {
    guard let field, let page else { return "" }
    return field.widgets.first { isWidget($0, page) }?.value ?? ""
  }

  /// The labels of what can be chosen of a list.
  public var choices: [String]? { field.map { $0.options.map(\.label) } }

  /// The values of what can be chosen of a list.
  public var values: [String]? { field.map { $0.options.map(\.value) } }

  /// Whether it is a list that is shown as a whole.
  public var isListChoice: Bool { field?.kind == .listBox }

  /// Whether a text has several lines.
  public var isMultiline: Bool { field?.flags.contains(.multiline) ?? false }

  /// Whether a text is not shown.
  public var isPasswordField: Bool { field?.flags.contains(.password) ?? false }

  /// Whether the characters of a text stand in equal cells.
  public var hasComb: Bool { field?.flags.contains(.comb) ?? false }

  /// How many characters a text may have; 0 is any number.
  public var maximumLength: Int { field?.maximumLength ?? 0 }

  /// Whether it may not be filled in or changed.
  public var isReadOnly: Bool { field?.flags.contains(.readOnly) ?? annotation.flags.contains(.readOnly) }

  /// Whether a radio button that is on can be turned off.
  public var allowsToggleToOff: Bool { !(field?.flags.contains(.noToggleToOff) ?? true) }
}

extension FormValue {
  fileprivate var pdfKitText: String {
    switch self {
    case .text(let text): text
    case .choices(let chosen): chosen.joined(separator: "\n")
    case .checked(let isOn): isOn ? "Yes" : "Off"
    @unknown default: ""
    }
  }
}

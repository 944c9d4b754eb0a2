/// A value that is calculated of other fields by the one script that form editors write for that (`AFSimple_Calculate`).
package struct FormCalculation: Hashable {
  enum Operation: String {
    case sum = "SUM"
    case average = "AVG"
    case product = "PRD"
    case minimum = "MIN"
    case maximum = "MAX"
  }

  let operation: Operation
  /// Fields, or fields above others, all of which are meant then.
  let names: [String]

  /// `nil` for scripts that are not understood.
  package init?(_ script: String) {
    guard let call = ScriptCall(script), call.function == "AFSimple_Calculate", let word = call.text(0),
      let operation = Operation(rawValue: word), let names = call.list(1)
    else { return nil }
    (self.operation, self.names) = (operation, names)
  }

  /// The script of the same calculation of fields that have other names; `nil` if none of them has.
  ///
  /// - Parameter name: The name of a field now; `nil` for one that has the name that it had.
  package func script(naming name: (String) -> String?) -> String? {
    let now = names.map { name($0) ?? $0 }
    guard now != names else { return nil }
    let list = now.map(ScriptCall.literal).joined(separator: ", ")
    return "AFSimple_Calculate(\(ScriptCall.literal(operation.rawValue)), new Array (\(list)));"
  }

  /// Whether it depends on one of some fields.
  func uses(_ fields: some Sequence<String>) -> Bool {
    fields.contains { field in names.contains { field == $0 || field.hasPrefix($0 + ".") } }
  }

  /// The value, from those of the other fields; what is no number counts as 0.
  func value(in form: PDFForm) -> String {
    var numbers: [Double] = []
    for name in names {
      let fields = form[name].map { [$0] } ?? form.fields.filter { $0.name.hasPrefix(name + ".") }
      numbers += fields.map { field in
        if case .text(let text) = field.value { FormFormat.number(text) ?? 0 } else { 0 }
      }
    }
    let result: Double =
      switch operation {
      case .sum: numbers.reduce(0, +)
      case .average: numbers.isEmpty ? 0 : numbers.reduce(0, +) / Double(numbers.count)
      case .product: numbers.isEmpty ? 0 : numbers.reduce(1, *)
      case .minimum: numbers.min() ?? 0
      case .maximum: numbers.max() ?? 0
      }
    let rounded = (result * 1e6).rounded() / 1e6
    guard rounded.isFinite else { return "" }
    return abs(rounded) < 1e15 && rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }
}

extension PDFForm {
  /// Values with those that are calculated of them, in the form's order of calculation.
  ///
  /// - Throws: ``PDFError`` with code `.noSuchField`, `.notEditable`, `.invalidArgument` or, for forms that cannot be filled
  ///   in, `.unsupported`.
  package func completed(_ values: [String: FormValue?]) throws(PDFError) -> [String: FormValue?] {
    guard xfa != .dynamic else {
      throw PDFError(
        .unsupported,
        "The form is in XFA alone, which has no fields to fill in: save it as a static form first.")
    }
    var result: [String: FormValue?] = [:]
    var form = self
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      let field = try field(named: name)
      let accepted: FormValue?
      if let value { accepted = try field.accepted(value) } else { accepted = nil }
      result.updateValue(accepted, forKey: name)
      if let accepted { form.set([name: accepted]) }
    }
    for name in calculationOrder where values[name] == nil {
      guard let field = form[name], field.kind == .text,
        let script = field.scripts.first(where: { $0.trigger == .calculate }),
        let calculation = FormCalculation(script.source), calculation.uses(result.keys)
      else { continue }
      let value = FormValue.text(calculation.value(in: form))
      if value != field.value {
        result.updateValue(value, forKey: name)
        form.set([name: value])
      }
    }
    return result
  }

  /// The fields whose values are not calculated, neither here nor, perhaps, by viewers: by scripts that are not understood, or
  /// since the form's order of calculation does not name them (ISO 32000-2, 12.7.3). After others were filled in they may be out of date.
  public var fieldsNotCalculated: [String] {
    let order = Set(calculationOrder)
    return fields.filter { field in
      field.scripts.contains {
        $0.trigger == .calculate && (!order.contains(field.name) || FormCalculation($0.source) == nil)
      }
    }.map(\.name)
  }

  /// The fields with scripts that Postil does not carry out: formats and calculations other than the usual ones, all checks, and what
  /// may be typed where there is no format.
  public var fieldsWithUnknownScripts: [String] {
    fields.filter { field in
      field.scripts.contains { script in
        switch script.trigger {
        case .format: FormFormat(script.source) == nil
        case .calculate: FormCalculation(script.source) == nil
        case .validate: true
        // What may be typed goes with the format.
        case .keystroke: !field.scripts.contains { $0.trigger == .format }
        }
      }
    }.map(\.name)
  }
}

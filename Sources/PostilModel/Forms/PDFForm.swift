/// The form of a document: its fields with their values, unsaved ones included.
public struct PDFForm: Sendable, Hashable {
  /// What of a form is in XFA, the XML forms that some readers show instead (ISO 32000-2, annex K).
  public enum XFA: String, Sendable, Hashable {
    /// The same fields twice, as PDF and as XML. Filling in the form takes the XML out, since it would have the old values.
    case hybrid
    /// XML only: the pages say nothing but that another reader is needed. It cannot be filled in.
    case dynamic
  }

  /// The fields in tab order; those without a place on a page come last.
  public private(set) var fields: [FormField]
  /// What of the form is in XFA; `nil`: nothing, or it was taken out.
  public var xfa: XFA?
  /// Whether the file asks readers to draw all fields themselves (`/NeedAppearances`).
  public var needsAppearances: Bool
  /// Whether Adobe Reader was given more rights for this file (`/UR3`), which any change takes away again with a warning.
  public var isReaderExtended: Bool
  /// The names of the fields whose values are calculated, in that order (`/CO`).
  public var calculationOrder: [String]

  private let places: [String: Int]

  package init(
    fields: [FormField], xfa: XFA? = nil, needsAppearances: Bool = false, isReaderExtended: Bool = false,
    calculationOrder: [String] = []
  ) {
    self.fields = fields
    self.xfa = xfa
    self.needsAppearances = needsAppearances
    self.isReaderExtended = isReaderExtended
    self.calculationOrder = calculationOrder
    places = Dictionary(fields.enumerated().map { ($1.name, $0) }) { first, _ in first }
  }

  /// The field of a full name; `nil` if there is none. O(1).
  public subscript(name: String) -> FormField? { places[name].map { fields[$0] } }

  /// The field of a full name.
  ///
  /// - Throws: ``PDFError`` with code `.noSuchField`, which names a similar one.
  public func field(named name: String) throws(PDFError) -> FormField {
    if let field = self[name] { return field }
    let same = fields.first { $0.name.lowercased() == name.lowercased() }
    let last = fields.first { $0.name.hasSuffix("." + name) }
    let hint = (same ?? last).map { ": did you mean '\($0.name)'?" } ?? ": list the form to see its fields."
    throw PDFError(.noSuchField, "The form has no field '\(name)'" + hint)
  }

  /// The values of all fields that have one to give, by full name.
  public var values: [String: FormValue] {
    fields.reduce(into: [:]) { values, field in
      guard field.kind.hasValue else { return }
      values[field.name] = field.value
    }
  }

  /// The fields that have to be filled in and are not.
  public var missingFields: [FormField] { fields.filter(\.isMissing) }

  /// Gives fields other values.
  package mutating func set(_ values: [String: FormValue]) {
    for (name, value) in values { if let place = places[name] { fields[place].value = value } }
  }
}

/// A field that was filled in, and where that shows.
package struct FilledField: Sendable, Hashable, Codable {
  package var value: FormValue
  /// For each page that shows the field, the rectangle around its widgets there.
  package var areas: [PageID: PageRect]

  package init(_ value: FormValue, areas: [PageID: PageRect] = [:]) {
    self.value = value
    self.areas = areas
  }

  /// Whether both have the same value, on pages of the same numbers: states of two documents are compared.
  package static func == (a: FilledField, b: FilledField) -> Bool {
    a.value == b.value && a.areas.isSameByNumber(as: b.areas)
  }
}

extension PDFForm: CustomStringConvertible {
  /// How many fields there are: `12 fields`.
  public var description: String { "\(fields.count) \(fields.count == 1 ? "field" : "fields")" }
}

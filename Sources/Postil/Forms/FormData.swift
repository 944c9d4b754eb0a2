public import Foundation
import PostilExchange
import PostilFile
public import PostilModel

/// A form in which the values of fields are taken from one program to another.
public enum FormDataFormat: String, Sendable, Hashable, CaseIterable {
  /// An object with the fields' full names as keys: `{"name": "Ada", "member": true, "languages": ["de"]}`.
  case json
  /// FDF (ISO 32000-2, 12.7.8).
  case fdf
  /// XFDF (ISO 19444-1).
  case xfdf

  /// The format of a file, by its first character; `nil` if it is none of them.
  public init?(of data: Data) {
    let passedOver: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0x20, 0x09, 0x0A, 0x0D, 0]
    switch data.prefix(4096).first(where: { !passedOver.contains($0) }) {
    case UInt8(ascii: "<"): self = .xfdf
    case UInt8(ascii: "{"): self = .json
    case UInt8(ascii: "%"): self = .fdf
    default: return nil
    }
  }

  /// The values in a file, by full name.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument`, or of XFDF `.invalidAnnotations`; the message says what is wrong where.
  public func values(in data: Data) throws(PDFError) -> [String: FormValue] {
    try PDFError.only {
      switch self {
      case .fdf: return try FDFFile.values(in: data)
      case .xfdf: return try FormXFDF.values(in: data)
      case .json:
        let file = JSONDocument(
          name: "file of values", code: .invalidArgument, list: "", item: "value", empty: "{} for no values")
        return try file.decode([String: FormValue].self, from: data)
      }
    }
  }
}

extension PDFDocument {
  /// The values of the form's fields as a file, unsaved ones included; without buttons and signatures, and without fields that are not
  /// to be exported.
  ///
  /// - Throws: ``PDFError`` with code `.noSuchField` if the document has no form, or `.damaged` if the pages cannot be read;
  ///   `CancellationError`.
  /// - Complexity: O(fields, and annotations of all pages).
  public func formData(as format: FormDataFormat) async throws -> Data {
    let state = state
    return try await inBackground { _ in try self.formData(as: format, in: state) }
  }

  /// The values of the form's fields as a file; blocks the calling thread meanwhile.
  ///
  /// - Throws: ``PDFError``, as ``formData(as:)``.
  public func formDataAndWait(as format: FormDataFormat) throws(PDFError) -> Data {
    try formData(as: format, in: state)
  }

  private func formData(as format: FormDataFormat, in state: DocumentState) throws(PDFError) -> Data {
    try PDFError.only {
      guard let form = try form(in: state) else {
        throw PDFError(.noSuchField, "The document has no form: there are no values.").about(url)
      }
      var values = form.values
      for field in form.fields where field.flags.contains(.noExport) { values[field.name] = nil }
      let file = url?.lastPathComponent
      switch format {
      case .json:
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        return try encoder.encode(values) + Data("\n".utf8)
      case .fdf: return FDFFile.data(FormFDF.fields(form.states(values)), file: file)
      case .xfdf: return FormXFDF.data(form.states(values), file: file)
      }
    }
  }
}

extension EditTransaction {
  /// Fills in the form from a file: see ``DocumentEditing/fill(_:)``. Fields that cannot be filled in (buttons, signatures,
  /// read-only ones) are passed over, since exported files have them as well.
  ///
  /// - Parameters:
  ///   - data: The file.
  ///   - format: Its format; `nil`: as its first character says.
  /// - Returns: The full names of the fields that were passed over.
  /// - Throws: ``PDFError`` with code `.invalidArgument` if the file is of no known format; as ``FormDataFormat/values(in:)`` for what
  ///   is wrong in it; as ``DocumentEditing/fill(_:)``, with `.noSuchField` for a field that the form does not have; `.editConflict`. Then
  ///   nothing is filled in.
  @discardableResult
  public func fill(from data: Data, as format: FormDataFormat? = nil) throws(PDFError) -> [String] {
    guard let format = format ?? FormDataFormat(of: data) else {
      throw PDFError(.invalidArgument, "The values are neither JSON nor FDF nor XFDF: name the format.")
    }
    var values = try format.values(in: data)
    return try PDFError.only {
      try edit(nil) { edit in
        let form = try edit.form
        let passedOver = values.keys.filter { form?[$0]?.isFillable == false }.sorted()
        for name in passedOver { values[name] = nil }
        try edit.fill(values)
        return passedOver
      }
    }
  }
}

extension PDFDocument {
  /// Fills in the form from a file, as one step of undo, on a thread of its own: see ``EditTransaction/fill(from:as:)``.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` for what is wrong in the file, `.noSuchField` for a field that the form does not
  ///   have, and as ``DocumentEditing/fill(_:)``: then nothing is filled in; `CancellationError` if the task was canceled before that.
  @discardableResult
  public func fill(from data: Data, as format: FormDataFormat? = nil) async throws -> [String] {
    try await editInBackground(nil) { try $0.fill(from: data, as: format) }
  }

  /// Fills in the form from a file; blocks the calling thread meanwhile.
  ///
  /// - Throws: ``PDFError``, as ``EditTransaction/fill(from:as:)``.
  @discardableResult
  public func fillAndWait(from data: Data, as format: FormDataFormat? = nil) throws(PDFError) -> [String] {
    try PDFError.only { try edit { try $0.fill(from: data, as: format) } }
  }
}

extension PDFDocument {
  /// The values of a table, for filling in the form once for each of its rows: the first row has the full names of fields
  /// (RFC 4180, in UTF-8; divided by commas, semicolons or tabs). Cells are read by ``FormField/value(fromText:)``.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument`, which says the line if one is wrong, or `.noSuchField`, also if the document
  ///   has no form.
  public func formValues(csv data: Data) throws(PDFError) -> [[String: FormValue]] {
    try PDFError.only {
      guard let text = String(validating: data, as: UTF8.self) else {
        throw PDFError(.invalidArgument, "The table is not text in UTF-8: save it in that encoding.")
      }
      let table = try CSVTable(text)
      guard let form = try form else {
        throw PDFError(.noSuchField, "The document has no form: there is nothing to fill in.").about(url)
      }
      let fields = try table.columns.map { try form.field(named: $0) }
      return table.rows.map { row in
        zip(fields, row).reduce(into: [:]) { $0[$1.0.name] = $1.0.value(fromText: $1.1) }
      }
    }
  }
}

extension PDFForm {
  /// Values with check boxes as FDF has them: by the name of what is checked.
  fileprivate func states(_ values: [String: FormValue]) -> [String: FormValue] {
    values.reduce(into: [:]) { result, entry in
      result[entry.key] = entry.value
      guard entry.value == .checked(true), let value = self[entry.key]?.buttonValues.first else { return }
      result[entry.key] = .text(value)
    }
  }
}

import EditorDriver
import Foundation

/// The form of a saved file as qpdf reads it.
struct SavedForm {
  /// The values of the fields that have one, by full name, as texts; several with commas between them.
  let values: [String: String]

  init(_ url: URL) throws {
    let data = try Programs.run("qpdf", ["--json=2", "--json-key=acroform", url.path, "-"])
    let json = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    let fields = (json["acroform"] as? [String: Any])?["fields"] as? [[String: Any]] ?? []
    values = fields.reduce(into: [:]) { values, field in
      guard let name = field["fullname"] as? String else { return }
      let value = Self.text(field["value"])
      if !value.isEmpty, value != "Off" { values[name] = value }
    }
  }

  /// A string of qpdf's: `u:text`, or a name: `/Name`.
  private static func text(_ value: Any?) -> String {
    if let list = value as? [Any] { return list.map(text).joined(separator: ", ") }
    guard let text = value as? String else { return "" }
    return text.hasPrefix("u:")
      ? String(text.dropFirst(2)) : text.hasPrefix("/") ? String(text.dropFirst()) : text
  }
}

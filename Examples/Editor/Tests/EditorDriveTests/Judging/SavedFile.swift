import EditorDriver
import Foundation

/// A saved file as qpdf reads it.
struct SavedFile {
  /// A page: its own entries, not those that it inherits.
  struct Page {
    /// The number of its object.
    var object: String
    /// Degrees clockwise.
    var rotation: Int
    var annotations: [SavedAnnotation]
  }

  let pages: [Page]

  init(_ url: URL, password: String = "") throws {
    let data = try Programs.run(
      "qpdf", ["--password=\(password)", "--json=2", "--json-key=pages", "--json-key=qpdf", url.path, "-"])
    let json = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    let objects = SavedObjects((json["qpdf"] as? [[String: Any]])?.last ?? [:])
    let list = json["pages"] as? [[String: Any]] ?? []
    pages = list.compactMap { $0["object"] as? String }.map { name in
      let entries = objects.dictionary(name)
      let annotations = objects.array(entries["/Annots"]).map {
        SavedAnnotation(objects.dictionary($0), in: objects)
      }
      let rotation = (entries["/Rotate"] as? NSNumber)?.intValue ?? 0
      return Page(object: name, rotation: rotation, annotations: annotations)
    }
  }

  /// What `qpdf --check` has to complain about; `nil` if nothing.
  static func complaint(about url: URL, password: String = "") -> String? {
    do {
      let data = try Programs.run("qpdf", ["--password=\(password)", "--check", url.path])
      let words = String(decoding: data, as: UTF8.self)
      return words.contains("No syntax or stream encoding errors found") ? nil : words
    } catch {
      return "\(error)"
    }
  }
}

/// The objects of a file by their names: `12 0 R`.
struct SavedObjects {
  private let objects: [String: Any]

  init(_ objects: [String: Any]) { self.objects = objects }

  /// What a value is, or what it refers to.
  func resolved(_ value: Any?) -> Any? {
    guard let name = value as? String, name.hasSuffix(" R") else { return value }
    let object = objects["obj:\(name)"] as? [String: Any]
    return object?["value"] ?? (object?["stream"] as? [String: Any])?["dict"]
  }

  func dictionary(_ value: Any?) -> [String: Any] { resolved(value) as? [String: Any] ?? [:] }

  func array(_ value: Any?) -> [Any] { resolved(value) as? [Any] ?? [] }

  func numbers(_ value: Any?) -> [Double] { array(value).compactMap { ($0 as? NSNumber)?.doubleValue } }

  /// Whether something is a stream, or refers to one.
  func isStream(_ value: Any?) -> Bool {
    (value as? String).map { (objects["obj:\($0)"] as? [String: Any])?["stream"] != nil } ?? false
  }
}

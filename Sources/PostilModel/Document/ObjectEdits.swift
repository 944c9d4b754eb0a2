package import Foundation

/// What edits set in the catalog and in objects by number. What they set in pages is in ``PageState/entries``.
///
/// Objects are named as they were when the file was opened, and so are references in values (``PDFValue/reference(_:)``): a save that
/// writes the file anew gives them other numbers. Pages are named as pages, streams in values have their data with them.
package struct ObjectEdits: Sendable, Hashable, Codable {
  /// What edits set in one object.
  package struct Object: Sendable, Hashable, Codable {
    /// Entries by their keys; null for those that were taken away.
    package var entries: [String: PDFValue] = [:]
    /// The data of the stream, without filters; `nil` if they are as in the file.
    package var data: Data?

    package init() {}

    fileprivate var isEmpty: Bool { entries.isEmpty && data == nil }
  }

  /// Entries of the catalog; null for those that were taken away.
  package private(set) var catalog: [String: PDFValue] = [:]
  /// Objects by their number when the file was opened, of generation 0.
  package private(set) var objects: [Int: Object] = [:]

  package init() {}

  /// Sets entries of the catalog, and returns those that they had; `nil` is what the file has.
  mutating func setCatalog(_ entries: [String: PDFValue?]) -> [String: PDFValue?] {
    catalog.exchange(entries)
  }

  /// Sets entries of an object, and returns those that they had; `nil` is what the file has.
  mutating func set(_ entries: [String: PDFValue?], of number: Int) -> [String: PDFValue?] {
    change(number) { $0.entries.exchange(entries) }
  }

  /// Gives a stream other data, and returns those that it had; `nil` is those that the file has.
  mutating func setData(_ data: Data?, of number: Int) -> Data? {
    change(number) { object in
      defer { object.data = data }
      return object.data
    }
  }

  private mutating func change<Result>(_ number: Int, _ body: (inout Object) -> Result) -> Result {
    var object = objects[number] ?? Object()
    defer { objects[number] = object.isEmpty ? nil : object }
    return body(&object)
  }
}

extension [String: PDFValue] {
  /// Takes values over, where `nil` is none, and returns those that their keys had.
  mutating func exchange(_ values: [String: PDFValue?]) -> [String: PDFValue?] {
    var former: [String: PDFValue?] = [:]
    for (key, value) in values {
      former.updateValue(self[key], forKey: key)
      self[key] = value
    }
    return former
  }
}

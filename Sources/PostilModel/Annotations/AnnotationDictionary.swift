import Foundation

/// The dictionary that an annotation was imported with, from XFDF or JSON: what a save begins with, so that nothing of
/// it is lost that Postil has no property for, such as the appearance that another program drew.
///
/// Changes of the annotation are written on top of it, as they are on top of what a file has. References are values in
/// it: pages and other annotations (``PDFValue/page(_:)``, ``PDFValue/annotation(_:)``), anything else with its content.
package final class AnnotationDictionary: Sendable {
  /// The entries, without the page (`/P`).
  package let entries: [String: PDFValue]
  /// The memory that it takes, estimated.
  package let byteCount: Int
  /// The annotations that it names, such as its pop-up.
  package let annotations: Set<AnnotationID>
  /// The pages that it names, of links.
  package let pages: Set<PageID>
  /// Of a widget the full name of its field: an annotation that is added with one adds the field. `nil` for others.
  package let fieldName: String?

  package init(_ entries: [String: PDFValue]) {
    self.entries = entries
    var (names, pages): (Set<AnnotationID>, Set<PageID>) = ([], [])
    let dictionary = PDFValue.dictionary(entries)
    dictionary.visit { value in
      switch value {
      case .annotation(let id): names.insert(id)
      case .page(let page): pages.insert(page)
      default: break
      }
    }
    (byteCount, annotations, self.pages) = (dictionary.byteCount, names, pages)
    let name = entries["Subtype"] == .name("Widget") ? entries["T"]?.text : nil
    fieldName = name?.isEmpty == false ? name : nil
  }

  /// The same of a field of another full name.
  package func renamingField(_ name: String) -> AnnotationDictionary {
    AnnotationDictionary(entries.merging(["T": .string(Data(TextString.encode(name)))]) { $1 })
  }

  /// Whether it says what the annotation looks like (`/AP`), even if that is nothing: null. Otherwise Postil draws it.
  package var hasAppearance: Bool { entries["AP"] != nil }
}

extension AnnotationDictionary: Hashable {
  package static func == (a: AnnotationDictionary, b: AnnotationDictionary) -> Bool {
    a === b || (a.byteCount == b.byteCount && a.entries == b.entries)
  }

  /// Feeds little to the hasher: an appearance may be long.
  package func hash(into hasher: inout Hasher) { hasher.combine(byteCount) }
}

extension AnnotationDictionary: Codable {
  package convenience init(from decoder: any Decoder) throws {
    guard case .dictionary(let entries) = try PDFValue(from: decoder) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "a dictionary is needed"))
    }
    self.init(entries)
  }

  package func encode(to encoder: any Encoder) throws { try PDFValue.dictionary(entries).encode(to: encoder) }
}

package import Foundation
package import PostilModel

/// Postil's own format: the annotations of a document as JSON, with everything that they have.
///
/// ```json
/// {
///   "format": "postil-annotations", "version": 1,
///   "annotations": [
///     {"page": 1, "annotation": {"kind": "line", "from": [72, 72], "to": [300, 72], "id": "line-1"}}
///   ]
/// }
/// ```
package struct AnnotationsJSON: Sendable {
  /// An annotation and its page.
  package struct Item: Sendable {
    /// The index of the page, from 0.
    package var pageIndex: Int
    package var annotation: Annotation

    package init(pageIndex: Int, _ annotation: Annotation) {
      (self.pageIndex, self.annotation) = (pageIndex, annotation)
    }
  }

  package static let format = "postil-annotations"
  /// The version that is written. Files of another one are refused.
  package static let version = 1

  package var items: [Item]

  package init(_ items: [Item]) { self.items = items }

  /// - Throws: `PDFError` with code `.invalidAnnotations`, which says where.
  package init(json: Data) throws {
    let document = JSONDocument(
      name: "file of annotations", code: .invalidAnnotations, list: "annotations", item: "annotation",
      empty: "{\"format\": \"\(Self.format)\", \"version\": \(Self.version), \"annotations\": []}")
    self.init(try document.decode(File.self, from: json).annotations)
  }

  /// The file, indented for people to read, with keys in alphabetical order.
  package func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    return try encoder.encode(File(annotations: items)) + Data("\n".utf8)
  }
}

private struct File: Codable {
  enum CodingKeys: String, CodingKey { case format, version, annotations }

  var annotations: [AnnotationsJSON.Item]

  init(annotations: [AnnotationsJSON.Item]) { self.annotations = annotations }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let format = try fields.decodeIfPresent(String.self, forKey: .format)
    guard format == AnnotationsJSON.format else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "the key 'format' has to say \"\(AnnotationsJSON.format)\""))
    }
    let version = try fields.decode(Int.self, forKey: .version)
    guard version == AnnotationsJSON.version else {
      throw DecodingError.dataCorruptedError(
        forKey: .version, in: fields,
        debugDescription: "version \(version) is not known here, only \(AnnotationsJSON.version)")
    }
    annotations = try fields.decode([AnnotationsJSON.Item].self, forKey: .annotations)
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(AnnotationsJSON.format, forKey: .format)
    try fields.encode(AnnotationsJSON.version, forKey: .version)
    try fields.encode(annotations, forKey: .annotations)
  }
}

extension AnnotationsJSON.Item: Codable {
  private enum CodingKeys: String, CodingKey { case page, annotation }

  /// Reads `{"page": 1, "annotation": …}`; other keys, such as those of a listing, are passed over.
  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    guard fields.contains(.page), fields.contains(.annotation) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "the keys 'page' and 'annotation' are needed")
      )
    }
    let number = try fields.decode(PageID.self, forKey: .page).number
    guard number > 0 else {
      throw DecodingError.dataCorruptedError(
        forKey: .page, in: fields, debugDescription: "pages are counted from 1")
    }
    self.init(pageIndex: number - 1, try fields.decode(Annotation.self, forKey: .annotation))
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(pageIndex + 1, forKey: .page)
    try fields.encode(annotation, forKey: .annotation)
  }
}

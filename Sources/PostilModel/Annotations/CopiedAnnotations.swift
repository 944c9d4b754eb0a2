public import Foundation

/// Copies of annotations, for a clipboard or a file: JSON in UTF-8. See ``Annotation/init(from:)`` for the annotations.
///
/// ```json
/// {"annotations": [{"kind": "rectangle", "rect": [72, 600, 200, 80], "id": "room-1"}]}
/// ```
public struct CopiedAnnotations: Sendable, Hashable {
  /// The type by which clipboards know such data.
  public static let mediaType = "application/vnd.postil.annotations+json"

  /// The annotations, bottom first.
  public var annotations: [Annotation]
  /// The document that they are of, for as long as it is open; `nil` if that is not known.
  package var source: String?

  /// Makes copies of annotations that no document is known for.
  public init(_ annotations: [Annotation]) { self.annotations = annotations }

  /// A rectangle that holds all of them; `nil` if there are none. O(points).
  public var bounds: PageRect? {
    let boxes = annotations.map(\.bounds)
    return boxes.isEmpty ? nil : .union(of: boxes)
  }

  /// Reads what ``data()`` wrote.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if it is something else.
  public init(data: Data) throws(PDFError) {
    do {
      self = try JSONDecoder().decode(CopiedAnnotations.self, from: data)
    } catch {
      throw PDFError(
        .invalidArgument, "The data has no copied annotations: \(error).", underlying: "\(error)")
    }
  }

  /// The copies as JSON.
  ///
  /// - Throws: ``PDFError`` with code `.invalidGeometry` if a coordinate is not a number or is infinite.
  public func data() throws(PDFError) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return try encoder.encode(self)
    } catch {
      throw PDFError(
        .invalidGeometry, "The annotations have a coordinate that is not a number.", underlying: "\(error)")
    }
  }

  /// The annotations under new names, bottom first, unlocked, and with the relations that they have among each other;
  /// relations to others are gone.
  package func renamed() -> [Annotation] {
    Annotation.copies(of: annotations).map { copy in
      var copy = copy
      copy.flags.subtract([.locked, .readOnly, .lockedContents])
      return copy
    }
  }
}

extension CopiedAnnotations: Codable {
  private enum Name: String, CodingKey { case annotations, source }

  /// Reads `{"annotations": […]}`.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    try fields.allow(["annotations", "source"], in: "copied annotations")
    self.init(try fields.value("annotations"))
    source = try fields.optional("source")
  }

  /// Writes what ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Name.self)
    try fields.encode(annotations, forKey: .annotations)
    try fields.encodeIfPresent(source, forKey: .source)
  }
}

import Foundation
import PostilModel

/// Makes objects of values that came from another file.
struct PDFValueWriter {
  /// Adds a stream, and gives its number.
  let add: (PDFObject) -> ObjectID
  /// The object of a page; `nil` if the document has no such page.
  let page: (PageID) -> ObjectID?
  /// The object of another annotation of the page; `nil` if there is none.
  let annotation: (AnnotationID) -> ObjectID?

  func dictionary(_ entries: [String: PDFValue]) -> PDFDictionary {
    var result = PDFDictionary()
    // In an order that is the same each time.
    for (key, value) in entries.sorted(by: { $0.key < $1.key }) { result[PDFName(key)] = object(value) }
    return result
  }

  private func object(_ value: PDFValue) -> PDFObject {
    switch value {
    case .null, .reference: return .null
    case .boolean(let value): return .boolean(value)
    case .integer(let value): return .integer(value)
    case .real(let value): return Self.number(value)
    case .name(let name): return .name(PDFName(name))
    case .string(let bytes): return .string(Array(bytes))
    case .array(let values): return .array(values.map(object))
    case .dictionary(let entries): return .dictionary(dictionary(entries))
    case .page(let id): return page(id).map { .reference($0) } ?? .null
    case .annotation(let id): return annotation(id).map { .reference($0) } ?? .null
    case .stream(let entries, let data):
      let bytes = Array(data ?? Data())
      var header = dictionary(entries)
      header["Length"] = .integer(bytes.count)
      return .reference(add(.stream(header, .encoded(bytes))))
    }
  }

  /// The number with all its digits.
  private static func number(_ value: Double) -> PDFObject {
    if let whole = Int(exactly: value) { return .integer(whole) }
    let digits = "\(value)"
    return value.isFinite && !digits.contains("e") ? .real(digits) : .number(value)
  }
}

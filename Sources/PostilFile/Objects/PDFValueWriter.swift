import Foundation
import PostilModel

/// Makes objects of values.
struct PDFValueWriter {
  /// Adds a stream, and gives its number.
  let add: (PDFObject) -> ObjectID
  /// The object of a page; `nil` if the document has no such page.
  let page: (PageID) -> ObjectID?
  /// The object of another annotation of the page; `nil` if there is none.
  let annotation: (AnnotationID) -> ObjectID?
  /// The object that a reference is to lead to; `nil` for null, which those of another file become.
  var reference: (Int) -> ObjectID? = { _ in nil }

  func dictionary(_ entries: [String: PDFValue]) -> PDFDictionary {
    var result = PDFDictionary()
    // In an order that is the same each time.
    for (key, value) in entries.sorted(by: { $0.key < $1.key }) { result[PDFName(key)] = object(value) }
    return result
  }

  func object(_ value: PDFValue) -> PDFObject {
    switch value {
    case .null: return .null
    case .reference(let number): return reference(number).map { .reference($0) } ?? .null
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

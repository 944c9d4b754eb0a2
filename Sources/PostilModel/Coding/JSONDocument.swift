package import Foundation

/// A kind of JSON file: how errors speak of it.
package struct JSONDocument {
  private let name: String
  private let code: PDFError.Code
  /// The key of its list of items.
  private let list: String
  private let item: String
  /// What to write if there is nothing in it.
  private let empty: String

  package init(name: String, code: PDFError.Code, list: String, item: String, empty: String) {
    (self.name, self.code, self.list, self.item, self.empty) = (name, code, list, item, empty)
  }

  /// Reads a file in UTF-8.
  ///
  /// - Throws: ``PDFError`` with the code, which says where: line and column of what is not JSON, or the item and the key of
  ///   what does not make sense.
  package func decode<Value: Decodable>(_ type: Value.Type, from json: Data) throws(PDFError) -> Value {
    let text = try text(of: json)
    do {
      // For its errors, which say where they are.
      _ = try JSONReader.read(Array(text.utf8))
      return try JSONDecoder().decode(type, from: Data(text.utf8))
    } catch let problem as JSONReader.Problem {
      throw PDFError(
        code, "The \(name) is not JSON: line \(problem.line), column \(problem.column): \(problem.message).")
    } catch let error as DecodingError {
      throw PDFError(code, "The \(name) cannot be understood: \(place(of: error))\(error.explanation).")
    } catch {
      throw error as? PDFError ?? PDFError(code, "The \(name) cannot be understood.", underlying: "\(error)")
    }
  }

  private func text(of json: Data) throws(PDFError) -> String {
    guard var text = String(validating: json, as: UTF8.self) else {
      throw PDFError(code, "The \(name) is not text in UTF-8: save it in that encoding.")
    }
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw PDFError(code, "The \(name) is empty: write \(empty).")
    }
    return text
  }

  /// Where it is, such as "step 3, annotation, rect: ".
  private func place(of error: DecodingError) -> String {
    var names: [String] = []
    var isListOfItems = true
    for key in error.context?.codingPath ?? [] {
      if let index = key.intValue {
        names.append("\(isListOfItems ? item : "item") \(index + 1)")
        isListOfItems = false
      } else {
        isListOfItems = key.stringValue == list
        if !isListOfItems { names.append(key.stringValue) }
      }
    }
    return names.isEmpty ? "" : names.joined(separator: ", ") + ": "
  }
}

extension DecodingError {
  fileprivate var context: Context? {
    switch self {
    case .dataCorrupted(let context), .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context):
      context
    @unknown default: nil
    }
  }

  fileprivate var explanation: String {
    switch self {
    case .typeMismatch(let type, _), .valueNotFound(let type, _): "\(Self.name(of: type)) is needed here"
    default: context?.debugDescription ?? "\(self)"
    }
  }

  private static func name(of type: any Any.Type) -> String {
    let text = "\(type)"
    if type == String.self { return "a text in quotes" }
    if text.hasPrefix("Array") { return "a list" }
    return type is any Numeric.Type ? "a number" : "an object in braces"
  }
}

public import Foundation

extension EditScript {
  /// Reads a script: JSON in UTF-8, a list of steps or `{"edits": [ … ]}`.
  ///
  /// - Throws: ``PDFError`` with code `.invalidScript`, which says where: line and column of what is
  ///   not JSON, or the step and the key of what does not make sense.
  public init(json: Data) throws {
    let text = try Self.text(of: json)
    do {
      // For its errors, which say where they are.
      _ = try JSONReader.read(Array(text.utf8))
      self = try JSONDecoder().decode(EditScript.self, from: Data(text.utf8))
    } catch let problem as JSONReader.Problem {
      throw PDFError(
        .invalidScript,
        "The script is not JSON: line \(problem.line), column \(problem.column): \(problem.message).")
    } catch let error as DecodingError {
      throw PDFError(.invalidScript, "The script cannot be understood: \(error.place)\(error.explanation).")
    }
  }

  private static func text(of json: Data) throws -> String {
    guard var text = String(validating: json, as: UTF8.self) else {
      throw PDFError(.invalidScript, "The script is not text in UTF-8: save it in that encoding.")
    }
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw PDFError(.invalidScript, "The script is empty: write [] for no edits.")
    }
    return text
  }
}

extension DecodingError {
  private var context: Context? {
    switch self {
    case .dataCorrupted(let context), .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context):
      context
    @unknown default: nil
    }
  }

  /// Where it is, such as "step 3, annotation, rect: ".
  fileprivate var place: String {
    var names: [String] = []
    var isListOfSteps = true
    for key in context?.codingPath ?? [] {
      if let index = key.intValue {
        names.append("\(isListOfSteps ? "step" : "item") \(index + 1)")
        isListOfSteps = false
      } else {
        isListOfSteps = key.stringValue == "edits"
        if !isListOfSteps { names.append(key.stringValue) }
      }
    }
    return names.isEmpty ? "" : names.joined(separator: ", ") + ": "
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
    if text.hasPrefix("Dictionary") || type == EditScript.Step.self { return "an object in braces" }
    return "a number"
  }
}

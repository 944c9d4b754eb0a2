public import Foundation

extension EditScript {
  /// Reads a script: JSON in UTF-8, a list of steps or `{"edits": [ … ]}`.
  ///
  /// - Throws: ``PDFError`` with code `.invalidScript`, which says where: line and column of what is
  ///   not JSON, or the step and the key of what does not make sense.
  public init(json: Data) throws {
    let form = JSONDocument(
      name: "script", code: .invalidScript, list: "edits", item: "step", empty: "[] for no edits")
    self = try form.decode(EditScript.self, from: json)
  }
}

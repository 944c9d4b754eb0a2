import Foundation
import Postil

/// What `export` and `import` share.
enum ExchangeOptions {
  enum Format: String, CaseIterable {
    case xfdf, json
    var format: AnnotationFormat { AnnotationFormat(rawValue: rawValue) }
  }

  static let format = Option<Format>(
    "--format", help: "The format of the annotations; that of the file's name unless given.")

  /// The format that a file's name says; `nil` if it says none.
  static func format(of file: FileArgument) -> AnnotationFormat? {
    (file.url?.pathExtension.lowercased()).flatMap(Format.init)?.format
  }
}

extension CommandContext {
  /// Says what was left out of an export or an import, a line each.
  func report(_ notes: [AnnotationNote], about name: String) {
    for note in notes { errors.write("postil: \(name): \(note.description.printable)\n") }
  }
}

extension AnnotationNote {
  /// The note as JSON.
  var values: JSONValue {
    .object([
      "page": pageIndex.map { .integer($0 &+ 1) } ?? .null, "id": JSONValue(id?.rawValue),
      "reason": .text(reason),
    ])
  }
}

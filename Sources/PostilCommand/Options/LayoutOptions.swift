import Foundation
import Postil
import PostilLayout
import PostilSystem

/// How a document that is made looks, and what it conforms to.
struct LayoutOptions {
  private static let style = Option(
    "--style", "PATH", completion: .files,
    help:
      "A JSON file of fonts, colors and the page, such as {\"style\": {\"family\": \"Noto Serif\", \"size\": 11}, "
      + "\"page\": {\"size\": \"A5\", \"margins\": 40, \"columns\": 2}}. Fonts of files: "
      + "{\"style\": {\"family\": \"House\", \"fonts\": [{\"family\": \"House\", \"file\": \"House.ttf\"}]}}, with paths from the JSON "
      + "file's folder on.", parse: Values.path)
  private static let archive = Option(
    flag: "--pdfa", help: "Writes PDF/A-3b, for archives; what cannot be in it is an error.")
  private static let accessible = Option(
    flag: "--pdfua",
    help: "Writes PDF/UA-1, for readers with and without eyes; it needs a title and a language.")

  static let synopsis = "[--style PATH] [--pdfa] [--pdfua]"
  static let options = [style.description, archive.description, accessible.description]

  private let path: String?
  let standards: Set<Conformance>

  init(_ arguments: ParsedArguments) {
    path = arguments[Self.style]
    standards = Set(
      (arguments.has(Self.archive) ? [.pdfA3b] : []) + (arguments.has(Self.accessible) ? [.pdfUA1] : []))
  }

  private struct AnyValue: Decodable {
    init(from decoder: any Decoder) {}
  }

  /// What the file has; unknown keys are errors.
  private struct Style: Decodable {
    var style = LayoutStyle()
    var page = PageStyle()

    private enum Keys: String, CodingKey, CaseIterable { case style, page }

    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      let all = try decoder.singleValueContainer().decode([String: AnyValue].self)
      if let unknown = all.keys.sorted().first(where: { Keys(rawValue: $0) == nil }) {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: decoder.codingPath,
            debugDescription: "there is no key '\(unknown)'; there are style and page"))
      }
      style = try container.decodeIfPresent(LayoutStyle.self, forKey: .style) ?? style
      page = try container.decodeIfPresent(PageStyle.self, forKey: .page) ?? page
    }
  }

  /// - Throws: ``PDFError`` with code `.invalidArgument` if the file of the style has something else.
  func looks() throws -> (LayoutStyle, PageStyle) {
    guard let path else { return (LayoutStyle(), PageStyle()) }
    let data = try FileIO.contents(of: URL(fileURLWithPath: path))
    do {
      let decoder = JSONDecoder()
      if let folder = FontFile.folder {
        decoder.userInfo[folder] = URL(fileURLWithPath: path).deletingLastPathComponent()
      }
      let style = try decoder.decode(Style.self, from: data)
      return (style.style, style.page)
    } catch let error as DecodingError {
      throw PDFError(
        .invalidArgument, "The style cannot be used: \(Self.message(error)).",
        url: URL(fileURLWithPath: path))
    }
  }

  private static func message(_ error: DecodingError) -> String {
    func at(_ context: DecodingError.Context) -> String {
      let path = context.codingPath.map { $0.intValue.map { "\($0 + 1)" } ?? $0.stringValue }
      return path.isEmpty ? "" : "\(path.joined(separator: ".")): "
    }
    return switch error {
    case .dataCorrupted(let context): at(context) + context.debugDescription
    case .keyNotFound(let key, let context): at(context) + "'\(key.stringValue)' is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      at(context) + "the value is of another kind than is expected"
    @unknown default: "\(error)"
    }
  }
}

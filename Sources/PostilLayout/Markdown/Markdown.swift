public import Foundation
import Postil
import PostilSystem

/// A text in Markdown, as GitHub writes it: headings, paragraphs, lists, tasks, tables, pictures, quotations, code and footnotes become the blocks
/// of that name.
///
/// ```swift
/// LayoutDocument(title: "A report", language: "en") {
///   Markdown(contentsOf: URL(fileURLWithPath: "report.md"))
/// }
/// ```
///
/// - Links lead to addresses of the web and of mail, to files beside the document, and to headings by what GitHub calls them: `[there](#a-heading)`.
///   Those that lead nowhere, or to a program (`javascript:`, `data:`, `file:`), are text.
/// - Pictures are PNG and JPEG files in a folder or below it; what stands in brackets is read aloud instead, and the title is a caption. A picture
///   without a text is decoration. Nothing is fetched from other computers: such a picture is an error.
/// - HTML is shown as it is written, but for comments, which are left out, and for `<br>`, which ends a line.
/// - A front matter, lines between two lines `---` at the beginning, is left out: ``frontMatter(of:)``.
public struct Markdown: SetBlock {
  private enum Source: Sendable {
    case text(String)
    case file(URL)
  }

  /// How large a text may be, in bytes.
  public static let largest = 16 << 20

  private let source: Source
  private let (base, folder): (URL?, URL?)
  private let name: String

  /// Makes blocks of a text.
  ///
  /// - Parameters:
  ///   - text: The text, of up to ``largest`` bytes.
  ///   - base: The folder that its pictures are named from; without it `folder`.
  ///   - folder: Where its pictures are, in it or below; without it in `base` or below.
  ///   - name: What messages call it; without it the place in the program.
  ///   - file: Where it stands in the program, for messages.
  ///   - line: The same.
  public init(
    _ text: String, relativeTo base: URL? = nil, imagesIn folder: URL? = nil, name: String? = nil,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    (source, self.base, self.folder) = (.text(text), base, folder ?? base)
    self.name = name ?? "\(file):\(line), Markdown"
  }

  /// Makes blocks of a file, which is read when the document is set. Its pictures are in its folder or below.
  public init(contentsOf url: URL) {
    (source, base, name) = (.file(url), url.deletingLastPathComponent(), url.lastPathComponent)
    folder = base
  }

  /// What is said at the beginning of a text: lines of a key, a colon and a value between two lines `---`. Keys are in small letters; quotation
  /// marks around values are left out.
  ///
  /// - Complexity: O(front matter).
  public static func frontMatter(of text: String) -> [String: String] {
    FrontMatter(text).values
  }

  /// The title of a text: that of its front matter, or its first heading of the first level; `nil` if it has neither.
  ///
  /// - Complexity: O(text).
  public static func title(of text: String) -> String? {
    let front = FrontMatter(text)
    if let title = front.values["title"] { return title }
    guard text.utf8.count <= largest,
      let tree = try? MarkdownTree(front.rest(of: text), name: "", firstLine: 1)
    else { return nil }
    return withExtendedLifetime(tree) {
      tree.root.children.lazy.filter { $0.type == "heading" && $0.level == 1 }.map(\.text).first {
        !$0.isEmpty
      }
    }
  }

  func set(_ setter: BlockSetter) throws {
    let start = SourcePlace(file: name, line: 1)
    let (text, front, tree) = try setter.at("The Markdown", start) {
      let text = try read()
      let front = FrontMatter(text)
      return (text, front, try MarkdownTree(front.rest(of: text), name: name, firstLine: front.lineCount + 1))
    }
    try withExtendedLifetime((text, tree)) {
      let converter = MarkdownConverter(
        tree.root, name: name, line: front.lineCount, base: base, folder: folder, setter.session)
      for node in tree.root.children where node.type != "footnote_definition" {
        // What is wrong with a part says so itself; what is wrong otherwise is wrong at the part.
        try setter.at("The Markdown", converter.place(of: node)) {
          try setter.set(converter.blocks(of: node))
        }
      }
    }
  }

  private func read() throws -> String {
    switch source {
    case .text(let text):
      guard text.utf8.count <= Self.largest else {
        throw PDFError(.invalidArgument, "The text is larger than \(Self.largest >> 20) MB: divide it.")
      }
      return text
    case .file(let url):
      guard let text = String(validating: try FileIO.contents(of: url, upTo: Self.largest), as: UTF8.self)
      else {
        throw PDFError(.cannotRead, "The file is no text in UTF-8: convert it.", url: url)
      }
      return text
    }
  }
}

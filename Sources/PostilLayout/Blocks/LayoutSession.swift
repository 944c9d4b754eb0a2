import Foundation
import PostilModel
import PostilSystem

/// What a run of setting has, besides its pages.
final class LayoutSession {
  /// What the run before found; empty in the first one.
  let former: LayoutRecord
  var record = LayoutRecord()
  /// Whether something that was set depends on ``former``.
  var isDependent = false
  var footnoteCount = 0
  /// What is in footnotes that have names, until they are set.
  var footnotes: [String: [any Block]] = [:]
  /// The numbers of footnotes that have names.
  private var footnoteNumbers: [String: Int] = [:]
  /// Footnotes that one that is being set refers to.
  var waitingFootnotes: [WaitingFootnote] = []
  var markdownCount = 0
  var headingCount = 0
  /// How many headings of each level were numbered since the last of the level above.
  private var headingNumbers: [Int] = []
  /// The level of the last heading.
  var level = 0
  /// Names of places, each of which is there once.
  var names: Set<String> = []
  let conformance: Set<Conformance>
  /// Whether columns, tables and lists begin at the right.
  let isRightToLeft: Bool

  /// A footnote that a footnote refers to: it is set behind that, so however many refer to each other, none is set within another.
  struct WaitingFootnote {
    let number: Int
    let content: [any Block]
    let note: TagScope
  }

  /// The number of a footnote, and what is in it if it is referred to for the first time; `nil` if there is none of that name.
  func footnote(named name: String) -> (number: Int, content: [any Block]?)? {
    if let number = footnoteNumbers[name] { return (number, nil) }
    guard let content = footnotes.removeValue(forKey: name) else { return nil }
    footnoteCount += 1
    footnoteNumbers[name] = footnoteCount
    return (footnoteCount, content)
  }

  init(after former: LayoutRecord, _ conformance: Set<Conformance>, isRightToLeft: Bool) {
    (self.former, self.conformance, self.isRightToLeft) = (former, conformance, isRightToLeft)
  }

  /// A text of one font that was measured.
  struct Measured: Hashable {
    let string: String
    let font: TextFont
  }

  /// How wide texts are on one line: what decides the widths of columns is measured again for its cell.
  private(set) var widths: [Measured: Double] = [:]
  private static let mostWidths = 4096

  func note(_ width: Double, of text: Measured) {
    if widths.count == Self.mostWidths { widths = [:] }
    widths[text] = width
  }

  /// The number of the next heading of a level: `2`, `2.1`.
  func headingNumber(_ level: Int) -> String {
    headingNumbers = (0..<level).map { headingNumbers.indices.contains($0) ? headingNumbers[$0] : 0 }
    headingNumbers[level - 1] += 1
    return headingNumbers.map(String.init).joined(separator: ".")
  }

  private var fieldNames: Set<String> = []
  /// The names that fields have above them.
  private var fieldGroups: Set<String> = []
  /// Whether headers and footers are set, which stand on each page.
  var isInMargin = false

  /// Notes a field.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` if there is one of that name, or one stands above the other.
  func add(field name: String) throws {
    guard !isInMargin else {
      throw PDFError(
        .invalidArgument, "The field '\(name)' is in a header or a footer: put it between the margins.")
    }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let groups = parts.indices.dropFirst().map { parts[..<$0].joined(separator: ".") }
    guard fieldNames.insert(name).inserted else {
      throw PDFError(
        .invalidArgument, "There is a field named '\(name)' already: give each a name of its own.")
    }
    let other = fieldGroups.contains(name) ? name : groups.first { fieldNames.contains($0) }
    if let other {
      throw PDFError(
        .invalidArgument,
        "'\(other)' is the name of a field and of a group of fields, whose names go on with a dot: choose another."
      )
    }
    fieldGroups.formUnion(groups)
  }

  private var images: [URL: Appearance.Image] = [:]
  /// Larger than any of as many pixels as one may have.
  private static let largestImage = 256 << 20

  /// The image of a file, which is read once.
  func image(_ url: URL) throws -> Appearance.Image {
    if let known = images[url] { return known }
    let image = try Appearance.Image(try FileIO.contents(of: url, upTo: Self.largestImage))
    images[url] = image
    return image
  }

  /// The page of a named place, as the run before found it.
  func page(of name: String) -> Int? {
    isDependent = true
    return former.pages[name]
  }
}

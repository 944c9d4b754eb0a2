import PostilGraphics
import PostilModel

/// The texts that annotations and pages show, as forms (ISO 32000-2, 8.10) or as a part of a page's content. All texts of a save are set in
/// one document, so that they share a subset of each font, and equal texts share a form.
///
/// A form's number is given out when a text is met; the form itself is made at the end, when all texts are known.
final class TextForms {
  private let changes: ObjectChanges
  private var blocks: [TextBlock] = []
  private var known: Set<TextBlock> = []
  private var numbers: [TextBlock: ObjectID] = [:]
  /// Texts that are a part of a content.
  private var contents: [TextBlock: TextContent?] = [:]

  init(_ changes: ObjectChanges) { self.changes = changes }

  /// The form of a text, with the text's upper left corner at its origin.
  func form(of block: TextBlock) -> ObjectID {
    if let number = numbers[block] { return number }
    let number = changes.allocate()
    note(block)
    numbers[block] = number
    return number
  }

  /// Notes a text whose ``content(of:)`` will be asked for.
  func add(_ block: TextBlock) {
    note(block)
    if contents[block] == nil { contents[block] = .some(nil) }
  }

  /// The operations that show a text which was noted; `nil` before all are made.
  func content(of block: TextBlock) -> TextContent? { contents[block] ?? nil }

  private func note(_ block: TextBlock) { if known.insert(block).inserted { blocks.append(block) } }

  /// Makes the forms and contents.
  ///
  /// - Throws: ``PDFError`` with code `.missingGlyphs` or `.invalidArgument` if a text cannot be set.
  func finish() throws {
    guard !blocks.isEmpty else { return }
    let pages = try TextPages(blocks)
    let source = try PageFormSource(pages.document, to: changes)
    for (index, (block, origin)) in zip(blocks, pages.origins).enumerated() {
      let page = try source.page(at: index)
      let matrix = [1, 0, 0, 1, -origin.x - page.box.minX, -origin.y - page.box.minY]
      if let number = numbers[block] {
        changes.set(number, to: try source.form(ofTexts: page, matrix: matrix))
      }
      if contents[block] != nil {
        contents[block] = .some(try source.content(ofTexts: page, matrix: matrix))
      }
    }
    try source.completeTexts()
    try source.requireReadable()
    (blocks, known) = ([], [])
  }
}

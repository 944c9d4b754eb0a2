import PostilGraphics
import PostilModel

/// The forms of the texts that annotations show (ISO 32000-2, 8.10). All texts of a save are set in one document, so that
/// they share a subset of each font, and equal texts share a form.
///
/// A form's number is given out when a text is met; the form itself is made at the end, when all texts are known.
final class TextForms {
  private let changes: ObjectChanges
  private var blocks: [TextBlock] = []
  private var numbers: [TextBlock: ObjectID] = [:]

  init(_ changes: ObjectChanges) { self.changes = changes }

  /// The form of a text, with the text's upper left corner at its origin.
  func form(of block: TextBlock) -> ObjectID {
    if let known = numbers[block] { return known }
    let number = changes.allocate()
    blocks.append(block)
    numbers[block] = number
    return number
  }

  /// Makes the forms.
  ///
  /// - Throws: ``PDFError`` with code `.missingGlyphs` or `.invalidArgument` if a text cannot be set.
  func finish() throws {
    guard !blocks.isEmpty else { return }
    let pages = try TextPages(blocks)
    let source = try PageFormSource(pages.document, to: changes)
    for (index, (block, origin)) in zip(blocks, pages.origins).enumerated() {
      guard let number = numbers[block] else { continue }
      let page = try source.page(at: index)
      let matrix = [1, 0, 0, 1, -origin.x - page.box.minX, -origin.y - page.box.minY]
      changes.set(number, to: try source.form(ofTexts: page, matrix: matrix))
    }
    try source.completeTexts()
    try source.requireReadable()
    blocks = []
  }
}

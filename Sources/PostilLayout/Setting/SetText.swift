import PostilFile
import PostilGraphics
import PostilModel

/// A text that was set in lines, and what its parts look like and lead to.
struct SetText {
  let shaped: ShapedText
  private let parts: [Part]
  let width: Double
  let alignment: ParagraphAlignment

  /// A picture among the letters of a line.
  struct LinePicture {
    let size: PageSize
    /// Draws it as a part of an element into a frame.
    let draw: (PageCanvas, TagScope, PageRect) throws -> Void
  }

  /// What is known of a span that was set.
  struct Part {
    let color: Color
    let rise: Double
    let isUnderlined: Bool
    let isStruckThrough: Bool
    let link: LinkTarget?
    let footnote: Footnote?
    var picture: LinePicture?
    let text: String
    /// Parts of one link have one number.
    let group: Int
  }

  /// A footnote that a part refers to.
  struct Footnote {
    let scope: TagScope
    /// It, and those that it refers to; none if the footnote that refers to it has it.
    let stacks: [ItemStack]
  }

  init(
    _ spans: [StyledSpan], _ parts: [Part], width: Double, _ style: ParagraphStyle, isRightToLeft: Bool,
    _ replacement: Character?, _ fonts: FontMap
  ) throws {
    shaped = try ShapedText(
      spans, width: width, lineSpacing: style.lineSpacing, indent: style.firstLineIndent,
      isJustified: style.alignment == .justified, isRightToLeft: isRightToLeft, replacement: replacement,
      fonts)
    // Said here, where it is known what they are for.
    for line in shaped.lines {
      for run in line.runs where !run.glyphs.isEmpty { try run.program.requireEmbeddable() }
    }
    (self.parts, self.width, alignment) = (parts, width, style.alignment)
  }

  var lineCount: Int { shaped.lines.count }
  func top(of line: Int) -> Double { line == 0 ? 0 : shaped.lines[line - 1].bottom }
  func height(of line: Int) -> Double { shaped.lines[line].bottom - top(of: line) }
  func baseline(of line: Int) -> Double { shaped.lines[line].baseline - top(of: line) }

  /// The footnotes that a line refers to.
  func footnotes(of line: Int) -> [ItemStack] {
    var found: [ItemStack] = []
    var last: Int?
    for run in shaped.lines[line].runs where run.span != last {
      last = run.span
      if let footnote = parts[run.span].footnote { found += footnote.stacks }
    }
    return found
  }

  private func left(of line: ShapedText.Line) -> Double {
    switch alignment {
    case .natural, .justified: line.left
    case .left: 0
    case .center: (width - line.width) / 2
    case .right: width - line.width
    }
  }

  /// Elements of links, which may be on several lines.
  final class Links {
    fileprivate var scopes: [Int: TagScope] = [:]

    func close(_ composer: DocumentComposer) {
      for scope in scopes.sorted(by: { $0.key < $1.key }) { scope.value.close(composer) }
    }
  }

  /// Paints a line whose upper left corner is at a point.
  func draw(
    _ index: Int, _ canvas: PageCanvas, _ x: Double, _ top: Double, _ scope: TagScope, _ links: Links
  ) throws {
    let line = shaped.lines[index]
    let left = x + left(of: line)
    let baseline = top - self.baseline(of: index)
    var areas: [(part: Part, scope: TagScope, rect: PageRect)] = []
    for run in line.runs {
      let part = parts[run.span]
      let y = baseline + part.rise
      var owner = scope
      if part.link != nil || part.footnote != nil {
        owner = links.scopes[part.group] ?? TagScope(part.footnote == nil ? "Link" : "Reference", in: scope)
        links.scopes[part.group] = owner
      }
      if let picture = part.picture {
        let frame = PageRect(
          x: left + run.x, y: y, width: picture.size.width, height: picture.size.height)
        try picture.draw(canvas, owner, frame)
      } else {
        canvas.composer.show(
          run, at: PagePoint(x: left + run.x, y: y), part.color, canvas.mark(owner))
      }
      let (start, end) = (left + run.x, left + run.x + run.width)
      if part.isUnderlined { paintLine(canvas, start, end, y - run.size * 0.12, part.color, run.size) }
      if part.isStruckThrough { paintLine(canvas, start, end, y + run.size * 0.28, part.color, run.size) }
      if let footnote = part.footnote, canvas.artifact == nil {
        owner.close(canvas.composer)
        _ = footnote.scope.element(canvas.composer)
      }
      guard part.link != nil, canvas.artifact == nil else { continue }
      let rect = PageRect(
        corner: PagePoint(x: start, y: baseline - run.size * 0.25),
        corner: PagePoint(x: end, y: baseline + run.size * 0.85))
      if let last = areas.last, last.part.group == part.group {
        areas[areas.count - 1].rect = last.rect.union(rect)
      } else {
        areas.append((part, owner, rect))
      }
    }
    for area in areas {
      guard let target = area.part.link else { continue }
      let words = parts.filter { $0.group == area.part.group && $0.link != nil }.map(\.text).joined()
      canvas.composer.addLink(
        area.rect, to: target, contents: words, area.scope.element(canvas.composer))
    }
  }

  private func paintLine(
    _ canvas: PageCanvas, _ start: Double, _ end: Double, _ y: Double, _ color: Color, _ size: Double
  ) {
    canvas.paintLine(PagePoint(x: start, y: y), PagePoint(x: end, y: y), color, size * 0.06)
  }
}

import Foundation
import PostilFile
import PostilGraphics
import PostilModel

/// Sets blocks: makes items of them, of a width, and hands them to a target.
final class BlockSetter {
  let fonts: FontMap
  let session: LayoutSession
  let target: any ItemTarget
  /// The pages, where there are some: within cells, boxes' columns and footnotes there are none.
  let flow: PageFlow?
  var style: LayoutStyle
  /// From the edge of the frame that items stand in.
  var x = 0.0
  var width: Double
  /// The height that nothing may exceed.
  var pageHeight: Double
  /// The width of footnotes.
  let footnoteWidth: Double
  var scope: TagScope
  var listDepth = 0
  /// What takes the items of columns, if it sets some: one of them may end before its content does.
  private weak var columns: ItemCollector?

  init(
    _ fonts: FontMap, _ session: LayoutSession, _ style: LayoutStyle, target: any ItemTarget, flow: PageFlow?,
    width: Double, pageHeight: Double, footnoteWidth: Double, scope: TagScope
  ) {
    (self.fonts, self.session, self.style, self.target, self.flow) = (fonts, session, style, target, flow)
    (self.width, self.pageHeight, self.footnoteWidth, self.scope) = (width, pageHeight, footnoteWidth, scope)
  }

  /// One that hands its items to another target, which has no pages.
  func collecting(
    _ collector: any ItemTarget, width: Double, _ scope: TagScope, flow: PageFlow? = nil
  ) -> BlockSetter {
    let copy = BlockSetter(
      fonts, session, style, target: collector, flow: flow, width: width, pageHeight: pageHeight,
      footnoteWidth: footnoteWidth, scope: scope)
    (copy.listDepth, copy.columns, copy.isInFootnote) = (listDepth, columns, isInFootnote)
    return copy
  }

  /// One whose items stand among those of this one.
  ///
  /// - Parameters:
  ///   - scope: The element of what is set; `nil`: that of this one.
  ///   - target: What takes its items; `nil`: what takes those of this one.
  ///   - start: How much farther from the edge it begins where the language begins.
  ///   - end: How much earlier it ends.
  func nested(
    _ scope: TagScope? = nil, to target: (any ItemTarget)? = nil, start: Double = 0, end: Double = 0
  ) -> BlockSetter {
    let copy = collecting(
      target ?? self.target, width: width - start - end, scope ?? self.scope, flow: flow)
    copy.x = x + (session.isRightToLeft ? end : start)
    return copy
  }

  func set(_ blocks: [any Block]) throws {
    for block in blocks { try set(block, depth: 0) }
  }

  private static let deepestBlocks = 200

  private func set(_ block: any Block, depth: Int) throws {
    if let block = block as? any SetBlock { return try block.set(self) }
    guard depth < Self.deepestBlocks else {
      throw PDFError(.invalidArgument, "A block \(type(of: block)) is made of itself: end it somewhere.")
    }
    for part in block.body { try set(part, depth: depth + 1) }
  }

  /// Does something, and says where, if it cannot be done.
  func at<Result>(_ name: String, _ place: SourcePlace, _ body: () throws -> Result) throws -> Result {
    try PlacedError.at(name, place, body)
  }

  /// Sets blocks as the content of an element.
  func inside(_ tag: String, inset: Double = 0, _ body: (BlockSetter) throws -> Void) throws {
    let copy = nested(TagScope(tag, in: scope), start: inset)
    try body(copy)
    try close(copy.scope)
  }

  /// Ends an element behind what was set.
  func close(_ scope: TagScope) throws { try target.add(.mark { scope.close($0.composer) }) }

  // MARK: - Texts

  /// Sets a text without making items of it.
  ///
  /// - Parameter isCode: Whether it is code, which runs from left to right in all languages.
  func text(
    _ inline: Inline, _ style: ParagraphStyle, width: Double, _ scope: TagScope, isCode: Bool = false
  ) throws -> SetText {
    var spans: [StyledSpan] = []
    var parts: [SetText.Part] = []
    var last: (LinkTarget?, Int) = (nil, -1)
    var isBehindFootnote = false
    for span in inline.spans {
      let look = span.look
      var font = style.font
      if look.isCode {
        font.family = self.style.code.font.family
        font.size *= 0.9
      }
      font.family = look.family ?? font.family
      font.size = (look.size ?? font.size) * look.scale
      font.isBold = look.isBold ?? font.isBold
      font.isItalic = look.isItalic ?? font.isItalic
      var (string, rise, footnote): (String, Double, SetText.Footnote?) = (
        "", look.rise * style.font.size, nil
      )
      var picture: SizedPicture?
      switch span.content {
      case .text(let text): string = text
      case .page(let name):
        string = session.page(of: name).map { "\($0)" } ?? "0"
      case .picture(let one):
        let found = try at("The picture", one.place) { try sized(amongLetters: one) }
        (string, picture) = (span.letters, found)
      case .footnote(let blocks):
        session.footnoteCount += 1
        string = "\(session.footnoteCount)"
        footnote = try self.footnote(session.footnoteCount, blocks, in: scope)
      case .namedFootnote(let name):
        guard let (number, content) = session.footnote(named: name) else { break }
        string = "\(number)"
        footnote = try content.map { try self.footnote(number, $0, in: scope) }
      }
      guard !string.isEmpty else { continue }
      if span.content.isFootnote {
        rise = 0.33 * style.font.size
        font.size *= 0.65
        // Two numbers side by side would be one.
        if isBehindFootnote { append(",\u{A0}", nil) }
      }
      isBehindFootnote = span.content.isFootnote
      append(string, footnote)
      func append(_ string: String, _ footnote: SetText.Footnote?) {
        let group = look.link != nil && last.0 == look.link ? last.1 : spans.count
        last = (look.link, group)
        spans.append(
          StyledSpan(
            string, font: font, letterSpacing: look.letterSpacing, language: look.language,
            picture: picture?.size))
        parts.append(
          SetText.Part(
            color: look.color ?? (look.link == nil ? nil : self.style.linkColor) ?? style.color, rise: rise,
            isUnderlined: look.isUnderlined, isStruckThrough: look.isStruckThrough, link: look.link,
            footnote: footnote, picture: picture?.amongLetters, text: picture?.alternative ?? string,
            group: group))
      }
    }
    if spans.isEmpty {
      spans = [StyledSpan("", font: style.font)]
      parts = [
        SetText.Part(
          color: style.color, rise: 0, isUnderlined: false, isStruckThrough: false, link: nil, footnote: nil,
          text: "", group: 0)
      ]
    }
    return try SetText(
      spans, parts, width: max(width, 1), style, isRightToLeft: session.isRightToLeft && !isCode,
      self.style.replacementCharacter, fonts)
  }

  /// Whether it sets a footnote.
  private var isInFootnote = false

  /// Sets a footnote, and behind it those that it refers to.
  private func footnote(_ number: Int, _ blocks: [any Block], in scope: TagScope) throws -> SetText.Footnote {
    let note = TagScope("Note", in: scope)
    note.properties.identifier = "footnote-\(number)"
    session.waitingFootnotes.append(.init(number: number, content: blocks, note: note))
    guard !isInFootnote else { return SetText.Footnote(scope: note, stacks: []) }
    var (stacks, next): ([ItemStack], Int) = ([], 0)
    defer { session.waitingFootnotes = [] }
    while next < session.waitingFootnotes.count {
      let waiting = session.waitingFootnotes[next]
      stacks.append(try stack(of: waiting.number, waiting.content, waiting.note))
      next += 1
    }
    return SetText.Footnote(scope: note, stacks: stacks)
  }

  private func stack(of number: Int, _ blocks: [any Block], _ note: TagScope) throws -> ItemStack {
    let collector = ItemCollector()
    let setter = collecting(collector, width: footnoteWidth, note)
    setter.style.body = style.footnote
    // Pictures leave room for text.
    setter.pageHeight = pageHeight / 2
    setter.isInFootnote = true
    try setter.setLabelled("\(number)", style.footnote, inset: style.footnote.font.size * 1.6, content: "P") {
      $0.isInLine = true
      try $0.set(blocks)
    }
    try setter.close(note)
    return ItemStack(items: collector.items)
  }

  /// Whether paragraphs are parts of the element that they are in, and no elements of their own.
  var isInLine = false

  /// Sets a paragraph.
  ///
  /// - Parameter outer: An element around it, if there is to be one.
  func setParagraph(
    _ inline: Inline, _ style: ParagraphStyle, tag: String, wrapping outer: String? = nil,
    wasPlaced: ((PageFlow, Double) -> Void)? = nil
  ) throws {
    let outerScope = outer.map { TagScope($0, in: scope) }
    let own = isInLine && tag == "P" ? scope : TagScope(tag, in: outerScope ?? scope)
    let text = try text(inline, style, width: width - style.leftInset, own, isCode: tag == "Code")
    let links = SetText.Links()
    let left = x + style.leftInset
    let count = text.lineCount
    for line in 0..<count {
      let item = LayoutItem(height: text.height(of: line))
      item.name = tag == "P" ? "A line of text" : "A line"
      item.baseline = text.baseline(of: line)
      if line == 0 { (item.spaceBefore, item.wasPlaced) = (style.spaceBefore, wasPlaced) }
      let isLast = line == count - 1
      if isLast { item.spaceAfter = style.spaceAfter }
      // Two lines stand together at least, at the foot of a page and at its top.
      item.keepsWithNext =
        isLast ? style.keepsWithNext : style.keepsTogether || line == 0 || line == count - 2
      item.footnotes = text.footnotes(of: line)
      item.draw = { canvas, x, top in try text.draw(line, canvas, x + left, top, own, links) }
      try target.add(item)
    }
    // It holds nothing of the setter, whose target holds it.
    let isOwn = own !== scope
    try target.add(
      .mark { canvas in
        links.close(canvas.composer)
        if isOwn { own.close(canvas.composer) }
        outerScope?.close(canvas.composer)
      })
  }

  func setHeading(_ text: Inline, level: Int, name: String?, isNumbered: Bool) throws {
    guard Heading.levels.contains(level) else {
      throw PDFError(.invalidArgument, "A heading has a level of 1 to 6, not \(level).")
    }
    guard !session.conformance.contains(.pdfUA1) || level <= session.level + 1 else {
      throw PDFError(
        .invalidArgument,
        session.level == 0
          ? "The first heading has level \(level): give it level 1, as PDF/UA asks for."
          : "A heading of level \(level) follows one of level \(session.level): give it level \(session.level + 1) at most, as PDF/UA asks for."
      )
    }
    session.level = level
    if let name { try requireNew(name) }
    session.headingCount += 1
    let place = name ?? "heading-\(session.headingCount)"
    let number = isNumbered && level <= style.numberedHeadings ? session.headingNumber(level) : nil
    let string = number.map { "\($0) \(text.line)" } ?? text.line
    try setParagraph(
      number.map { Inline("\($0)\u{2002}") + text } ?? text, style.heading(level), tag: "H\(level)"
    ) { [session] flow, top in
      session.record.headings.append(
        LayoutRecord.ListedHeading(level: level, text: string, page: flow.number, name: place))
      session.record.pages[place] = flow.number
      flow.note(place, top)
    }
  }

  private func requireNew(_ name: String) throws {
    guard !name.isEmpty, session.names.insert(name).inserted else {
      throw PDFError(
        .invalidArgument, "There is a place named '\(name)' already, or the name is empty: choose another.")
    }
  }

  func add(anchor name: String) throws {
    try requireNew(name)
    let item = LayoutItem(height: 0)
    (item.isMark, item.keepsWithNext) = (true, true)
    item.wasPlaced = { [session] flow, top in
      session.record.pages[name] = flow.number
      flow.note(name, top)
    }
    try target.add(item)
  }

  // MARK: - Lists

  func setList(_ items: [ListItem], numbering: String, label: (Int) -> String) throws {
    guard listDepth < 50 else {
      throw PDFError(.invalidArgument, "Lists are more than 50 deep in each other: divide them.")
    }
    // As wide as the longest label needs.
    let longest = items.indices.map(label).max { $0.count < $1.count } ?? ""
    let labelWidth = try text(Inline(longest), style.body, width: 10_000, scope).shaped.width
    let inset = max(style.listInset, labelWidth + style.body.font.size * 0.4)
    try inside("L") { setter in
      setter.scope.properties.listNumbering = numbering
      setter.listDepth += 1
      for (index, item) in items.enumerated() {
        try setter.inside("LI") { setter in
          try setter.setLabelled(label(index), setter.style.body, inset: inset, content: "LBody") {
            try $0.set(item.content)
          }
        }
      }
    }
    try add(space: style.body.spaceAfter)
  }

  /// Sets blocks with a label beside the first line.
  func setLabelled(
    _ label: String, _ style: ParagraphStyle, inset: Double, content tag: String,
    _ body: (BlockSetter) throws -> Void
  ) throws {
    let labelScope = TagScope("Lbl", in: scope)
    var style = style
    style.alignment = session.isRightToLeft ? .right : .natural
    // Readers take digits and dots for a text from left to right.
    if session.isRightToLeft { labelScope.properties.actualText = label }
    let text = try text(Inline(label), style, width: inset, labelScope)
    let links = SetText.Links()
    let left = session.isRightToLeft ? x + width - inset : x
    let labelled = LabelledTarget(target) { canvas, frame, top, baseline in
      try text.draw(0, canvas, frame + left, top - baseline + text.baseline(of: 0), labelScope, links)
      labelScope.close(canvas.composer)
    }
    labelled.baseline = text.baseline(of: 0)
    let copy = nested(TagScope(tag, in: scope), to: labelled, start: inset)
    try body(copy)
    if !labelled.isDone {
      let item = LayoutItem(height: text.height(of: 0))
      try labelled.add(item)
    }
    try close(copy.scope)
  }

  // MARK: - Arrangement

  func add(space: Double) throws {
    let item = LayoutItem(height: 0)
    (item.isMark, item.spaceAfter) = (true, space.isFinite ? min(max(space, 0), 100_000) : 0)
    try target.add(item)
  }

  func setRule(_ color: Color, _ thickness: Double) throws {
    let thickness = thickness.isFinite ? min(max(thickness, 0), 1000) : 0
    let item = LayoutItem(height: thickness)
    (item.spaceBefore, item.spaceAfter) = (style.body.spaceAfter, style.body.spaceAfter)
    let (left, width) = (x, width)
    item.draw = { canvas, x, top in
      canvas.paint(
        PageRect(x: x + left, y: top - thickness, width: width, height: thickness), fill: color)
    }
    try target.add(item)
  }

  func breakPage() throws {
    guard let flow, flow === target else { throw Self.noPages }
    try flow.breakPage()
  }

  func breakColumn() throws {
    if let columns, columns === target {
      let item = LayoutItem(height: 0)
      (item.isMark, item.endsColumn) = (true, true)
      return columns.add(item)
    }
    guard let flow, flow === target else {
      throw PDFError(
        .invalidArgument,
        "A break of the column is within a cell, a list, a box or a footnote: put it outside.")
    }
    try flow.breakColumn()
  }

  private static let noPages = PDFError(
    .invalidArgument, "A break of the page is within a cell, a list, columns or a footnote: put it outside.")

  func keepingTogether(_ body: (BlockSetter) throws -> Void) throws {
    let collector = ItemCollector()
    try body(nested(to: collector))
    for (index, item) in collector.items.enumerated() {
      if !item.isMark, collector.items[(index + 1)...].contains(where: { !$0.isMark }) {
        item.isKeptByGroup = !item.keepsWithNext
        item.keepsWithNext = true
      }
      try target.add(item)
    }
  }

  func setBox(_ box: BoxStyle, _ body: (BlockSetter) throws -> Void) throws {
    let inset = box.padding.isFinite ? min(max(box.padding, 0), 1000) : 0
    let begin = LayoutItem(height: inset)
    begin.box = .begin(BoxFrame(style: box, x: x, width: width))
    (begin.spaceBefore, begin.keepsWithNext) = (box.space, true)
    try target.add(begin)
    try body(nested(start: inset, end: inset))
    let end = LayoutItem(height: inset)
    (end.box, end.spaceAfter) = (.end, box.space)
    try target.add(end)
  }

  func setColumns(_ count: Int, _ gap: Double, _ body: (BlockSetter) throws -> Void) throws {
    guard (1...20).contains(count), gap.isFinite, gap >= 0 else {
      throw PDFError(
        .invalidArgument, "There are 1 to 20 columns with room between them, not \(count) with \(gap).")
    }
    let columnWidth = (width - gap * Double(count - 1)) / Double(count)
    guard columnWidth >= 10 else {
      throw PDFError(.invalidArgument, "\(count) columns have no room in \(Int(width)) points: take fewer.")
    }
    guard let flow, flow === target else {
      throw PDFError(
        .invalidArgument, "Columns are within a cell, a list, a box or a footnote: put them outside.")
    }
    let collector = ItemCollector()
    let copy = collecting(collector, width: columnWidth, scope)
    (copy.x, copy.columns) = (x, collector)
    try body(copy)
    try flow.place(collector.items, inColumns: count, step: columnWidth + gap, space: style.body.spaceAfter)
  }

  // MARK: - Contents

  func setContents(_ levels: ClosedRange<Int>) throws {
    session.isDependent = true
    try inside("TOC") { setter in
      for heading in session.former.headings where levels.contains(heading.level) {
        try setter.setEntry(heading, inset: Double(heading.level - levels.lowerBound) * style.listInset)
      }
    }
  }

  /// Sets an entry of the contents: the heading, dots, and the number of its page.
  private func setEntry(_ heading: LayoutRecord.ListedHeading, inset: Double) throws {
    let isRightToLeft = session.isRightToLeft
    var style = style.body
    (style.alignment, style.spaceAfter) = (isRightToLeft ? .right : .left, style.font.size * 0.2)
    let entry = TagScope("TOCI", in: scope)
    let reference = TagScope("Reference", in: entry)
    let target = LinkTarget.named(heading.name)
    func linked(_ string: String) -> Inline {
      Inline(spans: [.init(content: .text(string), look: .init(color: style.color, link: target))])
    }
    var small = style
    small.alignment = .left
    let number = try text(linked("\(heading.page)"), small, width: 100, reference)
    let numberWidth = number.shaped.width
    let titleWidth = width - inset - numberWidth - 24
    let title = try text(linked(heading.text), style, width: titleWidth, reference)
    let dot = try text(Inline("."), small, width: 100, reference)
    let links = SetText.Links()
    let left = isRightToLeft ? x + numberWidth + 24 : x + inset
    let numberLeft = isRightToLeft ? x : x + width - numberWidth
    for line in 0..<title.lineCount {
      let item = LayoutItem(height: title.height(of: line))
      let isLast = line == title.lineCount - 1
      (item.keepsWithNext, item.spaceAfter) = (!isLast, isLast ? style.spaceAfter : 0)
      item.baseline = title.baseline(of: line)
      item.draw = { canvas, x, top in
        try title.draw(line, canvas, x + left, top, reference, links)
        guard isLast else { return }
        let step = max(dot.shaped.width * 1.6, 1)
        let lineWidth = title.shaped.lines[line].width
        var place = x + (isRightToLeft ? left + titleWidth - lineWidth - 2 * step : numberLeft - step)
        let end = x + (isRightToLeft ? numberWidth + step : left + lineWidth + step)
        try canvas.asArtifact(.layout) {
          while place > end {
            try dot.draw(0, canvas, place, top, reference, links)
            place -= step
          }
        }
        try number.draw(0, canvas, x + numberLeft, top, reference, links)
        links.close(canvas.composer)
        reference.close(canvas.composer)
        entry.close(canvas.composer)
      }
      try self.target.add(item)
    }
  }
}

/// Hands items on, and paints a label beside the first.
private final class LabelledTarget: ItemTarget {
  private let target: any ItemTarget
  private let label: (PageCanvas, _ x: Double, _ top: Double, _ baseline: Double) throws -> Void
  private(set) var isDone = false
  var baseline = 0.0

  init(
    _ target: any ItemTarget, _ label: @escaping (PageCanvas, Double, Double, Double) throws -> Void
  ) { (self.target, self.label) = (target, label) }

  func add(_ item: LayoutItem) throws {
    if !isDone, !item.isMark {
      isDone = true
      let (draw, label, baseline) = (item.draw, label, item.baseline ?? baseline)
      item.draw = { canvas, x, top in
        // The label's own baseline is where that of the line is.
        try label(canvas, x, top, baseline)
        try draw?(canvas, x, top)
      }
    }
    try target.add(item)
  }
}

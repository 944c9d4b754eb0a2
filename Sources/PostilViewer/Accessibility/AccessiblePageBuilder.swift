/// Puts the nodes of a page together: those of its structure, with the annotations and fields that belong there, then what is left over.
struct AccessiblePageBuilder {
  private let page: PageID
  private let text: PageText
  /// The text without that of annotations, and where it is in the whole.
  private let (content, contentRange): (PageText, Range<Int>)
  private let annotations: [AnnotationID: Annotation]
  private let order: [AnnotationID]
  private let form: PDFForm?
  private var fields: [AnnotationID: (field: FormField, widget: FormField.Widget)] = [:]
  private var claims: TextClaims
  /// The annotations that have a node.
  private var placed: Set<AnnotationID> = []

  /// How deep elements may lie in each other; what lies deeper is read as if it lay there.
  private static let deepest = 100

  /// A part of a block, before it is known whether the block has text alone.
  private enum Part {
    case text([Range<Int>])
    case inline(AccessibleNode)
    case block(AccessibleNode)
  }

  init(_ page: PageID, _ text: PageText, _ annotations: [Annotation], _ form: PDFForm?) {
    (self.page, self.text, self.form) = (page, text, form)
    content = text.withoutAnnotations
    contentRange = 0..<content.count
    let shown = annotations.filter { $0.isShown }
    self.annotations = Dictionary(shown.map { ($0.id, $0) }) { first, _ in first }
    order = shown.map(\.id)
    claims = TextClaims(text)
    for field in form?.fields ?? [] {
      for widget in field.widgets where widget.page == page { fields[widget.annotation] = (field, widget) }
    }
  }

  mutating func nodes(_ structure: DocumentStructure) -> [AccessibleNode] {
    var nodes = group(structure.elements.flatMap { parts(of: $0, depth: 0) })
    for content in structure.artifacts where content.page == page {
      let ranges = claims.claim(content)
      guard !ranges.isEmpty else { continue }
      insert(node(.artifact, ranges), into: &nodes)
    }
    for paragraph in leftParagraphs(in: contentRange) { insert(paragraph, into: &nodes) }
    // What annotations show is behind the text of the page; it belongs to them.
    for id in order where !placed.contains(id) {
      guard let annotation = annotations[id], let node = self.node(annotation) else { continue }
      place(node, of: annotation, in: &nodes)
    }
    for range in claims.free(in: text.annotationRange) {
      nodes += claims.claim(range).map { node(.paragraph, [$0]) }
    }
    return nodes
  }

  // MARK: - Elements

  private mutating func parts(of element: StructureElement, depth: Int) -> [Part] {
    let inner = depth < Self.deepest ? kids(of: element, depth: depth + 1) : []
    guard let role = Self.role(of: element) else {
      // Groups, and words within a text.
      return inner
    }
    if role == .figure || role == .formula {
      var node = block(role, inner)
      node.name = element.alternateText ?? element.actualText ?? element.title ?? ""
      node.bounds = node.bounds ?? bounds(of: element)
      if node.name.isEmpty, node.ranges.isEmpty, node.children.isEmpty, node.bounds == nil { return [] }
      describe(&node, by: element)
      return [.block(node)]
    }
    if role == .link {
      return [.inline(link(element, inner))]
    }
    guard !inner.isEmpty || element.alternateText != nil else { return [] }
    var node = block(role, inner)
    node.name = element.alternateText ?? ""
    node.level = role == .heading ? element.headingLevel ?? 1 : 0
    describe(&node, by: element)
    return [.block(node)]
  }

  private func describe(_ node: inout AccessibleNode, by element: StructureElement) {
    node.language = element.language
    if let title = element.title, title != node.name { node.detail = title }
  }

  private mutating func kids(of element: StructureElement, depth: Int) -> [Part] {
    var parts: [Part] = []
    for kid in element.kids {
      switch kid {
      case .element(let element): parts += self.parts(of: element, depth: depth)
      case .content(let content) where content.page == page:
        let ranges = claims.claim(content)
        if !ranges.isEmpty { parts.append(.text(ranges)) }
      case .annotation(let id?, page):
        guard !placed.contains(id), let annotation = annotations[id] else { continue }
        // A link in the element of a link is that link.
        if element.role == "Link", annotation.content.link != nil { continue }
        if let node = node(annotation) { parts.append(node.role.isBlock ? .block(node) : .inline(node)) }
      default: continue
      }
    }
    return parts
  }

  private mutating func link(_ element: StructureElement, _ inner: [Part]) -> AccessibleNode {
    var node = flat(.link, inner)
    node.name = element.alternateText ?? ""
    for case .annotation(let id?, page) in element.kids {
      guard let annotation = annotations[id], let link = annotation.content.link else { continue }
      // One that leads elsewhere is another link.
      if let target = node.target, target != link.target { continue }
      placed.insert(id)
      if node.target == nil { (node.target, node.annotation, node.kind) = (link.target, id, .link) }
      node.bounds = .union(of: [node.bounds, annotation.bounds].compactMap(\.self))
      if node.name.isEmpty, let contents = annotation.contents, !contents.isEmpty { node.name = contents }
    }
    if node.name.isEmpty, node.ranges.isEmpty { node.name = node.target?.description ?? "" }
    return node
  }

  /// The smallest rectangle around the contents of an element on the page.
  private func bounds(of element: StructureElement) -> PageRect? {
    var boxes: [PageRect] = []
    element.forEach { element, _ in
      boxes += element.contents.filter { $0.page == page }.compactMap(\.bounds)
    }
    return boxes.isEmpty ? nil : .union(of: boxes)
  }

  /// What an element is by its role; `nil` for groups, and for words within a text.
  private static func role(of element: StructureElement) -> AccessibleNode.Role? {
    if element.headingLevel != nil { return .heading }
    return roles[element.role]
  }

  private static let roles: [String: AccessibleNode.Role] = [
    "P": .paragraph, "BlockQuote": .quote, "Note": .note, "FENote": .note, "Caption": .caption, "L": .list,
    "TOC": .list, "Index": .list, "LI": .listItem, "TOCI": .listItem, "Table": .table, "TR": .row,
    "TH": .columnHeader, "TD": .cell, "Figure": .figure, "Formula": .formula, "Link": .link,
  ]

  // MARK: - Blocks

  /// A node of text with links in it, or of other blocks; text beside those is paragraphs of its own.
  private func block(_ role: AccessibleNode.Role, _ parts: [Part]) -> AccessibleNode {
    let hasBlocks = parts.contains { if case .block = $0 { true } else { false } }
    guard hasBlocks || !Self.takesText(role) else { return flat(role, parts) }
    var node = AccessibleNode(role)
    node.children = group(parts)
    let boxes = node.children.compactMap(\.bounds)
    node.bounds = boxes.isEmpty ? nil : .union(of: boxes)
    return node
  }

  /// Whether text may stand in a node that is not in a block of it.
  private static func takesText(_ role: AccessibleNode.Role) -> Bool {
    ![.list, .table, .row].contains(role)
  }

  private func flat(_ role: AccessibleNode.Role, _ parts: [Part]) -> AccessibleNode {
    var ranges: [Range<Int>] = []
    var children: [AccessibleNode] = []
    for part in parts {
      switch part {
      case .text(let more): ranges += more
      case .inline(let node):
        ranges += node.ranges
        children.append(node)
      case .block(let node): children.append(node)
      }
    }
    var node = node(role, claims.joined(ranges))
    node.children = children
    let boxes = ([node.bounds] + children.map(\.bounds)).compactMap(\.self)
    node.bounds = boxes.isEmpty ? nil : .union(of: boxes)
    return node
  }

  /// Blocks, with paragraphs of the text between them.
  private func group(_ parts: [Part]) -> [AccessibleNode] {
    var nodes: [AccessibleNode] = []
    var rest: [Part] = []
    func close() {
      if !rest.isEmpty { nodes.append(flat(.paragraph, rest)) }
      rest = []
    }
    for part in parts {
      if case .block(let node) = part {
        close()
        nodes.append(node)
      } else {
        rest.append(part)
      }
    }
    close()
    return nodes
  }

  private func node(_ role: AccessibleNode.Role, _ ranges: [Range<Int>]) -> AccessibleNode {
    let boxes = ranges.compactMap { text.bounds(of: $0) }
    return AccessibleNode(role, ranges: ranges, bounds: boxes.isEmpty ? nil : .union(of: boxes))
  }

  // MARK: - What no tag mentions

  /// The paragraphs of the text that belongs to nothing yet.
  private mutating func leftParagraphs(in range: Range<Int>) -> [AccessibleNode] {
    guard !claims.free(in: range).isEmpty else { return [] }
    var nodes: [AccessibleNode] = []
    for paragraph in content.paragraphs where paragraph.range.overlaps(range) {
      for part in claims.claim(paragraph.range.clamped(to: range)) { nodes.append(node(.paragraph, [part])) }
    }
    return nodes
  }

  /// Inserts a node before the first one whose text stands behind its own.
  private func insert(_ node: AccessibleNode, into nodes: inout [AccessibleNode]) {
    guard let start = node.ranges.first?.lowerBound else { return nodes.append(node) }
    let place = nodes.firstIndex { ($0.firstPlace ?? -1) > start } ?? nodes.count
    nodes.insert(node, at: place)
  }

  /// Puts an annotation where it stands: into the block whose text it covers, or behind the one before it.
  private func place(_ node: AccessibleNode, of annotation: Annotation, in nodes: inout [AccessibleNode]) {
    if !node.role.isBlock, let start = node.ranges.first?.lowerBound,
      nodes.indices.contains(where: { nodes[$0].adopt(node, at: start) })
    {
      return
    }
    let box = annotation.bounds
    let corner = PagePoint(x: box.minX, y: box.midY)
    guard let offset = content.offset(at: corner) else { return nodes.append(node) }
    // The block that is nearest: the annotation is below it, or beside or above its beginning.
    let nearest = nodes.lastIndex { ($0.firstPlace ?? .max) <= offset } ?? 0
    let isBehind = nodes.indices.contains(nearest) && nodes[nearest].isBefore(corner, at: offset)
    let place = isBehind ? nearest + 1 : nearest
    // Behind those that were put there before.
    let next = nodes[place...].firstIndex { $0.annotation == nil } ?? nodes.count
    nodes.insert(node, at: next)
  }

  // MARK: - Annotations

  /// The node of an annotation; `nil` if there is nothing to tell of it.
  private mutating func node(_ annotation: Annotation) -> AccessibleNode? {
    placed.insert(annotation.id)
    if annotation.subtype == "Widget" { return field(annotation) }
    let shown = claims.claim(in: annotation.bounds, of: text.annotationRange)
    var node = AccessibleNode(.comment, annotation.contents ?? "", ranges: shown, bounds: annotation.bounds)
    if annotation.subtype == "Link" {
      // Some lead nowhere.
      node.role = .link
      node.target = annotation.content.link?.target
    } else if !annotation.isMarkup {
      guard !node.name.isEmpty || !shown.isEmpty else { return nil }
    }
    node.annotation = annotation.id
    node.kind = annotation.content.kind
    node.detail = annotation.author ?? ""
    // Of links and marks the text is that below them, which belongs to its block.
    if shown.isEmpty {
      let areas =
        annotation.content.textMarkup?.quads.map(\.bounds) ?? (node.role == .link ? [annotation.bounds] : [])
      node.ranges = areas.flatMap { text.ranges(in: $0, of: contentRange) }
    } else {
      // What it shows itself is a block.
      var shownText = AccessibleNode(.paragraph, ranges: shown, bounds: annotation.bounds)
      shownText.annotation = annotation.id
      node.children = [shownText]
      node.ranges = []
    }
    if node.role == .link, node.name.isEmpty, node.ranges.isEmpty {
      node.name = node.target?.description ?? ""
    }
    return node
  }

  private mutating func field(_ annotation: Annotation) -> AccessibleNode? {
    guard let (field, widget) = fields[annotation.id] else { return nil }
    let shown = claims.claim(in: widget.rect, of: text.annotationRange)
    var node = AccessibleNode(
      Self.role(of: field), field.alternateName ?? field.name, ranges: shown, bounds: widget.rect)
    node.annotation = annotation.id
    node.kind = annotation.content.kind
    node.options = field.options.map(\.label)
    if !field.isFillable, field.kind.hasValue { node.state.insert(.readOnly) }
    if field.flags.contains(.required) { node.state.insert(.required) }
    if field.isMissing { node.state.insert(.missing) }
    switch field.kind {
    case .text:
      if field.flags.contains(.multiline) { node.state.insert(.multiline) }
      if field.flags.contains(.password) {
        node.state.insert(.password)
      } else {
        node.value = "\(field.value)"
      }
    case .checkBox, .radioButtons:
      if case .text(let value) = field.value, value == widget.value { node.state.insert(.checked) }
      if case .checked(true) = field.value { node.state.insert(.checked) }
    case .comboBox, .listBox:
      if field.flags.contains(.multiSelect) { node.state.insert(.multipleChoice) }
      node.value = labels(of: field)
    case .pushButton, .signature, .unknown: break
    }
    return node
  }

  /// The labels of the options that a field has as its value.
  private func labels(of field: FormField) -> String {
    let values: [String] =
      switch field.value {
      case .text(let value): [value]
      case .choices(let values): values
      case .checked: []
      }
    return values.map { value in field.options.first { $0.value == value }?.label ?? value }
      .joined(separator: ", ")
  }

  private static func role(of field: FormField) -> AccessibleNode.Role {
    switch field.kind {
    case .text, .unknown: .textField
    case .checkBox: .checkBox
    case .radioButtons: .radioButton
    case .pushButton: .button
    case .comboBox: .comboBox
    case .listBox: .listBox
    case .signature: .signature
    }
  }
}

extension AccessibleNode {
  /// Whether a point, next to a place in the text, is read behind it.
  fileprivate func isBefore(_ point: PagePoint, at place: Int) -> Bool {
    guard let bounds, point.y <= bounds.maxY else { return false }
    return point.y < bounds.minY || (firstPlace ?? .max) < place
  }

  /// Where its text begins, or that of the first of its children that has some.
  fileprivate var firstPlace: Int? {
    ranges.first?.lowerBound ?? children.lazy.compactMap(\.firstPlace).first
  }

  /// Takes a link or a mark into the block that has its first character. Returns whether it is here.
  fileprivate mutating func adopt(_ node: AccessibleNode, at start: Int) -> Bool {
    if role.isBlock, ranges.contains(where: { $0.contains(start) }) {
      let place = children.firstIndex { ($0.firstPlace ?? -1) > start } ?? children.count
      children.insert(node, at: place)
      return true
    }
    for index in children.indices where children[index].role.isBlock {
      if children[index].adopt(node, at: start) { return true }
    }
    return false
  }
}

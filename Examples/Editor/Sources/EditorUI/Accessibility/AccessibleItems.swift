import GTKKit
import Postil
import PostilViewer

/// The items that a page is to assistive technology, made of the nodes of the view model.
struct AccessibleItems {
  private let nodes: [AccessibleNode]
  private let pageText: PageText?
  private let transform: PageTransform

  init(_ page: AccessiblePage, _ transform: PageTransform) {
    (nodes, pageText, self.transform) = (page.nodes, page.text, transform)
  }

  /// Those of nodes without text.
  init(_ transform: PageTransform, of nodes: [AccessibleNode]) {
    (self.nodes, pageText, self.transform) = (nodes, nil, transform)
  }

  var all: [AccessibleItem] { nodes.map(item) }

  private func item(_ node: AccessibleNode) -> AccessibleItem {
    var item = AccessibleItem(Self.role(node.role))
    item.name = node.name
    item.detail = node.detail
    if node.role == .comment, let kind = node.kind {
      // Who reads only the name is told that it is no part of the text.
      let title = tr(kind.title)
      item.name = node.name.isEmpty ? title : title + ": " + node.name
    }
    if !node.options.isEmpty { item.detail = node.options.joined(separator: ", ") }
    if let value = node.value, node.ranges.isEmpty {
      item.text = AccessibleText(value)
    } else if !node.ranges.isEmpty {
      item.text = text(node.ranges)
    }
    if let bounds = node.bounds { item.frame = part(bounds) }
    item.level = node.level
    if node.role == .checkBox || node.role == .radioButton { item.isChecked = node.state.contains(.checked) }
    item.isReadOnly = node.state.contains(.readOnly)
    item.isRequired = node.state.contains(.required)
    item.isMissing = node.state.contains(.missing)
    item.isMultiline = node.state.contains(.multiline)
    item.children = node.children.map(self.item)
    return item
  }

  func text(_ range: Range<Int>) -> AccessibleText { text([range]) }

  /// The text of ranges, divided by line feeds, with the places of its letters.
  private func text(_ ranges: [Range<Int>]) -> AccessibleText {
    var (string, boxes): (String, [Float]) = ("", [])
    for range in ranges {
      guard let pageText else { continue }
      if !string.isEmpty {
        string += "\n"
        boxes += [0, 0, 0, 0]
      }
      let places = pageText.places(in: range)
      string += places.string
      for rect in places.rects {
        guard let rect else {
          boxes += [0, 0, 0, 0]
          continue
        }
        let part = part(rect)
        boxes += [Float(part.x), Float(part.y), Float(part.x + part.width), Float(part.y + part.height)]
      }
    }
    return AccessibleText(string, boxes: boxes)
  }

  /// A rectangle of the page in parts of its width and height, as it is shown.
  private func part(_ rect: PageRect) -> Rect {
    let (size, view) = (transform.viewSize, transform.viewRect(rect))
    guard size.width > 0, size.height > 0 else { return Rect(x: 0, y: 0, width: 0, height: 0) }
    return Rect(
      x: view.x / size.width, y: view.y / size.height, width: view.width / size.width,
      height: view.height / size.height)
  }

  private static func role(_ role: AccessibleNode.Role) -> Role {
    switch role {
    case .heading: .heading
    case .paragraph, .code, .artifact: .paragraph
    case .quote: .quote
    case .note: .note
    case .caption: .caption
    case .list: .textList
    case .listItem: .textListItem
    case .table: .table
    case .row: .row
    case .cell: .cell
    case .columnHeader: .columnHeader
    case .rowHeader: .rowHeader
    case .figure: .image
    case .formula: .formula
    case .link: .link
    case .checkBox: .checkBox
    case .radioButton: .radio
    case .button, .signature: .button
    case .textField: .textBox
    case .comboBox: .comboBox
    case .listBox: .list
    case .comment: .comment
    }
  }
}

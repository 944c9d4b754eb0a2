extension DocumentStructure {
  /// Puts in what form fields show as text, which neither tags nor the contents of pages say: behind the field where it is tagged, else
  /// behind what stands beside or above it on its page. Buttons, signatures, passwords and fields without a value show none.
  ///
  /// - Parameters:
  ///   - fields: The fields, those that nobody sees left out.
  ///   - pages: The pages whose fields are put in.
  /// - Complexity: O(elements + fields × elements of no tag around them).
  public mutating func addValues(of fields: [FormField], on pages: [PageID]) {
    let pages = Set(pages)
    var rest: [Place: StructureContent] = [:]
    var order: [Place] = []
    for field in fields {
      guard let text = field.shownText else { continue }
      for widget in field.widgets where pages.contains(widget.page) {
        let place = Place(page: widget.page, annotation: widget.annotation)
        if rest.updateValue(StructureContent(text, on: widget.page, bounds: widget.rect), forKey: place)
          == nil
        {
          order.append(place)
        }
      }
    }
    guard !rest.isEmpty else { return }
    for index in elements.indices { elements[index].addValues(&rest) }
    for place in order.prefix(Self.mostLooseFields) {
      if let content = rest[place] { addLoose(content) }
    }
  }

  /// Of fields without tags no more are put in.
  private static let mostLooseFields = 10_000

  /// Where a field is shown.
  fileprivate struct Place: Hashable {
    let page: PageID
    let annotation: AnnotationID
  }

  private mutating func addLoose(_ content: StructureContent) {
    guard let rect = content.bounds else { return }
    var best: (index: Int, isBeside: Bool, height: Double)?
    for (index, element) in elements.enumerated() {
      guard let bounds = element.ownBounds(on: content.page) else { continue }
      let isBeside = bounds.minX < rect.minX && bounds.minY < rect.center.y && rect.center.y < bounds.maxY
      guard isBeside || bounds.center.y > rect.center.y else { continue }
      // What stands beside it, else the lowest above it, of several the last.
      if let best, best.isBeside && !isBeside || best.isBeside == isBeside && bounds.minY > best.height {
        continue
      }
      best = (index, isBeside, bounds.minY)
    }
    guard let best else {
      let first = elements.firstIndex { $0.firstContent?.page == content.page } ?? elements.count
      elements.insert(StructureElement("P", kids: [.content(content)]), at: first)
      return
    }
    if best.isBeside, elements[best.index].role == "P" {
      elements[best.index].kids.append(.content(content))
    } else {
      elements.insert(StructureElement("P", kids: [.content(content)]), at: best.index + 1)
    }
  }
}

extension StructureElement {
  /// Puts values behind the fields in it, and takes them out of those that are left.
  fileprivate mutating func addValues(_ values: inout [DocumentStructure.Place: StructureContent]) {
    var result: [Kid] = []
    for kid in kids {
      switch kid {
      case .element(var element):
        element.addValues(&values)
        result.append(.element(element))
      case .annotation(let id?, let page):
        result.append(kid)
        if let value = values.removeValue(forKey: .init(page: page, annotation: id)) {
          result.append(.content(value))
        }
      default: result.append(kid)
      }
    }
    kids = result
  }

  /// The rectangle around what it has on a page; `nil` if it has nothing there.
  fileprivate func ownBounds(on page: PageID) -> PageRect? {
    var bounds: PageRect?
    forEach { element, _ in
      for content in element.contents where content.page == page {
        guard let rect = content.bounds else { continue }
        bounds = bounds?.union(rect) ?? rect
      }
    }
    return bounds
  }
}

extension FormField {
  /// What it shows as text; `nil` if that is none.
  fileprivate var shownText: String? {
    guard !flags.contains(.password) else { return nil }
    let text: String
    switch (kind, value) {
    case (.text, .text(let value)): text = value
    case (.comboBox, .text(let value)): text = options.first { $0.value == value }?.label ?? value
    case (.listBox, .choices(let values)), (.comboBox, .choices(let values)):
      text = values.map { value in options.first { $0.value == value }?.label ?? value }.joined(
        separator: "\n")
    default: return nil
    }
    return text.contains { !$0.isWhitespace } ? text : nil
  }
}

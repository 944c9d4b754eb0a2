extension StructureElement {
  /// Whether it has other blocks in it rather than text.
  var isGroup: Bool {
    if role == "NonStruct" { return !isInline }
    return Self.groups.contains(role) || elements.contains { !$0.isInline } && role != "P"
  }

  /// Whether it stands within a line (ISO 32000-2, 14.8.4.7). What means nothing by itself does if all that is in it does.
  var isInline: Bool {
    if role == "NonStruct" { return elements.allSatisfy(\.isInline) }
    return Self.inlines.contains(role)
  }

  private static let inlines: Set<String> = [
    "Span", "Quote", "Reference", "BibEntry", "Code", "Link", "Annot", "Ruby", "RB", "RT", "RP", "Warichu",
    "WT",
    "WP", "Em", "Strong", "Sub", "Lbl", "Form",
  ]

  /// What is in it as blocks: what stands within lines between others is a paragraph.
  var blocks: [StructureElement] {
    var (blocks, run): ([StructureElement], [Kid]) = ([], [])
    func endRun() {
      if !run.isEmpty { blocks.append(StructureElement("P", kids: run)) }
      run = []
    }
    for kid in kids {
      if case .element(let inner) = kid, !inner.isInline {
        endRun()
        blocks.append(inner)
      } else {
        run.append(kid)
      }
    }
    endRun()
    return blocks
  }

  var captions: [StructureElement] { elements.filter { $0.role == "Caption" } }

  var withoutCaptions: StructureElement {
    var element = self
    element.kids.removeAll { if case .element(let inner) = $0 { inner.role == "Caption" } else { false } }
    return element
  }

  /// What stands before an item of a list; empty if nothing does.
  var itemLabel: String { elements.first { $0.role == "Lbl" }?.text.trimmingSpaces ?? "" }

  /// An item of a list without what stands before it.
  var itemBody: StructureElement {
    var body = self
    body.kids = kids.flatMap { kid -> [Kid] in
      guard case .element(let inner) = kid else { return [kid] }
      return inner.role == "Lbl" ? [] : inner.role == "LBody" ? inner.kids : [kid]
    }
    return body
  }

  /// Whether it is an item of a list with a number or a letter.
  var isOrdered: Bool { ListLabel(itemLabel + " x")?.isOrdered == true }
}

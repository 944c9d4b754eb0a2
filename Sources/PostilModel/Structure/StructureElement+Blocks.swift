extension StructureElement {
  /// Whether it has other blocks in it rather than text.
  var isGroup: Bool {
    Self.groups.contains(role) || elements.contains { !$0.isInline } && role != "P"
  }

  /// Whether it stands within a line (ISO 32000-2, 14.8.4.7).
  var isInline: Bool { Self.inlines.contains(role) }

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

  /// Whether it is an item of a list with a number or a letter.
  var isOrdered: Bool { ListLabel(itemLabel + " x")?.isOrdered == true }
}

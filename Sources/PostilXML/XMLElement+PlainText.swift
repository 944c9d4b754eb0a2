import Foundation

extension XMLElement {
  /// The text of XHTML, paragraphs on lines of their own.
  package var plainText: String {
    var lines: [String] = []
    func add(_ element: XMLElement) {
      for child in element.children {
        switch child {
        case .text(let text): lines[max(lines.count - 1, 0)] += text
        case .element(let inner):
          if inner.name == "p" || inner.name == "br" || inner.name == "div", lines.last?.isEmpty == false {
            lines.append("")
          }
          add(inner)
        }
      }
    }
    lines = [""]
    add(self)
    return lines.joined(separator: "\n").trimmingCharacters(in: .newlines)
  }
}

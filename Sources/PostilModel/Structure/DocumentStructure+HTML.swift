extension DocumentStructure {
  /// The document as HTML: a page with headings, paragraphs, lists, tables with spans, figures, links and code, without styles.
  ///
  /// - Parameter title: The title of the page; `nil`: none.
  /// - Complexity: O(*n*) in the number of elements and characters.
  public func html(title: String? = nil) -> String {
    var writer = HTMLWriter()
    writer.text =
      "<!DOCTYPE html>\n<html\(language.map { HTMLWriter.attribute("lang", $0) } ?? "")>\n<head>\n"
    writer.text +=
      "<meta charset=\"utf-8\">\n<title>\(StructureText.escapedForHTML(title ?? ""))</title>\n</head>\n<body>\n"
    for element in elements { writer.add(element) }
    writer.text += "</body>\n</html>\n"
    return writer.text
  }
}

/// Writes elements as HTML.
private struct HTMLWriter {
  var text = ""

  mutating func add(_ element: StructureElement) {
    if let level = element.headingLevel { return block("h\(min(level, 6))", element) }
    switch element.role {
    case "L": list(element)
    case "Table": table(element)
    case "Figure", "Formula": figure(element)
    case "Code" where element.text.contains(where: \.isNewline):
      text += "<pre><code>\(StructureText.escapedForHTML(element.text))</code></pre>\n"
    case "Note", "FENote": block("aside", element)
    case "BlockQuote":
      text += "<blockquote\(Self.language(element))>\n"
      addBlocks(of: element)
      text += "</blockquote>\n"
    default: if element.isGroup { addBlocks(of: element) } else { block("p", element) }
    }
  }

  private mutating func addBlocks(of element: StructureElement) { for block in element.blocks { add(block) } }

  private mutating func block(_ tag: String, _ element: StructureElement) {
    let inner = Self.inline(element).trimmingSpaces
    guard !inner.isEmpty else { return }
    text += "<\(tag)\(Self.language(element))>\(inner)</\(tag)>\n"
  }

  private mutating func list(_ element: StructureElement) {
    let isOrdered = element.elements.contains(where: \.isOrdered)
    let tag = isOrdered ? "ol" : "ul"
    text += "<\(tag)>\n"
    for item in element.elements {
      guard item.role == "LI" else {
        text += "<li>\n"
        add(item)
        text += "</li>\n"
        continue
      }
      let number = isOrdered ? Int(item.itemLabel.prefix(while: \.isNumber)) : nil
      text += "<li\(number.map { " value=\"\($0)\"" } ?? "")>"
      let body = item.itemBody
      if body.elements.allSatisfy(\.isInline) {
        text += Self.inline(body).trimmingSpaces
      } else {
        addBlocks(of: body)
      }
      text += "</li>\n"
    }
    text += "</\(tag)>\n"
  }

  private mutating func table(_ element: StructureElement) {
    guard let table = element.table else {
      for caption in element.captions { block("p", caption) }
      return
    }
    let captions = element.captions.map { Self.inline($0).trimmingSpaces }.filter { !$0.isEmpty }
    let (html, start) = (table.html, "<table>\n")
    if captions.isEmpty || !html.hasPrefix(start) {
      text += html
    } else {
      text += start + "<caption>\(captions.joined(separator: " "))</caption>\n" + html.dropFirst(start.count)
    }
  }

  private mutating func figure(_ element: StructureElement) {
    text += "<figure\(Self.language(element))>"
    if let description = element.alternateText {
      text += "<img src=\"\"\(Self.attribute("alt", StructureText.joined(description)))>"
    } else {
      text += Self.inline(element.withoutCaptions).trimmingSpaces
    }
    for caption in element.captions {
      text += "<figcaption>\(Self.inline(caption).trimmingSpaces)</figcaption>"
    }
    text += "</figure>\n"
  }

  // MARK: - Inline

  private static func inline(_ element: StructureElement) -> String {
    if let text = element.actualText { return StructureText.escapedForHTML(StructureText.joined(text)) }
    return element.joined(separator: " ", inline)
  }

  private static func inline(_ kid: StructureElement.Kid) -> String {
    switch kid {
    case .annotation: return ""
    case .content(let content): return StructureText.escapedForHTML(StructureText.joined(content.text))
    case .element(let element):
      let inner = inline(element)
      guard !inner.isEmpty || element.alternateText != nil else { return "" }
      switch element.role {
      case "Strong": return "<strong>\(inner)</strong>"
      case "Em": return "<em>\(inner)</em>"
      case "Code": return "<code>\(inner)</code>"
      case "Quote": return "<q>\(inner)</q>"
      case "Link":
        guard let url = element.url, StructureText.isSafe(url) else { return inner }
        return "<a\(attribute("href", url))>\(inner)</a>"
      case "Figure",
        "Formula" where element.alternateText != nil:
        return "<img src=\"\"\(attribute("alt", element.alternateText ?? ""))>"
      default:
        if let expansion = element.expansion {
          return "<abbr\(attribute("title", expansion))>\(inner)</abbr>"
        }
        let language = language(element)
        return language.isEmpty ? inner : "<span\(language)>\(inner)</span>"
      }
    }
  }

  private static func language(_ element: StructureElement) -> String {
    element.language.flatMap { $0.isEmpty ? nil : attribute("lang", $0) } ?? ""
  }

  static func attribute(_ name: String, _ value: String) -> String {
    let value = StructureText.escapedForHTML(value).split(separator: "\"", omittingEmptySubsequences: false)
    return " \(name)=\"\(value.joined(separator: "&quot;"))\""
  }
}

import Foundation
import Postil

/// The code of "Text and search".
extension Snippets {
  static func text(_ document: PDFDocument, _ page: PDFPage, _ markdownURL: URL) async throws {
    let text = try await document.text(of: page.id)
    print(text.string)
    for word in text.words { print(word.string, word.bounds) }

    let transform = page.transform(scale: 2)
    let start = transform.pagePoint(ViewPoint(x: 144, y: 180))
    let end = transform.pagePoint(ViewPoint(x: 420, y: 230))
    if let selection = text.selection(from: start, to: end) {
      let marked = selection.rects.map { transform.viewRect($0) }
      print(selection.string, marked)
      try document.add(Annotation(marking: selection, as: .underline), to: page.id)
    }

    for try await match in try document.search("Sonata", options: .ignoringCase, from: page.id) {
      print(match.pageIndex + 1, match.rects, match.before + match.string + match.after)
    }

    if let word = text.word(at: start), let selection = text.selection(of: word.range) {
      try document.add(Annotation.replacement(of: selection.quads, with: "toccata"), to: page.id)
    }

    for try await match in try document.search("sonata") {
      try document.add(Annotation(marking: match, style: AnnotationStyle(color: .pink)), to: match.page)
    }

    let search = try document.search("sonata")
    for try await found in search.pages {
      switch found.result {
      case .success(let matches): print(found.pageIndex + 1, "of", search.pages.count, matches.count)
      case .failure(let error): print(error.message)
      }
    }

    for span in text.spans where span.style.isBold && span.style.fontSize > 12 {
      print(span.string, span.style.fontName, span.baseline.start)
    }

    for table in try await document.tables(on: page.id) {
      print(table.rowCount, "rows:", table.rows.first ?? [])
      print(table.csv)
    }

    let outline = try await document.structure()
    for element in outline.elements where element.headingLevel != nil {
      print(element.text, element.contents.first?.bounds ?? .zero)
    }
    try Data(outline.markdown.utf8).write(to: markdownURL)

    let structure = try await document.structure(from: .tags)
    structure.forEach { element, depth in
      print(String(repeating: " ", count: depth) + element.role, element.alternateText ?? "")
    }
    print(structure.untagged.map(\.text))

    let folder = FileManager.default.temporaryDirectory
    for image in try await document.images(on: page.id) {
      print(image.width, "×", image.height, image.places.map(\.bounds))
      let file = try await document.file(of: image)
      try file.data.write(
        to: folder.appending(path: "image-\(image.objectNumber ?? 0).\(file.fileExtension)"))
    }

    for font in try await document.fonts() where !font.isEmbedded {
      print(font.name ?? "a font without a name", "is not in the file")
    }

    for drawing in try await document.drawings(on: page.id) where drawing.isVisible {
      if let line = drawing.line {
        print("a line from", line.start, "to", line.end, drawing.stroke?.width ?? 0)
      } else if let rect = drawing.rect, let color = drawing.fill?.color {
        print("a rectangle", rect, color)
      } else {
        print("a path of", drawing.path.elements.count, "steps in", drawing.bounds)
      }
    }

    if case .reference(let number)? = try document.objects.catalog["Outlines"] {
      print(try document.objects.object(number))
    }
  }
}

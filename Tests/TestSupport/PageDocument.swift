import Foundation

/// A document told by its pages: boxes, rotation, content, annotations and links of each.
///
/// ```swift
/// var document = PageDocument(pageCount: 3)
/// document.pages[1].rotation = 90
/// document.information = ["Title": "A test"]
/// ```
package struct PageDocument {
  /// A page. Boxes are left, bottom, right and top.
  package struct Page {
    package var mediaBox: [Double] = [0, 0, 612, 792]
    package var cropBox: [Double]?
    package var rotation = 0
    /// The content stream.
    package var content = "0.8 g 100 100 200 200 re f"
    /// More entries, as PDF has them: `/UserUnit 2`.
    package var entries = ""
    /// The entries of the resources, as PDF has them.
    package var resources = ""
    /// The dictionaries of annotations, as PDF has them.
    package var annotations: [String] = []
    /// Form XObjects for the annotations' appearances: box and content. `@0` in an annotation is the first one's number.
    package var forms: [(box: [Double], content: String)] = []
    /// Links: where, and to which page (from 1).
    package var links: [(rect: [Double], page: Int)] = []
  }

  package var pages: [Page]
  /// Entries of the information dictionary, as text strings.
  package var information: [String: String] = [:]
  /// The page labels, as PDF has them: `0 << /S /r >> 2 << /S /D >>`.
  package var pageLabels: String?
  package var xref = PDFBuilder.Xref.table

  package init(pageCount: Int = 1) { pages = Array(repeating: Page(), count: pageCount) }

  package var data: Data {
    var builder = PDFBuilder()
    let catalog = builder.reserve()
    let tree = builder.reserve()
    let numbers = pages.map { _ in builder.reserve() }
    for (page, number) in zip(pages, numbers) { add(page, as: number, tree, numbers, &builder) }
    builder.add("<</Type/Pages/Count \(pages.count)/Kids[\(Self.references(numbers))]>>", as: tree)
    let labels = pageLabels.map { "/PageLabels<</Nums[\($0)]>>" } ?? ""
    builder.add("<</Type/Catalog/Pages \(tree) 0 R\(labels)>>", as: catalog)
    let entries = information.map { "/\($0.key) \(Self.text($0.value))" }.sorted().joined()
    let info = information.isEmpty ? nil : builder.add("<<\(entries)>>")
    return builder.data(xref, info: info)
  }

  private func add(
    _ page: Page, as number: Int, _ tree: Int, _ numbers: [Int], _ builder: inout PDFBuilder
  ) {
    let content = builder.addStream(page.content)
    let links = page.links.map { link in
      "<</Type/Annot/Subtype/Link/Rect\(Self.list(link.rect))/Border[0 0 0]"
        + "/Dest[\(numbers[link.page - 1]) 0 R/Fit]>>"
    }
    let forms = page.forms.map { form in
      builder.addStream(form.content, dictionary: "/Type/XObject/Subtype/Form/BBox\(Self.list(form.box))")
    }
    let annotations = (page.annotations + links).map { text in
      let filled = forms.enumerated().reversed().reduce(text) { text, form in
        text.replacingOccurrences(of: "@\(form.offset) ", with: "\(form.element) 0 R ")
      }
      return builder.add(filled)
    }
    let entries = [
      "/Contents \(content) 0 R/Resources<<\(page.resources)>>/MediaBox\(Self.list(page.mediaBox))",
      page.entries, page.cropBox.map { "/CropBox\(Self.list($0))" } ?? "",
      page.rotation == 0 ? "" : "/Rotate \(page.rotation)",
      annotations.isEmpty ? "" : "/Annots[\(Self.references(annotations))]",
    ].joined()
    builder.add("<</Type/Page/Parent \(tree) 0 R\(entries)>>", as: number)
  }

  /// A tinted page whose crop box does not begin at 0,0.
  package static func tinted(rotation: Int = 0, annotations: [String] = []) -> PageDocument {
    var document = PageDocument()
    document.pages[0].mediaBox = [0, 0, 300, 300]
    document.pages[0].cropBox = [20, 10, 290, 280]
    document.pages[0].rotation = rotation
    document.pages[0].content = "0.9 0.9 1 rg 0 0 300 300 re f"
    document.pages[0].annotations = annotations
    return document
  }

  private static func references(_ numbers: [Int]) -> String {
    numbers.map { "\($0) 0 R" }.joined(separator: " ")
  }

  private static func list(_ numbers: [Double]) -> String {
    "[" + numbers.map { "\($0)" }.joined(separator: " ") + "]"
  }

  /// A text string: UTF-16 in hexadecimal digits, so that nothing needs to be escaped.
  private static func text(_ text: String) -> String {
    let digits = text.utf16.map { unit in
      let digits = String(unit, radix: 16, uppercase: true)
      return String(repeating: "0", count: 4 - digits.count) + digits
    }
    return "<FEFF" + digits.joined() + ">"
  }
}

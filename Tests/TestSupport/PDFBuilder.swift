import Foundation

/// Makes small PDF files for tests.
///
/// ```swift
/// var builder = PDFBuilder(pageCount: 3)
/// builder.pages[1].rotation = 90
/// builder.information = ["Title": "A test"]
/// try builder.write(to: url)
/// ```
public struct PDFBuilder: Sendable {
  /// A page. Boxes are `[left, bottom, right, top]`.
  public struct Page: Sendable {
    /// The media box.
    public var mediaBox: [Double] = [0, 0, 612, 792]
    /// The crop box, if it is not the media box.
    public var cropBox: [Double]?
    /// `/Rotate`.
    public var rotation: Int?
    /// `/UserUnit`.
    public var userUnit: Double?
    /// The content stream: a grey square unless it is set. The font `/F1` is Helvetica.
    public var content = "0.8 g 100 100 200 200 re f"
    /// The dictionaries of annotations, as PDF has them: `<< /Type /Annot … >>`.
    public var annotations: [String] = []
    /// Links: where, and to which page (from 1).
    public var links: [(rect: [Double], page: Int)] = []
    /// Further entries of the page's dictionary.
    public var entries = ""

    /// Makes a page of US Letter.
    public init() {}
  }

  /// The pages.
  public var pages: [Page]
  /// The version in the header.
  public var version = "1.7"
  /// Entries of the information dictionary, as text strings.
  public var information: [String: String] = [:]
  /// The outline: titles and pages (from 1).
  public var outline: [(title: String, page: Int)] = []
  /// The page labels, as PDF has them: `0 << /S /r >> 2 << /S /D >>`.
  public var pageLabels: String?
  /// Further entries of the catalogue.
  public var catalogEntries = ""
  /// How the file says where its objects are.
  public var crossReference = PDFObjects.CrossReference.table

  /// Makes a document of that many pages.
  public init(pageCount: Int = 1) { pages = Array(repeating: Page(), count: pageCount) }

  /// The bytes of the file.
  public func data() -> Data {
    var objects = PDFObjects()
    let catalog = objects.add()
    let tree = objects.add()
    let font = objects.add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
    let numbers = pages.map { _ in objects.add() }
    for (page, number) in zip(pages, numbers) {
      objects.set(number, to: dictionary(of: page, tree, font, numbers, &objects))
    }
    let kids = numbers.map { "\($0) 0 R" }.joined(separator: " ")
    objects.set(tree, to: "<< /Type /Pages /Count \(pages.count) /Kids [\(kids)] >>")
    objects.set(catalog, to: dictionaryOfCatalog(tree, numbers, &objects))
    var trailer = "/Root \(catalog) 0 R /ID [<0123456789ABCDEF> <0123456789ABCDEF>]"
    if !information.isEmpty {
      let entries = information.sorted { $0.key < $1.key }.map { "/\($0.key) \(Self.text($0.value))" }
      trailer += " /Info \(objects.add("<< \(entries.joined(separator: " ")) >>")) 0 R"
    }
    return objects.data(version: version, trailer: trailer, crossReference: crossReference)
  }

  /// Writes the file.
  public func write(to url: URL) throws { try data().write(to: url) }

  private func dictionaryOfCatalog(_ tree: Int, _ pages: [Int], _ objects: inout PDFObjects) -> String {
    var body = "<< /Type /Catalog /Pages \(tree) 0 R \(catalogEntries)"
    if let pageLabels { body += " /PageLabels << /Nums [\(pageLabels)] >>" }
    if !outline.isEmpty { body += " /Outlines \(addOutline(pages, &objects)) 0 R" }
    return body + " >>"
  }

  private func addOutline(_ pages: [Int], _ objects: inout PDFObjects) -> Int {
    let root = objects.add()
    let items = outline.map { _ in objects.add() }
    for (index, item) in outline.enumerated() {
      var body = "<< /Title \(Self.text(item.title)) /Parent \(root) 0 R "
      body += "/Dest [\(pages[item.page - 1]) 0 R /Fit]"
      if index > 0 { body += " /Prev \(items[index - 1]) 0 R" }
      if index + 1 < items.count { body += " /Next \(items[index + 1]) 0 R" }
      objects.set(items[index], to: body + " >>")
    }
    objects.set(
      root,
      to:
        "<< /Type /Outlines /Count \(items.count) /First \(items[0]) 0 R /Last \(items[items.count - 1]) 0 R >>"
    )
    return root
  }

  private func dictionary(
    of page: Page, _ tree: Int, _ font: Int, _ pages: [Int], _ objects: inout PDFObjects
  ) -> String {
    let content = objects.addStream(page.content)
    var body = "<< /Type /Page /Parent \(tree) 0 R /Resources << /Font << /F1 \(font) 0 R >> >> "
    body += "/Contents \(content) 0 R /MediaBox \(Self.list(page.mediaBox)) \(page.entries)"
    if let box = page.cropBox { body += " /CropBox \(Self.list(box))" }
    if let rotation = page.rotation { body += " /Rotate \(rotation)" }
    if let unit = page.userUnit { body += " /UserUnit \(unit)" }
    let links = page.links.map { link in
      "<< /Type /Annot /Subtype /Link /Rect \(Self.list(link.rect)) /Border [0 0 0] "
        + "/Dest [\(pages[link.page - 1]) 0 R /Fit] >>"
    }
    let annotations = (page.annotations + links).map { "\(objects.add($0)) 0 R" }
    if !annotations.isEmpty { body += " /Annots [\(annotations.joined(separator: " "))]" }
    return body + " >>"
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

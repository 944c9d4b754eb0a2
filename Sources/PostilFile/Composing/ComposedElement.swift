package import PostilModel

/// An element of the structure tree of a document that is made (ISO 32000-2, 14.7.2). It is written when it is closed.
package final class ComposedElement {
  /// What is said of an element besides its type and its kids.
  package struct Properties {
    /// What is read aloud instead of a picture (`/Alt`).
    package var alternative: String?
    /// The text that it is (`/ActualText`).
    package var actualText: String?
    /// As BCP 47 names it (`/Lang`).
    package var language: String?
    /// A name that no other element has (`/ID`).
    package var identifier: String?
    /// Whether a header cell heads its column or its row, as a name of the standard: `Column`, `Row`.
    package var scope: String?
    /// How many columns and rows a cell covers.
    package var (columnSpan, rowSpan) = (1, 1)
    /// How the items of a list are numbered, as a name of the standard: `Decimal`, `Disc`.
    package var listNumbering: String?
    /// Where a figure is, on its page.
    package var box: PageRect?
    /// Whether it stands among the letters of a line.
    package var isInLine = false

    package init() {}
  }

  let object: ObjectID
  let parent: ComposedElement?
  private let type: PDFName
  package var properties: Properties
  private var kids: [PDFObject] = []
  /// The page that most of its content is on.
  private var page: ObjectID?
  private(set) var isClosed = false

  init(_ type: String, _ object: ObjectID, in parent: ComposedElement?, _ properties: Properties) {
    (self.type, self.object, self.parent, self.properties) = (PDFName(type), object, parent, properties)
  }

  /// What its content is marked with: the same name.
  var tag: String { type.description }

  /// Adds content of a page (ISO 32000-2, 14.7.5.2).
  func add(content: Int, of page: ObjectID) {
    if self.page == nil { self.page = page }
    kids.append(
      self.page == page
        ? .integer(content)
        : .dictionary(["Type": .name("MCR"), "Pg": .reference(page), "MCID": .integer(content)]))
  }

  /// Adds an annotation of a page (ISO 32000-2, 14.7.5.3).
  func add(annotation: ObjectID, of page: ObjectID) {
    kids.append(
      .dictionary(["Type": .name("OBJR"), "Obj": .reference(annotation), "Pg": .reference(page)]))
  }

  func add(_ element: ComposedElement) { kids.append(.reference(element.object)) }

  /// The dictionary, when all is in it.
  ///
  /// - Parameter root: The object of the structure tree, which elements without a parent have as theirs.
  func close(root: ObjectID) -> PDFObject {
    isClosed = true
    var dictionary: PDFDictionary = [
      "S": .name(type), "P": .reference(parent?.object ?? root),
    ]
    dictionary["Pg"] = page.map { .reference($0) }
    dictionary["K"] = kids.isEmpty ? nil : kids.count == 1 ? kids[0] : .array(kids)
    func text(_ text: String?) -> PDFObject? { text.map { .string(TextString.encode($0)) } }
    dictionary["Alt"] = text(properties.alternative)
    dictionary["ActualText"] = text(properties.actualText)
    dictionary["Lang"] = text(properties.language)
    dictionary["ID"] = text(properties.identifier)
    dictionary["A"] = attributes
    kids = []
    return .dictionary(dictionary)
  }

  /// Attributes of the standard (ISO 32000-2, 14.8.5).
  private var attributes: PDFObject? {
    var owners: [PDFObject] = []
    var table: PDFDictionary = ["O": .name("Table")]
    table["Scope"] = properties.scope.map { .name(PDFName($0)) }
    table["ColSpan"] = properties.columnSpan == 1 ? nil : .integer(properties.columnSpan)
    table["RowSpan"] = properties.rowSpan == 1 ? nil : .integer(properties.rowSpan)
    if table.entries.count > 1 { owners.append(.dictionary(table)) }
    if let numbering = properties.listNumbering {
      owners.append(.dictionary(["O": .name("List"), "ListNumbering": .name(PDFName(numbering))]))
    }
    if let box = properties.box {
      owners.append(
        .dictionary([
          "O": .name("Layout"), "Placement": .name(properties.isInLine ? "Inline" : "Block"),
          "BBox": PDFObject.rect(box),
        ]))
    }
    return owners.isEmpty ? nil : owners.count == 1 ? owners[0] : .array(owners)
  }
}

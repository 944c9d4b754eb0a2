import Foundation
import Postil
import PostilLayout

/// The code of "Making documents".
extension Snippets {
  static func letter(_ url: URL) async throws {
    let letter = LayoutDocument(title: "A letter", language: "en") {
      Heading("A letter")
      Paragraph("Dear reader, this is \(Inline("important").bold()).")
      BulletList {
        "Postil sets the lines,"
        "ends the pages,"
        "and says in the file what each part is."
      }
    }
    try await letter.write(to: url)
  }

  @BlockBuilder static func texts() -> [any Block] {
    Paragraph("Pay \(Inline("today").bold()), or see \(Inline("the terms").link(to: "https://example.com")).")
    Paragraph("Not much is known of it\(.footnote("But see page \(.page(of: "sources")).")).")
  }

  static func table(_ items: [(name: String, count: Int, price: String)]) -> Table {
    Table(
      [.flexible(), .automatic.aligned(.right), .automatic.aligned(.decimal)], caption: "What you ordered"
    ) {
      Row.header("Item", "Count", "Price")
      for item in items { Row(item.name, "\(item.count)", "\(item.price)") }
      Row {
        Cell("Total", columns: 2).aligned(.right)
        Cell(Inline("1,204.50").bold())
      }
    }
  }

  @BlockBuilder static func sideBySide() -> [any Block] {
    Columns(2) {
      Paragraph("From:\nPaper and Pens Ltd\n12 Example Road")
      ColumnBreak()
      Paragraph("To:\nAda Lovelace\n5 Other Street")
    }
  }

  static func ownFonts(_ folder: URL) -> LayoutStyle {
    var style = LayoutStyle(family: "House, Noto Sans", size: 10)
    style.fonts = [
      FontFile(family: "House", contentsOf: folder.appending(path: "House-Regular.ttf")),
      FontFile(family: "House", contentsOf: folder.appending(path: "House-Bold.ttf")),
    ]
    return style
  }

  @BlockBuilder static func carried(_ items: [(name: String, price: Decimal)]) -> [any Block] {
    let total = items.map(\.price).reduce(0, +)
    Table(items, amount: \.price) {
      TableColumn.numbers("No.")
      TableColumn("Item", .flexible()) { $0.name }
      TableColumn("Price", .automatic.aligned(.decimal)) { "\($0.price)" }
    } foot: {
      Row("", "Total", "\(total)")
    }
    .carryingOver { carried in Row("", "Carried over", "\(carried.total)") }
  }

  static func prices(_ items: [(name: String, price: Decimal)]) -> Table {
    @Sendable func euros(_ amount: Decimal) -> Inline { "\(amount) €" }
    let prices = Table(items) {
      TableColumn("Item", .flexible()) { $0.name }
      TableColumn("Price", .automatic.aligned(.decimal)) { euros($0.price) }
    }
    return prices
  }

  @BlockBuilder static func figures(_ before: URL, _ after: URL) -> [any Block] {
    FigureRow {
      Picture(contentsOf: before, alternative: "The house before").caption("Before")
      Picture(contentsOf: after, alternative: "The house afterwards").caption("After")
    }
  }

  @BlockBuilder static func amongLetters(_ key: URL) -> [any Block] {
    Paragraph("Press \(Picture(contentsOf: key, alternative: "the green key", width: 10)) to go on.")
  }

  static func stationery(_ certificate: LayoutDocument, _ border: Appearance) -> LayoutDocument {
    certificate.background { page in page.number == 1 ? border : nil }
  }

  struct Order: Sendable { var number: Int }

  static func series(
    _ orders: [Order], _ folder: URL, invoice: @escaping @Sendable (Order) -> LayoutDocument
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, order) in orders.enumerated() {
        if index >= ProcessInfo.processInfo.activeProcessorCount { try await group.next() }
        group.addTask {
          let url = folder.appending(path: "\(order.number).pdf")
          try await invoice(order).write(to: url, conformingTo: [.pdfA3b])
        }
      }
      try await group.waitForAll()
    }
  }

  @BlockBuilder static func fields() -> [any Block] {
    Field.text("person.name", label: "Name").required()
    Field.text("remarks", label: "Remarks", lines: 4)
    Field.radioButtons("color", ["red", "green"], label: "Color").value("red")
    Field.comboBox("country", [FormField.Option("de", label: "Germany"), "France"], label: "Country")
      .labelled(.beside(80))
    Field.checkBox("terms", label: "I agree to \(Inline("the terms").link(to: "https://example.com")).")
    Field.signature("signature", label: "Signature")
  }

  struct Chapter: Sendable {
    var title: String
    var paragraphs: [String]
  }

  static func report(_ chapters: [Chapter]) -> LayoutDocument {
    var page = PageStyle(.a4, margins: .mm(20))
    page.columns = 2
    let report = LayoutDocument(title: "Report", language: "en", style: LayoutStyle(size: 9), page: page) {
      TableOfContents()
      ForEach(chapters) { chapter in
        Heading("\(chapter.title)")
        for paragraph in chapter.paragraphs { Paragraph("\(paragraph)").aligned(.justified) }
      }
    }
    .header { page in Paragraph("\(page.heading())") }
    .footer { page in Paragraph("\(page.number) of \(page.count)").aligned(.right) }
    return report
  }

  static func conforming(_ invoice: LayoutDocument, _ url: URL) async throws {
    try await invoice.write(to: url, conformingTo: [.pdfA3b, .pdfUA1])
  }

  static func append(_ summary: LayoutDocument, to document: PDFDocument) async throws {
    try await document.insertPages(of: summary, at: document.pageCount)
  }
}

import Foundation
import Postil
import PostilLayout
import Testing

@Suite struct TableColumnTests {
  private struct Item {
    var name: String
    var price: Decimal
  }

  private let items = (1...30).map { Item(name: "item \($0)", price: Decimal($0)) }

  private func rows(_ document: LayoutDocument) async throws -> [[String]] {
    let reading = try await LayoutReading(document)
    return reading.elements("TR").map { $0.elements.map(\.text) }
  }

  @Test func valuesHaveARowEach() async throws {
    let rows = try await rows(
      LayoutDocument {
        Table(items.prefix(2)) {
          TableColumn.numbers("No.")
          TableColumn("Item", .flexible()) { $0.name }
          TableColumn("Price", .automatic.aligned(.decimal)) { "\(Inline("\($0.price)").bold())" }
          TableColumn.cells("Note") { item in
            Cell { if item.price > 1 { Paragraph("dear") } else { Paragraph("cheap") } }
          }
        } foot: {
          Row {
            Cell("Total", columns: 3)
            Cell("3")
          }
        }
      })
    #expect(
      rows == [
        ["No.", "Item", "Price", "Note"], ["1", "item 1", "1", "cheap"], ["2", "item 2", "2", "dear"],
        ["Total", "3"],
      ])
  }

  @Test func amountsAreCarriedOver() async throws {
    let reading = try await LayoutReading(
      LayoutDocument(page: PageStyle(PageSize(width: 220, height: 200), margins: 20)) {
        Table(items, amount: \.price) {
          TableColumn("Item", .flexible()) { $0.name }
          TableColumn("Price") { "\($0.price)" }
        }
        .carryingOver { Row($0.isAtFoot ? "to carry" : "carried", "\($0.total)") }
      })
    let first = try #require(reading.pages.first?.string)
    let sum = first.matches(of: /item (\d+)/).compactMap { Int($0.1) }.reduce(0, +)
    #expect(
      sum > 0 && first.contains("to carry \(sum)") && reading.pages[1].string.contains("carried \(sum)"))
  }

  /// The columns are what the head says, without any value.
  @Test func withoutValuesThereIsTheHead() async throws {
    let rows = try await rows(
      LayoutDocument {
        Table([Item]()) {
          TableColumn("Item") { $0.name }
          TableColumn("Price") { "\($0.price)" }
        }
      })
    #expect(rows == [["Item", "Price"]])
  }

  @Test func whatADocumentHoldsIsAdded() throws {
    let layout = LayoutDocument(title: "T", author: "A") { Paragraph("a") }
      .attaching(AttachedFile(Data("x".utf8), name: "x.txt"), relationship: .data)
      .addingMetadata(
        """
        <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
         xmlns:x="urn:x"><x:Kind>letter</x:Kind></rdf:Description></rdf:RDF>
        """)
    let document = try PDFDocument(data: layout.dataAndWait())
    #expect(document.information.title == "T" && document.information.author == "A")
    let attachments = try document.attachments
    #expect(attachments.map(\.name) == ["x.txt"] && attachments.first?.relationship == .data)
    #expect(
      String(decoding: try layout.dataAndWait(conformingTo: [.pdfA3b]), as: UTF8.self).contains(
        "<x:Kind"))
  }
}

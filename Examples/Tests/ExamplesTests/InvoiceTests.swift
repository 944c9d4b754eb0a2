import Foundation
import Postil
import Testing

@testable import Invoice

@Suite struct InvoiceTests {
  @Test func theInvoiceIsReadAgain() async throws {
    let sample = try SampleFile()
    let invoice = Invoice.sample
    try invoice.write(to: sample.output)
    let document = try PDFDocument.openAndWait(sample.output)
    #expect(document.pageCount == 2 && document.information.title == "Invoice 2026-0042")
    let attachment = try #require(document.attachments.first)
    #expect(attachment.name == "factur-x.xml" && attachment.relationship == .data)
    let xml = String(decoding: try document.data(ofAttachment: attachment.name), as: UTF8.self)
    #expect(xml == invoice.facturX && xml.contains("<ram:Name>Customer &lt;One></ram:Name>"))
    // What the table says is what the data say.
    let structure = try await document.structure()
    var cells: [[String]] = []
    structure.forEach { element, _ in if let table = element.table { cells += table.rows } }
    #expect(cells.last?.last == Invoice.amount(invoice.total))
    #expect(cells.count == invoice.lines.count + 4)
    // What is carried over stands on both pages, and is no part of the table.
    let texts = [
      try await document.text(of: document.pages[0].id), try await document.text(of: document.pages[1].id),
    ]
    let carried = texts.compactMap {
      $0.string.firstMatch(of: /(?:Carried over|Brought forward)\s+([0-9.]+)/)?.1
    }
    #expect(carried.count == 2 && carried.first == carried.last)
  }

  @Test func amountsAddUp() {
    var invoice = Invoice.sample
    invoice.lines = [.init(article: "a", count: 3, price: 333), .init(article: "b", count: 1, price: 5)]
    #expect(invoice.net == 1004 && invoice.vat == 191 && invoice.total == 1195)
    #expect(invoice.girocode.split(separator: "\n", omittingEmptySubsequences: false)[7] == "EUR11.95")
    #expect(Invoice.amount(105) == "1.05")
  }
}

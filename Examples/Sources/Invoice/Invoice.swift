import Foundation
import Postil
import PostilLayout

/// An invoice: what was sold, by whom, to whom. Amounts are in cents.
struct Invoice: Sendable {
  struct Party: Sendable {
    var name: String
    var street: String
    var postcode: String
    var city: String
    var country: String
    var vatID: String?
  }

  struct Line: Sendable {
    var article: String
    var count: Int
    var price: Int
    var total: Int { count * price }
  }

  var number: String
  var date: Date
  var due: Date
  var seller: Party
  var buyer: Party
  var iban: String
  var bic: String
  var vatPercent = 19
  var lines: [Line]

  var net: Int { lines.reduce(0) { $0 + $1.total } }
  var vat: Int { (net * vatPercent + 50) / 100 }
  var total: Int { net + vat }

  /// The invoice as PDF/A-3b and PDF/UA-1 with its data in XML (Factur-X 1.0, BASIC WL).
  func write(to file: URL) throws {
    var document = LayoutDocument(title: "Invoice \(number)", language: "en", style: style, page: page) {
      head
      table
      payment
    }
    .footer { Paragraph("Page \($0.number) of \($0.count)").aligned(.right) }
    let data = AttachedFile(
      Data(facturX.utf8), name: "factur-x.xml", description: "The invoice as Factur-X", mediaType: "text/xml",
      modificationDate: date)
    document.attachments = [DocumentAttachment(data, relationship: .data)]
    document.metadata = [Self.facturXMetadata]
    document.information.author = seller.name
    try document.writeAndWait(to: file, conformingTo: [.pdfA3b, .pdfUA1])
  }

  // MARK: - Blocks

  private var style: LayoutStyle { LayoutStyle(size: 9.5) }
  private var page: PageStyle { PageStyle(.a4, margins: .mm(22)) }

  @BlockBuilder private var head: [any Block] {
    Paragraph("\(Inline(seller.name).bold())\n\(seller.street)\n\(seller.postcode) \(seller.city)").aligned(
      .right)
    Paragraph("\(buyer.name)\n\(buyer.street)\n\(buyer.postcode) \(buyer.city)")
    Spacer(.mm(12))
    Heading("Invoice \(Inline(number))")
    Paragraph("\(seller.city), \(Self.day(date)). VAT number \(seller.vatID ?? "none").")
  }

  private var table: Table {
    Table([
      .automatic, .flexible(), .automatic.aligned(.right), .automatic.aligned(.decimal),
      .automatic.aligned(.decimal),
    ]) {
      Row.header("No.", "Article", "Count", "Price", "Amount")
      for (index, line) in lines.enumerated() {
        Row(
          "\(index + 1)", Inline(line.article), "\(line.count)", Self.amount(line.price),
          Self.amount(line.total)
        ).amount(Decimal(line.total))
      }
      sumRow("Net", net)
      sumRow("VAT \(vatPercent) %", vat)
      sumRow("Total in EUR", total)
    }
    .carryingOver { carried in
      sumRow(
        carried.isAtFoot ? "Carried over" : "Brought forward",
        NSDecimalNumber(decimal: carried.total).intValue)
    }
  }

  private func sumRow(_ name: Inline, _ cents: Int) -> Row {
    Row {
      Cell(name.bold(), columns: 4).aligned(.right)
      Cell(Self.amount(cents).bold())
    }
    .background(Color(white: 0.96))
  }

  @BlockBuilder private var payment: [any Block] {
    KeepTogether {
      Paragraph(
        "Please pay \(Self.amount(total)) EUR by \(Self.day(due)) to \(Inline(iban).code()), or scan the code with your bank's app."
      )
      Barcode(
        data: Data(girocode.utf8), .qr, width: .mm(32),
        alternative: .text("QR code of a transfer of \(Amount(cents: total)) EUR to \(seller.name), \(iban)"))
    }
  }

  /// A transfer as banks' apps read it (EPC069-12, version 002).
  var girocode: String {
    [
      "BCD", "002", "1", "SCT", bic, seller.name, iban, "EUR\(Amount(cents: total))", "", "",
      "Invoice \(number)",
    ].joined(separator: "\n")
  }

  // MARK: - Words

  struct Amount: Sendable, CustomStringConvertible {
    var cents: Int
    var description: String { "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)" }
  }

  static func amount(_ cents: Int) -> Inline { "\(Amount(cents: cents))" }
  static func day(_ date: Date) -> String { date.formatted(.iso8601.year().month().day()) }
}

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
    try LayoutDocument(
      title: "Invoice \(number)", author: seller.name, language: "en", style: LayoutStyle(size: 9.5),
      page: PageStyle(.a4, margins: .mm(22))
    ) {
      Paragraph("\(Inline(seller.name).bold())\n\(seller.street)\n\(seller.postcode) \(seller.city)").aligned(
        .right)
      Paragraph("\(buyer.name)\n\(buyer.street)\n\(buyer.postcode) \(buyer.city)")
      Spacer(.mm(12))
      Heading("Invoice \(number)")
      Paragraph("\(seller.city), \(Self.day(date)). VAT number \(seller.vatID ?? "none").")
      table
      KeepTogether {
        Paragraph(
          "Please pay \(Self.amount(total)) EUR by \(Self.day(due)) to \(Inline(iban).code()), or scan the code with your bank's app."
        )
        let transfer = "QR code of a transfer of \(Self.amount(total)) EUR to \(seller.name), \(iban)"
        Barcode(data: Data(girocode.utf8), .qr, width: .mm(32), alternative: .text(transfer))
      }
    }
    .footer { Paragraph("Page \($0.number) of \($0.count)").aligned(.right) }
    .attaching(
      AttachedFile(
        Data(facturX.utf8), name: "factur-x.xml", description: "The invoice as Factur-X",
        mediaType: "text/xml", modificationDate: date), relationship: .data
    )
    .addingMetadata(Self.facturXMetadata)
    .writeAndWait(to: file, conformingTo: [.pdfA3b, .pdfUA1])
  }

  private var table: Table {
    Table(lines, amount: { Decimal($0.total) }) {
      TableColumn.numbers("No.")
      TableColumn("Article", .flexible()) { $0.article }
      TableColumn("Count", .automatic.aligned(.right)) { "\($0.count)" }
      TableColumn("Price", .automatic.aligned(.decimal)) { Self.amount($0.price) }
      TableColumn("Amount", .automatic.aligned(.decimal)) { Self.amount($0.total) }
    } foot: {
      sumRow("Net", net)
      sumRow("VAT \(vatPercent) %", vat)
      sumRow("Total in EUR", total)
    }
    .carryingOver { carried in
      sumRow(
        carried.isAtFoot ? "Carried over" : "Brought forward", Int(truncating: carried.total as NSNumber))
    }
  }

  private func sumRow(_ name: Inline, _ cents: Int) -> Row {
    Row {
      Cell(name.bold(), columns: 4).aligned(.right)
      Cell(Inline(Self.amount(cents)).bold())
    }
    .background(Color(white: 0.96))
  }

  /// A transfer as banks' apps read it (EPC069-12, version 002).
  var girocode: String {
    let amount = "EUR\(Self.amount(total))"
    return ["BCD", "002", "1", "SCT", bic, seller.name, iban, amount, "", "", "Invoice \(number)"]
      .joined(separator: "\n")
  }

  static func amount(_ cents: Int) -> String { String(format: "%d.%02d", cents / 100, cents % 100) }
  static func day(_ date: Date) -> String { date.formatted(.iso8601.year().month().day()) }
}

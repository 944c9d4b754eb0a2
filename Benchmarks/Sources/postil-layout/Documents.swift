import Foundation
import Postil
import PostilLayout

/// What is made of numbers.
enum Documents {
  static let style = LayoutStyle(family: "DejaVu Sans", size: 10)
  static let words =
    "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. "

  static func invoice(_ number: Int) -> LayoutDocument {
    LayoutDocument(title: "Invoice \(number)", language: "en", style: style) {
      Heading("Invoice \(number)")
      Paragraph("Paper and Pens Ltd\n12 Example Road\nSpringfield")
      Table([.fixed(40), .flexible(), .fixed(60).aligned(.right), .fixed(80).aligned(.decimal)]) {
        Row.header("No.", "Item", "Count", "Price")
        for row in 1...45 {
          Row(
            "\(row)", "Item number \(row) of invoice \(number)", "\(row % 7 + 1)",
            "\(row * 13).\(10 + row % 90)")
        }
      }
      Paragraph("Please pay within 14 days. \(words)")
    }
    .footer { page in Paragraph("Page \(page.number)").aligned(.right) }
  }
}

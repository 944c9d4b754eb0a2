import Foundation
import Postil
import PostilLayout
import Synchronization

// Makes documents with PostilLayout, for layout.py, which has the same made by ReportLab:
//   postil-layout invoices COUNT FOLDER   COUNT invoices of two pages, on all cores
//   postil-layout report PAGES FILE       a report of about PAGES pages
//   postil-layout cells FILE              a table of 400 cells

let arguments = CommandLine.arguments
guard arguments.count >= 3 else {
  FileHandle.standardError.write(Data("invoices COUNT FOLDER, report PAGES FILE, or cells FILE\n".utf8))
  exit(2)
}
let style = LayoutStyle(family: "DejaVu Sans", size: 10)
let words =
  "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. "

func invoice(_ number: Int) -> LayoutDocument {
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

switch arguments[1] {
case "invoices":
  let count = Int(arguments[2]) ?? 0
  let folder = URL(fileURLWithPath: arguments[3])
  let failure = Mutex<(any Error)?>(nil)
  DispatchQueue.concurrentPerform(iterations: count) { number in
    do {
      try invoice(number).writeAndWait(
        to: folder.appending(path: "\(number).pdf"), conformingTo: [.pdfA3b, .pdfUA1])
    } catch { failure.withLock { $0 = error } }
  }
  if let error = failure.withLock({ $0 }) { throw error }
case "report":
  let pages = Int(arguments[2]) ?? 0
  let document = LayoutDocument(title: "Report", language: "en", style: style) {
    ForEach(0..<pages / 2) { chapter in
      Heading("Chapter \(chapter)")
      for _ in 0..<10 { Paragraph("\(words)\(words)\(words)\(words)") }
      PageBreak()
    }
  }
  .footer { page in Paragraph("\(page.number)").aligned(.center) }
  print(try document.writeAndWait(to: URL(fileURLWithPath: arguments[3])).pageCount)
default:
  let document = LayoutDocument(style: style) {
    Table([Table.Column](repeating: .flexible(), count: 8)) {
      for row in 0..<50 { Row((0..<8).map { "cell \(row) \($0)" }) }
    }
  }
  try document.writeAndWait(to: URL(fileURLWithPath: arguments[2]))
}

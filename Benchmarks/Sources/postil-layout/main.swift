import Foundation
import Postil
import PostilLayout

// Makes documents with PostilLayout, for layout.py, which has the same made by ReportLab:
//   postil-layout invoices COUNT FOLDER   COUNT invoices of two pages, on all cores
//   postil-layout report PAGES FILE       a report of about PAGES pages
//   postil-layout cells FILE              a table of 400 cells
//
// And documents of four kinds in three scripts, for Scripts/layout-test.py:
//   postil-layout samples FOLDER

let arguments = CommandLine.arguments
guard arguments.count >= 3 else {
  FileHandle.standardError.write(
    Data("invoices COUNT FOLDER, report PAGES FILE, cells FILE, or samples FOLDER\n".utf8))
  exit(2)
}
switch arguments[1] {
case "invoices":
  let count = Int(arguments[2]) ?? 0
  let folder = URL(fileURLWithPath: arguments[3])
  try await withThrowingTaskGroup(of: Void.self) { group in
    // Twice as many as cores: some wait for the disk.
    for number in 0..<count {
      if number >= 2 * ProcessInfo.processInfo.activeProcessorCount { try await group.next() }
      group.addTask {
        try await Documents.invoice(number).write(
          to: folder.appending(path: "\(number).pdf"), conformingTo: [.pdfA3b, .pdfUA1])
      }
    }
    try await group.waitForAll()
  }
case "report":
  let pages = Int(arguments[2]) ?? 0
  let document = LayoutDocument(title: "Report", language: "en", style: Documents.style) {
    ForEach(0..<pages / 2) { chapter in
      Heading("Chapter \(chapter)")
      for _ in 0..<10 {
        Paragraph("\(Documents.words)\(Documents.words)\(Documents.words)\(Documents.words)")
      }
      PageBreak()
    }
  }
  .footer { page in Paragraph("\(page.number)").aligned(.center) }
  print(try document.writeAndWait(to: URL(fileURLWithPath: arguments[3])).pageCount)
case "samples": try Samples.write(to: URL(fileURLWithPath: arguments[2]))
default:
  let document = LayoutDocument(style: Documents.style) {
    Table([Table.Column](repeating: .flexible(), count: 8)) {
      for row in 0..<50 { Row((0..<8).map { "cell \(row) \($0)" }) }
    }
  }
  try document.writeAndWait(to: URL(fileURLWithPath: arguments[2]))
}

import Foundation
import Postil

let arguments = CommandLine.arguments
do {
  let document = try PDFDocument(url: URL(fileURLWithPath: arguments[1]), password: arguments.count > 4 ? arguments[4] : nil)
  let page = try document.page(at: 0)
  print(document.pageCount, document.pdfVersion, document.isEncrypted, document.revisionCount, page.annotations.count, page.bounds(for: .cropBox), page.rotation, page.label)
  let box = page.bounds(for: .cropBox)
  func at(_ x: Double, _ y: Double) -> PagePoint { PagePoint(x: box.minX + x * box.width, y: box.minY + y * box.height) }
  let style = StrokeStyle(color: .red, lineWidth: 4, opacity: 0.5, fill: .yellow)
  try document.group(named: "All") {
    try document.add(Annotation(.line(from: at(0.1, 0.1), to: at(0.5, 0.2), end: .closedArrow), style: style), to: page.id)
    try document.add(Annotation(.rectangle(PageRect(corner: at(0.1, 0.3), corner: at(0.4, 0.4))), style: style, contents: "Привет"), to: page.id)
    try document.add(Annotation(.ellipse(PageRect(corner: at(0.5, 0.3), corner: at(0.8, 0.4))), style: style), to: page.id)
    try document.add(Annotation(.ink([InkStroke(points: [at(0.1, 0.6), at(0.3, 0.9), at(0.5, 0.5), at(0.9, 0.8)])]), style: style), to: page.id)
  }
  try document.rotatePages([0], by: .clockwise90)
  try document.movePages([0], to: document.pageCount - 1)
  let report = try document.save(to: URL(fileURLWithPath: arguments[2]), SaveOptions(strategy: arguments.count > 3 ? SaveOptions.Strategy(rawValue: arguments[3])! : .automatic))
  print(report)
  let again = try PDFDocument(url: URL(fileURLWithPath: arguments[2]), password: arguments.count > 4 ? arguments[4] : nil)
  let last = try again.page(at: again.pageCount - 1)
  print(last.annotations.count, last.rotation, again.revisionCount)
  for a in last.annotations.suffix(4) { print(a.id, a.subtype, a.bounds, a.contents ?? "-") }
} catch { print("ERROR", error); exit(1) }

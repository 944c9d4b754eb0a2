import BenchSupport
import Foundation
import Postil

/// Random edits and saves of a document, the same for the same seed.
struct Session {
  private var dice: Dice
  private var names = 0
  private let document: PDFDocument
  private let other: PDFDocument

  init(seed: UInt64, document: PDFDocument) throws {
    dice = Dice(seed: seed)
    self.document = document
    other = try PDFDocument(data: SmallPDF.pages(3))
  }

  /// Makes one step. An edit that does not fit makes no difference.
  mutating func step() throws {
    switch Int.random(in: 0..<24, using: &dice) {
    case 0...6: try add()
    case 7...9: try change()
    case 10...11: try remove()
    case 12...13: try document.rotatePages([page()], by: .clockwise90)
    case 14: try document.movePages([page()], to: Int.random(in: 0..<document.pageCount, using: &dice))
    case 15: try document.insertBlankPage(width: 200, height: 300, at: index())
    case 16: try document.insertPagesAndWait(of: other, [other.pageIDs[1]], at: index())
    case 17: if document.pageCount > 2 { try document.removePages([page()]) }
    case 18...19: try document.undo()
    case 20: try document.redo()
    case 21: try document.saveAndWait()
    case 22: try document.saveAndWait(.automatic(safety: .inPlace))
    default:
      if Int.random(in: 0..<3, using: &dice) == 0 {
        try document.saveAndWait(.rewrite())
      } else {
        try transaction()
      }
    }
  }

  private mutating func index() -> Int { Int.random(in: 0...document.pageCount, using: &dice) }

  private mutating func page() -> PageID {
    document.pageIDs[Int.random(in: 0..<document.pageCount, using: &dice)]
  }

  private mutating func number() -> Double { Double(Int.random(in: 0...2400, using: &dice)) / 4 }

  private mutating func annotation() -> Annotation {
    names += 1
    let content: AnnotationContent =
      if Bool.random(using: &dice) {
        .rectangle(PageRect(x: number(), y: number(), width: 40, height: 30))
      } else {
        .ink([InkStroke(points: (0..<20).map { _ in PagePoint(x: number(), y: number()) })])
      }
    return Annotation(content, id: AnnotationID("step-\(names)"))
  }

  private mutating func add() throws { try document.add(annotation(), to: page()) }

  private mutating func change() throws {
    let page = page()
    guard var one = try document.page(page).annotations.randomElement(using: &dice) else { return }
    one.contents = "changed \(Int.random(in: 0..<1000, using: &dice))"
    try document.replace(one, on: page)
  }

  private mutating func remove() throws {
    let page = page()
    guard let one = try document.page(page).annotations.randomElement(using: &dice) else { return }
    try document.remove(one.id, from: page)
  }

  private mutating func transaction() throws {
    let (first, second) = (annotation(), annotation())
    let (page, turned) = (page(), page())
    try document.edit("Both") { edit in
      try edit.add([first, second], to: page)
      try edit.rotatePages([turned], by: .clockwise180)
    }
  }
}

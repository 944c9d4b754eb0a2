import Foundation
import PDFKit

/// 12. A frame around the page, and an ellipse in it.
func addShapes(to page: PDFPage) {
  let frame = PDFAnnotation(
    bounds: page.bounds(for: .cropBox).insetBy(dx: 20, dy: 20), forType: .square, withProperties: nil)
  frame.color = UIColor.blue.withAlphaComponent(0.5)
  let border = PDFBorder()
  border.lineWidth = 3
  border.style = .dashed
  border.dashPattern = [6, 3]
  frame.border = border
  page.addAnnotation(frame)

  let ellipse = PDFAnnotation(
    bounds: CGRect(x: 100, y: 500, width: 200, height: 100), forType: .circle,
    withProperties: [PDFAnnotationKey.color: NSColor.red])
  ellipse.interiorColor = NSColor(red: 1, green: 1, blue: 0, alpha: 0.4)
  ellipse.border?.lineWidth = 4
  page.addAnnotation(ellipse)
}

/// 13. An arrow.
func addArrow(from start: CGPoint, to end: CGPoint, on page: PDFPage) -> PDFAnnotation {
  let line = PDFAnnotation(bounds: page.bounds(for: .mediaBox), forType: .line, withProperties: nil)
  line.startPoint = start
  line.endPoint = end
  line.startLineStyle = .circle
  line.endLineStyle = .closedArrow
  line.color = .red
  page.addAnnotation(line)
  return line
}

/// 14. Handwriting.
func addSignature(to page: PDFPage, at origin: CGPoint) -> PDFAnnotation {
  let path = UIBezierPath()
  path.move(to: CGPoint(x: 0, y: 0))
  path.addCurve(
    to: CGPoint(x: 80, y: 20), controlPoint1: CGPoint(x: 20, y: 60), controlPoint2: CGPoint(x: 50, y: -40))
  path.addLine(to: CGPoint(x: 120, y: 10))
  let ink = PDFAnnotation(
    bounds: CGRect(x: origin.x, y: origin.y, width: 120, height: 60), forType: .ink, withProperties: nil)
  ink.add(path)
  ink.color = .blue
  page.addAnnotation(ink)
  return ink
}

/// 15. Text on the page.
func addText(_ text: String, to page: PDFPage, in rect: CGRect) -> PDFAnnotation {
  let annotation = PDFAnnotation(bounds: rect, forType: .freeText, withProperties: nil)
  annotation.contents = text
  annotation.font = UIFont(name: "Helvetica-Bold", size: 18)
  annotation.fontColor = .white
  annotation.color = .darkGray
  annotation.alignment = .center
  page.addAnnotation(annotation)
  return annotation
}

/// 16. A note with a window.
func addNote(_ text: String, by author: String, to page: PDFPage) -> PDFAnnotation {
  let note = PDFAnnotation(
    bounds: CGRect(x: 500, y: 700, width: 20, height: 20), forType: .text, withProperties: nil)
  note.contents = text
  note.userName = author
  note.iconType = .comment
  page.addAnnotation(note)
  let popup = PDFAnnotation(
    bounds: CGRect(x: 400, y: 600, width: 180, height: 100), forType: .popup, withProperties: nil)
  popup.isOpen = true
  note.popup = popup
  return note
}

/// 17. Every place of a word, highlighted line by line.
func highlight(_ text: String, in document: PDFDocument) -> Int {
  let found = document.findString(text, withOptions: .caseInsensitive)
  for selection in found {
    for line in selection.selectionsByLine() {
      for page in line.pages {
        let mark = PDFAnnotation(bounds: line.bounds(for: page), forType: .highlight, withProperties: nil)
        mark.color = UIColor.yellow.withAlphaComponent(0.5)
        page.addAnnotation(mark)
      }
    }
  }
  return found.count
}

/// 18. Links: to an address, and from each page to the first.
func addLinks(to document: PDFDocument, address: URL) {
  guard let first = document.page(at: 0) else { return }
  let link = PDFAnnotation(
    bounds: CGRect(x: 72, y: 72, width: 100, height: 20), forType: .link, withProperties: nil)
  link.url = address
  first.addAnnotation(link)
  for index in 1..<max(1, document.pageCount) {
    guard let page = document.page(at: index) else { continue }
    let back = PDFAnnotation(
      bounds: CGRect(x: 500, y: 20, width: 80, height: 20), forType: .link, withProperties: nil)
    back.action = PDFActionGoTo(
      destination: PDFDestination(page: first, at: CGPoint(x: 0, y: first.bounds(for: .cropBox).maxY)))
    page.addAnnotation(back)
  }
}

/// 19. Values of a program's own, by a key of its own.
let reviewKey = PDFAnnotationKey(rawValue: "/ReviewState")

func review(_ document: PDFDocument, as state: String) -> Int {
  var count = 0
  for index in 0..<document.pageCount {
    for annotation in document.page(at: index)?.annotations ?? [] where annotation.type != "Link" {
      if annotation.value(forAnnotationKey: reviewKey) as? String != state,
        annotation.setValue(state, forAnnotationKey: reviewKey)
      {
        count += 1
      }
    }
  }
  return count
}

/// 20. Removing what somebody wrote, and what is at a point.
func removeAnnotations(by author: String, and point: CGPoint, of page: PDFPage) {
  for annotation in page.annotations where annotation.userName == author { page.removeAnnotation(annotation) }
  if let hit = page.annotation(at: point) { page.removeAnnotation(hit) }
}

/// 21. A copy in which all marks are part of the pages.
func flattened(_ document: PDFDocument) -> Data? {
  document.dataRepresentation(options: [PDFDocumentWriteOption.burnInAnnotationsOption: true])
}

/// 22. Filling in a form.
func fillIn(_ document: PDFDocument, _ values: [String: String], checked: Set<String>) {
  for index in 0..<document.pageCount {
    for widget in document.page(at: index)?.annotations ?? [] where widget.type == "Widget" {
      guard let name = widget.fieldName else { continue }
      switch widget.widgetFieldType {
      case .button where widget.widgetControlType == .checkBoxControl:
        widget.buttonWidgetState = checked.contains(name) ? .onState : .offState
      case .text, .choice:
        if let value = values[name] { widget.widgetStringValue = value }
      default: break
      }
    }
  }
}

/// 23. A rubber stamp on every page.
func stamp(_ document: PDFDocument, _ name: String) {
  for index in 0..<document.pageCount {
    guard let page = document.page(at: index) else { continue }
    let stamp = PDFAnnotation(
      bounds: CGRect(x: 300, y: 600, width: 150, height: 50), forType: .stamp, withProperties: nil)
    stamp.stampName = name
    page.addAnnotation(stamp)
  }
}

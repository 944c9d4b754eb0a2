import Foundation
import PDFKit
import PostilTestSupport
import Testing

@Suite("PDFAnnotation") struct PDFKitAnnotationTests {
  private func document(_ pages: Int = 1) throws -> PDFDocument {
    try #require(PDFDocument(data: PageDocument(pageCount: pages).data))
  }

  private func reopened(_ document: PDFDocument) throws -> PDFDocument {
    try #require(document.dataRepresentation().flatMap { PDFDocument(data: $0) })
  }

  @Test func shapesKeepColorsBordersAndBounds() throws {
    let document = try document()
    addShapes(to: try #require(document.page(at: 0)))
    let shapes = try #require(try reopened(document).page(at: 0)).annotations
    #expect(shapes.map(\.type) == ["Square", "Circle"])
    #expect(shapes[0].color == NSColor.blue.withAlphaComponent(0.5))
    #expect(shapes[0].bounds == CGRect(x: 20, y: 20, width: 572, height: 752))
    #expect(shapes[0].border?.lineWidth == 3 && shapes[0].border?.style == .dashed)
    #expect(shapes[1].bounds == CGRect(x: 100, y: 500, width: 200, height: 100))
    #expect(shapes[1].border?.lineWidth == 4 && shapes[1].interiorColor?.alphaComponent == 0.4)
  }

  @Test func anAnnotationIsOneObjectAndShowsWhatIsSetLater() throws {
    let document = try document()
    let page = try #require(document.page(at: 0))
    let arrow = addArrow(from: CGPoint(x: 100, y: 100), to: CGPoint(x: 300, y: 200), on: page)
    #expect(page.annotations.first === arrow && arrow.page === page)
    arrow.endPoint = CGPoint(x: 310, y: 210)
    arrow.contents = "Here"
    arrow.border?.lineWidth = 5
    let saved = try #require(try reopened(document).page(at: 0)?.annotations.first)
    #expect(saved.contents == "Here" && saved.border?.lineWidth == 5)
    #expect(saved.startLineStyle == .circle && saved.endLineStyle == .closedArrow)
    let corner = saved.bounds.origin
    #expect(corner.x + saved.endPoint.x == 310 && corner.y + saved.endPoint.y == 210)
    page.removeAnnotation(arrow)
    #expect(page.annotations.isEmpty && arrow.page == nil && arrow.contents == "Here")
    page.addAnnotation(arrow)
    #expect(page.annotations.first === arrow)
  }

  @Test func inkIsDrawnFromTheCornerOfItsBounds() throws {
    let document = try document()
    let page = try #require(document.page(at: 0))
    let ink = addSignature(to: page, at: CGPoint(x: 200, y: 300))
    let saved = try #require(try reopened(document).page(at: 0)?.annotations.first)
    #expect(saved.type == "Ink" && saved.paths?.count == 1)
    #expect(abs(saved.bounds.minX - 200) < 1 && saved.bounds.minY > 255)
    ink.bounds.origin.x += 50
    #expect(abs((try reopened(document).page(at: 0)?.annotations.first?.bounds.minX ?? 0) - 250) < 1)
    let path = try #require(ink.paths?.first)
    let more = NSBezierPath()
    more.move(to: .zero)
    more.line(to: CGPoint(x: 10, y: 10))
    ink.add(more)
    #expect(ink.paths?.count == 2)
    ink.remove(path)
    #expect(ink.paths?.count == 1)
  }

  @Test func inkWithoutAPathWaitsForOne() throws {
    let document = try document()
    let page = try #require(document.page(at: 0))
    let ink = PDFAnnotation(
      bounds: CGRect(x: 10, y: 10, width: 50, height: 50), forType: .ink, withProperties: nil)
    page.addAnnotation(ink)
    #expect(page.annotations.first === ink)
    #expect(try reopened(document).page(at: 0)?.annotations.isEmpty == true)
    let path = UIBezierPath(rect: CGRect(x: 5, y: 5, width: 20, height: 20))
    ink.add(path)
    #expect(page.annotations.first === ink)
    #expect(try reopened(document).page(at: 0)?.annotations.count == 1)
  }

  @Test func textHasItsFontAndColors() throws {
    let document = try document()
    let page = try #require(document.page(at: 0))
    _ = addText("Hello", to: page, in: CGRect(x: 72, y: 600, width: 200, height: 30))
    let text = try #require(try reopened(document).page(at: 0)?.annotations.first)
    #expect(
      text.type == "FreeText" && text.contents == "Hello"
        && text.font == UIFont(name: "Helvetica-Bold", size: 18))
    #expect(text.fontColor == .white && text.alignment == .center)
    #expect(abs(text.color.redComponent - UIColor.darkGray.redComponent) < 0.01)
  }

  @Test func aNoteHasAWindow() throws {
    let document = try document()
    let page = try #require(document.page(at: 0))
    _ = addNote("Why?", by: "Grace", to: page)
    let saved = try #require(try reopened(document).page(at: 0))
    #expect(saved.annotations.map(\.type) == ["Text", "Popup"])
    let note = saved.annotations[0]
    #expect(note.userName == "Grace" && note.iconType == .comment && note.popup === saved.annotations[1])
    #expect(
      note.popup?.isOpen == true && note.popup?.bounds == CGRect(x: 400, y: 600, width: 180, height: 100))
  }

  @Test func everyPlaceOfAWordIsHighlighted() throws {
    var sample = TextDocument([
      [.init(72, 700, "The fox and"), .init(72, 680, "the other FOX")], [.init(72, 700, "No dog")],
    ])
    for index in sample.pages.indices { sample.pages[index].font = .helvetica }
    let document = try #require(PDFDocument(data: sample.data))
    #expect(highlight("fox", in: document) == 2)
    #expect(highlight("and the", in: document) == 1)
    let marks = try #require(try reopened(document).page(at: 0)).annotations
    #expect(marks.map(\.type) == Array(repeating: "Highlight", count: 4))
    #expect(marks[0].bounds.contains(CGPoint(x: 102, y: 703)))
    #expect(marks[0].quadrilateralPoints?.count == 4 && marks[0].markupType == .highlight)
    #expect(marks[0].quadrilateralPoints?[2].pointValue == .zero)
  }

  @Test func linksLeadToAddressesAndPages() throws {
    let document = try document(3)
    let address = try #require(URL(string: "https://example.org/a"))
    addLinks(to: document, address: address)
    let saved = try reopened(document)
    #expect(saved.page(at: 0)?.annotations.first?.url?.absoluteString == "https://example.org/a")
    let back = try #require(saved.page(at: 2)?.annotations.first)
    #expect(back.destination?.page === saved.page(at: 0) && back.destination?.point.y == 792)
    #expect((back.action as? PDFActionGoTo)?.type == "GoTo")
  }

  @Test func valuesOfAProgramsOwnAreKept() throws {
    let document = try document()
    let page = try #require(document.page(at: 0))
    addShapes(to: page)
    #expect(review(document, as: "done") == 2)
    let saved = try reopened(document)
    #expect(review(saved, as: "done") == 0)
    let shape = try #require(saved.page(at: 0)?.annotations.first)
    #expect(shape.annotationKeyValues["/ReviewState"] as? String == "done")
    #expect(shape.annotationKeyValues["/Subtype"] as? String == "/Square")
    shape.removeValue(forAnnotationKey: reviewKey)
    #expect(shape.value(forAnnotationKey: reviewKey) == nil)
    #expect(shape.setRect(CGRect(x: 1, y: 2, width: 30, height: 40), forAnnotationKey: .rect))
    #expect(shape.bounds == CGRect(x: 1, y: 2, width: 30, height: 40))
    #expect(!shape.setValue("x", forAnnotationKey: .name) && !shape.setValue(5, forAnnotationKey: .contents))
  }

  @Test func annotationsAreHitAndRemoved() throws {
    let document = try document()
    let page = try #require(document.page(at: 0))
    addShapes(to: page)
    _ = addNote("Why?", by: "Grace", to: page)
    #expect(page.annotation(at: CGPoint(x: 200, y: 550))?.type == "Circle")
    removeAnnotations(by: "Grace", and: CGPoint(x: 200, y: 550), of: page)
    #expect(page.annotations.map(\.type) == ["Square"])
  }

  @Test func marksAreBurntIn() throws {
    let document = try document()
    addShapes(to: try #require(document.page(at: 0)))
    _ = addText(
      "Burnt", to: try #require(document.page(at: 0)), in: CGRect(x: 72, y: 400, width: 200, height: 30))
    let flat = try #require(flattened(document).flatMap { PDFDocument(data: $0) })
    #expect(flat.page(at: 0)?.annotations.isEmpty == true && flat.string?.contains("Burnt") == true)
    #expect(document.page(at: 0)?.annotations.count == 3)
  }

  @Test func aFormIsFilledIn() throws {
    let document = try #require(PDFDocument(data: FormDocument().data))
    fillIn(document, ["name": "Ada", "language": "de", "story": "Once\nupon"], checked: ["member"])
    let saved = try reopened(document)
    let widgets = try #require(saved.page(at: 0)).annotations
    func widget(_ name: String) throws -> PDFAnnotation {
      try #require(widgets.first { $0.fieldName == name })
    }
    #expect(try widget("name").widgetStringValue == "Ada")
    #expect(try widget("story").isMultiline && widget("story").widgetStringValue == "Once\nupon")
    #expect(
      try widget("language").widgetStringValue == "de"
        && widget("language").choices == ["Deutsch", "English"])
    #expect(try widget("member").buttonWidgetState == .onState)
    #expect(try widget("code").maximumLength == 6 && widget("code").hasComb)
    #expect(try widget("fixed").isReadOnly)
    let radios = widgets.filter { $0.widgetControlType == .radioButtonControl }
    try #require(radios.count == 3)
    // The third stands for the same value as the first.
    radios[0].buttonWidgetState = .onState
    #expect(radios.map(\.buttonWidgetState) == [.onState, .offState, .onState])
    radios[1].buttonWidgetState = .onState
    #expect(radios[0].buttonWidgetState == .offState && radios[1].buttonWidgetState == .onState)
  }

  @Test func stampsHaveTheirWords() throws {
    let document = try document(2)
    stamp(document, "Approved")
    #expect(try reopened(document).page(at: 1)?.annotations.first?.stampName == "Approved")
    let own = PDFAnnotation(
      bounds: CGRect(x: 0, y: 0, width: 90, height: 40), forType: .stamp, withProperties: nil)
    own.stampName = "Seen by Ada"
    #expect(own.stampName == "Seen by Ada")
  }
}

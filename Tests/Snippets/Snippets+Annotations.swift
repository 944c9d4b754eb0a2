import Foundation
import Postil

/// The code of "Finding, changing and removing annotations".
extension Snippets {
  static func annotations(_ document: PDFDocument, _ page: PDFPage) async throws {
    try make(document, page)
    try await find(document)
    try change(document, page)
    try discuss(document, page)
    try measure(document, page)
    try attach(document, page)
    try await links(document)
    try arrange(["route-1"], try document.page(page.id), in: document)
    try document.unlock(["route-1"], on: page.id)
    try copy(["route-1"], from: page, of: document, to: document)
    try remove(document, page)
  }

  static func make(_ document: PDFDocument, _ page: PDFPage) throws {
    let room = PageRect(x: 72, y: 500, width: 200, height: 120)
    let corners = [PagePoint(x: 80, y: 420), PagePoint(x: 180, y: 420), PagePoint(x: 130, y: 470)]
    let route = [room.center, PagePoint(x: 300, y: 560), PagePoint(x: 300, y: 430)]
    let wall = AnnotationStyle(color: .black, fill: .yellow, lineWidth: 2, fillOpacity: 0.4)

    try document.add(
      [
        Annotation(.rectangle(room), style: wall, contents: "Kitchen", id: "room-kitchen"),
        Annotation(.polygon(corners), style: wall, id: "room-stairs"),
        Annotation(.polyline(route, end: .openArrow), style: AnnotationStyle(color: .red), id: "route-1"),
        Annotation(.ink([InkStroke(corners)]), style: AnnotationStyle(color: .blue)),
        Annotation(.highlight([PageRect(x: 72, y: 700, width: 200, height: 14)]), style: .highlighter),
      ], to: page.id)

    let note = Annotation(
      .freeText(
        "Проверено: all is right", in: PageRect(x: 72, y: 300, width: 200, height: 20),
        font: TextFont("Helvetica", size: 14)))
    try document.add(note.grownToText(), to: page.id)
    let place = PageRect(x: 300, y: 700, width: 150, height: 50)
    let color = StampContent.Name.approved.color
    try document.add(
      Annotation(
        .stamp(.name(.approved), in: place, rotation: page.rotation), style: AnnotationStyle(color: color)),
      to: page.id)
  }

  static func discuss(_ document: PDFDocument, _ page: PDFPage) throws {
    let question = Annotation(
      .note(at: PagePoint(x: 500, y: 700), icon: .help), style: .note, contents: "Why?", author: "Ada")
    try document.add([question, question.popup()], to: page.id)
    try document.reply(to: question.id, on: page.id, with: "See page 4", author: "Grace")
    try document.setState(.accepted, of: question.id, on: page.id, author: "Ada")

    for thread in try document.page(page.id).threads {
      print(thread.root.contents ?? "", thread.replies.count, thread.states()["Ada"]?.name ?? "")
    }
  }

  static func measure(_ document: PDFDocument, _ page: PDFPage) throws {
    let wall = LineContent(from: PagePoint(x: 72, y: 150), to: PagePoint(x: 272, y: 150))
    let corners = [PagePoint(x: 72, y: 40), PagePoint(x: 272, y: 40), PagePoint(x: 172, y: 120)]
    guard let scale = MeasurementScale("1 in = 10 ft", precision: .fraction(8)) else { return }
    let measurement = PageMeasurement(scale.forPage(userUnit: page.userUnit), rotation: page.rotation)
    try document.add(
      [
        Annotation(.distance(from: wall.from, to: wall.to, measurement, leaders: .init(length: 20))),
        Annotation(.area(corners, measurement), style: AnnotationStyle(fill: .yellow, fillOpacity: 0.3)),
      ], to: page.id)
  }

  static func attach(_ document: PDFDocument, _ page: PDFPage) throws {
    let costs = AttachedFile(Data("flour,2.40".utf8), name: "costs.csv", mediaType: "text/csv")
    try document.add(
      Annotation(
        .fileAttachment(costs, at: PagePoint(x: 540, y: 700), icon: .graph), style: .note, id: "costs"),
      to: page.id)
    let bytes = try document.attachedData(of: "costs", on: page.id)
    print(bytes.count)
  }

  static func find(_ document: PDFDocument) async throws {
    for page in document.pages {
      for annotation in page.annotations { print(page.label, annotation.id, annotation.bounds) }
    }

    let kitchen = document.pages[0].annotation(named: "room-kitchen")
    let links = document.pages[0].annotations(ofSubtype: "Link")

    let rooms = try await document.annotations { $0.id.rawValue.hasPrefix("room-") }
    let inked = try await document.annotations { $0.content.kind == .ink }
    let mine = try await document.annotations { $0.author == "Ada" }
    for match in rooms + inked + mine { print(match.pageIndex + 1, match.annotation) }
    print(kitchen?.bounds as Any, links.count)
  }

  static func clicked(_ point: ViewPoint, scale: Double, on page: PDFPage) -> Annotation? {
    let transform = page.transform(scale: scale)
    return page.annotation(at: transform.pagePoint(point), tolerance: 4 / scale)
  }

  static func change(_ document: PDFDocument, _ page: PDFPage) throws {
    try document.update("room-kitchen", on: page.id) { room in
      room.contents = "Kitchen, 12 m²"
      room.style.color = .orange
      room.metadata["checked"] = "yes"
    }
    try document.update("route-1", on: page.id) { $0.content.polyline?.end = .closedArrow }

    try document.edit("Move the Rooms") { edit in
      for match in try edit.annotations(where: { $0.id.rawValue.hasPrefix("room-") }) {
        try edit.replace(match.annotation.offset(dx: 12, dy: 0), on: match.page)
      }
    }
  }

  static func arrange(_ ids: [AnnotationID], _ page: PDFPage, in document: PDFDocument) throws {
    try document.move(ids, on: page.id, dx: 12, dy: 0)
    try document.restyle(ids, on: page.id) { $0.color = .blue }
    try document.reorder(ids, on: page.id, .toFront)
    for id in ids {
      guard let annotation = page.annotation(named: id) else { continue }
      if annotation.capabilities.contains(.resized) {
        try document.resize(id, on: page.id, to: annotation.frame.insetBy(-5), keepingAspect: true)
      }
      if annotation.capabilities.contains(.turned) { try document.turn([id], on: page.id, by: .clockwise90) }
    }
    try document.lock(ids, on: page.id)
  }

  static func copy(
    _ ids: [AnnotationID], from page: PDFPage, of document: PDFDocument, to other: PDFDocument
  ) throws {
    let data = try document.copies(of: ids, on: page.id).data()
    try other.paste(CopiedAnnotations(data: data), to: other.pageIDs[0], at: PagePoint(x: 300, y: 400))
    try document.duplicate(ids, on: page.id)
  }

  static func remove(_ document: PDFDocument, _ page: PDFPage) throws {
    try document.remove("route-1", from: page.id)
    try document.edit("Remove the Rooms") { edit in
      for match in try edit.annotations(where: { $0.id.rawValue.hasPrefix("room-") }) {
        try edit.remove(match.annotation.id, from: match.page)
      }
    }
    try document.removeDrawnAnnotations(on: page.id)
  }

  static func flatten(_ document: PDFDocument, _ page: PDFPage) throws {
    let stamps = try document.page(page.id).annotations(ofKind: .stamp)
    try document.flatten(stamps.map(\.id), on: page.id)
  }

  static func links(_ document: PDFDocument) async throws {
    for match in try await document.annotations(where: { $0.subtype == "Sound" }) {
      let value = try document.rawValue(of: match.annotation.id, on: match.page)
      if let rate = value?["Sound"]?["R"] { print(match.pageIndex + 1, rate) }
    }

    for link in document.pages[0].annotations(ofKind: .link) {
      let place = try document.destination(of: link.content.link?.target)
      let page = place.flatMap { document.index(of: $0.page) }.map { "page \($0 + 1)" }
      print(link.bounds, page ?? link.content.link?.target.webAddress ?? "nowhere")
    }

    for note in try await document.notes() {
      print(note.pageNumber, note.author ?? "", note.markedText ?? "", note.text ?? "")
    }
  }
}

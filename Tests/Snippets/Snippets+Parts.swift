import Foundation
import Postil

/// The code of "Outline, labels and attachments".
extension Snippets {
  static func outlineOfHeadings(_ document: PDFDocument) async throws {
    let outline = try await document.outlineOfHeadings()
    if !outline.isEmpty { try document.setOutline(outline) }
  }

  static func outline(_ document: PDFDocument, _ page: PDFPage) throws {
    let chapter = try document.addOutlineItem(OutlineItem("Chapter 1", target: .page(page.id)))
    try document.addOutlineItem(OutlineItem("Section 1.1", target: .page(page.id)), under: chapter)
    try document.updateOutlineItem(chapter) { $0.isBold = true }
    try document.outline.forEach { item, level in
      print(String(repeating: "  ", count: level) + item.label)
    }

    for item in try document.outline.items {
      let place = try document.destination(of: item.target)
      print(item.label, place.flatMap { document.index(of: $0.page) } ?? -1)
    }
  }

  static func describe(_ document: PDFDocument) throws {
    // i, ii, iii, iv, then 1, 2, 3 …
    try document.setPageLabels([PageLabelRange(from: 0, .lowerRoman), PageLabelRange(from: 4, .decimal)])
    var information = document.information
    information.title = "Annual report"
    try document.setInformation(information)
    try document.updateSettings { settings in
      settings.language = "en-GB"
      settings.pageMode = .outline
    }
  }

  static func layers(_ document: PDFDocument) throws {
    for layer in try document.layers where !layer.isHeading {
      print(layer.isShown ? "shown" : "hidden", layer.name)
    }
    if let layer = try document.layers.first(where: { $0.name == "Electric" })?.id {
      try document.setLayer(layer, isShown: true)
    }
  }

  static func look(_ document: PDFDocument, _ renderer: PageRenderer) throws {
    var look = renderer.look
    let layers = try document.layers
    if let walls = layers.first(where: { $0.name == "Walls" })?.id {
      look.layers.set(walls, isShown: false, among: layers)
    }
    look.colors = .inverted
    renderer.look = look
    document.readingLayers = look.layers
  }

  static func files(_ document: PDFDocument, _ page: PDFPage, _ renderer: PageRenderer) async throws -> [Data]
  {
    [
      try await renderer.jpegData(of: page.id, scale: 2), try await renderer.svgData(of: page.id),
      try await renderer.tiffData(of: document.pageIDs, scale: 300 / 72),
    ]
  }

  static func attach(_ data: Data, to document: PDFDocument) throws {
    let table = AttachedFile(data, name: "costs.csv", description: "What it costs", mediaType: "text/csv")
    try document.attach(DocumentAttachment(table, relationship: .data))
    for attachment in try document.attachments {
      print(attachment.name, try document.data(ofAttachment: attachment.name).count)
    }
  }
}

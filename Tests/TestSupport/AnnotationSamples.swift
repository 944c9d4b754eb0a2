import Foundation
package import PostilModel

/// Annotations of every kind.
package enum AnnotationSamples {
  /// One of each kind, and of those that look different otherwise.
  package static let contents: [AnnotationContent] = [
    .line(from: PagePoint(x: 1, y: 2), to: PagePoint(x: 30, y: 4), end: .openArrow),
    .line(
      LineContent(
        from: PagePoint(x: 1, y: 2), to: PagePoint(x: 30, y: 4), leaders: .init(length: 5),
        measurement: MeasurementScale("1 in = 1 ft").map { PageMeasurement($0) })),
    .rectangle(PageRect(x: 1, y: 2, width: 30, height: 4)),
    .ellipse(PageRect(x: 1, y: 2, width: 30, height: 4)),
    .ink([InkStroke([PagePoint(x: 1, y: 2), PagePoint(x: 30, y: 4)])]),
    .ink([
      InkStroke(
        [PagePoint(x: 1, y: 2), PagePoint(x: 20, y: 9), PagePoint(x: 30, y: 4)], widths: [0, 1, 2.5])
    ]),
    .polygon([PagePoint(x: 1, y: 2), PagePoint(x: 30, y: 4), PagePoint(x: 8, y: 40)]),
    .polygon([PagePoint(x: 1, y: 2), PagePoint(x: 30, y: 4), PagePoint(x: 8, y: 40)], cloudIntensity: 1.5),
    .rectangle(PageRect(x: 1, y: 2, width: 30, height: 4), cloudIntensity: 2),
    .polyline([PagePoint(x: 1, y: 2), PagePoint(x: 30, y: 4), PagePoint(x: 8, y: 40)], start: .circle),
    .highlight([PageRect(x: 1, y: 2, width: 30, height: 4)]),
    .underline([PageQuad(PageRect(x: 1, y: 2, width: 30, height: 4))]),
    .strikeOut([PageQuad(PageRect(x: 1, y: 2, width: 30, height: 4))]),
    .textMarkup(.squiggly, [PageQuad(PageRect(x: 1, y: 2, width: 30, height: 4))], blendMode: .multiply),
    .stamp(.name(.draft), in: PageRect(x: 1, y: 2, width: 30, height: 14)),
    .freeText("Text", in: PageRect(x: 1, y: 2, width: 30, height: 14)),
    .link(PageRect(x: 1, y: 2, width: 30, height: 4), to: .uri("https://example.org")),
    .caret(PageRect(x: 1, y: 2, width: 30, height: 4), turn: .clockwise90),
    .redaction(PageRect(x: 1, y: 2, width: 30, height: 4), overlayText: "secret"),
    .note(NoteContent(at: PagePoint(x: 1, y: 22), icon: .help, isOpen: true, state: .rejected)),
    .fileAttachment(
      AttachedFile(Data("hi".utf8), name: "größe.txt", description: "d", mediaType: "text/plain"),
      at: PagePoint(x: 1, y: 22), icon: .tag),
    .popup(PageRect(x: 1, y: 2, width: 30, height: 4), isOpen: true),
    .unsupported(subtype: "Widget", bounds: PageRect(x: 1, y: 2, width: 30, height: 4)),
  ]

  /// Those that Postil paints with paths alone.
  package static var painted: [AnnotationContent] {
    contents.filter { $0.capabilities.contains(.drawn) && $0.isPathsOnly }
  }
}

import PostilModel

/// Readers take the corners as upper left, upper right, lower left, lower right (ISO 32000-2, 12.5.6.10, says
/// otherwise). What other programs wrote in another order is sorted where its sides cross.
extension HighlightContent: AnnotationCodec {
  static let ownedKeys: [PDFName] = ["QuadPoints"]
  static let styleKeys: Set<PDFName> = ["C", "CA"]

  init?(_ source: AnnotationSource, _ style: inout StrokeStyle) {
    guard let points = source.points("QuadPoints"), !points.isEmpty, points.count % 4 == 0 else { return nil }
    let quads = stride(from: 0, to: points.count, by: 4).map { index in
      let quad = PageQuad(
        upperLeft: points[index], upperRight: points[index + 1], lowerLeft: points[index + 2],
        lowerRight: points[index + 3])
      // The order of ISO 32000, around the edge: as the others it would be a bow tie.
      let around = PageQuad(
        upperLeft: points[index + 3], upperRight: points[index + 2], lowerLeft: points[index],
        lowerRight: points[index + 1])
      return around.area > quad.area ? around : quad
    }
    style.fill = nil
    style.fillOpacity = nil
    self.init(quads)
  }

  func write(to dictionary: inout PDFDictionary, _ style: StrokeStyle) {
    dictionary["QuadPoints"] = .points(quads.flatMap(\.corners))
  }
}

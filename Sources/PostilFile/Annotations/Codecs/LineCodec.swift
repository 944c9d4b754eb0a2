import PostilModel

extension LineContent: AnnotationCodec {
  static let ownedKeys: [PDFName] = ["L", "LE"]

  init?(_ source: AnnotationSource, _ style: inout StrokeStyle) {
    guard let ends = source.points("L"), ends.count == 2 else { return nil }
    let (start, end) = source.lineEndings
    self.init(from: ends[0], to: ends[1], start: start, end: end)
  }

  /// Leader lines, captions and measures (ISO 32000-2, table 178).
  static func foreignKeys(in source: AnnotationSource) -> [PDFName] {
    var keys = (["LL", "LLE", "LLO"] as [PDFName]).filter { (source[$0].number ?? 0) != 0 }
    if source["Cap"].boolean == true { keys.append("Cap") }
    if let intent = source["IT"].name, intent != "LineArrow" { keys.append("IT") }
    return keys
  }

  func write(to dictionary: inout PDFDictionary, _ style: StrokeStyle) {
    dictionary["L"] = .points([from, to])
    dictionary["LE"] = .lineEndings(start, end)
  }
}

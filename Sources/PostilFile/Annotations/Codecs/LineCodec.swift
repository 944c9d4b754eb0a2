import PostilModel

/// Leader lines, captions and measures are those of ISO 32000-2, table 178.
extension LineContent: AnnotationCodec {
  static let ownedKeys: [PDFName] = ["L", "LE", "LL", "LLE", "LLO", "Cap", "CP", "CO"]
  static let keptKeys: [PDFName] = ["Measure", "DA"]

  init?(_ source: AnnotationSource, _ style: inout AnnotationStyle) {
    guard let ends = source.points("L"), ends.count == 2 else { return nil }
    let (start, end) = source.lineEndings
    self.init(from: ends[0], to: ends[1], start: start, end: end)
    if let length = source["LL"].number, length != 0 {
      leaders = Leaders(length: length, overhang: source["LLE"].number ?? 0, gap: source["LLO"].number ?? 0)
    }
    measurement = source.measurement("LineDimension")
    measurement?.isCaptionShown = source["Cap"].boolean ?? false
    isCaptionBeside = source["CP"].name == "Top"
    if let offset = source.points("CO"), offset.count == 1 { captionOffset = offset[0] }
  }

  static func foreignKeys(in source: AnnotationSource) -> [PDFName] {
    var keys: [PDFName] = []
    if source["LL"].number ?? 0 == 0 {
      keys = (["LLE", "LLO"] as [PDFName]).filter { source[$0].number ?? 0 != 0 }
    }
    if source.measurement("LineDimension") != nil { return keys }
    if source["Cap"].boolean == true { keys.append("Cap") }
    if !source["Measure"].isNull { keys.append("Measure") }
    if let intent = source["IT"].name, intent != "LineArrow" { keys.append("IT") }
    return keys
  }

  func write(to dictionary: inout PDFDictionary, _ style: AnnotationStyle) {
    dictionary["L"] = .points([from, to])
    dictionary["LE"] = .lineEndings(start, end)
    if let leaders, leaders.length != 0 {
      dictionary["LL"] = .coordinate(leaders.length)
      if leaders.overhang > 0 { dictionary["LLE"] = .coordinate(leaders.overhang) }
      if leaders.gap > 0 { dictionary["LLO"] = .coordinate(leaders.gap) }
    }
    dictionary.setMeasurement(measurement, "LineDimension", style.color)
    guard let measurement else { return }
    if measurement.isCaptionShown { dictionary["Cap"] = .boolean(true) }
    if isCaptionBeside { dictionary["CP"] = .name("Top") }
    if captionOffset != .zero { dictionary["CO"] = .points([captionOffset]) }
  }

  func writeObjects(to dictionary: inout PDFDictionary, _ context: AnnotationWriteContext) {
    dictionary.setScale(measurement?.scale, since: (context.old as? LineContent)?.measurement?.scale)
  }
}

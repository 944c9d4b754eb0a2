import PostilModel

/// Ink lists have straight lines of one width only: how strokes are curved, their widths, and filled areas are in the private
/// entry.
extension InkContent: AnnotationCodec {
  static let ownedKeys: [PDFName] = ["InkList"]
  static let styleKeys: Set<PDFName> = ["C", "CA", "ca", "BS"]

  init?(_ source: AnnotationSource, _ style: inout AnnotationStyle) {
    guard let lists = source["InkList"].array else { return nil }
    let (own, objects) = (source.privateEntry, source.objects)
    let curves = objects.resolve(own[PrivateKey.curves]).array ?? []
    let widths = objects.resolve(own[PrivateKey.widths]).array ?? []
    var strokes: [InkStroke] = []
    for (index, list) in lists.enumerated() {
      guard let points = objects.points(list) else { return nil }
      guard !points.isEmpty else { continue }
      var stroke = objects.stroke(points, curves.count == lists.count ? curves[index] : .null)
      // As many as points, or another program changed those since.
      if widths.count == lists.count, let known = objects.numbers(widths[index]),
        known.count == stroke.points.count
      {
        stroke.widths = known
      }
      strokes.append(stroke)
    }
    let areas = objects.resolve(own[PrivateKey.areas]).array ?? []
    let polygons = areas.compactMap { objects.points($0) }.filter { $0.count > 2 }
    style.fill = polygons.isEmpty ? nil : objects.color(own[PrivateKey.fill])
    guard !strokes.isEmpty || !polygons.isEmpty else { return nil }
    // What is left of a filled shape without an outline has its border as ink list, for readers that want one.
    if style.lineWidth == 0, !polygons.isEmpty { strokes = [] }
    self.init(strokes, areas: polygons)
  }

  func write(to dictionary: inout PDFDictionary, _ style: AnnotationStyle) {
    let lists = strokes.map(Self.inkPoints)
    // An ink list is required: of an area without an outline it is the border.
    dictionary["InkList"] = .array((lists.isEmpty ? areas : lists).map(PDFObject.points))
    let isCurved = strokes.contains { $0.curve != .straight && $0.points.count > 2 }
    dictionary.setPrivate([
      PrivateKey.curves: isCurved ? .array(strokes.map(Self.note)) : nil,
      PrivateKey.widths: strokes.contains(where: \.hasWidths) ? .array(strokes.map(Self.widths)) : nil,
      PrivateKey.areas: areas.isEmpty ? nil : .array(areas.map(PDFObject.points)),
      PrivateKey.fill: areas.isEmpty ? nil : style.fill.map(AnnotationWriter.color),
    ])
  }

  private static func widths(_ stroke: InkStroke) -> PDFObject {
    .numbers(stroke.hasWidths ? stroke.widths : [])
  }

  private static func note(_ stroke: InkStroke) -> PDFObject {
    switch stroke.curve {
    case .smooth: .name("Smooth")
    case .straight: .name("Straight")
    case .bezier: .points(stroke.points)
    }
  }

  /// How far from a curve the lines may be that other programs join its points by, in points: those that paint no appearance.
  private static let chordTolerance = 0.25
  /// The most lines for a curve.
  private static let mostChords = 8

  /// The points that other programs join: the samples, or as many points along the curves as are needed.
  private static func inkPoints(_ stroke: InkStroke) -> [PagePoint] {
    guard stroke.curve == .bezier, stroke.points.count > 3 else { return stroke.points }
    var result = [stroke.points[0]]
    for index in stride(from: 0, to: stroke.points.count - 3, by: 3) {
      let curve = CubicCurve(
        stroke.points[index], stroke.points[index + 1], stroke.points[index + 2], stroke.points[index + 3])
      let count = (1..<mostChords).first { isNear(curve, chords: $0) } ?? mostChords
      for inner in stride(from: 1, to: count, by: 1) {
        let point = curve.point(at: Double(inner) / Double(count))
        // Digits beyond that say nothing.
        result.append(PagePoint(x: (point.x * 10).rounded() / 10, y: (point.y * 10).rounded() / 10))
      }
      result.append(curve.end)
    }
    return result
  }

  /// Whether a number of lines stays near enough to a curve.
  private static func isNear(_ curve: CubicCurve, chords count: Int) -> Bool {
    (0..<count).allSatisfy { index in
      func place(_ share: Double) -> PagePoint { curve.point(at: (Double(index) + share) / Double(count)) }
      let chord = LineSegment(place(0), place(1))
      return [0.25, 0.5, 0.75].allSatisfy { chord.distance(to: place($0)) <= chordTolerance }
    }
  }
}

extension ObjectSource {
  /// A stroke by its points and our note on them, unless another program changed the points since.
  fileprivate func stroke(_ points: [PagePoint], _ note: PDFObject) -> InkStroke {
    if let name = resolve(note).name, name == "Smooth" { return InkStroke(points: points, curve: .smooth) }
    if let controls = self.points(note), controls.count % 3 == 1, controls.first == points.first,
      controls.last == points.last
    {
      return InkStroke(points: controls, curve: .bezier)
    }
    return InkStroke(points: points, curve: .straight)
  }
}

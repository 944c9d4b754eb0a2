/// What an eraser has left of a polyline: one or more polylines, with the endings that it has not touched.
struct ErasablePolyline: ErasableGeometry {
  private let style: AnnotationStyle
  private var pieces: [PolylineContent]

  let localReach: Double? = nil

  init(_ line: PolylineContent, style: AnnotationStyle) {
    self.style = style
    pieces = [line]
  }

  var contents: [AnnotationContent] { pieces.map { AnnotationContent($0) } }
  var contentLimit: Int { pieces.count }

  mutating func erase(_ capsule: Capsule) -> Bool { pieces.replaceCut { [self] in erased($0, capsule) } }

  /// What is left of a piece; `nil` if the head does not touch it.
  private func erased(_ piece: PolylineContent, _ capsule: Capsule) -> [PolylineContent]? {
    let parts = piece.layout(style)
    let start = parts.start?.isTouched(by: capsule, style) ?? false
    let end = parts.end?.isTouched(by: capsule, style) ?? false
    guard start || end else { return cut(piece, parts, capsule) }
    var bare = piece
    if start { bare.start = .none }
    if end { bare.end = .none }
    // Nothing is to be painted where an ending was.
    var way = start ? PolylineLayout.shortened(piece.vertices, by: parts.start?.setback ?? 0) : piece.vertices
    if end { way = PolylineLayout.shortened(way.reversed(), by: parts.end?.setback ?? 0).reversed() }
    guard way.count > 1 else { return [] }
    bare.vertices = way
    return cut(bare, bare.layout(style), capsule) ?? [bare]
  }

  /// The pieces of a piece whose shaft the head touches; `nil` if it does not.
  private func cut(
    _ piece: PolylineContent, _ parts: PolylineLayout, _ capsule: Capsule
  ) -> [PolylineContent]? {
    guard style.lineWidth > 0, let shaft = StrokePiece(InkStroke(parts.shaft, curve: .straight)),
      let left = shaft.cut(by: capsule, penWidth: style.lineWidth)
    else { return nil }
    return left.compactMap { rest in
      var way = rest.stroke.points
      guard let first = way.first, let last = way.last, way.count > 1 else { return nil }
      // The end of the shaft that is left is not where the ending's tip is.
      let keepsStart = first == parts.shaft.first
      let keepsEnd = last == parts.shaft.last
      if keepsStart, let tip = piece.vertices.first, piece.start != .none { way = [tip] + way.dropFirst() }
      if keepsEnd, let tip = piece.vertices.last, piece.end != .none { way = way.dropLast() + [tip] }
      return PolylineContent(
        way, start: keepsStart ? piece.start : .none, end: keepsEnd ? piece.end : .none)
    }
  }
}

/// What an eraser has left of a line: one or more lines, with the endings that it has not touched.
struct ErasableLine: ErasableGeometry {
  /// A piece of the line.
  private struct Piece: Sendable {
    var from: PagePoint
    var to: PagePoint
    var start: LineEnding
    var end: LineEnding

    var length: Double { from.distance(to: to) }
  }

  private let style: AnnotationStyle
  private var pieces: [Piece]

  let localReach: Double? = nil

  init(_ line: LineContent, style: AnnotationStyle) {
    self.style = style
    pieces = [Piece(from: line.from, to: line.to, start: line.start, end: line.end)]
  }

  var contents: [AnnotationContent] {
    pieces.map { .line(from: $0.from, to: $0.to, start: $0.start, end: $0.end) }
  }

  var contentLimit: Int { pieces.count }

  mutating func erase(_ capsule: Capsule) -> Bool { pieces.replaceCut { [self] in erased($0, capsule) } }

  private func layout(_ piece: Piece) -> LineLayout {
    LineLayout(
      from: piece.from, to: piece.to, start: piece.start, end: piece.end, lineWidth: style.lineWidth)
  }

  /// What is left of a piece; `nil` if the capsule does not touch it.
  private func erased(_ piece: Piece, _ capsule: Capsule) -> [Piece]? {
    let parts = layout(piece)
    if parts.isDot {
      return capsule.axis.distance(to: piece.from) <= capsule.radius + style.lineWidth / 2 ? [] : nil
    }
    let start = parts.start?.isTouched(by: capsule, style) ?? false
    let end = parts.end?.isTouched(by: capsule, style) ?? false
    guard start || end else { return cut(piece, parts.shaft, capsule) }
    guard let bare = trimmed(piece, start ? parts.start : nil, end ? parts.end : nil) else { return [] }
    return cut(bare, layout(bare).shaft, capsule) ?? [bare]
  }

  /// The piece without the endings that are touched, drawn back to where its shaft began: nothing
  /// is to be painted where an ending was.
  private func trimmed(_ piece: Piece, _ start: LineEndShape?, _ end: LineEndShape?) -> Piece? {
    var bare = piece
    if start != nil { bare.start = .none }
    if end != nil { bare.end = .none }
    let length = piece.length
    let (back, front) = (start?.setback ?? 0, end?.setback ?? 0)
    guard length >= InkStroke.dotSize else { return nil }
    let left = length - back - front
    if left <= StrokePiece.shortest && bare.start == .none && bare.end == .none { return nil }
    // An ending that stays needs a bit of line, however short, to know its direction.
    let scale = left > 0 ? 1 : (length - min(length, 2 * StrokePiece.shortest)) / (back + front)
    bare.from = piece.from.interpolated(to: piece.to, at: back * scale / length)
    bare.to = piece.to.interpolated(to: piece.from, at: front * scale / length)
    return bare
  }

  /// The pieces of a piece whose shaft the capsule touches; `nil` if it does not.
  private func cut(_ piece: Piece, _ shaft: LineSegment?, _ capsule: Capsule) -> [Piece]? {
    guard let shaft, style.lineWidth > 0 else { return nil }
    let reach = capsule.radius + style.lineWidth / 2
    guard let hole = capsule.span(of: shaft, within: reach) else { return nil }
    if (hole.to - hole.from) * shaft.length <= StrokePiece.noise && hole != ParameterRange(from: 0, to: 1) {
      return nil
    }
    let first = Piece(
      from: piece.from, to: shaft.start.interpolated(to: shaft.end, at: hole.from), start: piece.start,
      end: .none)
    let last = Piece(
      from: shaft.start.interpolated(to: shaft.end, at: hole.to), to: piece.to, start: .none, end: piece.end)
    return [first, last].filter { $0.length > StrokePiece.shortest }
  }
}

/// The picture of an annotation: paths and how each is painted. One value, two painters: cairo
/// draws it on screen, a content stream writes it into the file.
public struct Appearance: Sendable, Hashable {
  /// How a path is stroked.
  public struct Pen: Sendable, Hashable {
    /// The colour.
    public var color: Color
    /// The width in points, above 0.
    public var width: Double
    /// Dashes and gaps in turn, in points; empty for an unbroken line.
    public var dash: [Double]
    /// Whether corners are round, and ends too; otherwise ends are cut off square and corners mitred.
    public var isRound: Bool
    /// Whether ends are round: those of dashes never are, for they would fill the gaps.
    public var hasRoundEnds: Bool { isRound && dash.isEmpty }

    /// Makes a pen.
    public init(color: Color, width: Double, dash: [Double] = [], isRound: Bool = false) {
      self.color = color
      self.width = width
      self.dash = dash
      self.isRound = isRound
    }
  }

  /// A path and how it is painted: filled first, then stroked.
  public struct Item: Sendable, Hashable {
    /// The path.
    public var path: PagePath
    /// What it is filled with, by the even-odd rule.
    public var fill: Color?
    /// What it is stroked with.
    public var pen: Pen?

    /// Makes an item.
    public init(path: PagePath, fill: Color? = nil, pen: Pen? = nil) {
      self.path = path
      self.fill = fill
      self.pen = pen
    }
  }

  /// What is painted, bottom first.
  public var items: [Item]
  /// 0…1, for the whole picture at once: where items overlap nothing shows through.
  public var opacity: Double
  /// What the picture is cut off at, in page space: of an annotation's picture its rectangle, since what
  /// is outside of that is not shown by readers of the file; `nil` for nothing.
  public var box: PageRect?

  /// Makes a picture.
  public init(items: [Item] = [], opacity: Double = 1, box: PageRect? = nil) {
    self.items = items
    self.opacity = opacity
    self.box = box
  }

  /// Whether a single painting operation makes it, so that opacity needs no transparency group.
  public var isSinglePaint: Bool {
    guard let only = items.first else { return true }
    return items.count == 1 && (only.fill == nil || only.pen == nil)
  }

  /// A rectangle that holds all that is painted: the paths' control points, widened by the pens
  /// (mitred corners included); `nil` when there is nothing to paint.
  public var bounds: PageRect? {
    var box: PageRect?
    for item in items {
      guard var one = item.path.controlBounds else { continue }
      if let pen = item.pen { one = one.insetBy(-pen.width * (pen.isRound ? 0.5 : pen.reach)) }
      box = box?.union(one) ?? one
    }
    return box
  }
}

extension Appearance.Pen {
  /// Corners sharper than this are cut off (ISO 32000-2, 8.4.3.5).
  package static let miterLimit = 4.0
  /// How far a mitred corner may stand out, in widths.
  package var reach: Double { Self.miterLimit / 2 }
}

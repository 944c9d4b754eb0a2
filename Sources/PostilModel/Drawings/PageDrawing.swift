/// Something that a page draws: a path that is filled, stroked, or both in one, or a shading; see ``PDFDocument/drawings(on:)``.
///
/// What a page shows as text and as images is none of it. Lengths are in points of page space, whatever space the page draws in.
public struct PageDrawing: Sendable, Hashable {
  /// What is painted with (ISO 32000-2, 8.6 and 8.7).
  public enum Paint: Sendable, Hashable {
    /// A color, as near as RGB comes, without regard to color profiles; of an ink, what the file has for devices without it.
    case color(Color)
    /// A tiling pattern.
    case pattern
    /// A shading: colors that go over into each other.
    case shading
    /// A color of a space in which it cannot be told.
    case unknown

    /// The color; `nil` for all else.
    public var color: Color? { if case .color(let color) = self { color } else { nil } }
  }

  /// How a path is filled.
  public struct Fill: Sendable, Hashable {
    /// What with.
    public var paint: Paint
    /// What counts as its inside.
    public var rule: Appearance.FillRule
    /// 0…1, with that of the groups that it lies in; soft masks are not counted.
    public var opacity: Double

    /// Makes one.
    public init(_ paint: Paint, rule: Appearance.FillRule = .nonzero, opacity: Double = 1) {
      (self.paint, self.rule, self.opacity) = (paint, rule, opacity)
    }

    /// The color; `nil` for what is not one color.
    public var color: Color? { paint.color }
  }

  /// How lines end that are not closed (ISO 32000-2, 8.4.3.3).
  public enum LineCap: String, Sendable, Hashable, CaseIterable, Codable {
    /// At the end point.
    case butt
    /// In a half circle around the end point.
    case round
    /// Half the width behind the end point.
    case square
  }

  /// How the corners of lines are made (ISO 32000-2, 8.4.3.4).
  public enum LineJoin: String, Sendable, Hashable, CaseIterable, Codable {
    /// Pointed, unless they are sharper than the miter limit says.
    case miter
    /// Round.
    case round
    /// Cut off.
    case bevel
  }

  /// How a path is stroked.
  public struct Stroke: Sendable, Hashable {
    /// What with.
    public var paint: Paint
    /// The width in points; 0 for the thinnest line that a device has. Where content is scaled unevenly, a mean.
    public var width: Double
    /// Dashes and gaps in turn, in points; empty for an unbroken line.
    public var dash: [Double]
    /// How far into the dashes a line begins, in points.
    public var dashPhase: Double
    /// How lines end.
    public var cap: LineCap
    /// How corners are made.
    public var join: LineJoin
    /// How long the point of a corner may be, in widths of the line.
    public var miterLimit: Double
    /// 0…1, with that of the groups that it lies in; soft masks are not counted.
    public var opacity: Double

    /// Makes one.
    public init(
      _ paint: Paint, width: Double, dash: [Double] = [], dashPhase: Double = 0, cap: LineCap = .butt,
      join: LineJoin = .miter, miterLimit: Double = 10, opacity: Double = 1
    ) {
      (self.paint, self.width, self.dash, self.dashPhase) = (paint, width, dash, dashPhase)
      (self.cap, self.join, self.miterLimit, self.opacity) = (cap, join, miterLimit, opacity)
    }

    /// The color; `nil` for what is not one color.
    public var color: Color? { paint.color }
  }

  /// The path, in page space. That of a shading that fills what clips leave (`sh`) is the rectangle around that.
  public let path: PagePath
  /// The smallest rectangle around the path, curves measured exactly; the width of strokes is not in it.
  public let bounds: PageRect
  /// How it is filled; `nil`: not at all.
  public var fill: Fill?
  /// How it is stroked; `nil`: not at all.
  public var stroke: Stroke?
  /// The rectangle in which something of it can be seen: that around it with the width of its stroke, as far as the rectangles around the
  /// clipping paths and the crop box that the page has in its file leave it; `nil` if they leave nothing. Whether something is painted over it does not matter.
  public var visibleBounds: PageRect?
  /// Whether it is in the appearance of an annotation or field, and not in the content of the page.
  public var isInAnnotation: Bool

  /// Makes one. A path without any line counts as the point where it begins.
  ///
  /// - Parameter visibleBounds: See ``visibleBounds``; for a drawing that nothing hides, the same as `bounds` with half the width of its stroke around it.
  /// - Complexity: O(steps).
  public init(
    path: PagePath, fill: Fill? = nil, stroke: Stroke? = nil, visibleBounds: PageRect? = nil,
    isInAnnotation: Bool = false
  ) {
    self.path = path
    bounds = path.extent ?? path.controlBounds ?? .zero
    (self.fill, self.stroke, self.visibleBounds) = (fill, stroke, visibleBounds)
    self.isInAnnotation = isInAnnotation
  }

  /// Whether something of it can be seen: see ``visibleBounds``.
  public var isVisible: Bool { visibleBounds != nil }
}

// MARK: - Places

extension PageDrawing {
  /// The same on a page whose content was scaled and moved.
  package func placed(_ placement: ContentPlacement) -> PageDrawing {
    var placed = PageDrawing(
      path: path.mapPoints(placement.apply), fill: fill, stroke: stroke,
      visibleBounds: visibleBounds?.visiblePart(in: placement.clip).map(placement.apply),
      isInAnnotation: isInAnnotation)
    if var stroke {
      stroke.width *= placement.scale
      stroke.dashPhase *= placement.scale
      stroke.dash = stroke.dash.map { $0 * placement.scale }
      placed.stroke = stroke
    }
    return placed
  }
}

extension PageRect {
  /// The part that lies in another one, of which something can be seen; what only touches its edge cannot, unless it has no extent itself.
  package func visiblePart(in clip: PageRect) -> PageRect? {
    guard let part = intersection(clip), part.width > 0 || width == 0, part.height > 0 || height == 0 else {
      return nil
    }
    return part
  }
}

extension PageDrawing: CustomStringConvertible {
  /// What kind it is, where it is, and how it is painted.
  public var description: String {
    let kind = line != nil ? "line" : rect != nil ? "rectangle" : "path"
    let paints = [
      fill.map { "filled with \($0.paint)" },
      stroke.map { "stroked with \($0.paint), \($0.width) points wide" },
    ]
    return "\(kind) in \(bounds) \(paints.compactMap(\.self).joined(separator: ", "))"
  }
}

extension PageDrawing.Paint: CustomStringConvertible {
  /// The color as six hexadecimal digits, or a word.
  public var description: String {
    switch self {
    case .color(let color): color.hex
    case .pattern: "pattern"
    case .shading: "shading"
    case .unknown: "unknown"
    }
  }
}

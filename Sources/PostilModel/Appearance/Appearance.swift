import Foundation

/// The picture of an annotation: paths, how each is painted, text, groups of them, and pages of documents for all else.
/// One value: paths, text and groups are drawn on screen by cairo, and a content stream writes all of it into the file.
public struct Appearance: Sendable, Hashable {
  /// How a path is stroked.
  public struct Pen: Sendable, Hashable {
    /// The color.
    public var color: Color
    /// The width in points, above 0.
    public var width: Double
    /// Dashes and gaps in turn, in points; empty for an unbroken line.
    public var dash: [Double]
    /// Whether corners are round, and ends too; otherwise ends are cut off square and corners mitered, very sharp ones cut off.
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

  /// What counts as the inside of a path (ISO 32000-2, 8.5.3.3).
  public enum FillRule: Sendable, Hashable {
    /// Points that an odd number of sides separates from the outside: where subpaths overlap there is a hole.
    case evenOdd
    /// Points that the path runs around: subpaths of the same direction make one area.
    case nonzero
  }

  /// How colors are mixed with what is below (ISO 32000-2, 11.3.5). More may come.
  public struct BlendMode: RawRepresentable, Sendable, Hashable {
    /// The name that PDF has for it.
    public let rawValue: String
    /// Makes a mode from PDF's name; one that a reader does not know counts as ``normal``.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Covers what is below.
    public static let normal = BlendMode(rawValue: "Normal")
    /// Darkens, as a highlighter does on paper: black stays black, white takes the color.
    public static let multiply = BlendMode(rawValue: "Multiply")
    /// Lightens: for marks on dark pages.
    public static let screen = BlendMode(rawValue: "Screen")
    /// Keeps the darker color, part by part.
    public static let darken = BlendMode(rawValue: "Darken")
    /// Keeps the lighter color, part by part.
    public static let lighten = BlendMode(rawValue: "Lighten")
  }

  /// A path and how it is painted, filled first and then stroked; a text; an image; a page of a document; or a group.
  public struct Item: Sendable, Hashable {
    package struct PaintedPath: Sendable, Hashable {
      package var path: PagePath
      package var fill: Color?
      package var fillRule: FillRule
      package var fillOpacity: Double
      package var pen: Pen?
      package var penOpacity: Double
    }

    package struct PlacedPage: Sendable, Hashable {
      package var document: Data
      package var index: Int
      package var place: UprightFrame
    }

    package struct PlacedImage: Sendable, Hashable {
      package var image: Image
      package var place: UprightFrame
    }

    package struct PlacedText: Sendable, Hashable {
      package var text: Text
      package var place: UprightFrame
      package var fitting: TextFitting
    }

    package enum Content: Sendable, Hashable {
      case path(PaintedPath)
      case text(PlacedText)
      case group(Appearance)
      case page(PlacedPage)
      case image(PlacedImage)
    }

    package let content: Content

    /// Makes an item of a path.
    ///
    /// - Parameters:
    ///   - fill: What it is filled with; `nil` for nothing.
    ///   - fillOpacity: 0…1, for the fill.
    ///   - pen: What it is stroked with; `nil` for nothing.
    ///   - penOpacity: 0…1, for the stroke.
    public init(
      path: PagePath, fill: Color? = nil, fillRule: FillRule = .evenOdd, fillOpacity: Double = 1,
      pen: Pen? = nil, penOpacity: Double = 1
    ) {
      content = .path(
        PaintedPath(
          path: path, fill: fill, fillRule: fillRule, fillOpacity: fillOpacity, pen: pen,
          penOpacity: penOpacity))
    }

    init(_ content: Content) { self.content = content }

    /// A picture within the picture, painted as a whole in its own opacity and blend mode.
    public static func group(_ group: Appearance) -> Item { Item(.group(group)) }

    /// A text in a frame, set by pango in fonts of the system and saved with subsets of them (ISO 32000-2, 9.6 and 9.9).
    /// An annotation whose text has characters that no font has cannot be added to a document.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - frame: Where it stands, in page space.
    ///   - rotation: How far the page is turned on which it stands upright.
    ///   - fitting: What is done where it is longer than the frame.
    public static func text(
      _ text: Text, in frame: PageRect, rotation: PageRotation = .none, fitting: TextFitting = .wrapped
    ) -> Item {
      Item(.text(PlacedText(text: text, place: UprightFrame(frame, rotation), fitting: fitting)))
    }

    /// A page of a PDF document, for whatever is neither paths, text nor an image: its crop box, as the page is turned, as
    /// large as it can be in the middle of `frame`. It is saved as a form XObject (ISO 32000-2, 8.10), the same page in
    /// several annotations once a save, and shown by poppler. An annotation with something that is no such document cannot
    /// be added.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - index: The page, from 0.
    ///   - frame: Where it stands, in page space.
    ///   - rotation: How far the page is turned on which it stands upright.
    public static func page(
      of document: Data, index: Int = 0, in frame: PageRect, rotation: PageRotation = .none
    ) -> Item {
      Item(.page(PlacedPage(document: document, index: index, place: UprightFrame(frame, rotation))))
    }

    /// An image, as large as it can be in the middle of `frame`. It is saved once however often it is shown, and shown by
    /// poppler.
    ///
    /// - Parameters:
    ///   - image: The image.
    ///   - frame: Where it stands, in page space.
    ///   - rotation: How far the page is turned on which it stands upright.
    public static func image(_ image: Image, in frame: PageRect, rotation: PageRotation = .none) -> Item {
      Item(.image(PlacedImage(image: image, place: UprightFrame(frame, rotation))))
    }

    private var painted: PaintedPath? { if case .path(let path) = content { path } else { nil } }

    /// The path; empty for what is none.
    public var path: PagePath { painted?.path ?? PagePath() }
    /// What the path is filled with.
    public var fill: Color? { painted?.fill }
    /// What the path is stroked with.
    public var pen: Pen? { painted?.pen }
  }

  /// What is painted, bottom first.
  public var items: [Item]
  /// 0…1, for the whole picture at once: where items overlap nothing shows through.
  public var opacity: Double
  /// How the picture as a whole is mixed with what is below.
  public var blendMode: BlendMode
  /// What the picture is cut off at, in page space: of an annotation's picture its rectangle, since what
  /// is outside of that is not shown by readers of the file; `nil` for nothing.
  public var box: PageRect?

  /// Makes a picture.
  public init(items: [Item] = [], opacity: Double = 1, blendMode: BlendMode = .normal, box: PageRect? = nil) {
    self.items = items
    self.opacity = opacity
    self.blendMode = blendMode
    self.box = box
  }

  /// Whether it is a single path that is either filled or stroked, opaque by itself, or nothing at all: opacity and blend mode need no
  /// transparency group then.
  public var isSinglePaint: Bool {
    guard let only = items.first else { return true }
    guard items.count == 1, case .path(let path) = only.content else { return false }
    return (path.fill == nil || path.pen == nil) && path.fillOpacity == 1 && path.penOpacity == 1
  }

  /// A rectangle that holds all that is painted: the paths' control points, widened by the pens
  /// (mitered corners included), and frames; `nil` when there is nothing to paint. Text that does not fit its frame stands
  /// out of it.
  public var bounds: PageRect? {
    items.reduce(nil) { box, item in
      guard let one = item.bounds else { return box }
      return box?.union(one) ?? one
    }
  }
}

extension Appearance {
  /// All items that are neither paths nor groups, those in groups too.
  package var placedItems: [Item] {
    items.flatMap { item -> [Item] in
      switch item.content {
      case .group(let group): group.placedItems
      case .path: []
      case .text, .page, .image: [item]
      }
    }
  }

  /// All texts in the picture, those in groups too.
  package var texts: [Item.PlacedText] {
    placedItems.compactMap { if case .text(let text) = $0.content { text } else { nil } }
  }
}

extension Appearance.Item {
  fileprivate var bounds: PageRect? {
    switch content {
    case .group(let group): return group.bounds.flatMap { group.box?.intersection($0) ?? $0 }
    case .page(let page): return page.place.frame
    case .image(let image): return image.place.frame
    case .text(let text): return text.place.frame
    case .path(let item):
      guard let pen = item.pen else { return item.path.controlBounds }
      return item.path.controlBounds?.insetBy(-pen.width * (pen.isRound ? 0.5 : pen.reach))
    }
  }
}

extension Appearance.Pen {
  /// Corners sharper than this are cut off (ISO 32000-2, 8.4.3.5).
  package static let miterLimit = 4.0
  /// How far a mitered corner may stand out, in widths.
  package var reach: Double { Self.miterLimit / 2 }
}

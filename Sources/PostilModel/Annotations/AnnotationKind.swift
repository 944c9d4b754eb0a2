/// A kind of annotation: what one draws, apart from its style, and how it is moved, erased and hit.
/// Each kind is one type in the folder `Kinds`, listed in ``AnnotationKinds``; how it is read from a file
/// and written is its codec in PostilFile.
///
/// The `Codable` conformance reads and writes only the kind's own keys (``keys``) of an annotation's JSON object.
package protocol AnnotationKind: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The PDF subtype (`/Subtype`).
  static var subtype: String { get }
  /// The kind's word in scripts and listings.
  static var name: String { get }
  /// What it is called in lists for people, in English, for translation.
  static var title: String { get }
  /// The words, subtypes and titles of a family of kinds that differ in looks alone, as marked text does, and are one type; of
  /// others the ``name``, the ``subtype`` and the ``title``.
  static var members: [AnnotationKindMember] { get }
  /// The keys of its own in JSON.
  static var keys: [String] { get }
  /// What can be done with annotations of the kind.
  static var capabilities: AnnotationCapabilities { get }

  /// What can be done with this annotation: less than with others of its kind, perhaps.
  var capabilities: AnnotationCapabilities { get }

  /// The word of this annotation's kind: another than the type's in a family.
  var name: String { get }
  /// The PDF subtype of this annotation: another than the type's in a family, and for kinds that are not supported.
  var subtype: String { get }

  /// The flags of a new one.
  var usualFlags: AnnotationFlags { get }

  /// What it measures; `nil` for kinds that measure nothing, where setting it does nothing.
  var measurement: PageMeasurement? { get set }

  /// Whether its picture has paths only, which are painted over a page; poppler draws the page anew for others.
  var isPathsOnly: Bool { get }

  /// How many bytes of files it holds.
  var heldByteCount: Int { get }

  /// Whether it can be written in place of another one: what can be added can, and what is in the file already.
  func canReplace(_ old: any AnnotationKind) -> Bool

  /// The page that it leads to; `nil` for most kinds.
  var linkedPage: PageID? { get }

  /// All of its coordinates, in page space. O(points).
  var points: [PagePoint] { get }

  /// The same content with each of its ``points`` replaced, in order. O(points).
  func mapPoints(_ transform: (PagePoint) -> PagePoint) -> Self

  /// The rectangle that resizing fits into another one. O(points).
  var frame: PageRect { get }

  /// The same content with its ``frame`` brought from one rectangle to another. O(points).
  func resized(from old: PageRect, to new: PageRect) -> Self

  /// Whether it looks wrong when width and height are not resized alike.
  var keepsAspect: Bool { get }

  /// The same content turned clockwise about the middle of its ``frame``, on the page as the file has it. O(points).
  func turned(by turn: PageRotation) -> Self

  /// The points that can be moved one by one, such as the ends of a line. O(points).
  var controlPoints: [PagePoint] { get }

  /// Whether the ``controlPoints`` say all about its extent, so that its frame needs no handles.
  var isResizedByPointsAlone: Bool { get }

  /// The same content with one of its ``controlPoints`` at another place. O(points).
  func movingControlPoint(_ index: Int, to point: PagePoint) -> Self

  /// A rectangle that holds all that is painted (`/Rect`). O(points).
  func bounds(_ style: AnnotationStyle) -> PageRect

  /// What is painted; its box is the bounds. O(points).
  func appearance(_ style: AnnotationStyle) -> Appearance

  /// Where it is hit besides what it paints; `nil` for nowhere else. O(points).
  func hitArea(_ style: AnnotationStyle) -> PagePath?

  /// The text that it shows on the page, which is the annotation's text too (`/Contents`); `nil` for kinds that show none.
  var shownText: String? { get }

  /// Sets the text that it shows, of kinds that show one.
  mutating func setShownText(_ text: String)

  /// Whether people type its text on the page, in its ``frame``.
  var isTypedOnPage: Bool { get }

  /// Refuses what cannot be drawn, besides coordinates that are not usable.
  ///
  /// - Throws: ``PDFError``.
  func requireUsable() throws

  /// The content without parts that draw nothing, such as strokes without a point. O(points).
  func normalized() -> Self

  /// Whether there is something to draw. O(1).
  func isVisible(_ style: AnnotationStyle) -> Bool

  /// What an eraser can cut in parts; `nil` if the annotation goes as a whole.
  func erasable(_ style: AnnotationStyle) -> (any ErasableGeometry)?
}

/// A kind's word in scripts and listings, its PDF subtype (`/Subtype`), and what it is called in English.
package struct AnnotationKindMember: Sendable, Hashable {
  package let name: String
  package let subtype: String
  package let title: String

  package init(name: String, subtype: String, title: String) {
    (self.name, self.subtype, self.title) = (name, subtype, title)
  }
}

extension AnnotationKind {
  package static var members: [AnnotationKindMember] {
    [AnnotationKindMember(name: name, subtype: subtype, title: title)]
  }
  package var name: String { Self.name }
  package var subtype: String { Self.subtype }
  package var capabilities: AnnotationCapabilities { Self.capabilities }
  package func hitArea(_ style: AnnotationStyle) -> PagePath? { nil }
  package var isPathsOnly: Bool { true }
  package var heldByteCount: Int { 0 }
  package func canReplace(_ old: any AnnotationKind) -> Bool { capabilities.contains(.added) }
  package var usualFlags: AnnotationFlags { .print }
  package var linkedPage: PageID? { nil }
  package var shownText: String? { nil }
  package mutating func setShownText(_ text: String) {}
  package var isTypedOnPage: Bool { false }
  package var measurement: PageMeasurement? {
    get { nil }
    set {}
  }
  package func requireUsable() throws {}
  package func normalized() -> Self { self }
  package func erasable(_ style: AnnotationStyle) -> (any ErasableGeometry)? { nil }

  package var frame: PageRect { PageRect.bounding(points) ?? .zero }
  package func resized(from old: PageRect, to new: PageRect) -> Self { mapPoints(old.mapping(to: new)) }
  package var keepsAspect: Bool { false }
  package func turned(by turn: PageRotation) -> Self {
    let center = frame.center
    return mapPoints { $0.turned(by: turn, about: center) }
  }
  package var controlPoints: [PagePoint] { [] }
  package var isResizedByPointsAlone: Bool { false }
  package func movingControlPoint(_ index: Int, to point: PagePoint) -> Self { self }

  /// Whether every coordinate can be written.
  var isUsable: Bool { points.allSatisfy(\.isUsable) }

  /// The content moved by a distance, in points.
  func offset(dx: Double, dy: Double) -> Self { mapPoints { $0.offset(dx: dx, dy: dy) } }

  /// How far `other` is this content moved, up to the precision of coordinates in a file; `nil` if it
  /// differs in another way. O(points).
  func displacement(to other: any AnnotationKind) -> PagePoint? {
    guard let other = other as? Self else { return nil }
    let (old, new) = (points, other.points)
    guard let first = old.first, let target = new.first, old.count == new.count,
      mapPoints({ _ in .zero }) == other.mapPoints({ _ in .zero })
    else { return nil }
    let (dx, dy) = (target.x - first.x, target.y - first.y)
    let tolerance = 1e-6
    let isMoved = zip(old, new).allSatisfy {
      abs($1.x - $0.x - dx) <= tolerance && abs($1.y - $0.y - dy) <= tolerance
    }
    return isMoved ? PagePoint(x: dx, y: dy) : nil
  }

  func isEqual(to other: any AnnotationKind) -> Bool { (other as? Self) == self }
}

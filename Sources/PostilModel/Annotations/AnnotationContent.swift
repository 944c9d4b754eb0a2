/// What an annotation draws: a value of one of the kinds.
///
/// Make one by its kind: `.rectangle(rect)`, `.line(from: a, to: b)`. Ask for it by its kind as well:
///
/// ```swift
/// if let line = annotation.content.line { print(line.from, line.to) }
/// annotation.content.line?.end = .openArrow       // changes a line, and nothing of another kind
/// ```
///
/// More kinds may come.
public struct AnnotationContent: Sendable, Hashable {
  /// The content as its kind's type.
  package private(set) var value: any AnnotationKind

  package init(_ value: any AnnotationKind) { self.value = value }

  /// The PDF subtype: `Line`, `Square`, `Circle`, `Ink` or another.
  public var subtype: String { value.subtype }
  /// The kind.
  public var kind: Kind { Kind(rawValue: value.name) }
  /// What can be done with it.
  public var capabilities: AnnotationCapabilities { value.capabilities }

  /// The content moved by a distance, in points. O(points).
  public func offset(dx: Double, dy: Double) -> AnnotationContent {
    AnnotationContent(value.offset(dx: dx, dy: dy))
  }

  /// The text that it shows on the page; `nil` for kinds that show none. Setting it changes nothing else of those.
  package var shownText: String? {
    get { value.shownText }
    set {
      guard value.shownText != nil else { return }
      var changed = value
      changed.setShownText(newValue ?? "")
      value = changed
    }
  }

  /// Whether the other is this one at other places, and nothing else. O(points).
  package func hasSameLooks(as other: AnnotationContent) -> Bool {
    AnnotationContent(value.mapPoints { _ in .zero })
      == AnnotationContent(other.value.mapPoints { _ in .zero })
  }

  /// Whether its picture has paths only.
  package var isPathsOnly: Bool { value.isPathsOnly }

  /// Whether people type its text on the page, in its frame.
  package var isTypedOnPage: Bool { value.isTypedOnPage }
  /// Whether its control points say all about its extent, so that its frame needs no handles.
  package var isResizedByPointsAlone: Bool { value.isResizedByPointsAlone }
  /// What it measures; `nil` for kinds that measure nothing, where setting it does nothing.
  package var measurement: PageMeasurement? {
    get { value.measurement }
    set { value.measurement = newValue }
  }

  /// Whether it can be written in place of another one.
  package func canReplace(_ old: AnnotationContent) -> Bool { value.canReplace(old.value) }

  /// The page that it leads to.
  package var linkedPage: PageID? { value.linkedPage }

  /// Whether the other is this one, up to the precision of coordinates in a file: what was text in between may differ in the last
  /// digit. O(points).
  package func isSame(as other: AnnotationContent) -> Bool {
    if self == other { return true }
    guard let way = displacement(to: other) else { return false }
    return abs(way.x) <= 1e-6 && abs(way.y) <= 1e-6
  }

  /// How far the other content is this one moved; `nil` if it differs in another way. O(points).
  package func displacement(to other: AnnotationContent) -> PagePoint? { value.displacement(to: other.value) }

  /// The content if it is of a kind. Setting it does nothing to content of another kind.
  package subscript<Kind: AnnotationKind>(as kind: Kind.Type) -> Kind? {
    get { value as? Kind }
    set { if let newValue, value is Kind { value = newValue } }
  }

  /// Whether both are of the same kind and draw the same.
  public static func == (a: AnnotationContent, b: AnnotationContent) -> Bool { a.value.isEqual(to: b.value) }

  /// Feeds what it draws to the hasher.
  public func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}

extension AnnotationContent {
  /// A kind of annotation. More kinds may come: have a default where you switch over them.
  public struct Kind: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The kind's word in scripts and listings.
    public let rawValue: String
    /// Makes a kind from its word in scripts.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The kind's word.
    public var description: String { rawValue }

    /// What it is called in lists for people, in English, for translation; "Other" for one that is not known.
    public var title: String { AnnotationKinds.titles[rawValue] ?? UnsupportedContent.title }
    /// Every kind that there is.
    public static let all = AnnotationKinds.all.flatMap { $0.members.map { Kind(rawValue: $0.name) } }
  }
}

extension AnnotationContent: CustomStringConvertible {
  /// The kind and where it is: `line from (72, 700) to (200, 720)`.
  public var description: String { value.description }
}

extension AnnotationContent {
  /// The content with another page that it leads to; the same where there is none.
  package func mapLinkedPage(_ transform: (PageID) -> PageID?) -> AnnotationContent {
    guard var link, case .place(var place) = link.target, let page = transform(place.page) else {
      return self
    }
    place.page = page
    link.target = .place(place)
    return AnnotationContent(link)
  }
}

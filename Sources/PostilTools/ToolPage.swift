public import PostilModel

/// The page that a tool draws on, as far as the tool needs to know it: see ``DrawingTool/prepare(for:)``.
public struct ToolPage: Sendable {
  /// How far the page is turned.
  public var rotation: PageRotation
  /// The text of the page; `nil` if it is not known, or not yet.
  public var text: PageText?
  /// The annotations of the page, bottom first; none unless the tool needs them.
  public var annotations: [Annotation]

  /// Makes a page.
  public init(rotation: PageRotation = .none, text: PageText? = nil, annotations: [Annotation] = []) {
    (self.rotation, self.text, self.annotations) = (rotation, text, annotations)
  }
}

/// What a tool needs to know of a page besides how far it is turned. Viewers read nothing else for it.
public struct ToolNeeds: OptionSet, Sendable, Hashable {
  /// A bit for each of them.
  public let rawValue: Int
  /// Makes a choice from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The text of the page. It may come when the drawing has begun.
  public static let text = ToolNeeds(rawValue: 1 << 0)
  /// The annotations of the page.
  public static let annotations = ToolNeeds(rawValue: 1 << 1)
}

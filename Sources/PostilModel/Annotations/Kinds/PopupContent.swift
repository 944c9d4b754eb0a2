/// The window in which a reader shows the text of another annotation (`/Popup`): its ``Annotation/relation`` says of which. It
/// paints nothing, and readers that do without it choose a place of their own.
public struct PopupContent: Sendable, Hashable {
  /// Where the window is.
  public var rect: PageRect
  /// Whether it is open at first.
  public var isOpen: Bool

  /// Makes a window.
  ///
  /// - Parameters:
  ///   - rect: Where it is; it may be beside the page.
  ///   - isOpen: Whether it is open at first.
  public init(_ rect: PageRect, isOpen: Bool = false) {
    self.rect = rect
    self.isOpen = isOpen
  }
}

extension AnnotationContent {
  /// The window in which a reader shows the text of another annotation (`/Popup`).
  ///
  /// - Parameters:
  ///   - rect: Where it is.
  ///   - isOpen: Whether it is open at first.
  public static func popup(_ rect: PageRect, isOpen: Bool = false) -> AnnotationContent {
    AnnotationContent(PopupContent(rect, isOpen: isOpen))
  }

  /// The window; `nil` for another kind.
  public var popup: PopupContent? {
    get { self[as: PopupContent.self] }
    set { self[as: PopupContent.self] = newValue }
  }
}

extension AnnotationContent.Kind {
  /// The window of another annotation (`/Popup`).
  public static let popup = AnnotationContent.Kind(rawValue: PopupContent.name)
}

extension PopupContent: AnnotationKind {
  package static let subtype = "Popup"
  package static let name = "popup"
  package static let title = "Pop-Up Window"
  package static let keys = ["rect", "isOpen"]
  package static let capabilities: AnnotationCapabilities = [.added, .restyled, .moved, .resized]

  package var usualFlags: AnnotationFlags { [.print, .noZoom, .noRotate] }

  package var points: [PagePoint] { rect.corners }

  package func mapPoints(_ transform: (PagePoint) -> PagePoint) -> PopupContent {
    PopupContent(rect.mapCorners(transform), isOpen: isOpen)
  }

  package func bounds(_ style: AnnotationStyle) -> PageRect { rect }
  package func appearance(_ style: AnnotationStyle) -> Appearance { Appearance() }
  package func isVisible(_ style: AnnotationStyle) -> Bool { true }
}

extension PopupContent: Codable {
  /// Reads `{"rect": [x, y, width, height], "isOpen": true}`; only the rectangle is needed.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    self.init(try fields.value("rect"), isOpen: try fields.optional("isOpen") ?? false)
  }

  /// Writes what the decoding initializer reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(rect, forKey: "rect")
    if isOpen { try fields.encode(true, forKey: "isOpen") }
  }
}

extension PopupContent: CustomStringConvertible {
  /// Where it is.
  public var description: String { "pop-up \(rect)" }
}

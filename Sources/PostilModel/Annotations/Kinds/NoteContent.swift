/// A note (`/Text`, which PDFKit calls a text annotation): an icon whose text a reader shows in a pop-up window. A note that
/// answers another annotation (``AnnotationRelation/reply(to:)``) is an entry of its thread and paints nothing; one with a
/// ``state`` says what somebody makes of that annotation.
///
/// ```swift
/// let note = Annotation(
///   .note(at: PagePoint(x: 72, y: 700), icon: .help), style: .note, contents: "Why?", author: "Ada")
/// try document.add(note, to: page.id)
/// try document.reply(to: note.id, on: page.id, with: "See page 4", author: "Grace")
/// ```
///
/// The icon is in the style's color and opacity. New notes have the flags ``AnnotationFlags/noZoom`` and
/// ``AnnotationFlags/noRotate``, by which readers keep the icon upright, and as large as it is at a zoom of 100 %, about the
/// upper left corner of its rectangle. Poppler, and so what Postil shows, heeds the second one alone.
public struct NoteContent: Sendable, Hashable {
  /// An icon (`/Name`, ISO 32000-2, table 175).
  public struct Icon: RawRepresentable, Sendable, Hashable, CaseIterable {
    /// The name in the file.
    public let rawValue: String
    /// Makes an icon from its name in the file; others than the standard ones are kept and drawn as ``note``.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A speech bubble.
    public static let comment = Icon(rawValue: "Comment")
    /// A key.
    public static let key = Icon(rawValue: "Key")
    /// A sheet of paper: what is meant where the file has no name.
    public static let note = Icon(rawValue: "Note")
    /// A question mark.
    public static let help = Icon(rawValue: "Help")
    /// A paragraph sign with a wedge below it.
    public static let newParagraph = Icon(rawValue: "NewParagraph")
    /// A paragraph sign.
    public static let paragraph = Icon(rawValue: "Paragraph")
    /// A wedge.
    public static let insert = Icon(rawValue: "Insert")

    /// The standard icons.
    public static let allCases: [Icon] = [comment, key, note, help, newParagraph, paragraph, insert]
  }

  /// The rectangle of the icon; its upper left corner is what the note is fixed to.
  public var rect: PageRect
  /// The icon.
  public var icon: Icon
  /// Whether a reader shows the text at once.
  public var isOpen: Bool
  /// What its author makes of the annotation that it answers; `nil` for notes with a text.
  public var state: AnnotationState?

  /// Makes a note.
  ///
  /// - Parameters:
  ///   - point: The upper left corner of the icon.
  ///   - icon: The icon.
  ///   - isOpen: Whether a reader shows the text at once.
  ///   - state: What its author makes of the annotation that it answers.
  public init(at point: PagePoint, icon: Icon = .note, isOpen: Bool = false, state: AnnotationState? = nil) {
    self.init(in: .icon(at: point), icon: icon, isOpen: isOpen, state: state)
  }

  /// Makes a note whose icon is as large as it can be in a rectangle, at the upper left.
  ///
  /// - Parameters:
  ///   - rect: The rectangle.
  ///   - icon: The icon.
  ///   - isOpen: Whether a reader shows the text at once.
  ///   - state: What its author makes of the annotation that it answers.
  public init(in rect: PageRect, icon: Icon = .note, isOpen: Bool = false, state: AnnotationState? = nil) {
    self.rect = rect
    self.icon = icon
    self.isOpen = isOpen
    self.state = state
  }
}

extension AnnotationContent {
  /// A note (`/Text`): an icon whose text a reader shows in a pop-up window.
  ///
  /// - Parameters:
  ///   - point: The upper left corner of the icon.
  ///   - icon: The icon.
  ///   - isOpen: Whether a reader shows the text at once.
  public static func note(
    at point: PagePoint, icon: NoteContent.Icon = .note, isOpen: Bool = false
  ) -> AnnotationContent {
    AnnotationContent(NoteContent(at: point, icon: icon, isOpen: isOpen))
  }

  /// A note (`/Text`).
  ///
  /// - Parameter content: The note.
  public static func note(_ content: NoteContent) -> AnnotationContent { AnnotationContent(content) }

  /// The note; `nil` for another kind.
  public var note: NoteContent? {
    get { self[as: NoteContent.self] }
    set { self[as: NoteContent.self] = newValue }
  }
}

extension AnnotationContent.Kind {
  /// A note (`/Text`).
  public static let note = AnnotationContent.Kind(rawValue: NoteContent.name)
}

extension AnnotationStyle {
  /// What notes look like until something else is chosen: yellow.
  public static let note = AnnotationStyle(color: Color(red: 1, green: 0.82, blue: 0.25))
}

extension NoteContent: AnnotationKind {
  package static let subtype = "Text"
  package static let name = "note"
  package static let title = "Note"
  package static let keys = ["rect", "at", "icon", "isOpen", "state", "stateModel"]
  package static let capabilities: AnnotationCapabilities = [
    .drawn, .added, .restyled, .moved, .erasedWhole, .cleared,
  ]

  package var usualFlags: AnnotationFlags {
    state == nil ? [.print, .noZoom, .noRotate] : [.hidden, .print, .noZoom, .noRotate]
  }

  package var points: [PagePoint] { rect.corners }

  package func mapPoints(_ transform: (PagePoint) -> PagePoint) -> NoteContent {
    NoteContent(in: rect.mapCorners(transform), icon: icon, isOpen: isOpen, state: state)
  }

  package func bounds(_ style: AnnotationStyle) -> PageRect { frame }

  package func appearance(_ style: AnnotationStyle) -> Appearance {
    Appearance(items: IconDrawing(in: frame, style.color).note(icon), opacity: style.opacity, box: frame)
  }

  package func hitArea(_ style: AnnotationStyle) -> PagePath? { .rectangle(frame) }

  package func normalized() -> NoteContent {
    NoteContent(in: rect.atSavedCorner, icon: icon, isOpen: isOpen, state: state)
  }

  package func isVisible(_ style: AnnotationStyle) -> Bool { true }
  package var frame: PageRect { rect.ofIcon }
}

extension NoteContent: Codable {
  /// Reads `{"at": [x, y], "icon": "Help", "isOpen": true}` with the upper left corner, or a `"rect"` in its place; a state is
  /// `"state": "Accepted"`, with a `"stateModel"` if it is none of the standard ones. Only the place is needed.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    let corner: PagePoint? = try fields.optional("at")
    let name: String? = try fields.optional("state")
    let model: String? = try fields.optional("stateModel")
    var state = name.flatMap(AnnotationState.init(standardName:))
    if let name, let model { state = AnnotationState(name, model: AnnotationState.Model(rawValue: model)) }
    if name != nil, state == nil {
      throw fields.error("a state that is none of the standard ones needs a 'stateModel'", at: "state")
    }
    self.init(
      in: try corner.map(PageRect.icon) ?? fields.value("rect"),
      icon: Icon(rawValue: try fields.optional("icon") ?? Icon.note.rawValue),
      isOpen: try fields.optional("isOpen") ?? false, state: state)
  }

  /// Writes what the decoding initializer reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(rect, forKey: "rect")
    if icon != .note { try fields.encode(icon.rawValue, forKey: "icon") }
    if isOpen { try fields.encode(true, forKey: "isOpen") }
    guard let state else { return }
    try fields.encode(state.name, forKey: "state")
    if AnnotationState(standardName: state.name) != state {
      try fields.encode(state.model.rawValue, forKey: "stateModel")
    }
  }
}

extension NoteContent: CustomStringConvertible {
  /// The icon or the state, and where it is: `Help note at (72, 700)`.
  public var description: String {
    let corner = PagePoint(x: rect.minX, y: rect.maxY)
    return state.map { "state \($0)" } ?? "\(icon.rawValue) note at \(corner)"
  }
}

public import Foundation

/// A mark on a page: what every annotation has, and what this one draws (ISO 32000-2, 12.5).
///
/// ```swift
/// var note = Annotation(.rectangle(PageRect(x: 72, y: 600, width: 200, height: 80)), style: .init(color: .red))
/// note.contents = "Check this"
/// note.content = .ellipse(PageRect(x: 72, y: 600, width: 90, height: 60))
/// ```
public struct Annotation: Sendable, Hashable, Identifiable {
  /// The annotation's name, unique on its page; saved as `/NM`.
  public private(set) var id: AnnotationID
  /// What it draws, in page space.
  public var content: AnnotationContent
  /// How it is painted.
  public var style: AnnotationStyle
  /// The text that belongs to it (`/Contents`): what a reader shows in a pop-up, or reads aloud. Of free text it is the text
  /// that stands on the page.
  public var contents: String? {
    get { content.shownText ?? note }
    set { if content.shownText == nil { note = newValue } else { content.shownText = newValue } }
  }
  /// The text that belongs to it, of kinds that show none on the page.
  var note: String?
  /// Who made it (`/T`).
  public var author: String?
  /// What it is about, in a few words (`/Subj`).
  public var subject: String?
  /// When it was made (`/CreationDate`).
  public var creationDate: Date?
  /// When it was last changed (`/M`), as the file or the program says. Saving a change stamps the file with
  /// the time of the save, unless this was set to another date by the same change.
  public var modificationDate: Date?
  /// Its flags (`/F`).
  public var flags: AnnotationFlags
  /// What it is to another annotation on the page: an answer to it, a part of it, or its pop-up window.
  public var relation: AnnotationRelation?
  /// What programs note for themselves, by keys of their own choice; saved with the annotation, never shown.
  public var metadata: [String: String]
  /// Keys of the annotation in its file that say how it looks, or what it does, and that Postil does not understand, such as `BE` (the
  /// effect of a border) or the action (`A`) of a link. All of them survive changes of text, author and flags, and moves; an edit
  /// that would draw the annotation anew, and lose them, is refused.
  public package(set) var foreignKeys: [String] = []
  /// What it was imported with; `nil` for others.
  package var dictionary: AnnotationDictionary?

  /// Makes an annotation. Without dates, saving stamps it with the time of the save. Without flags it has those that are usual
  /// for its kind: it is printed, and notes, pop-ups and attachments stay upright and as large as they are.
  public init(
    _ content: AnnotationContent, style: AnnotationStyle = AnnotationStyle(), contents: String? = nil,
    author: String? = nil, subject: String? = nil, creationDate: Date? = nil, modificationDate: Date? = nil,
    flags: AnnotationFlags? = nil, metadata: [String: String] = [:], id: AnnotationID = AnnotationID()
  ) {
    self.id = id
    self.content = content
    self.style = style
    note = nil
    self.author = author
    self.subject = subject
    self.creationDate = creationDate
    self.modificationDate = modificationDate
    self.flags = flags ?? content.value.usualFlags
    self.metadata = metadata
    if let contents { self.contents = contents }
  }

  /// The annotation's PDF subtype: `Line`, `Square`, `Circle`, `Ink` or another.
  public var subtype: String { content.subtype }

  /// Whether it is a comment of somebody (a markup annotation, ISO 32000-2, 12.5.6.2), not a link, a form field, the window of a
  /// comment or something else that belongs to the page.
  public var isMarkup: Bool {
    Self.markupSubtypes.contains(subtype)
  }

  private static let markupSubtypes: Set<String> = [
    "Text", "FreeText", "Line", "Square", "Circle", "Polygon", "PolyLine", "Highlight", "Underline",
    "Squiggly",
    "StrikeOut", "Caret", "Stamp", "Ink", "FileAttachment", "Redact", "Sound", "Projection",
  ]

  /// What can be done with it now: what its kind allows, less what would lose something that the file says
  /// (``foreignKeys``), less what its flags forbid.
  public var capabilities: AnnotationCapabilities {
    var result = content.capabilities
    if !foreignKeys.isEmpty {
      result.subtract([.added, .restyled, .resized, .turned])
      if result.remove(.erasedInParts) != nil { result.insert(.erasedWhole) }
    }
    // What paints nothing is not rubbed out; it goes with what it answers.
    if isReplyNote { result.subtract([.erasedWhole, .cleared]) }
    if isLocked { result.formIntersection([.drawn, .added]) }
    return result
  }

  /// Whether its flags forbid to change and to remove it: ``AnnotationFlags/locked`` or ``AnnotationFlags/readOnly``. Of form
  /// fields the latter is about filling them in.
  public var isLocked: Bool {
    flags.contains(.locked) || (flags.contains(.readOnly) && subtype != "Widget")
  }

  /// The full name of the form field that it adds to the document; `nil` if it adds none.
  package var addedField: String? { dictionary?.fieldName }

  /// Whether it is shown on a screen, as far as its own entries say.
  package var isShown: Bool {
    flags.isDisjoint(with: [.hidden, .noView]) && subtype != "Popup" && !isReplyNote
  }

  /// The annotation moved by a distance, in points. O(points).
  public func offset(dx: Double, dy: Double) -> Annotation {
    var copy = self
    copy.content = content.offset(dx: dx, dy: dy)
    return copy
  }

  /// The same annotation under another name and with other content.
  package func copy(_ content: AnnotationContent, id: AnnotationID) -> Annotation {
    var copy = self
    copy.id = id
    copy.content = content
    if let contents { copy.contents = contents }
    if id != self.id { copy.dictionary = nil }
    return copy
  }
}

extension Annotation: CustomStringConvertible {
  /// The name and what it draws: `highlight-1: line from (72, 700) to (200, 720)`.
  public var description: String { "\(id): \(content)" }
}

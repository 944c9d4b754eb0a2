import Foundation

/// A mark on a page: a line, rectangle, ellipse or ink drawing that can be edited, or another
/// kind that is listed and kept (ISO 32000-2, 12.5).
public struct Annotation: Sendable, Hashable, Identifiable {
  /// The annotation's name, unique on its page; saved as `/NM`.
  public let id: AnnotationID
  /// What it draws, in page space.
  public var shape: AnnotationShape
  /// How it is painted.
  public var style: StrokeStyle
  /// The text that belongs to it (`/Contents`): what a reader shows in a pop-up, or reads aloud.
  public var contents: String?
  /// Who made it (`/T`).
  public var author: String?
  /// When it was made (`/CreationDate`).
  public var creationDate: Date?
  /// When it was last changed (`/M`).
  public var modificationDate: Date?
  /// Its flags (`/F`).
  public var flags: AnnotationFlags

  /// Makes an annotation. Without dates, saving stamps it with the time of the save.
  public init(
    _ shape: AnnotationShape, style: StrokeStyle = StrokeStyle(), contents: String? = nil,
    author: String? = nil, creationDate: Date? = nil, modificationDate: Date? = nil,
    flags: AnnotationFlags = .print, id: AnnotationID = AnnotationID()
  ) {
    self.id = id
    self.shape = shape
    self.style = style
    self.contents = contents
    self.author = author
    self.creationDate = creationDate
    self.modificationDate = modificationDate
    self.flags = flags
  }

  /// The annotation's PDF subtype: `Line`, `Square`, `Circle`, `Ink` or another.
  public var subtype: String { shape.subtype }
}

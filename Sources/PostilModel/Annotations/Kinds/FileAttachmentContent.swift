/// A file at a place of a page (`/FileAttachment`): an icon, in the style's color, and the file.
///
/// ```swift
/// let file = try AttachedFile(contentsOf: url, description: "What it costs")
/// try document.add(
///   Annotation(.fileAttachment(file, at: PagePoint(x: 72, y: 700)), style: .note), to: page.id)
/// ```
///
/// A file that was read from a document stays there until its bytes are asked for (``PDFDocument/attachedData(of:on:)``):
/// such an annotation can be moved, get another icon, style or name, and be removed, but not be added elsewhere.
public struct FileAttachmentContent: Sendable, Hashable {
  /// An icon (`/Name`, ISO 32000-2, table 187).
  public struct Icon: RawRepresentable, Sendable, Hashable, CaseIterable {
    /// The name in the file.
    public let rawValue: String
    /// Makes an icon from its name in the file; others than the standard ones are kept and drawn as ``pushPin``.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A diagram.
    public static let graph = Icon(rawValue: "Graph")
    /// A pin: what is meant where the file has no name.
    public static let pushPin = Icon(rawValue: "PushPin")
    /// A paper clip.
    public static let paperclip = Icon(rawValue: "Paperclip")
    /// A label.
    public static let tag = Icon(rawValue: "Tag")

    /// The standard icons.
    public static let allCases: [Icon] = [graph, pushPin, paperclip, tag]
  }

  /// The file.
  public var file: AttachedFile
  /// The rectangle of the icon; its upper left corner is what the annotation is fixed to.
  public var rect: PageRect
  /// The icon.
  public var icon: Icon

  /// Makes an attachment with an icon of the usual size.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - point: The upper left corner of the icon.
  ///   - icon: The icon.
  public init(_ file: AttachedFile, at point: PagePoint, icon: Icon = .pushPin) {
    self.init(file, in: .icon(at: point), icon: icon)
  }

  /// Makes an attachment whose icon is as large as it can be in a rectangle, at the upper left.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - rect: The rectangle.
  ///   - icon: The icon.
  public init(_ file: AttachedFile, in rect: PageRect, icon: Icon = .pushPin) {
    self.file = file
    self.rect = rect
    self.icon = icon
  }
}

extension AnnotationContent {
  /// A file at a place of a page (`/FileAttachment`).
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - point: The upper left corner of the icon.
  ///   - icon: The icon.
  public static func fileAttachment(
    _ file: AttachedFile, at point: PagePoint, icon: FileAttachmentContent.Icon = .pushPin
  ) -> AnnotationContent {
    AnnotationContent(FileAttachmentContent(file, at: point, icon: icon))
  }

  /// The attachment; `nil` for another kind.
  public var fileAttachment: FileAttachmentContent? {
    get { self[as: FileAttachmentContent.self] }
    set { self[as: FileAttachmentContent.self] = newValue }
  }
}

extension AnnotationContent.Kind {
  /// A file at a place of a page (`/FileAttachment`).
  public static let fileAttachment = AnnotationContent.Kind(rawValue: FileAttachmentContent.name)
}

extension FileAttachmentContent: AnnotationKind {
  package static let subtype = "FileAttachment"
  package static let name = "fileAttachment"
  package static let title = "Attached File"
  package static let keys = ["file", "rect", "at", "icon"]
  package static let capabilities: AnnotationCapabilities = [
    .drawn, .added, .restyled, .moved, .erasedWhole, .cleared,
  ]

  package var capabilities: AnnotationCapabilities {
    if case .data = file.contents { Self.capabilities } else { Self.capabilities.subtracting(.added) }
  }

  package var usualFlags: AnnotationFlags { [.print, .noZoom, .noRotate] }
  package var heldByteCount: Int { file.data?.count ?? 0 }
  package var points: [PagePoint] { rect.corners }

  package func canReplace(_ old: any AnnotationKind) -> Bool {
    capabilities.contains(.added) || (old as? FileAttachmentContent)?.file.contents == file.contents
  }

  package func mapPoints(_ transform: (PagePoint) -> PagePoint) -> FileAttachmentContent {
    FileAttachmentContent(file, in: rect.mapCorners(transform), icon: icon)
  }

  package func bounds(_ style: AnnotationStyle) -> PageRect { frame }

  package func appearance(_ style: AnnotationStyle) -> Appearance {
    Appearance(
      items: IconDrawing(in: frame, style.color).attachment(icon), opacity: style.opacity, box: frame)
  }

  package func hitArea(_ style: AnnotationStyle) -> PagePath? { .rectangle(frame) }
  package func normalized() -> FileAttachmentContent {
    FileAttachmentContent(file, in: rect.atSavedCorner, icon: icon)
  }

  package func isVisible(_ style: AnnotationStyle) -> Bool { true }
  package var frame: PageRect { rect.ofIcon }
  package func requireUsable() throws { if file.data != nil { try file.requireUsable() } }
}

extension FileAttachmentContent: Codable {
  /// Reads `{"file": {"name": "costs.csv", "data": "…"}, "at": [x, y], "icon": "Paperclip"}` with the upper left corner, or a
  /// `"rect"` in its place; the icon may be left out. The file is an ``AttachedFile``.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    let corner: PagePoint? = try fields.optional("at")
    self.init(
      try fields.value("file"), in: try corner.map(PageRect.icon) ?? fields.value("rect"),
      icon: Icon(rawValue: try fields.optional("icon") ?? Icon.pushPin.rawValue))
  }

  /// Writes what the decoding initializer reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(file, forKey: "file")
    try fields.encode(rect, forKey: "rect")
    if icon != .pushPin { try fields.encode(icon.rawValue, forKey: "icon") }
  }
}

extension FileAttachmentContent: CustomStringConvertible {
  /// The file and where it is: `attachment costs.csv (120 bytes) at (72, 700)`.
  public var description: String { "attachment \(file) at \(PagePoint(x: rect.minX, y: rect.maxY))" }
}

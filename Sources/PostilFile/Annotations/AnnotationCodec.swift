import PostilModel

/// How a kind of annotation is read from a dictionary and written into one (ISO 32000-2, 12.5.6). A kind's
/// codec is its conformance to this protocol; the kinds are found through ``AnnotationKinds``.
protocol AnnotationCodec: AnnotationKind {
  /// The keys that say where it is: ``write(to:_:)`` sets all of them that there are to be.
  static var ownedKeys: [PDFName] { get }
  /// The keys besides those that stay as they are while nothing of theirs changes, and go if it becomes another kind.
  static var keptKeys: [PDFName] { get }
  /// Whether drawing it anew replaces several appearances (`/AS`) as well: icons have no need of them.
  static var replacesAppearances: Bool { get }
  /// The keys of the style that the kind has, of `C`, `CA`, `ca`, `BS` and `IC`.
  static var styleKeys: Set<PDFName> { get }

  /// Reads what is drawn; `nil` if it cannot be understood. The style is what the common keys say.
  init?(_ source: AnnotationSource, _ style: inout AnnotationStyle)

  /// The keys of the kind that say how it looks and that are not understood.
  static func foreignKeys(in source: AnnotationSource) -> [PDFName]

  /// Writes where it is.
  func write(to dictionary: inout PDFDictionary, _ style: AnnotationStyle)

  /// Writes what it leads to or holds, which are objects of their own. Most kinds have nothing of that.
  func writeObjects(to dictionary: inout PDFDictionary, _ context: AnnotationWriteContext)
}

/// What codecs need to write other objects.
struct AnnotationWriteContext {
  /// The object of its ``AnnotationKind/linkedPage``; `nil` if the document has no such page.
  let page: ObjectID?
  /// What the dictionary says so far; `nil` for a new annotation.
  let old: (any AnnotationCodec)?
  /// The files of annotations.
  let files: EmbeddedFiles
  /// Follows a reference.
  let resolve: (PDFObject?) -> PDFObject
}

extension AnnotationCodec {
  static var styleKeys: Set<PDFName> { ["C", "CA", "ca", "BS", "IC"] }
  static var keptKeys: [PDFName] { [] }
  static var replacesAppearances: Bool { false }
  static func foreignKeys(in source: AnnotationSource) -> [PDFName] { [] }
  func writeObjects(to dictionary: inout PDFDictionary, _ context: AnnotationWriteContext) {}
}

/// The codecs of the kinds.
enum AnnotationCodecs {
  /// The codec of a subtype; `nil` if no kind has it. Casting a kind for the first time takes long, so only those are cast that files
  /// have.
  static func codec(ofSubtype subtype: String) -> (any AnnotationCodec.Type)? {
    AnnotationKinds.bySubtype[subtype] as? any AnnotationCodec.Type
  }
}

/// An annotation's dictionary as codecs read it.
struct AnnotationSource {
  let dictionary: PDFDictionary
  let objects: any ObjectSource
  /// Its subtype (`/Subtype`).
  let subtype: String
  /// Its rectangle (`/Rect`), if that is usable.
  let rect: PageRect?
  /// Whether it comes from a file of annotations.
  let isImported: Bool
  /// The page of an object; `nil` if it is none of the document.
  let pageID: (ObjectID) -> PageID?

  /// The value of a key, references followed.
  subscript(key: PDFName) -> PDFObject { objects.resolve(dictionary[key]) }

  /// The numbers of an array; `nil` if it is no array or something else is in it.
  func numbers(_ key: PDFName) -> [Double]? { objects.numbers(dictionary[key]) }

  /// The points of an array of coordinates; `nil` if it is none, or one is not usable.
  func points(_ key: PDFName) -> [PagePoint]? { objects.points(dictionary[key]) }

  /// The two line endings (`/LE`).
  var lineEndings: (start: LineEnding, end: LineEnding) {
    let ends = self["LE"].array?.map {
      objects.resolve($0).name.flatMap { LineEnding(rawValue: $0.description) }
    }
    return ((ends?.first ?? nil) ?? .none, (ends?.dropFirst().first ?? nil) ?? .none)
  }

  /// What Postil noted for itself.
  var privateEntry: PDFDictionary { self[PrivateKey.entry].dictionary ?? [:] }
}

extension PDFObject {
  /// The array of the points' coordinates.
  static func points(_ points: [PagePoint]) -> PDFObject { .coordinates(points.flatMap { [$0.x, $0.y] }) }

  /// The names of two line endings; `nil` for none at both ends.
  static func lineEndings(_ start: LineEnding, _ end: LineEnding) -> PDFObject? {
    guard start != .none || end != .none else { return nil }
    return .array([.name(PDFName(start.rawValue)), .name(PDFName(end.rawValue))])
  }
}

public import Foundation
import PostilGraphics
import PostilSystem
import Postil

/// A font of a file, for the documents whose style lists it. It need not be installed, and no other document finds it.
///
/// ```swift
/// var style = LayoutStyle(family: "House, Noto Sans")
/// style.fonts = [
///   FontFile(family: "House", contentsOf: folder.appending(path: "House-Regular.ttf")),
///   FontFile(family: "House", contentsOf: folder.appending(path: "House-Bold.ttf")),
/// ]
/// ```
///
/// Of several files of a family the one is taken whose weight and slant are asked for. The file is read when a document is set.
public struct FontFile: Sendable, Hashable {
  enum Content: Sendable, Hashable {
    case file(URL)
    case data(Data)
  }

  /// The name that the family of a `TextFont` asks for it by, whatever the file says; it goes before a font of the system of the same name.
  public let family: String
  /// Which font of a collection it is, from 0.
  public let face: Int
  let content: Content
  private let place: SourcePlace?

  private init(_ family: String, _ content: Content, _ face: Int, _ place: SourcePlace?) {
    (self.family, self.content, self.face, self.place) = (family, content, face, place)
  }

  /// Names a font of a file: TrueType, OpenType or a collection.
  ///
  /// - Parameters:
  ///   - family: The name that it is asked for by, without commas.
  ///   - url: The file.
  ///   - face: Which font of a collection, from 0.
  ///   - file: Where it stands in the program, for messages.
  ///   - line: The same.
  public init(
    family: String, contentsOf url: URL, face: Int = 0, file: StaticString = #fileID, line: UInt = #line
  ) { self.init(family, .file(url), face, SourcePlace(file, line)) }

  /// Names a font of data.
  public init(family: String, data: Data, face: Int = 0, file: StaticString = #fileID, line: UInt = #line) {
    self.init(family, .data(data), face, SourcePlace(file, line))
  }

  /// Whether both name the same font alike, wherever that stands in the program.
  public static func == (one: FontFile, other: FontFile) -> Bool {
    one.family == other.family && one.face == other.face && one.content == other.content
  }

  /// Hashes what ``==(_:_:)`` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(family)
    hasher.combine(face)
    hasher.combine(content)
  }

  // MARK: - Reading

  private static let mostFiles = 200
  private static let largest = 256 << 20

  /// The fonts of files; `nil` if there are none.
  ///
  /// - Throws: ``PlacedError``.
  static func read(_ fonts: [FontFile]) throws -> FontFiles? {
    guard !fonts.isEmpty else { return nil }
    guard fonts.count <= mostFiles else {
      throw PDFError(.invalidArgument, "A style has at most \(mostFiles) fonts of files, not \(fonts.count).")
    }
    let sources = try fonts.map { font in
      try font.placed { FontFiles.Source(family: font.family, data: try font.read(), face: font.face) }
    }
    do { return try FontFiles(sources) } catch let error as FontFiles.Unreadable {
      let font = fonts[min(max(error.index, 0), fonts.count - 1)]
      return try font.placed {
        throw PDFError(
          .invalidArgument,
          "\(font.name) has no font \(font.face) that can be read: name another file or face.")
      }
    }
  }

  private func placed<Result>(_ body: () throws -> Result) throws -> Result {
    try PlacedError.at("The font", place, body)
  }

  /// What it is called in messages.
  private var name: String {
    switch content {
    case .file(let url): url.lastPathComponent
    case .data: "The data of '\(family)'"
    }
  }

  private func read() throws -> Data {
    try TextFont(family).requireUsable()
    guard !family.contains(","), (0..<65_536).contains(face) else {
      throw PDFError(
        .invalidArgument,
        "'\(family)' with face \(face) cannot be asked for: a name has no commas, faces count from 0.")
    }
    switch content {
    case .file(let url): return try FileIO.contents(of: url, upTo: Self.largest)
    case .data(let data):
      guard data.count <= Self.largest else {
        throw PDFError(.invalidArgument, "\(name) is larger than \(Self.largest >> 20) MB: no font is.")
      }
      return data
    }
  }
}

extension FontFile: Codable {
  /// The folder that paths in JSON are relative to, a `URL`, in a decoder's `userInfo`; without it that of the process.
  public static let folder = CodingUserInfoKey(rawValue: "postil.fontFolder")

  private struct Entries: StyleObject {
    var family = ""
    var file: String?
    var data: Data?
    var face = 0

    static var fields: [StyleField<Self>] {
      [
        StyleField("family", \.family), StyleField("file", \.file), StyleField("data", \.data),
        StyleField("face", \.face),
      ]
    }
  }

  /// Reads `{"family": "House", "file": "House.ttc", "face": 1}`; `data` in Base64 may take the place of `file`.
  ///
  /// - Throws: `DecodingError`, also for keys that there are not.
  public init(from decoder: any Decoder) throws {
    var entries = Entries()
    try entries.take(decoder)
    let content: Content
    switch (entries.file, entries.data) {
    case (let path?, nil):
      let folder = Self.folder.flatMap { decoder.userInfo[$0] as? URL }
      content = .file(URL(fileURLWithPath: path, relativeTo: folder).absoluteURL)
    case (nil, let data?): content = .data(data)
    default:
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "a font has a family, and a file or data"))
    }
    self.init(entries.family, content, entries.face, nil)
  }

  /// Writes an object with all of it.
  public func encode(to encoder: any Encoder) throws {
    var entries = Entries()
    (entries.family, entries.face) = (family, face)
    switch content {
    case .file(let url): entries.file = url.path
    case .data(let data): entries.data = data
    }
    try entries.write(to: encoder)
  }
}

/// How viewers show a document when it is opened, and its language (ISO 32000-2, 7.7.2 and 12.2). What is `nil` is not said by the
/// document.
public struct DocumentSettings: Sendable, Hashable {
  /// What is shown beside the pages (`/PageMode`).
  public struct PageMode: RawRepresentable, Sendable, Hashable, Codable {
    /// The name in the file.
    public let rawValue: String
    /// Takes a name of the file.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// All that there are.
    static let all: [PageMode] = [.none, .outline, .thumbnails, .fullScreen, .layers, .attachments]

    /// Nothing.
    public static let none = PageMode(rawValue: "UseNone")
    /// The outline.
    public static let outline = PageMode(rawValue: "UseOutlines")
    /// Small pictures of the pages.
    public static let thumbnails = PageMode(rawValue: "UseThumbs")
    /// The layers.
    public static let layers = PageMode(rawValue: "UseOC")
    /// The attachments.
    public static let attachments = PageMode(rawValue: "UseAttachments")
    /// The pages fill the screen.
    public static let fullScreen = PageMode(rawValue: "FullScreen")
  }

  /// How the pages are laid out (`/PageLayout`).
  public struct PageLayout: RawRepresentable, Sendable, Hashable, Codable {
    /// The name in the file.
    public let rawValue: String
    /// Takes a name of the file.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// All that there are.
    static let all: [PageLayout] = [
      .singlePage, .oneColumn, .twoColumnLeft, .twoColumnRight, .twoPageLeft, .twoPageRight,
    ]

    /// One page at a time.
    public static let singlePage = PageLayout(rawValue: "SinglePage")
    /// All pages below each other.
    public static let oneColumn = PageLayout(rawValue: "OneColumn")
    /// All pages in two columns, odd ones on the left.
    public static let twoColumnLeft = PageLayout(rawValue: "TwoColumnLeft")
    /// All pages in two columns, odd ones on the right.
    public static let twoColumnRight = PageLayout(rawValue: "TwoColumnRight")
    /// Two pages at a time, odd ones on the left.
    public static let twoPageLeft = PageLayout(rawValue: "TwoPageLeft")
    /// Two pages at a time, odd ones on the right.
    public static let twoPageRight = PageLayout(rawValue: "TwoPageRight")
  }

  /// The value of a viewer preference (ISO 32000-2, table 147).
  public enum Preference: Sendable, Hashable, Codable {
    /// Yes or no.
    case flag(Bool)
    /// A name, such as `R2L`.
    case name(String)
    /// A whole number.
    case number(Int)
  }

  /// The language of the text, as in BCP 47: `en-GB` (`/Lang`).
  public var language: String?
  /// What is shown beside the pages.
  public var pageMode: PageMode?
  /// How the pages are laid out.
  public var pageLayout: PageLayout?
  /// Where the document opens, or an action that is kept as it is (`/OpenAction`). Postil never carries it out.
  public var openTarget: LinkTarget?
  /// Viewer preferences by their keys, such as `DisplayDocTitle`, `Direction` or `NumCopies`. Those whose values are of other kinds, such
  /// as ranges of pages to print, are not listed and stay as they are.
  public var viewerPreferences: [String: Preference]

  /// Makes settings that say nothing.
  public init() { viewerPreferences = [:] }

  /// - Throws: ``PDFError`` with code `.invalidArgument` for what a file cannot have.
  package func validated() throws(PDFError) -> DocumentSettings {
    var result = self
    if let target = openTarget {
      guard target.isUsable else {
        throw PDFError(
          .invalidArgument, "The document cannot open there: give a page and usable coordinates.")
      }
      result.openTarget = target.normalized
    }
    guard viewerPreferences.keys.allSatisfy({ !$0.isEmpty }), pageMode?.rawValue.isEmpty != true,
      pageLayout?.rawValue.isEmpty != true
    else { throw PDFError(.invalidArgument, "The name of a setting is empty.") }
    return result
  }

  /// Those that another document can take over: without values that the standard does not know.
  package var known: DocumentSettings {
    var result = self
    // Some write en_US.
    result.language = language?.replacing("_", with: "-")
    if let language = result.language, !LanguageTag.isWellFormed(language) { result.language = nil }
    if let mode = pageMode, !PageMode.all.contains(mode) { result.pageMode = nil }
    if let layout = pageLayout, !PageLayout.all.contains(layout) { result.pageLayout = nil }
    result.viewerPreferences = viewerPreferences.filter { !$0.key.isEmpty }
    return result
  }

  /// Says of others what this says nothing of.
  package mutating func addMissing(_ other: DocumentSettings) {
    language = language ?? other.language
    pageMode = pageMode ?? other.pageMode
    pageLayout = pageLayout ?? other.pageLayout
    openTarget = openTarget ?? other.openTarget
    viewerPreferences.merge(other.viewerPreferences) { own, _ in own }
  }

  /// Checks what is not as the file has it, whose own values are kept.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument` for values that the standard does not know.
  package func requireKnownValues(besides opened: DocumentSettings) throws(PDFError) {
    func require(_ value: String?, _ known: [String], _ opened: String?, _ name: String) throws(PDFError) {
      guard let value, value != opened, !known.contains(value) else { return }
      throw PDFError(
        .invalidArgument,
        "There is no \(name) '\(value.prefix(40))': use one of \(known.joined(separator: ", ")).")
    }
    try require(pageMode?.rawValue, PageMode.all.map(\.rawValue), opened.pageMode?.rawValue, "page mode")
    try require(
      pageLayout?.rawValue, PageLayout.all.map(\.rawValue), opened.pageLayout?.rawValue, "page layout")
    guard let language, language != opened.language, !language.isEmpty, !LanguageTag.isWellFormed(language)
    else { return }
    throw PDFError(
      .invalidArgument,
      "'\(language.prefix(40))' is no name of a language: give one as in BCP 47, such as en, de-CH or zh-Hant."
    )
  }
}

extension DocumentSettings: Codable {
  private enum Key: String, CodingKey, CaseIterable {
    case language, pageMode, pageLayout, openTarget, viewerPreferences
  }

  /// Reads `{"language": "en", "pageMode": "UseOutlines", "pageLayout": "OneColumn", "openTarget": {"to": {"page": 3}},
  /// "viewerPreferences": {"DisplayDocTitle": true}}`, where any key may be left out.
  public init(from decoder: any Decoder) throws {
    try Fields(decoder).allow(Key.allCases.map(\.rawValue), in: "a document's settings")
    let values = try decoder.container(keyedBy: Key.self)
    self.init()
    language = try values.decodeIfPresent(String.self, forKey: .language)
    pageMode = try values.decodeIfPresent(String.self, forKey: .pageMode).map(PageMode.init)
    pageLayout = try values.decodeIfPresent(String.self, forKey: .pageLayout).map(PageLayout.init)
    openTarget = try values.decodeIfPresent(LinkTarget.self, forKey: .openTarget)
    viewerPreferences =
      try values.decodeIfPresent([String: Preference].self, forKey: .viewerPreferences) ?? [:]
  }

  /// Writes what ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encodeIfPresent(language, forKey: .language)
    try values.encodeIfPresent(pageMode?.rawValue, forKey: .pageMode)
    try values.encodeIfPresent(pageLayout?.rawValue, forKey: .pageLayout)
    try values.encodeIfPresent(openTarget, forKey: .openTarget)
    if !viewerPreferences.isEmpty { try values.encode(viewerPreferences, forKey: .viewerPreferences) }
  }
}

extension DocumentSettings.Preference {
  /// Reads `true`, a text or a whole number.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let flag = try? value.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? value.decode(Int.self) {
      self = .number(number)
    } else {
      self = .name(try value.decode(String.self))
    }
  }

  /// Writes what ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .flag(let flag): try value.encode(flag)
    case .name(let name): try value.encode(name)
    case .number(let number): try value.encode(number)
    }
  }
}
